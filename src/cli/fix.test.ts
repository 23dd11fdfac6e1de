import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runBuilt, runCommand, tempTree } from '../test/helpers.ts';
import { CLEAN, DROPPED, FATAL, LEAKING } from '../test/projects.ts';
import { secret } from '../test/secrets.ts';

const MENDED = DROPPED.replace('7700', '"7700"');
const FILE = '.agents/mcp_config.json';
const TITLE = 'Put env.KILN_PORT in double quotes  antigravity-mcp-valid';

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

describe('fix', () => {
  test('mends, says what, and what is left; a second time there is nothing to do', () => {
    const cwd = tempTree({ [FILE]: DROPPED, 'shop/.agents/mcp_config.json': FATAL });
    expect(runBuilt(['fix'], { cwd })).toEqual({
      stdout: `${FILE}
  ${TITLE}

Mended 1 finding in 1 file; 1 finding left: skillsaw lint -v shows them, and skillsaw fix --suggest mends 1 of them.
`,
      stderr: '',
      status: 0,
    });
    expect(read(cwd, FILE)).toBe(MENDED);
    expect(read(cwd, 'shop/.agents/mcp_config.json')).toBe(FATAL);
    expect(runBuilt(['fix', '.agents'], { cwd }).stdout).toBe('Nothing was mended; nothing is left.\n');
  });

  test('--suggest applies the others, too', () => {
    const cwd = tempTree({ [FILE]: FATAL });
    const { stdout, status } = runBuilt(['fix', '--suggest'], { cwd });
    expect({ last: stdout.split('\n').at(-2), status }).toEqual({
      last: 'Mended 1 finding in 1 file; 1 finding left: skillsaw lint -v shows them.',
      status: 0,
    });
    expect(read(cwd, FILE)).toBe('{\n}\n');
  });

  test('what happens many times is one line', () => {
    const servers = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`kiln${i}`, { command: 'kiln', env: { [`PORT${i % 25}`]: i } }]),
    );
    const cwd = tempTree({ [FILE]: JSON.stringify({ mcpServers: servers }) });
    const lines = runBuilt(['fix'], { cwd }).stdout.split('\n');
    expect(lines[1]).toBe('  Put env.PORT0 in double quotes  antigravity-mcp-valid  (2 times)');
    expect(lines.slice(21, 25)).toEqual([
      '  and 5 more',
      '',
      'Mended 30 findings in 1 file; nothing is left.',
      '',
    ]);
  });

  test('only what was named', () => {
    const cwd = tempTree({ [FILE]: DROPPED, 'shop/.agents/mcp_config.json': DROPPED });
    expect(runBuilt(['fix', 'shop'], { cwd }).status).toBe(0);
    expect(read(cwd, FILE)).toBe(DROPPED);
    expect(read(cwd, 'shop/.agents/mcp_config.json')).toBe(MENDED);
  });

  test.each<[string, string]>([
    ['a rule that is off', 'rules: { antigravity-mcp-valid: { enabled: false } }'],
    ['a file that is left out', 'exclude: [".agents/**"]'],
    ['a file that the rule leaves out', 'rules: { antigravity-mcp-valid: { exclude: [".agents/**"] } }'],
    [
      'what is ignored',
      'rules: { antigravity-mcp-valid: { ignore: [{ at: /mcpServers/kiln, reason: made up }] } }',
    ],
  ])('not %s', (_, yaml) => {
    const cwd = tempTree({ '.git/': '', [FILE]: DROPPED, '.skillsaw.yaml': `${yaml}\n` });
    expect(runBuilt(['fix'], { cwd })).toMatchObject({
      stdout: 'Nothing was mended; nothing is left.\n',
      status: 0,
    });
    expect(read(cwd, FILE)).toBe(DROPPED);
    expect(runBuilt(['fix', '--no-config'], { cwd }).status).toBe(0);
    expect(read(cwd, FILE)).toBe(MENDED);
  });

  test('not what the baseline knows', () => {
    const cwd = tempTree({ '.git/': '', [FILE]: DROPPED });
    expect(runBuilt(['baseline'], { cwd }).status).toBe(0);
    expect(runBuilt(['fix'], { cwd }).stdout).toBe('Nothing was mended; nothing is left.\n');
    expect(read(cwd, FILE)).toBe(DROPPED);
    expect(runBuilt(['lint', '--fix', '--no-baseline'], { cwd }).status).toBe(0);
    expect(read(cwd, FILE)).toBe(MENDED);
  });

  test.each<[string[], string]>([
    [['fix', '-'], '- is standard input, and there is nothing to write to; name files or directories'],
    [['fix', 'nowhere'], 'nowhere: there is no such file or directory; check the spelling'],
  ])('%j is a mistake', (args, message) => {
    expect(runBuilt(args, { cwd: tempTree({}) })).toEqual({
      stdout: '',
      stderr: `error: ${message}\nNothing was done.\n`,
      status: 2,
    });
  });
});

