import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import {
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  type DocumentSymbol,
  ErrorCodes,
  type Hover,
  LSPErrorCodes,
  type TextDocumentEdit,
} from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { uriOf } from '../lsp/uri.ts';
import { PROJECT, runBuilt, scrubbedEnv, tempTree } from './helpers.ts';
import { type LspClient, lspClient } from './lsp-client.ts';

const CONFIG = '.agents/mcp_config.json';
const GOOD = '{"mcpServers": {"kelp": {"command": "kelp-mcp"}}}\n';
const PORT = (value: string): string =>
  `{"mcpServers": {"kelp": {"command": "kelp-mcp", "env": {"PORT": ${value}}}}}\n`;

const uriIn = (root: string, path = CONFIG): string => uriOf(join(root, path));
const codes = (diagnostics: readonly Diagnostic[]): readonly unknown[] => diagnostics.map(({ code }) => code);
const of =
  (version: number) =>
  (published: { version?: number }): boolean =>
    published.version === version;

/** A project with one file open. */
async function editing(
  content: string | Uint8Array,
  path = CONFIG,
  others: Record<string, string> = {},
): Promise<{ client: LspClient; root: string; uri: string }> {
  const root = tempTree({ '.git/': '', [path]: content, ...others });
  const client = await lspClient({ folders: [uriOf(root)] });
  const uri = uriIn(root, path);
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  client.open(uri, text);
  await client.diagnostics(uri, of(1));
  return { client, root, uri };
}

describe('diagnostics', () => {
  test('of what lies on the disk, and of what is typed', async () => {
    const { client, root, uri } = await editing(PORT('4'));
    expect(client.initialized.capabilities.positionEncoding).toBe('utf-16');
    expect(await client.diagnostics(uri, of(1))).toEqual([
      {
        range: { start: { line: 0, character: 64 }, end: { line: 0, character: 65 } },
        severity: 2,
        code: 'antigravity-mcp-valid',
        codeDescription: { href: uriIn(PROJECT, 'docs/rules/antigravity-mcp-valid.md') },
        source: 'skillsaw',
        message: expect.stringContaining('env.PORT is a number'),
      },
    ]);
    client.change(uri, 2, { text: PORT('"4"') });
    expect(await client.diagnostics(uri, of(2))).toEqual([]);
    const at = { line: 0, character: 64 };
    client.change(uri, 3, { range: { start: at, end: { ...at, character: 67 } }, text: 'tru' });
    expect(await client.diagnostics(uri, of(3))).toMatchObject([
      { severity: 1, range: { start: { line: 0, character: 67 } } },
    ]);
    client.close(uri);
    // What lies on the disk counts again.
    await client.diagnostics(
      uri,
      ({ version, diagnostics }) => version === undefined && diagnostics[0]?.severity === 2,
    );
    expect(readFileSync(join(root, CONFIG), 'utf8')).toBe(PORT('4'));
  });

  test('name every file of the folder, whatever its kind', async () => {
    const root = tempTree({
      '.git/': '',
      '.agents/mcp_config.json': '{',
      '.agents/hooks.json': '{"a": {"Stop": 1}}',
      '.agents/skills.json': '{"entries": 1}',
      '.agents/plugins/p/plugin.json': '{"name": 1}',
      '.agents/rules/a.md': 'no head',
    });
    const client = await lspClient({ folders: [uriOf(root)] });
    const files = ['mcp_config.json', 'hooks.json', 'skills.json', 'plugins/p/plugin.json', 'rules/a.md'];
    for (const file of files) {
      expect((await client.diagnostics(uriIn(root, `.agents/${file}`))).length, file).toBeGreaterThan(0);
    }
  });

  test('say further places, in other files too', async () => {
    const root = tempTree({
      '.git/': '',
      [CONFIG]: GOOD,
      '.agents/plugins/p/plugin.json': '{"name": "p"}',
      '.agents/plugins/p/mcp_config.json': GOOD,
    });
    const client = await lspClient({ folders: [uriOf(root)] });
    const uri = uriIn(root, '.agents/plugins/p/mcp_config.json');
    const [found] = await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    expect(found?.relatedInformation).toEqual([
      {
        location: {
          uri: uriIn(root),
          range: { start: { line: 0, character: 16 }, end: { line: 0, character: 22 } },
        },
        message: '"kelp" as well',
      },
    ]);
    // The name is changed in the editor, and both files know.
    client.open(uriIn(root), GOOD);
    client.change(uriIn(root), 2, { text: GOOD.replace('kelp"', 'dulse"') });
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0, client.published.length);
    client.change(uriIn(root), 3, { text: GOOD });
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 1, client.published.length);
  });

  test('of files that a registry names, as soon as it does', async () => {
    const { client, root, uri } = await editing('{"entries": []}\n', '.agents/skills.json', {
      'shared/skills/kelp/SKILL.md': '---\nname: kelp\n---\nKeep it wet.\n',
    });
    client.change(uri, 2, { text: '{"entries": [{"path": "shared/skills"}]}\n' });
    const skill = uriIn(root, 'shared/skills/kelp/SKILL.md');
    expect(codes(await client.diagnostics(skill))).toContain('antigravity-skill-valid');
    client.change(uri, 3, { text: '{"entries": []}\n' });
    await client.diagnostics(skill, ({ diagnostics }) => diagnostics.length === 0);
  });

  test('of a registry that is open are not looked for again and again', async () => {
    const { client, uri } = await editing('{"entries": []}\n', '.agents/skills.json');
    client.change(uri, 2, { text: '{"entries": [{"path": "shared/skills"}]}\n' });
    await client.diagnostics(uri, of(2));
    await client.settled();
    const before = client.published.length;
    await client.settled();
    expect(client.published.length).toBe(before);
  });

  test('of a file that was deleted while it is open', async () => {
    const { client, root, uri } = await editing(PORT('4'));
    rmSync(join(root, CONFIG));
    void client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri, type: 3 }],
    });
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 1, client.published.length);
    client.close(uri);
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
  });

  test.each([1, 2, 3])('after many edits are those of skillsaw lint: %i', async (seed) => {
    const { client, root, uri } = await editing(PORT('4'));
    const pieces = [
      '"',
      '{',
      '}',
      ',',
      ':',
      '\n',
      '\r',
      '🦀',
      'é',
      '4',
      '"url"',
      '"env": {"A": 1}',
      '"eel": {"command": 4},',
      '',
    ];
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return (state >> 8) % below;
    };
    let document = TextDocument.create(uri, 'json', 1, PORT('4'));
    for (let version = 2; version <= 40; version++) {
      // Now and then it parses again.
      const length = document.getText().length;
      const from = random(length);
      const range = { start: document.positionAt(from), end: document.positionAt(from + random(3)) };
      const change =
        version % 8 === 0
          ? { text: PORT(`[${version}]`) }
          : { range, text: pieces[random(pieces.length)] ?? '' };
      document = TextDocument.update(document, [change], version);
      client.change(uri, version, change);
      if (version % 5 !== 0) continue;
      const found = await client.diagnostics(uri, of(version));
      const stdin = runBuilt(['lint', '-', '--stdin-filename', CONFIG, '--format', 'json'], {
        cwd: root,
        input: document.getText(),
      });
      const report = JSON.parse(stdin.stdout) as {
        findings: { ruleId: string; range: { start: { line: number; column: number } } }[];
      };
      const told = found.map(
        ({ code, range: { start } }) => `${code} ${start.line + 1}:${start.character + 1}`,
      );
      const expected = report.findings.map(
        ({ ruleId, range: { start } }) => `${ruleId} ${start.line}:${start.column}`,
      );
      expect(told.sort(), document.getText()).toEqual(expected.sort());
    }
  });

  test.each([
    ['as configured', 'severity: info', 3],
    ['switched off', 'enabled: false', undefined],
  ])('%s', async (_, setting, severity) => {
    const { client, uri } = await editing(PORT('4'), CONFIG, {
      '.skillsaw.yaml': `rules:\n  antigravity-mcp-valid:\n    ${setting}\n`,
    });
    expect((await client.diagnostics(uri, of(1)))[0]?.severity).toBe(severity);
  });

  test('without what the baseline knows, until it is gone', async () => {
    const root = tempTree({ '.git/': '', [CONFIG]: PORT('4') });
    expect(runBuilt(['baseline'], { cwd: root }).status).toBe(0);
    const client = await lspClient({ folders: [uriOf(root)] });
    client.open(uriIn(root), PORT('4'));
    expect(await client.diagnostics(uriIn(root), of(1))).toEqual([]);
    client.change(uriIn(root), 2, { text: PORT('5') });
    expect(await client.diagnostics(uriIn(root), of(2))).toEqual([]);
    rmSync(join(root, '.skillsaw-baseline.json'));
    void client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriIn(root, '.skillsaw-baseline.json'), type: 3 }],
    });
    await client.diagnostics(uriIn(root), ({ diagnostics }) => diagnostics.length === 1);
  });
});

