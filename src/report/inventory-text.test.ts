import { describe, expect, test } from 'vitest';
import { emulateMcpConfig } from '../agy/mcp-config.ts';
import { makeInventory } from '../inventory/inventory.ts';
import type { ServerFile } from '../inventory/types.ts';
import { secret } from '../test/secrets.ts';
import { SourceFile } from '../text/source.ts';
import { createColors } from './colors.ts';
import { inventoryText } from './inventory-text.ts';
import { textWidth } from './width.ts';

const SETTINGS = { extraAuthProviderTypes: [], placeholders: [] };

function fileOf(servers: object, path = '.agents/mcp_config.json'): ServerFile {
  const source = new SourceFile(path, new TextEncoder().encode(JSON.stringify({ mcpServers: servers })));
  const config = emulateMcpConfig(source.bytes, SETTINGS);
  return { path, origin: 'root', listed: true, folders: [], content: { config, source } };
}

function textOfFiles(files: readonly ServerFile[], width: number, color = false): string {
  const view = { colors: createColors(color), width };
  return inventoryText({ ...makeInventory(files, SETTINGS), unseen: [] }, view);
}

function textOf(servers: object, width: number, color = false): string {
  return textOfFiles([fileOf(servers)], width, color);
}

const WIDE = '\u6ce2'.repeat(60);
const HOSTILE = {
  kiln: { command: 'kiln', args: ['a'.repeat(500), 'b c'], disabledTools: Array(60).fill('fire') },
  [WIDE]: { serverUrl: `https://hive.example/${WIDE}`, cwd: WIDE },
  '\u001b[2J\n\u202e': { command: '\u0007', env: { '\u001b]8;;': 1 } },
  e: { command: `e${'\u0301'.repeat(3000)}`, disabled: true },
  [' '.repeat(90)]: { command: ' ', args: ['', "it's", '"'] },
};

describe('inventoryText', () => {
  test.each([60, 80, 120])('in %i columns nothing sticks out, and nothing is raw', (width) => {
    const text = textOf(HOSTILE, width);
    expect(Math.max(...text.split('\n').map(textWidth))).toBeLessThanOrEqual(width);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('nor does the summary', () => {
    const pluginOff = { code: 'plugin-disabled', message: 'off', at: { path: 'plugin.json' } };
    const inert = fileOf({ inert: { command: '' }, kiln: {} }, 'b/.agents/mcp_config.json');
    const files = [fileOf(HOSTILE), inert, { ...fileOf({ kiln: {} }), pluginOff }];
    expect(textOfFiles(files, 60).trimEnd().split('\n').slice(-2)).toEqual([
      '8 servers in 3 files: 4 loaded, 1 disabled, 1 inert, 1',
      'dropped, 1 not loaded',
    ]);
  });

  test.each([60, 80, 120])('in %i columns the columns stand below each other', (width) => {
    const lines = textOf(HOSTILE, width).split('\n');
    const start = (lines[0] as string).indexOf('STATE');
    const rows = lines.filter((line) => /^ +\d+ {2}/.test(line));
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const state = /(?:loaded|disabled|dropped) +(?:stdio|http)/.exec(row);
      expect(textWidth(row.slice(0, state?.index))).toBe(start);
    }
  });

  test('of what a server runs three lines are shown', () => {
    const rest = textOf({ kiln: { command: 'kiln', args: Array(80).fill('glaze') } }, 60)
      .split('\n')
      .slice(3);
    expect(rest.slice(0, 4)).toEqual([
      '   1  kiln    loaded  stdio  kiln glaze glaze glaze glaze',
      `${' '.repeat(29)}glaze glaze glaze glaze glaze`,
      `${' '.repeat(29)}glaze glaze glaze glaze glaze …`,
      '',
    ]);
  });

  test('credentials by name, and what stands for them', () => {
    const env = { KILN_PASSWORD: secret('password'), KILN_TOKEN: '${KILN_TOKEN}' };
    const text = textOf({ kiln: { command: 'kiln', env, oauth: { clientId: 'kiln' } } }, 100);
    expect(text.split('\n')[4]).toBe(
      '      credentials: env.KILN_PASSWORD (in the file), env.KILN_TOKEN (placeholder), oauth.clientId',
    );
    expect(text).toContain('(sign-in)');
    expect(text).not.toContain(secret('password'));
  });

  test('files whose paths look the same, once they are masked, keep their own servers', () => {
    const paths = ['github-pat', 'slack-bot'].map((name) => `${secret(name)}/.agents/mcp_config.json`);
    const files = paths.map((path, index) => fileOf({ [`kiln${index}`]: { command: 'kiln' } }, path));
    expect(textOfFiles(files, 100).split('\n').slice(2, 7)).toEqual([
      '***/.agents/mcp_config.json',
      '   1  kiln0   loaded  stdio  kiln',
      '',
      '***/.agents/mcp_config.json',
      '   1  kiln1   loaded  stdio  kiln',
    ]);
  });

  test('a name without a letter', () => {
    expect(textOf({ '': { command: 'kiln' } }, 100).split('\n')[3]).toBe('   1  ""      loaded  stdio  kiln');
  });

  test('words that could be taken for several are told apart', () => {
    const [row] = textOf({ k: { command: 'my kiln', args: ['', "it's", 'a"b', 'x'] } }, 100)
      .split('\n')
      .slice(3);
    expect(row).toBe(String.raw`   1  k       loaded  stdio  "my kiln" "" "it's" "a\"b" x`);
  });

  test('colour changes nothing but colour', () => {
    const colored = textOf(HOSTILE, 80, true);
    expect(colored).toContain('\u001b[');
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(textOf(HOSTILE, 80));
  });
});
