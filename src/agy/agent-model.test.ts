import { expect, test } from 'vitest';
import { AGENT_MODELS, foreignModel } from './agent-model.ts';

test.each<[string, string | undefined]>([
  ['sonnet', 'Claude Code'],
  ['Opus', 'Claude Code'],
  ['claude-sonnet-4-5', 'Claude Code'],
  ['haiku-4', 'Claude Code'],
  ['gpt-5.2', 'Codex'],
  ['o3', 'Codex'],
  ['o4-mini', 'Codex'],
  ['gemini-3-pro', undefined],
  ['opusculum', undefined],
  ['orchard', undefined],
  ['', undefined],
  ...AGENT_MODELS.map((name): [string, undefined] => [name, undefined]),
])('%j', (name, host) => {
  expect(foreignModel(name)).toBe(host);
});