describe('on open the bytes on the disk count', () => {
  const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
  const marked = Buffer.concat([MARK, Buffer.from(PORT('4'))]);

  test('a byte-order mark, which the client hides', async () => {
    const { client, uri } = await editing(marked);
    expect(await client.diagnostics(uri, of(1))).toMatchObject([
      { severity: 1, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } },
    ]);
    // After the first edit it is the buffer, which has none.
    client.change(uri, 2, { text: PORT('44') });
    expect(await client.diagnostics(uri, of(2))).toMatchObject([
      { severity: 2, range: { start: { character: 64 } } },
    ]);
  });

  test('again after it was saved, since an editor writes the mark that it hides', async () => {
    const { client, root, uri } = await editing(marked);
    client.change(uri, 2, { text: PORT('44') });
    await client.diagnostics(uri, of(2));
    writeFileSync(join(root, CONFIG), Buffer.concat([MARK, Buffer.from(PORT('44'))]));
    const before = client.published.length;
    client.save(uri);
    expect(await client.diagnostics(uri, of(2), before)).toMatchObject([
      { severity: 1, range: { start: { character: 0 } } },
    ]);
  });

  test('bad UTF-8, and places behind it', async () => {
    const bytes = Buffer.from(PORT('4').replace('kelp-mcp', 'k\u00ff'), 'latin1');
    const { client, uri } = await editing(bytes);
    const [found] = await client.diagnostics(uri, of(1));
    expect(found?.range.start).toEqual({ line: 0, character: 58 });
  });

  test('also when several folders are looked at first', async () => {
    const roots = Array.from({ length: 6 }, () => tempTree({ '.git/': '', [CONFIG]: marked }));
    const client = await lspClient({ folders: roots.map(uriOf) });
    const uri = uriIn(roots.at(-1) ?? '');
    client.open(uri, PORT('4'));
    await client.diagnostics(uri, of(1));
    await client.settled();
    expect(await client.diagnostics(uri, of(1))).toMatchObject([{ severity: 1 }]);
  });

  test('but not when the client has something else', async () => {
    const root = tempTree({ '.git/': '', [CONFIG]: GOOD });
    const client = await lspClient({ folders: [uriOf(root)] });
    client.open(uriIn(root), PORT('4'));
    expect(await client.diagnostics(uriIn(root), of(1))).toHaveLength(1);
  });
});