describe('fix --dry-run', () => {
  test('prints a diff, writes nothing, and fails for nothing', () => {
    const cwd = tempTree({ [FILE]: DROPPED });
    expect(runBuilt(['fix', '--dry-run'], { cwd })).toEqual({
      stdout: `--- a/${FILE}
+++ b/${FILE}
@@ -3,7 +3,7 @@
     "kiln": {
       "command": "kiln-mcp",
       "env": {
-        "KILN_PORT": 7700
+        "KILN_PORT": "7700"
       }
     }
   }
`,
      stderr: '1 finding in 1 file would be mended; nothing was written.\n',
      status: 0,
    });
    expect(read(cwd, FILE)).toBe(DROPPED);
  });

  test('which git applies to the same end, from wherever it was made', () => {
    const files = {
      '.agents/mcp_config.json': DROPPED,
      'with spaces/é 漢字/.agents/mcp_config.json': DROPPED.replaceAll('\n', '\r\n').trimEnd(),
      'b/.agents/hooks.json': '\ufeff{"Stop": [{"command": "x",}]}',
      'b/.agents/plugins/p/plugin.json': '// c\n{"Name": "p", /* d */\n"disabled": True}',
      'b/.agents/skills.json': '{"entries": ["skills/a"], // kept\n}',
    };
    const patched = tempTree({ '.git/': '', ...files, 'b/.agents/skills/a/': '' });
    const fixed = tempTree({ '.git/': '', ...files, 'b/.agents/skills/a/': '' });
    spawnSync('git', ['init', '-q'], { cwd: patched });
    for (const folder of ['b', '']) {
      const cwd = join(patched, folder);
      const { stdout, status } = runBuilt(['fix', '--dry-run', '--suggest', '.'], { cwd });
      expect(status).toBe(0);
      expect(runCommand('git', ['apply'], { cwd, input: stdout })).toEqual({
        stdout: '',
        stderr: '',
        status: 0,
      });
      expect(runBuilt(['fix', '--suggest', '.'], { cwd: join(fixed, folder) }).status).toBe(0);
      for (const path of Object.keys(files)) expect(read(patched, path)).toBe(read(fixed, path));
    }
    expect(read(fixed, 'b/.agents/skills.json')).toBe('{"entries": [{"path": "skills/a"}], // kept\n}');
  });

  test('says when it hides something, so that git cannot take it', () => {
    const cwd = tempTree({ [FILE]: LEAKING.replace('"env": {', '"env": { "PORT": 1,') });
    const { stdout, stderr } = runBuilt(['fix', '--dry-run'], { cwd });
    expect(stdout).toContain('+      "env": { "PORT": "1",\n');
    expect(stdout + stderr).not.toContain(secret('password'));
    expect(stderr).toContain(
      'note: something in this diff is masked or escaped, so git apply does not take it',
    );
  });
});

