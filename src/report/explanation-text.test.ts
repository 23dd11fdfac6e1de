import { expect, test } from 'vitest';
import { emulateMcpConfig } from '../agy/mcp-config.ts';
import { explainServer } from '../inventory/explanation.ts';
import { makeInventory } from '../inventory/inventory.ts';
import type { ServerFile } from '../inventory/types.ts';
import { SourceFile } from '../text/source.ts';
import { createColors } from './colors.ts';
import { explanationText } from './explanation-text.ts';
import { textWidth } from './width.ts';

const SETTINGS = { extraAuthProviderTypes: [], placeholders: [] };

function textOf(name: string, server: object, width: number): string {
  const path = '.agents/mcp_config.json';
  const text = JSON.stringify({ mcpServers: { [name]: server } });
  const source = new SourceFile(path, new TextEncoder().encode(text));
  const config = emulateMcpConfig(source.bytes, SETTINGS);
  const file: ServerFile = { path, origin: 'root', listed: true, folders: [], content: { config, source } };
  const explanation = explainServer(name, [file], makeInventory([file], SETTINGS), SETTINGS);
  return explanationText(explanation, { colors: createColors(false), width });
}

test.each([60, 80, 120])('in %i columns nothing sticks out, and nothing is raw', (width) => {
  const server = {
    [`${'kiln'.repeat(20)}\u202e`]: 1,
    authProviderType: { a: '\u001b[2J' },
    Command: '\u6ce2'.repeat(90),
    args: ['a'.repeat(500), '\n'],
    env: { '\u0007': 1, ['\u6ce2'.repeat(90)]: 'x' },
  };
  const text = textOf(`\u001b${'\u6ce2'.repeat(90)}`, server, width);
  expect(text).toContain('dropped without a word');
  expect(Math.max(...text.split('\n').map(textWidth))).toBeLessThanOrEqual(width);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});