describe('positions', () => {
  test.each([
    ['LF', '{"mcpServers": {\n"kelp": {"command": 4}}}', 1, 20],
    ['CRLF', '{"mcpServers": {\r\n"kelp": {"command": 4}}}', 1, 20],
    ['a lone CR', '{"mcpServers": {\r"kelp": {"command": 4}}}', 1, 20],
    ['an astral character', '{"mcpServers": {"kelp": {"command": "🦀🦀", "cwd": 4}}}', 0, 51],
  ])('%s', async (_, text, line, character) => {
    const { client, uri } = await editing(GOOD);
    client.change(uri, 2, { text });
    const [found] = await client.diagnostics(uri, of(2));
    expect(found?.range.start).toEqual({ line, character });
  });
});

describe('edits that follow on each other', () => {
  test('each version is told of what it holds, and none is older than the one before', async () => {
    const { client, uri } = await editing(GOOD);
    for (let version = 2; version <= 60; version++) {
      client.change(uri, version, { text: version % 2 === 0 ? PORT('4') : GOOD });
      // Some at once, some one by one.
      if (version % 7 === 0) await client.diagnostics(uri, of(version));
    }
    expect(await client.diagnostics(uri, of(60))).toHaveLength(1);
    const versions = client.published
      .filter((one) => one.uri === uri)
      .flatMap(({ version }) => version ?? []);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    for (const { version = 0, diagnostics } of client.published.filter((one) => one.uri === uri)) {
      if (version > 1) expect([version, diagnostics.length]).toEqual([version, version % 2 === 0 ? 1 : 0]);
    }
  });

  test('two files at a time', async () => {
    const { client, root, uri } = await editing(GOOD, CONFIG, { '.agents/hooks.json': '{}' });
    const hooks = uriIn(root, '.agents/hooks.json');
    client.open(hooks, '{}');
    for (let version = 2; version <= 20; version++) {
      client.change(uri, version, { text: PORT(version === 20 ? '4' : '"4"') });
      client.change(hooks, version, { text: version === 20 ? '{"a": {"Stop": 1}}' : '{}' });
    }
    expect(codes(await client.diagnostics(uri, of(20)))).toEqual(['antigravity-mcp-valid']);
    expect(codes(await client.diagnostics(hooks, of(20)))).toEqual(['antigravity-hooks-valid']);
  });

  test('in a large file the part is told at once, and all of it after a pause', async () => {
    const servers = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [
        `kelp-${i}`,
        { command: `kelp-${i}`, env: { PORT: i === 7 ? 7 : 'x' } },
      ]),
    );
    const text = `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`;
    const { client, uri } = await editing(text);
    const lines = text.split('\n');
    const first = lines.indexOf('        "PORT": 7');
    const line = lines.indexOf('    "kelp-2000": {') + 3;
    const start = { line, character: lines[line]?.indexOf('"x"') ?? 0 };
    client.change(uri, 2, { range: { start, end: { line, character: start.character + 3 } }, text: '\n4' });
    const at = (diagnostics: readonly Diagnostic[]): readonly unknown[] =>
      diagnostics.map(({ range }) => range.start);
    const expected = [
      { line: first, character: 16 },
      { line: line + 1, character: 0 },
    ];
    expect(at(await client.diagnostics(uri, of(2)))).toEqual(expected);
    const before = client.published.length;
    expect(at(await client.diagnostics(uri, of(2), before))).toEqual(expected);
    // A line before all others moves what was found, once there is a pause.
    client.change(uri, 3, {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      text: '\n',
    });
    expect(at(await client.diagnostics(uri, of(3)))).toEqual(
      expected.map((one) => ({ ...one, line: one.line + 1 })),
    );
  });
});

test('a large file of hooks, and a large text', async () => {
  const hooks = Array.from(
    { length: 600 },
    (_, i) => `"press-${i}": {"Stop": [{"command": "make press-${i}", "timeout": 10}]}`,
  );
  const text = `{\n${hooks.join(',\n')}\n}\n`;
  const { client, root, uri } = await editing(text, '.agents/hooks.json', {
    'GEMINI.md': 'Keep the pier clean.\n'.repeat(3000),
  });
  const start = { line: 300, character: (text.split('\n')[300] ?? '').indexOf('10') };
  client.change(uri, 2, {
    range: { start, end: { ...start, character: start.character + 2 } },
    text: '"10"',
  });
  expect(await client.diagnostics(uri, of(2))).toMatchObject([
    { code: 'antigravity-hooks-valid', range: { start } },
  ]);
  const context = uriIn(root, 'GEMINI.md');
  client.open(context, 'Keep the pier clean.\n'.repeat(3000));
  await client.diagnostics(context, of(1));
  const at = { line: 2000, character: 0 };
  client.change(context, 2, {
    range: { start: at, end: at },
    text: 'Run agy --dangerously-skip-permissions here.\n',
  });
  expect(await client.diagnostics(context, of(2))).toMatchObject([
    { code: 'committed-grants', range: { start: { line: 2000 } } },
  ]);
});