describe('lint --fix', () => {
  test('mends what is safe, and reports what is left', () => {
    const cwd = tempTree({ [FILE]: DROPPED, 'shop/.agents/mcp_config.json': FATAL });
    const { stdout, stderr, status } = runBuilt(['--fix', '--format', 'json'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: 'note: 1 finding in 1 file mended\n', status: 1 });
    expect(JSON.parse(stdout).findings).toMatchObject([{ path: 'shop/.agents/mcp_config.json' }]);
    expect(read(cwd, FILE)).toBe(MENDED);
    expect(read(cwd, 'shop/.agents/mcp_config.json')).toBe(FATAL);
  });

  test('says nothing more when there is nothing to mend', () => {
    const cwd = tempTree({ [FILE]: CLEAN });
    expect(runBuilt(['--fix'], { cwd })).toEqual(runBuilt([], { cwd }));
  });

  test('mends what --rule leaves, and no more', () => {
    const cwd = tempTree({ [FILE]: DROPPED });
    expect(runBuilt(['--fix', '--rule', 'mcp-valid-json'], { cwd }).status).toBe(0);
    expect(read(cwd, FILE)).toBe(DROPPED);
  });
});

describe.skipIf(process.platform === 'win32')('what is written', () => {
  test('keeps the mode, leaves nothing else behind, and is a new file', () => {
    const cwd = tempTree({ [FILE]: { content: DROPPED, mode: 0o640 } });
    const before = statSync(join(cwd, FILE)).ino;
    expect(runBuilt(['fix'], { cwd }).status).toBe(0);
    const { mode, ino } = statSync(join(cwd, FILE));
    expect(mode & 0o7777).toBe(0o640);
    expect(ino).not.toBe(before);
    expect(readdirSync(join(cwd, '.agents'))).toEqual(['mcp_config.json']);
  });

  test('goes to where a link leads inside the repository; the link stays', () => {
    const cwd = tempTree({
      '.git/': '',
      'common/mcp.json': DROPPED,
      [FILE]: { symlink: '../common/mcp.json' },
    });
    const { stdout } = runBuilt(['fix', '--dry-run'], { cwd });
    expect(stdout).toMatch(/^--- a\/common\/mcp\.json\n/);
    expect(runBuilt(['fix'], { cwd }).status).toBe(0);
    expect(readlinkSync(join(cwd, FILE))).toBe('../common/mcp.json');
    expect(read(cwd, 'common/mcp.json')).toBe(MENDED);
  });

  test('once, when a file goes by two names', () => {
    const cwd = tempTree({
      '.git/': '',
      [FILE]: DROPPED,
      'b/.agents/mcp_config.json': { symlink: `../../${FILE}` },
    });
    expect(runBuilt(['fix'], { cwd })).toMatchObject({ stderr: '', status: 0 });
    expect(read(cwd, FILE)).toBe(MENDED);
  });

  test('never through a link that leaves the repository', () => {
    const outside = tempTree({ 'mcp_config.json': DROPPED });
    const cwd = tempTree({ '.git/': '', [FILE]: { symlink: join(outside, 'mcp_config.json') } });
    expect(runBuilt(['fix'], { cwd }).status).toBe(0);
    expect(runBuilt(['fix', FILE], { cwd }).status).toBe(0);
    expect(read(outside, 'mcp_config.json')).toBe(DROPPED);
    expect(lstatSync(join(cwd, FILE)).isSymbolicLink()).toBe(true);
  });

  test('nothing where links go round in circles', () => {
    const cwd = tempTree({ '.git/': '', 'a/.agents/mcp_config.json': DROPPED });
    symlinkSync('../..', join(cwd, 'a', '.agents', 'up'));
    symlinkSync('mcp_config.json', join(cwd, 'mcp_config.json'));
    expect(runBuilt(['fix'], { cwd }).status).toBe(0);
    expect(read(cwd, 'a/.agents/mcp_config.json')).toBe(MENDED);
  });

  test.each<[string, (cwd: string) => void]>([
    ['a file that nobody may write', (cwd) => chmodSync(join(cwd, FILE), 0o444)],
    ['a file that others may write', (cwd) => chmodSync(join(cwd, FILE), 0o644)],
    ['a folder that nobody may write', (cwd) => chmodSync(join(cwd, '.agents'), 0o555)],
  ])('nothing to %s, with a sentence; the other files are mended', (_, close) => {
    const cwd = tempTree({ '.git/': '', [FILE]: DROPPED, 'b/.agents/mcp_config.json': DROPPED });
    for (const path of ['b', 'b/.agents']) chmodSync(join(cwd, path), 0o777);
    chmodSync(join(cwd, 'b/.agents/mcp_config.json'), 0o666);
    close(cwd);
    const { stdout, stderr, status } = runBuilt(['fix'], { cwd, unprivileged: true });
    chmodSync(join(cwd, '.agents'), 0o755);
    expect(status).toBe(2);
    expect(stdout).toContain('Mended 1 finding in 1 file');
    expect(stderr).toMatch(
      /^error: \.agents\/mcp_config\.json: this file (?:is read-only|cannot be written: permission denied); it was not mended, make it and its directory writable, or leave it out\nEverything else was mended\.\n$/,
    );
    expect(read(cwd, FILE)).toBe(DROPPED);
    expect(readdirSync(join(cwd, '.agents'))).toEqual(['mcp_config.json']);
    expect(read(cwd, 'b/.agents/mcp_config.json')).toBe(MENDED);
  });

  test('lint --fix still reports what could not be written', () => {
    const cwd = tempTree({ '.git/': '', [FILE]: { content: DROPPED, mode: 0o444 } });
    const { stdout, stderr, status } = runBuilt(['--fix', '--format', 'compact'], {
      cwd,
      unprivileged: true,
    });
    expect(stdout).toContain(`${FILE}:6:22: warning`);
    expect(stderr).toContain('this file is read-only');
    expect(stderr.endsWith('Everything was linted.\n')).toBe(true);
    expect(status).toBe(2);
  });

  test('all of it or nothing, where the room is not enough', () => {
    const cwd = tempTree({ '.git/': '' });
    const big = JSON.stringify({
      mcpServers: { kiln: { command: 'kiln', env: { PORT: 1, X: 'x'.repeat(40_000) } } },
    });
    mkdirSync(join(cwd, '.agents'));
    writeFileSync(join(cwd, FILE), big);
    const program = join(import.meta.dirname, '..', '..', 'bin', 'skillsaw.js');
    // No file may grow beyond sixteen blocks of a kibibyte.
    const line = `ulimit -f 16; exec "${process.execPath}" "${program}" fix`;
    const { stderr, status } = runCommand('bash', ['-c', line], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain('this file cannot be written: the system says EFBIG; it was not mended');
    expect(read(cwd, FILE)).toBe(big);
    expect(readdirSync(join(cwd, '.agents'))).toEqual(['mcp_config.json']);
  });
});

describe('large files', () => {
  test('more mistakes than a report lists', () => {
    const server = (i: number): string => `"k${i}":{"command":"kiln","args":["-v"],"env":{"PORT":${i}}}`;
    const list = Array.from({ length: 25_000 }, (_, i) => server(i));
    const content = `{"mcpServers":{${list.join(',\n')}}}`;
    const cwd = tempTree({ [FILE]: content });
    const { stdout, status } = runBuilt(['fix'], { cwd, timeoutMs: 120_000 });
    expect(status).toBe(0);
    expect(stdout).toContain('Mended 25000 findings in 1 file; nothing is left.');
    expect(read(cwd, FILE)).toBe(content.replace(/"PORT":(\d+)/g, '"PORT":"$1"'));
  }, 120_000);

  test('a hundred thousand commas too many', () => {
    const content = `{"mcpServers": {"kiln": {"command": "kiln"}}, "x": [${'[1,],\n'.repeat(99_999)}]}`;
    const cwd = tempTree({ [FILE]: content });
    expect(runBuilt(['fix'], { cwd, timeoutMs: 300_000 }).status).toBe(0);
    expect(read(cwd, FILE)).toBe(content.replaceAll(',]', ']').replace(',\n]', '\n]'));
  });
});
