import { expect, test } from 'vitest';
import { nearestEvent } from './hook-nearest.ts';

test.each([
  ['pre_tool_use', 'PreToolUse'],
  ['pre-tool-use', 'PreToolUse'],
  ['PreToolCall', 'PreToolUse'],
  ['onBeforeTool', 'PreToolUse'],
  ['PostTool', 'PostToolUse'],
  ['AfterToolExecution', 'PostToolUse'],
  ['PreInvoke', 'PreInvocation'],
  ['before_model_request', 'PreInvocation'],
  ['PostInvoke', 'PostInvocation'],
  ['after-response', 'PostInvocation'],
  ['SessionStarted', 'SessionStart'],
  ['StartSession', 'SessionStart'],
  ['OnStop', 'Stop'],
  ['AgentDone', 'Stop'],
  ['SessionStop', undefined],
  ['OnSave', undefined],
  ['', undefined],
  [`Pre${'o'.repeat(60)}Tool`, undefined],
])('%s: %s', (name, event) => {
  expect(nearestEvent(name)).toBe(event);
});