test.each([
  ['values', '"x"', ['4', '"y"', '[]', '"x"', 'null', '{"a": 1}']],
  ['broken values', '"x"', ['"', '"x"', 'tru', '"x', '"x"', 'tr']],
  ['keys', '"PORT"', ['"PORT": 1, "B"', '"PORT"', 'PORT', '"PORT"']],
  [
    'further servers',
    '{"command"',
    ['{}, "eel": {"command"', '{"command"', '{"command": 4}, "cod": {"command"'],
  ],
])('a large file, %s: at once what is said after a pause', async (_, target, texts) => {
  const servers = Array.from(
    { length: 700 },
    (_, i) => `"kelp-${i}": {"command": "kelp-${i}", "env": {"PORT": ${i % 300 === 7 ? i : '"x"'}}}`,
  );
  const text = `{"mcpServers": {\n${servers.join(',\n')}\n}}\n`;
  const { client, uri } = await editing(text);
  const line = 350;
  const start = { line, character: (text.split('\n')[line] ?? '').indexOf(target) };
  let length = target.length;
  let version = 1;
  for (const typed of texts) {
    version++;
    client.change(uri, version, {
      range: { start, end: { line, character: start.character + length } },
      text: typed,
    });
    length = typed.length;
    await client.diagnostics(uri, of(version));
  }
  const before = client.published.length;
  const sorted = (found: readonly Diagnostic[]): readonly unknown[] =>
    found.map(({ range, message }) => `${range.start.line}:${range.start.character} ${message}`).sort();
  const atOnce = sorted(await client.diagnostics(uri, of(version)));
  const afterPause = sorted(await client.diagnostics(uri, of(version), before));
  // Of a file that does not parse nothing else can be said; what was said before stands meanwhile.
  const isBroken = afterPause.some((one) => String(one).includes('Invalid JSON'));
  if (isBroken)
    expect(atOnce).toEqual(
      expect.arrayContaining(afterPause.filter((one) => String(one).includes('Invalid JSON'))),
    );
  else expect(atOnce).toEqual(afterPause);
});

describe('configuration', () => {
  const OFF = 'rules:\n  antigravity-mcp-valid:\n    enabled: false\n';

  test('is obeyed when it appears, changes and goes, on the disk', async () => {
    const { client, root, uri } = await editing(PORT('4'));
    const path = join(root, '.skillsaw.yaml');
    const changed = (): void =>
      void client.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: uriOf(path), type: 2 }],
      });
    expect(await client.diagnostics(uri, of(1))).toHaveLength(1);
    writeFileSync(path, OFF);
    changed();
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
    writeFileSync(path, OFF.replace('enabled: false', 'severity: error'));
    changed();
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics[0]?.severity === 1);
    rmSync(path);
    changed();
    await client.diagnostics(
      uri,
      ({ diagnostics }) => diagnostics[0]?.severity === 2,
      client.published.length - 1,
    );
  });

  test('is obeyed while it is typed', async () => {
    const { client, root, uri } = await editing(PORT('4'), CONFIG, { '.skillsaw.yaml': 'fail-on: error\n' });
    const config = uriIn(root, '.skillsaw.yaml');
    client.open(config, 'fail-on: error\n');
    client.change(config, 2, { text: OFF });
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
  });

  test('that is wrong is told at its place, once to people, and what was found stands', async () => {
    const { client, root, uri } = await editing(PORT('4'), CONFIG, { '.skillsaw.yaml': 'fail-on: error\n' });
    const config = uriIn(root, '.skillsaw.yaml');
    client.open(config, 'fail-on: error\n');
    client.change(config, 2, { text: 'fail-on: error\nexclude: 4\nrulez: {}\n' });
    const found = await client.diagnostics(config, ({ diagnostics }) => diagnostics.length > 0);
    expect(found.map(({ range, severity }) => [range.start, severity])).toEqual([
      [{ line: 1, character: 9 }, 1],
      [{ line: 2, character: 0 }, 1],
    ]);
    await client.until('a message', () => client.shown.length > 0);
    expect(client.shown).toEqual([expect.stringMatching(/^skillsaw: \.skillsaw\.yaml:2:10: .*exclude/)]);
    client.change(uri, 2, { text: PORT('[]') });
    expect(await client.diagnostics(uri, of(2))).toHaveLength(1);
    client.change(config, 3, { text: OFF });
    await client.diagnostics(
      config,
      ({ diagnostics }) => diagnostics.length === 0,
      client.published.length - 1,
    );
    await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
  });

  test('that is wrong in one way after the other is told at its place, and once to people', async () => {
    const { client, root } = await editing(PORT('4'), CONFIG, { '.skillsaw.yaml': '' });
    const config = uriIn(root, '.skillsaw.yaml');
    client.open(config, '');
    const told = async (version: number, text: string): Promise<number> => {
      client.change(config, version, { text });
      return (await client.diagnostics(config, of(version))).length;
    };
    expect(await told(2, 'rulez: {}\n')).toBe(1);
    expect(await told(3, 'exclude: 4\nrulez: {}\n')).toBe(2);
    expect(await told(4, 'exclude: [\n')).toBe(1);
    await client.settled();
    expect(client.shown).toHaveLength(1);
    expect(await told(5, 'exclude: []\n')).toBe(0);
    expect(await told(6, 'exclude: 5\n')).toBe(1);
    await client.settled();
    expect(client.shown).toHaveLength(2);
  });

  test('that is wrong from the start is told once, and nothing is linted until it is mended', async () => {
    const root = tempTree({ '.git/': '', [CONFIG]: PORT('4'), '.skillsaw.yaml': 'exclude: 4\n' });
    const client = await lspClient({ folders: [uriOf(root)] });
    const config = uriIn(root, '.skillsaw.yaml');
    expect(await client.diagnostics(config)).toHaveLength(1);
    client.open(uriIn(root), PORT('4'));
    expect(await client.diagnostics(uriIn(root), of(1))).toEqual([]);
    expect(client.shown).toHaveLength(1);
    writeFileSync(join(root, '.skillsaw.yaml'), 'exclude: []\n');
    client.save(uriIn(root));
    await client.diagnostics(uriIn(root), ({ diagnostics }) => diagnostics.length === 1);
    await client.diagnostics(config, ({ diagnostics }) => diagnostics.length === 0);
    expect(client.shown).toHaveLength(1);
  });

  test('is watched where the client can', async () => {
    const { client } = await editing(GOOD);
    await client.until('a registration', () => client.registrations.length > 0);
    expect(JSON.stringify(client.registrations)).toContain('**/.skillsaw.yaml');
  });

  test('a file that is excluded has no findings', async () => {
    const { client, uri } = await editing(PORT('4'), CONFIG, {
      '.skillsaw.yaml': 'exclude: [".agents/**"]\n',
    });
    expect(await client.diagnostics(uri, of(1))).toEqual([]);
  });
});

