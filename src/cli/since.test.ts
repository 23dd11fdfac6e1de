import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../test/checkout.ts';
import { PROJECT, runBuilt, type TreeEntry, temporaryFolder, tempTree } from '../test/helpers.ts';
import { runSource } from '../test/lint-tree.ts';
import { CLEAN, DROPPED, LEAKING, places } from '../test/projects.ts';
import { secret } from '../test/secrets.ts';

type Tree = Readonly<Record<string, TreeEntry>>;

const ENV = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null' };
const RULES = [
  'antigravity-mcp-valid',
  'antigravity-plugin-json-valid',
  'antigravity-plugin-layout',
  'antigravity-hooks-effect',
];

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: How to ${name} a pot\n---\n\nSlowly.\n`;
const manifest = (name: string): string => `${JSON.stringify({ name })}\n`;

/** Findings in many places, and nothing that has to do with another. */
const SHOP: Tree = {
  '.gitignore': 'local/\n',
  'a/.agents/mcp_config.json': DROPPED,
  'a/.agents/hooks.json': '{"tidy": {"Stop": [{"command": "../../scripts/tidy.sh"}]}}\n',
  'scripts/tidy.sh': { content: '#!/bin/sh\ntrue\n', mode: 0o755 },
  'b/.agents/mcp_config.json': DROPPED,
  '.agents/plugins/kiln/plugin.json': manifest('ki ln'),
  '.agents/plugins/kiln/mcp_config.json': DROPPED,
  '.agents/plugins/kiln/skills/glaze/SKILL.md': skill('glaze'),
  '.agents/plugins/kiln/notes.txt': 'hot\n',
  '.agents/plugins/oven/plugin.json': manifest('oven'),
  '.agents/plugins/oven/mcp_config.json': DROPPED,
  '.agents/plugins/loose/skills/fire/SKILL.md': skill('fire'),
  '.agents/plugins/twin/plugin.json': manifest('one'),
  '.agents/plugins/twin/.antigravity-plugin/plugin.json': manifest('other'),
  '.agents/plugins.json': '{"entries": [{"path": "tools/press"}]}\n',
  'tools/press/plugin.json': manifest('press'),
  'tools/press/hooks.json': '{"wine": {"Stop": [{"command": "./missing.sh"}]}}\n',
};

const AT = {
  a: 'a/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid',
  b: 'b/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid',
  kiln: '.agents/plugins/kiln/mcp_config.json:6:22 warning antigravity-mcp-valid',
  kilnName: '.agents/plugins/kiln/plugin.json:1:9 warning antigravity-plugin-json-valid',
  loose: '.agents/plugins/loose/plugin.json:1:1 error antigravity-plugin-json-valid',
  oven: '.agents/plugins/oven/mcp_config.json:6:22 warning antigravity-mcp-valid',
  twin: '.agents/plugins/twin/plugin.json:1:9 warning antigravity-plugin-layout',
  press: 'tools/press/hooks.json:1:32 warning antigravity-hooks-effect',
} as const;
const ALL = [AT.kiln, AT.kilnName, AT.loose, AT.oven, AT.twin, AT.a, AT.b, AT.press];
const tidy = (place: string): string => `a/.agents/hooks.json:${place} warning antigravity-hooks-effect`;

function repository(tree: Tree): string {
  const top = tempTree(tree);
  git(top, '-c', 'init.templateDir=', 'init', '--quiet', '--initial-branch=main');
  git(top, 'add', '--all');
  git(top, 'commit', '--quiet', '--message=Start');
  return top;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const shop = repository(SHOP);
// Few files to copy, and to remove.
git(shop, 'gc', '--quiet');

function shopCopy(): string {
  const copy = temporaryFolder();
  cpSync(shop, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function run(cwd: string, ...args: string[]) {
  return await runSource(args, cwd, PROJECT, ENV);
}

async function since(cwd: string, ...args: string[]) {
  const rules = RULES.flatMap((id) => ['--rule', id]);
  const { stdout, stderr, status } = await run(
    cwd,
    ...rules,
    '--format',
    'compact',
    '--since',
    'HEAD',
    ...args,
  );
  return { found: places(stdout), stderr, status };
}

describe('what is reported', () => {
  const cases: readonly [string, (top: string) => void, readonly string[]][] = [
    ['nothing differs', () => {}, []],
    ['a file', (top) => appendFileSync(join(top, 'a/.agents/mcp_config.json'), '\n'), [AT.a]],
    [
      'a file that is staged',
      (top) => {
        appendFileSync(join(top, 'b/.agents/mcp_config.json'), '\n');
        git(top, 'add', '--all');
      },
      [AT.b],
    ],
    ['a file that is mended', (top) => write(join(top, 'a/.agents/mcp_config.json'), CLEAN), []],
    ['a file that is gone', (top) => rmSync(join(top, 'a/.agents/mcp_config.json')), []],
    [
      'a new file',
      (top) => write(join(top, 'c/.agents/mcp_config.json'), DROPPED),
      [AT.a.replace('a/', 'c/')],
    ],
    ['a new file that git ignores', (top) => write(join(top, 'local/.agents/mcp_config.json'), DROPPED), []],
    [
      'a new file that cannot be read',
      (top) => write(join(top, 'c/.agents/mcp_config.json/x'), ''),
      ['c/.agents/mcp_config.json:1:1 error unreadable-file'],
    ],
    ['something that nothing depends on', (top) => write(join(top, 'readme.md'), '# Shop\n'), []],
    ['a script of a hook that is gone', (top) => rmSync(join(top, 'scripts/tidy.sh')), [tidy('1:32')]],
    [
      'a script of a hook that may not be executed any more',
      (top) => chmodSync(join(top, 'scripts/tidy.sh'), 0o644),
      [tidy('1:32')],
    ],
    [
      'a script that a hook was waiting for',
      (top) => write(join(top, 'tools/press/missing.sh'), 'true\n'),
      [AT.press],
    ],
    [
      'a part of a plugin',
      (top) => write(join(top, '.agents/plugins/kiln/skills/glaze/SKILL.md'), skill('glaze twice')),
      [AT.kiln, AT.kilnName],
    ],
    [
      'a new part of a plugin',
      (top) => write(join(top, '.agents/plugins/kiln/rules/heat.md'), 'x'),
      [AT.kiln, AT.kilnName],
    ],
    [
      'something in a plugin that is no part of it',
      (top) => write(join(top, '.agents/plugins/kiln/notes.txt'), 'cold\n'),
      [],
    ],
    [
      'a manifest',
      (top) => write(join(top, '.agents/plugins/oven/plugin.json'), manifest('oven2')),
      [AT.oven],
    ],
    [
      'the other of two files that a finding is about',
      (top) => write(join(top, '.agents/plugins/twin/.antigravity-plugin/plugin.json'), manifest('third')),
      [AT.twin],
    ],
    [
      'a folder that is no plugin yet',
      (top) => write(join(top, '.agents/plugins/new/skills/fire/SKILL.md'), skill('fire')),
      [AT.loose.replace('loose', 'new')],
    ],
    [
      'one more part in such a folder',
      (top) => write(join(top, '.agents/plugins/loose/skills/cool/SKILL.md'), skill('cool')),
      [AT.loose],
    ],
    [
      'a manifest that is gone',
      (top) => rmSync(join(top, '.agents/plugins/oven/plugin.json')),
      [
        AT.oven.replace(
          'mcp_config.json:6:22 warning antigravity-mcp-valid',
          'plugin.json:1:1 error antigravity-plugin-json-valid',
        ),
      ],
    ],
    [
      'a registry, and what it names',
      (top) => appendFileSync(join(top, '.agents/plugins.json'), '\n'),
      [AT.press],
    ],
    [
      'a plugin that was a folder before',
      (top) => {
        git(top, 'rm', '--quiet', '--cached', 'tools/press/plugin.json');
        git(top, 'commit', '--quiet', '--message=No plugin');
      },
      [AT.press],
    ],
  ];

  test.skipIf(process.platform === 'win32').each(cases)('%s', async (_, change, found) => {
    const top = shopCopy();
    change(top);
    const status = found.some((line) => line.includes(' error ')) ? 1 : 0;
    expect(await since(top)).toEqual({ found: [...found].sort(), stderr: '', status });
  });

  test('everything, without --since', async () => {
    const rules = RULES.flatMap((id) => ['--rule', id]);
    const { stdout } = await run(shop, ...rules, '--format', 'compact');
    expect(places(stdout)).toEqual(ALL);
  });

  test('a link on the way to a script', async () => {
    const top = repository({
      '.agents/hooks.json': '{"tidy": {"Stop": [{"command": "../bin/tidy.sh"}]}}\n',
      'one/tidy.sh': { content: '#!/bin/sh\n', mode: 0o755 },
      'two/tidy.sh': 'true\n',
      bin: { symlink: 'one' },
    });
    expect(await since(top)).toEqual({ found: [], stderr: '', status: 0 });
    rmSync(join(top, 'bin'));
    symlinkSync('two', join(top, 'bin'));
    expect(await since(top)).toEqual({
      found: ['.agents/hooks.json:1:32 warning antigravity-hooks-effect'],
      stderr: '',
      status: 0,
    });
  });

  test('what a registry inherits', async () => {
    const top = repository({
      '.agents/plugins.json': '{"inherits": [{"path": "shared/more.json"}]}\n',
      'shared/more.json': '{"entries": [{"path": "tools/press"}, {"path": "nowhere"}]}\n',
      'tools/press/plugin.json': manifest('press'),
      'tools/press/mcp_config.json': DROPPED,
    });
    appendFileSync(join(top, '.agents/plugins.json'), '\n');
    const { found } = await since(top);
    expect(found).toContain('tools/press/mcp_config.json:6:22 warning antigravity-mcp-valid');
  });

  test('a customization root that was an ordinary folder before', async () => {
    const top = repository({ '_agents/mcp_config.json': DROPPED, 'x/_agents/mcp_config.json': DROPPED });
    // Either makes the folder one; the other file has been there all the time.
    git(top, 'mv', '_agents/mcp_config.json', '_agents/old.json');
    git(top, 'commit', '--quiet', '--message=Away');
    write(join(top, '_agents/mcp_config.json'), DROPPED);
    expect((await since(top)).found).toEqual(['_agents/mcp_config.json:6:22 warning antigravity-mcp-valid']);
  });

  test('another revision', async () => {
    const top = shopCopy();
    git(top, 'checkout', '--quiet', '-b', 'side');
    appendFileSync(join(top, 'b/.agents/mcp_config.json'), '\n');
    git(top, 'commit', '--quiet', '--all', '--message=Side');
    for (const [revision, found] of [
      ['main', [AT.b]],
      ['HEAD~1', [AT.b]],
      ['side', []],
      [git(top, 'rev-parse', 'main'), [AT.b]],
    ] as const) {
      expect((await since(top, '--since', revision)).found).toEqual(found);
    }
  });

  test('only below what is named', async () => {
    const top = shopCopy();
    for (const name of ['a', 'b']) appendFileSync(join(top, name, '.agents/mcp_config.json'), '\n');
    expect((await since(top, 'a')).found).toEqual([AT.a]);
    expect((await since(top, 'b/.agents/mcp_config.json')).found).toEqual([AT.b]);
    expect((await since(join(top, 'a'))).found).toEqual([AT.a.slice(2)]);
    rmSync(join(top, 'scripts/tidy.sh'));
    expect((await since(top, 'a/.agents/hooks.json')).found).toEqual([tidy('1:32')]);
  });
});

describe('configuration and baseline', () => {
  const note = (what: string): string =>
    `note: the configuration or the baseline differs from ${what}, so everything is linted\n`;

  test('that differ make everything differ', async () => {
    const top = shopCopy();
    write(join(top, '.skillsaw.yaml'), 'fail-on: warning\n');
    expect(await since(top)).toEqual({ found: ALL, stderr: note('HEAD'), status: 1 });
    expect(await since(top, '--no-config')).toEqual({ found: [], stderr: '', status: 0 });
    git(top, 'add', '--all');
    git(top, 'commit', '--quiet', '--message=Configuration');
    expect(await since(top)).toEqual({ found: [], stderr: '', status: 0 });
    rmSync(join(top, '.skillsaw.yaml'));
    expect(await since(top)).toMatchObject({ found: ALL, stderr: note('HEAD') });
    write(join(top, '.skillsaw-baseline.json'), '{"schemaVersion": 1, "entries": []}\n');
    expect(await since(top, '--since', 'HEAD~1')).toMatchObject({ found: ALL, stderr: note('HEAD~1') });
    expect(await since(top, '--since', 'HEAD~1', '--no-baseline')).toEqual({
      found: [],
      stderr: '',
      status: 0,
    });
  });

  test('from elsewhere differ from nothing', async () => {
    const elsewhere = join(tempTree({ 'p.yaml': 'fail-on: error\n' }), 'p.yaml');
    expect(await since(shop, '-c', elsewhere)).toEqual({ found: [], stderr: '', status: 0 });
  });

  test('what they leave out is left out, and counted where it is touched', async () => {
    const top = shopCopy();
    write(
      join(top, '.skillsaw.yaml'),
      'rules: { antigravity-mcp-valid: { ignore: [{ path: "a/**", reason: "made up" }] } }\n',
    );
    await run(top, 'baseline', ...['b', 'tools']);
    git(top, 'add', '--all');
    git(top, 'commit', '--quiet', '--message=Known');
    const summary = async () => {
      const { stdout } = await run(top, '--rule', RULES[0] ?? '', '--format', 'json', '--since', 'HEAD');
      const { files, warnings, suppressed, baselined } = JSON.parse(stdout).summary;
      return { files, warnings, suppressed, baselined };
    };
    expect(await summary()).toEqual({ files: 0, warnings: 0, suppressed: 0, baselined: 0 });
    appendFileSync(join(top, 'a/.agents/mcp_config.json'), '\n');
    expect(await summary()).toEqual({ files: 1, warnings: 0, suppressed: 1, baselined: 0 });
    appendFileSync(join(top, 'b/.agents/mcp_config.json'), '\n');
    expect(await summary()).toEqual({ files: 2, warnings: 0, suppressed: 1, baselined: 1 });
  });
});

describe('repositories', () => {
  test('several, below what is named', async () => {
    const folder = temporaryFolder();
    for (const name of ['one', 'two'])
      cpSync(shop, join(folder, name), { recursive: true, verbatimSymlinks: true });
    appendFileSync(join(folder, 'two/a/.agents/mcp_config.json'), '\n');
    expect((await since(folder)).found).toEqual([`two/${AT.a}`]);
    expect((await since(folder, 'one', 'two')).found).toEqual([`two/${AT.a}`]);
  });

  test('one that is reached through a link', async () => {
    const top = shopCopy();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(top, link);
    appendFileSync(join(top, 'a/.agents/mcp_config.json'), '\n');
    expect((await since(dirname(link), 'link')).found).toEqual([`link/${AT.a}`]);
  });

  test('a worktree', async () => {
    const top = shopCopy();
    const side = join(temporaryFolder(), 'side');
    git(top, 'worktree', 'add', '--quiet', side);
    appendFileSync(join(side, 'a/.agents/mcp_config.json'), '\n');
    expect((await since(realpathSync(side))).found).toEqual([AT.a]);
  });

  test('a submodule', async () => {
    const outer = repository({ 'z/.agents/mcp_config.json': DROPPED });
    git(
      outer,
      '-c',
      'protocol.file.allow=always',
      '-c',
      'init.templateDir=',
      'submodule',
      '--quiet',
      'add',
      shop,
      'sub',
    );
    git(outer, 'commit', '--quiet', '--message=Sub');
    expect((await since(outer)).found).toEqual([]);
    appendFileSync(join(outer, 'sub/a/.agents/mcp_config.json'), '\n');
    expect((await since(outer)).found).toEqual([`sub/${AT.a}`]);
    expect((await since(join(outer, 'sub'))).found).toEqual([AT.a]);
  });
});

describe('what cannot be done is said, and nothing is linted', () => {
  const none = tempTree({ 'a/.agents/mcp_config.json': DROPPED });
  const bare = tempTree({ '.git/': '', '.agents/mcp_config.json': LEAKING });
  const cases: readonly [string, string, string[], string][] = [
    [
      'no such revision',
      shop,
      ['--since', 'nope'],
      '--since: the repository at . has no revision nope; check the spelling, or fetch it first',
    ],
    [
      'one that looks like a credential',
      shop,
      ['--since', secret('github-pat')],
      '--since: the repository at . has no revision ***; check the spelling, or fetch it first',
    ],
    [
      'the same from below',
      join(shop, 'a'),
      ['--since', 'nope'],
      `--since: the repository at ${shop} has no revision nope; check the spelling, or fetch it first`,
    ],
    [
      'a range',
      shop,
      ['--since', 'HEAD..main'],
      '--since: the repository at . has no revision HEAD..main; check the spelling, or fetch it first',
    ],
    [
      'a flag',
      shop,
      ['--since', '--output=x'],
      '--since --output=x: this is no revision; name a commit, a branch or a tag',
    ],
    ['another', shop, ['--since=-h'], '--since -h: this is no revision; name a commit, a branch or a tag'],
    ['nothing', shop, ['--since', ''], '--since "": this is no revision; name a commit, a branch or a tag'],
    [
      'no repository',
      none,
      ['--since', 'HEAD'],
      '--since: a/.agents lies in no git repository; leave --since out there',
    ],
    [
      'a part without one',
      temporaryFolder(),
      [none, shop, '--since', 'HEAD'],
      `--since: ${none}/a/.agents lies in no git repository; leave --since out there`,
    ],
    [
      'what only looks like a repository',
      bare,
      ['--since', 'HEAD'],
      '--since: git cannot read the repository at .: fatal: not a git repository (or any of the parent directories): .git',
    ],
    [
      'standard input',
      shop,
      ['-', '--stdin-filename', '.agents/mcp_config.json', '--since', 'HEAD'],
      '--since goes with files that git knows, and - is standard input; leave out one of them',
    ],
  ];
  test.each(cases)('%s', async (_, cwd, args, message) => {
    expect(await run(cwd, ...args)).toEqual({
      stdout: '',
      stderr: `error: ${message}\nNothing was linted.\n`,
      status: 2,
    });
  });

  test('no git', async () => {
    expect(await runSource(['--since', 'HEAD'], shop, PROJECT, { PATH: tempTree({}) })).toEqual({
      stdout: '',
      stderr: 'error: --since: git is not in PATH; install it, or leave --since out\nNothing was linted.\n',
      status: 2,
    });
  });

  test('a shallow clone without the revision', async () => {
    const origin = shopCopy();
    appendFileSync(join(origin, 'a/.agents/mcp_config.json'), '\n');
    git(origin, 'commit', '--quiet', '--all', '--message=More');
    const clone = join(temporaryFolder(), 'clone');
    git(origin, '-c', 'init.templateDir=', 'clone', '--quiet', '--depth=1', `file://${origin}`, clone);
    expect((await since(clone)).found).toEqual([]);
    expect(await run(clone, '--since', 'HEAD~1')).toMatchObject({
      stderr:
        'error: --since: the repository at . is a shallow clone and has no revision HEAD~1; fetch it first, or clone with the whole history\nNothing was linted.\n',
      status: 2,
    });
  });
});

test('the built program says that nothing differs, or reports what does', () => {
  const top = shopCopy();
  expect(runBuilt(['--since', 'HEAD'], { cwd: top })).toEqual({
    stdout: '',
    stderr: 'no Antigravity file differs from HEAD, or depends on one that does\n',
    status: 0,
  });
  write(join(top, 'b/.agents/mcp_config.json'), LEAKING);
  const { stdout, stderr, status } = runBuilt(['--since', 'HEAD'], { cwd: top });
  expect({ stderr, status }).toEqual({ stderr: '', status: 1 });
  expect(stdout).toContain('1 error, 0 warnings (1 file checked)');
});
