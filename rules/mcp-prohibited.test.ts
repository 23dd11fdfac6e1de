import { expect, test } from 'vitest';
import { checkFile, summary } from '../src/test/rules.ts';
import rule from './mcp-prohibited.ts';

const found = (content: string, allowlist: readonly string[]): string[] =>
  checkFile(rule, 'mcp_config.json', content, { allowlist }).map((finding) => summary(content, finding));
const server = (fields: object): string => JSON.stringify({ mcpServers: { kiln: fields } });
const PROHIBITED = ['prohibited 1:16 "kiln"'];

test.each<[string, readonly string[], string[]]>([
  ['', [], []],
  ['{}', [], []],
  ['{"mcpServers":{}}', [], []],
  // By name.
  [server({ command: 'kiln-mcp' }), ['kiln'], []],
  [server({ command: 'kiln-mcp' }), ['Kiln', 'kil', 'kiln*', ' kiln'], PROHIBITED],
  [server({}), ['kiln'], []],
  [server({}), [], PROHIBITED],
  ['{"mcpServers":{"kiln":null}}', [], PROHIBITED],
  // By command.
  [server({ command: 'kiln-mcp' }), ['kiln-mcp'], []],
  [server({ command: './bin/kiln-mcp' }), ['kiln-mcp'], PROHIBITED],
  [server({ command: 'npx', args: ['@bakery/kiln'] }), ['npx'], []],
  [server({ COMMAND: 'kiln-mcp' }), ['kiln-mcp'], []],
  // By package, with or without its version.
  [server({ command: 'npx', args: ['-y', '@bakery/kiln@1.0.0'] }), ['@bakery/kiln'], []],
  [server({ command: 'npx', args: ['-y', '@bakery/kiln@1.0.0'] }), ['@bakery/kiln@1.0.0'], []],
  [server({ command: 'npx', args: ['-y', '@bakery/kiln@1.0.1'] }), ['@bakery/kiln@1.0.0'], PROHIBITED],
  [server({ command: 'npx', args: ['-y', '@bakery/kiln2'] }), ['@bakery/kiln'], PROHIBITED],
  [server({ command: 'cmd', args: ['/c', 'npx', '-y', '@bakery/kiln'] }), ['@bakery/kiln'], []],
  [server({ command: 'uvx', args: ['kiln-mcp==2'] }), ['kiln-mcp'], []],
  [server({ command: 'docker', args: ['run', '-i', 'bakery/kiln:2'] }), ['bakery/kiln'], []],
  // By host; serverUrl wins over command.
  [server({ serverUrl: 'https://Kiln.example:8443/mcp' }), ['kiln.example'], []],
  [server({ url: 'https://kiln.example/mcp' }), ['kiln.example'], []],
  [server({ serverUrl: 'https://kiln.example.evil.example/' }), ['kiln.example'], PROHIBITED],
  [server({ serverUrl: 'https://kiln.example@evil.example/' }), ['kiln.example'], PROHIBITED],
  [server({ serverUrl: 'https://evil.example/', command: 'kiln-mcp' }), ['kiln-mcp'], PROHIBITED],
  [server({ serverUrl: 'no address' }), ['no address'], PROHIBITED],
  // What does not run is committed all the same.
  [server({ command: 'kiln-mcp', disabled: true }), [], PROHIBITED],
  [server({ command: 'kiln-mcp', env: { A: 1 } }), [], PROHIBITED],
])('%s, allowed: %j', (content, allowlist, expected) => {
  expect(found(content, allowlist)).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ['under the wrapper', server({ command: 'kiln-mcp' }), PROHIBITED],
  ['in a bare map', '{"kiln":{"url":"https://kiln.example/mcp"}}', ['prohibited 1:2 "kiln"']],
  ['an allowed one', '{"orchard":{"command":"orchard-mcp"}}', []],
])('.mcp.json: %s', (_, content, expected) => {
  const findings = checkFile(rule, '.mcp.json', content, { allowlist: ['orchard'] });
  expect(findings.map((finding) => summary(content, finding))).toEqual(expected);
});

test('says what the server starts', () => {
  const starts = (fields: object): unknown =>
    checkFile(rule, 'mcp_config.json', server(fields))[0]?.args.starts;
  expect(starts({ command: 'npx', args: ['@bakery/kiln@1.0.0'] })).toBe('@bakery/kiln');
  expect(starts({ command: 'kiln-mcp' })).toBe('kiln-mcp');
  expect(starts({ serverUrl: 'https://kiln.example/mcp' })).toBe('kiln.example');
  const { text } = rule.messages.prohibited;
  expect(text({ server: 'kiln', starts: '' })).toBe(
    'Server "kiln" is not on the allowlist of mcp-prohibited',
  );
  expect(text({ server: 'kiln', starts: 'kiln-mcp' })).toMatch(/^Server "kiln" \(kiln-mcp\) is not on/);
});