describe('folders', () => {
  test('several, each with its configuration; one that goes takes its findings with it', async () => {
    const one = tempTree({ '.git/': '', [CONFIG]: PORT('4') });
    const two = tempTree({
      '.git/': '',
      [CONFIG]: PORT('4'),
      '.skillsaw.yaml': 'rules: {antigravity-mcp-valid: {severity: info}}\n',
    });
    const client = await lspClient({ folders: [uriOf(one), uriOf(two)] });
    expect((await client.diagnostics(uriIn(one)))[0]?.severity).toBe(2);
    expect((await client.diagnostics(uriIn(two)))[0]?.severity).toBe(3);
    const three = tempTree({ '.git/': '', [CONFIG]: '{' });
    void client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: uriOf(three), name: 'c' }], removed: [{ uri: uriOf(two), name: 'b' }] },
    });
    await client.diagnostics(uriIn(two), ({ diagnostics }) => diagnostics.length === 0);
    expect((await client.diagnostics(uriIn(three)))[0]?.severity).toBe(1);
  });

  test('one in another: a file is linted with the inner one', async () => {
    const root = tempTree({
      '.git/': '',
      '.skillsaw.yaml': 'rules: {antigravity-mcp-valid: {severity: error}}\n',
      [`quay/${CONFIG}`]: PORT('4'),
      'quay/.skillsaw.yaml': 'rules: {antigravity-mcp-valid: {severity: info}}\n',
    });
    const client = await lspClient({ folders: [uriOf(root), uriOf(join(root, 'quay'))] });
    const uri = uriIn(root, `quay/${CONFIG}`);
    client.open(uri, PORT('4'));
    expect((await client.diagnostics(uri, of(1)))[0]?.severity).toBe(3);
  });

  test('none: a file that is opened is linted by itself', async () => {
    const root = tempTree({ [CONFIG]: PORT('4'), 'notes.txt': '' });
    const client = await lspClient();
    client.open(uriIn(root), PORT('4'));
    expect(await client.diagnostics(uriIn(root), of(1))).toHaveLength(1);
    client.open(uriIn(root, 'notes.txt'), '');
    expect(await client.diagnostics(uriIn(root, 'notes.txt'), of(1))).toEqual([]);
    expect(client.shown).toEqual([]);
  });

  test('many: a file in none of them that is closed before its first look is not told of', async () => {
    const roots = Array.from({ length: 6 }, () => tempTree({ '.git/': '', [CONFIG]: '{' }));
    const uri = uriIn(tempTree({ [CONFIG]: PORT('4') }));
    const client = await lspClient({ folders: roots.map(uriOf) });
    client.open(uri, PORT('4'));
    client.close(uri);
    await client.diagnostics(uriIn(roots.at(-1) ?? ''));
    await client.settled();
    expect(client.published.filter((one) => one.uri === uri && one.diagnostics.length > 0)).toEqual([]);
  });

  test('a file that is not written yet', async () => {
    const root = tempTree({ '.git/': '', '.agents/': '' });
    const client = await lspClient({ folders: [uriOf(root)] });
    client.open(uriIn(root), PORT('4'));
    expect(await client.diagnostics(uriIn(root), of(1))).toHaveLength(1);
    client.change(uriIn(root), 2, { text: GOOD });
    expect(await client.diagnostics(uriIn(root), of(2))).toEqual([]);
    writeFileSync(join(root, CONFIG), GOOD);
    client.save(uriIn(root));
    client.change(uriIn(root), 3, { text: PORT('4') });
    expect(await client.diagnostics(uriIn(root), of(3))).toHaveLength(1);
  });

  test('a new file is found when the client tells of it', async () => {
    const { client, root } = await editing(GOOD);
    mkdirSync(join(root, 'quay/.agents'), { recursive: true });
    writeFileSync(join(root, 'quay', CONFIG), '{');
    const uri = uriIn(root, `quay/${CONFIG}`);
    void client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri, type: 1 }],
    });
    expect(await client.diagnostics(uri)).toHaveLength(1);
  });
});

describe('code actions', () => {
  const MENDABLE = `{"mcpServers": {
  "kelp": {"command": "kelp-mcp", "env": {"PORT": 4, "LOG": true}},
  "eel": {"command": "eel-mcp", "disabled": "true"},
}}
`;
  const ALL = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

  function actions(
    client: LspClient,
    uri: string,
    range: object,
    only?: readonly string[],
  ): Promise<CodeAction[]> {
    const context = { diagnostics: [], ...(only === undefined ? {} : { only }) };
    return client.ask('textDocument/codeAction', { textDocument: { uri }, range, context });
  }

  function applied(text: string, action: CodeAction | undefined): string {
    const edits = (action?.edit?.documentChanges as TextDocumentEdit[] | undefined)?.[0]?.edits ?? [];
    return TextDocument.applyEdits(TextDocument.create('a', 'json', 1, text), edits as never);
  }

  test('on save do what skillsaw fix does', async () => {
    const { client, root, uri } = await editing(MENDABLE);
    const [all, ...others] = await actions(client, uri, ALL, ['source.fixAll']);
    expect(others).toEqual([]);
    expect(all).toMatchObject({ kind: 'source.fixAll.skillsaw' });
    expect(runBuilt(['fix'], { cwd: root }).status).toBe(0);
    const mended = readFileSync(join(root, CONFIG), 'utf8');
    expect(mended).not.toBe(MENDABLE);
    expect(applied(MENDABLE, all)).toBe(mended);
    // Of a text that is not written, and of nothing to mend.
    client.change(uri, 2, { text: `\n${MENDABLE}` });
    const [later] = await actions(client, uri, ALL, ['source.fixAll.skillsaw']);
    expect(applied(`\n${MENDABLE}`, later)).toBe(`\n${mended}`);
    expect(later?.edit?.documentChanges).toMatchObject([{ textDocument: { version: 2 } }]);
    client.change(uri, 3, { text: mended });
    expect(await actions(client, uri, ALL, ['source.fixAll'])).toEqual([]);
  });

  test('for a place mend what is wrong there; what is only suggested says so', async () => {
    const text = `{"mcpServers": {
  "kelp": {"command": "kelp-mcp", "env": {"PORT": 4}},
  "eel": {"command": "eel-mcp", "serverURL": "", "timeout": 3}
}}
`;
    const { client, uri } = await editing(text);
    const at = { line: 1, character: 51 };
    const [fix, ...others] = await actions(client, uri, { start: at, end: at }, ['quickfix']);
    expect(others).toEqual([]);
    expect(fix).toMatchObject({
      kind: 'quickfix',
      isPreferred: true,
      diagnostics: [{ code: 'antigravity-mcp-valid' }],
    });
    expect(applied(text, fix)).toBe(text.replace('4', '"4"'));
    expect(
      await actions(client, uri, { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }),
    ).toMatchObject([{ kind: 'source.fixAll.skillsaw' }]);
  });

  test('suggested fixes are apart', async () => {
    const rule = '---\ntrigger: always\n---\nKeep the pier clean.\n';
    const { client, root, uri } = await editing(rule, '.agents/rules/pier.md');
    const found = await actions(client, uri, ALL);
    const suggested = found.filter(({ title }) => title.includes('suggested'));
    expect(suggested.map(({ isPreferred, kind }) => [isPreferred, kind])).toEqual([[undefined, 'quickfix']]);
    expect(runBuilt(['fix', '--suggest'], { cwd: root }).status).toBe(0);
    expect(applied(rule, suggested[0])).toBe(readFileSync(join(root, '.agents/rules/pier.md'), 'utf8'));
  });

  test('of a large file are for its text, also when the client gives two texts one version', async () => {
    const servers = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [
        `kelp-${i}`,
        { command: 'kelp-mcp', env: { PORT: i === 7 ? 7 : 'x' } },
      ]),
    );
    const text = `${JSON.stringify({ mcpServers: servers }, null, 1)}\n`;
    const { client, uri } = await editing(text);
    client.change(uri, 1, { text: `\n\n${text}` });
    const [action] = await actions(client, uri, ALL);
    expect(applied(`\n\n${text}`, action)).toBe(`\n\n${text.replace('"PORT": 7', '"PORT": "7"')}`);
  });

  test('of a whole file are not made for a cursor that moves', async () => {
    const { client, uri } = await editing(MENDABLE);
    const params = { textDocument: { uri }, range: ALL, context: { diagnostics: [], triggerKind: 2 } };
    const found = await client.ask<CodeAction[]>('textDocument/codeAction', params);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ kind }) => kind)).not.toContain('source.fixAll.skillsaw');
  });

  test('for a client without versions', async () => {
    const root = tempTree({ '.git/': '', [CONFIG]: PORT('4') });
    const client = await lspClient({ folders: [uriOf(root)], capabilities: {} });
    client.open(uriIn(root), PORT('4'));
    const [fix] = await actions(client, uriIn(root), ALL, ['quickfix']);
    expect(Object.keys(fix?.edit?.changes ?? {})).toEqual([uriIn(root)]);
  });
});

describe('questions', () => {
  test('hover, completion and symbols, while the file is broken', async () => {
    const text = '{"mcpServers": {"kelp": {"command": "kelp-mcp",\n "dis';
    const { client, uri } = await editing(text);
    const textDocument = { uri };
    const end = { line: 1, character: 5 };
    const items = await client.ask<CompletionItem[]>('textDocument/completion', {
      textDocument,
      position: end,
    });
    expect(items.map(({ label }) => label)).toContain('disabled');
    const hover = await client.ask<Hover>('textDocument/hover', {
      textDocument,
      position: { line: 0, character: 28 },
    });
    expect(hover.contents).toMatchObject({ kind: 'markdown', value: expect.stringContaining('**command**') });
    expect(await client.ask('textDocument/documentSymbol', { textDocument })).toEqual([]);
    client.change(uri, 2, { text: GOOD });
    const [symbol] = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument });
    expect(symbol).toMatchObject({
      name: 'mcpServers',
      children: [{ name: 'kelp', children: [{ name: 'command' }] }],
    });
  });

  test('that nobody waits for any more', async () => {
    const { client, uri } = await editing(PORT('4'));
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    const asked = Array.from({ length: 20 }, async () => {
      const source = new CancellationTokenSource();
      const answer = client.connection.sendRequest('textDocument/codeAction', params, source.token);
      source.cancel();
      return answer.catch((error: { code: number }) => error.code);
    });
    const answers = await Promise.all(asked);
    // Those that were done before somebody took them back have an answer.
    const cancelled = answers.filter((answer) => answer === LSPErrorCodes.RequestCancelled);
    expect(cancelled.length).toBeGreaterThan(0);
    for (const answer of answers) expect(Array.isArray(answer) || cancelled.includes(answer)).toBe(true);
    client.change(uri, 2, { text: GOOD });
    expect(await client.diagnostics(uri, of(2))).toEqual([]);
  });

  test('about documents that are no files', async () => {
    const client = await lspClient();
    for (const uri of [
      'untitled:Untitled-1',
      'git:/srv/mcp_config.json',
      'file:///srv/a%2Fmcp_config.json',
      'file:///%zz',
    ]) {
      client.open(uri, '{');
      client.change(uri, 2, { text: '{{' });
      const at = { textDocument: { uri }, position: { line: 0, character: 1 } };
      expect(await client.ask('textDocument/hover', at)).toBeNull();
      expect(await client.ask('textDocument/completion', at)).toEqual([]);
      client.close(uri);
    }
    expect(client.published).toEqual([]);
  });

  test('escapes in a URI, and the client keeps its own spelling', async () => {
    const root = tempTree({ '.git/': '', [`kelp bed/${CONFIG}`]: PORT('4') });
    const client = await lspClient({ folders: [uriOf(root)] });
    const uri = `${uriOf(root)}/kelp%20bed/%2eagents/mcp%5Fconfig.json`;
    client.open(uri, PORT('4'));
    expect(await client.diagnostics(uri, of(1))).toHaveLength(1);
  });

  test('a client that spells a path in several ways is told under one of them at a time', async () => {
    const root = tempTree({ '.git/': '', [CONFIG]: PORT('4') });
    const client = await lspClient({ folders: [uriOf(root)] });
    const spellings = [uriIn(root), uriIn(root).replace('_', '%5F'), uriIn(root).replace('_', '%5f')];
    const [own = '', other = '', third = ''] = spellings;
    const last = (): readonly (number | undefined)[] =>
      spellings.map((uri) => client.published.findLast((one) => one.uri === uri)?.diagnostics.length);
    await client.diagnostics(own, ({ diagnostics }) => diagnostics.length === 1);
    client.open(other, PORT('4'));
    await client.diagnostics(other, of(1));
    expect(last()).toEqual([0, 1, undefined]);
    client.open(third, PORT('4'));
    await client.diagnostics(third, of(1));
    expect(last()).toEqual([0, 0, 1]);
    client.close(third);
    await client.until('the first spelling', () => last()[0] === 1);
    expect(last()).toEqual([1, 0, 0]);
    client.open(third, GOOD);
    client.change(third, 2, { text: PORT('"4"') });
    await client.diagnostics(third, of(2));
    expect(last()).toEqual([0, 0, 0]);
  });

  test('a folder that is opened as if it were a file', async () => {
    const root = tempTree({ '.git/': '', '.skillsaw.yaml': 'exclude: 4\n', [CONFIG]: PORT('4') });
    const client = await lspClient();
    client.open(uriOf(root), '');
    expect(await client.diagnostics(uriOf(root), of(1))).toEqual([]);
    expect(client.published.map(({ uri }) => uri)).toEqual([uriOf(root)]);
    expect(client.shown).toEqual([]);
  });
});

describe('the end', () => {
  test('nothing is answered before initialize and after shutdown', async () => {
    const client = await lspClient({ hello: false });
    const at = { textDocument: { uri: 'file:///srv/mcp_config.json' }, position: { line: 0, character: 0 } };
    await expect(client.ask('textDocument/hover', at)).rejects.toMatchObject({
      code: ErrorCodes.ServerNotInitialized,
    });
    const hello = { processId: process.pid, rootUri: null, capabilities: {} };
    expect(await client.ask('initialize', hello)).toMatchObject({ serverInfo: { name: 'skillsaw' } });
    await expect(client.ask('initialize', hello)).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest });
    expect(await client.ask('textDocument/hover', at)).toBeNull();
    await client.ask('shutdown', {});
    const context = { diagnostics: [] };
    const range = { start: at.position, end: at.position };
    for (const method of ['hover', 'completion', 'documentSymbol', 'codeAction']) {
      const question = client.ask(`textDocument/${method}`, { ...at, range, context });
      await expect(question, method).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest });
    }
    void client.connection.sendNotification('exit');
    expect(await client.gone).toBe(0);
  });

  test('exit without shutdown', async () => {
    const client = await lspClient();
    void client.connection.sendNotification('exit');
    expect(await client.gone).toBe(1);
  });

  test('shutdown and exit', async () => {
    const { client } = await editing(GOOD);
    await client.ask('shutdown', {});
    void client.connection.sendNotification('exit');
    expect(await client.gone).toBe(0);
  });

  test('a client that closes the pipe', async () => {
    const { client } = await editing(GOOD);
    client.process.stdin?.end();
    expect(await client.gone).toBe(1);
  });

  test('a client that reads no more', async () => {
    const { client, uri } = await editing(GOOD);
    client.process.stdout?.destroy();
    for (let version = 2; version < 30; version++) client.change(uri, version, { text: PORT('4') });
    expect(await client.gone).toBe(1);
  });

  test('a client that dies and leaves its pipe to somebody else', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { env: scrubbedEnv() });
    const client = await lspClient({ processId: other.pid ?? 0 });
    other.kill('SIGKILL');
    expect(await client.gone).toBe(1);
  }, 20_000);
});

describe('hostile files', () => {
  const SECRET = ['ghp', 'R7sK2mQ9xT4vB8nW3yZ6cF1hJ5dL0pG2aE4u'].join('_');

  test('no secret, and nothing that a terminal acts upon, in anything that is said', async () => {
    const text = JSON.stringify(
      {
        mcpServers: {
          [`kelp ${SECRET}`]: {
            command: 'kelp-mcp',
            args: ['--token', SECRET],
            env: { KELP_TOKEN: SECRET, PORT: 4 },
          },
          'eel\u001b[31m\u202e': {
            serverUrl: `https://me:${SECRET}@eel.example/?token=${SECRET}`,
            headers: { Authorization: `Bearer ${SECRET}` },
          },
          cod: { command: 'cod-mcp', oauth: { clientId: 'cod', clientSecret: SECRET }, [SECRET]: 1 },
        },
      },
      null,
      2,
    );
    const { client, uri } = await editing(text, CONFIG, { 'AGENTS.md': `# ${SECRET}\n` });
    const textDocument = { uri };
    expect((await client.diagnostics(uri, of(1))).length).toBeGreaterThan(3);
    for (const [line, content] of text.split('\n').entries()) {
      const position = { line, character: content.indexOf('"') + 1 };
      await client.ask('textDocument/hover', { textDocument, position });
      await client.ask('textDocument/completion', { textDocument, position });
    }
    await client.ask('textDocument/documentSymbol', { textDocument });
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    await client.ask('textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } });
    client.change(uri, 2, { text: text.slice(0, -20) });
    expect((await client.diagnostics(uri, of(2))).length).toBeGreaterThan(0);
    const traffic = client.traffic();
    expect(traffic).toContain('KELP_TOKEN');
    expect(traffic).not.toContain(SECRET.slice(4));
    const messages = traffic.replaceAll(/(?:^|(?<=\}))Content-Length: \d+\r\n\r\n/g, '');
    // An escape of JSON is no better than what it stands for.
    expect(messages).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]|(?<!\\)\\u(?:001b|202e)/);
    expect(client.logged).toEqual([]);
  });

  test('8 MiB, more than that, and ten thousand levels', async () => {
    const { client, uri } = await editing(GOOD);
    const padding = (bytes: number): string =>
      `{"mcpServers": {"kelp": {"command": 4, "notes": "${'x'.repeat(bytes)}"}}}`;
    client.change(uri, 2, { text: padding(8 * 1024 * 1024 - 200) });
    expect(codes(await client.diagnostics(uri, of(2)))).toContain('antigravity-mcp-valid');
    client.change(uri, 3, { text: padding(8 * 1024 * 1024) });
    expect(codes(await client.diagnostics(uri, of(3)))).toEqual(['unreadable-file']);
    client.change(uri, 4, { text: '['.repeat(10_001) });
    expect(await client.diagnostics(uri, of(4))).toHaveLength(1);
    client.change(uri, 5, { text: '\0\ud800\r' });
    expect(await client.diagnostics(uri, of(5))).toHaveLength(1);
    client.change(uri, 6, { text: GOOD });
    expect(await client.diagnostics(uri, of(6))).toEqual([]);
    expect(client.logged).toEqual([]);
  }, 60_000);
});
