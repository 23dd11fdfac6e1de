import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { GIT_ENV, git } from './checkout.ts';
import { runBuilt, runCommand, temporaryFolder, tempTree } from './helpers.ts';
import { DROPPED, places } from './projects.ts';

/** Every hook that some command runs. */
const HOOKS = [
  'post-index-change',
  'pre-auto-gc',
  'post-checkout',
  'reference-transaction',
  'fsmonitor-watchman',
  'query-watchman',
];

function put(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

/** Everything in a directory, name and bytes. */
function contents(directory: string): ReadonlyMap<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );
}

/** Makes a repository whose own configuration names a program wherever git lets it; each leaves a mark when it runs. */
function setTraps(top: string, marks: string): void {
  const dir = join(top, '.git');
  const trap = (name: string, then = 'cat'): string => {
    const path = join(dir, 'traps', name);
    put(path, `#!/bin/sh\necho "$@" >> '${join(marks, name)}'\n${then}\n`, 0o755);
    return path;
  };
  for (const folder of ['hooks', 'own-hooks']) {
    for (const hook of HOOKS)
      put(join(dir, folder, hook), `#!/bin/sh\ntouch '${join(marks, hook)}'\n`, 0o755);
  }
  const settings: readonly [string, string][] = [
    ['core.fsmonitor', trap('fsmonitor')],
    ['core.hooksPath', join(dir, 'own-hooks')],
    ['core.sshCommand', trap('ssh')],
    ['core.gitProxy', trap('proxy')],
    ['core.askPass', trap('askpass')],
    ['core.pager', trap('pager')],
    ['pager.rev-parse', trap('pager-rev-parse')],
    ['pager.ls-tree', trap('pager-ls-tree')],
    ['pager.config', trap('pager-config')],
    ['core.editor', trap('editor')],
    ['core.alternateRefsCommand', trap('alternate-refs')],
    ['core.untrackedCache', 'true'],
    ['alias.rev-parse', `!${trap('alias-rev-parse')}`],
    ['alias.ls-tree', `!${trap('alias-ls-tree')}`],
    ['alias.check-ignore', `!${trap('alias-check-ignore')}`],
    ['diff.external', trap('external-diff')],
    ['diff.trap.command', trap('diff-driver')],
    ['diff.trap.textconv', trap('textconv')],
    ['merge.trap.driver', trap('merge-driver')],
    ['filter.trap.clean', trap('clean')],
    ['filter.trap.smudge', trap('smudge')],
    ['filter.trap.required', 'true'],
    ['filter.long.process', trap('process', 'exit 1')],
    ['credential.helper', `!${trap('credential')}`],
    ['gpg.program', trap('gpg')],
    ['uploadpack.packObjectsHook', trap('pack-objects')],
    ['protocol.ext.allow', 'always'],
    ['protocol.file.allow', 'always'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', `ext::${trap('remote', 'exit 1')}`],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.uploadpack', trap('uploadpack')],
    ['submodule.sub.update', `!${trap('submodule-update')}`],
    ['include.path', join(dir, 'more')],
    ['extensions.worktreeConfig', 'true'],
    ['log.showSignature', 'true'],
    ['diff.submodule', 'log'],
    ['status.submoduleSummary', 'true'],
    ['core.autocrlf', 'input'],
  ];
  const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const lines = settings.map(([name, value]) => {
    const parts = name.split('.');
    const [section = '', key = ''] = [parts[0], parts.at(-1)];
    const subsection = parts.slice(1, -1).join('.');
    return `[${section}${subsection === '' ? '' : ` "${subsection}"`}]\n\t${key} = ${quoted(value)}\n`;
  });
  appendFileSync(join(dir, 'config'), lines.join(''));
  put(join(dir, 'more'), `[core]\n\tfsmonitor = ${quoted(trap('included'))}\n`);
  put(join(dir, 'config.worktree'), `[core]\n\tfsmonitor = ${quoted(trap('worktree-config'))}\n`);
  put(join(dir, 'info', 'attributes'), '*.json filter=trap diff=trap merge=trap\n*.sh filter=long\n');
}

describe.skipIf(process.platform === 'win32')('a repository whose configuration is hostile', () => {
  const marks = temporaryFolder();
  let top = '';

  beforeAll(() => {
    const inner = tempTree({ 'x/.agents/mcp_config.json': DROPPED });
    top = tempTree({
      '.gitignore': '/ignored/\n',
      'a/.agents/mcp_config.json': DROPPED,
      'b/.agents/mcp_config.json': DROPPED,
      'c/.agents/hooks.json': '{"tidy": {"Stop": [{"command": "../../tidy.sh"}]}}\n',
      'tidy.sh': { content: '#!/bin/sh\n', mode: 0o755 },
      'gone.json': '{}\n',
    });
    for (const place of [inner, top]) {
      git(place, '-c', 'init.templateDir=', 'init', '--quiet', '--initial-branch=main');
      git(place, 'add', '--all');
      git(place, 'commit', '--quiet', '--message=Start');
    }
    git(
      top,
      '-c',
      'protocol.file.allow=always',
      '-c',
      'init.templateDir=',
      'submodule',
      '--quiet',
      'add',
      inner,
      'sub',
    );
    git(top, 'commit', '--quiet', '--message=Sub');
    // Line ends, a mark, new files, ignored ones, one that is gone: all that makes the program ask git again.
    writeFileSync(join(top, 'b/.agents/mcp_config.json'), DROPPED.replaceAll('\n', '\r\n'));
    chmodSync(join(top, 'tidy.sh'), 0o644);
    rmSync(join(top, 'gone.json'));
    put(join(top, 'new/.agents/mcp_config.json'), DROPPED);
    put(join(top, 'ignored/.agents/mcp_config.json'), DROPPED);
    appendFileSync(join(top, 'sub/x/.agents/mcp_config.json'), '\n');
    setTraps(top, marks);
    put(
      join(top, '.git/modules/sub/traps/fsmonitor'),
      `#!/bin/sh\ntouch '${join(marks, 'in-submodule')}'\n`,
      0o755,
    );
    appendFileSync(
      join(top, '.git/modules/sub/config'),
      `[core]\n\tfsmonitor = "${join(top, '.git/modules/sub/traps/fsmonitor')}"\n`,
    );
  });

  test('runs none of its programs, and is left as it is', () => {
    const before = contents(join(top, '.git'));
    const hostile = {
      GIT_EXTERNAL_DIFF: join(top, '.git/traps/external-diff'),
      GIT_SSH_COMMAND: join(top, '.git/traps/ssh'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: join(top, '.git/traps/fsmonitor'),
      GIT_DIR: join(top, '.git/modules/sub'),
      PAGER: join(top, '.git/traps/pager'),
    };
    const { stdout, stderr, status } = runBuilt(
      [
        '--rule',
        'antigravity-mcp-valid',
        '--rule',
        'antigravity-hooks-effect',
        '--format',
        'compact',
        '--since',
        'HEAD',
      ],
      { cwd: top, env: { ...GIT_ENV, ...hostile } },
    );
    expect({ found: places(stdout), stderr, status }).toEqual({
      found: [
        'b/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid',
        'c/.agents/hooks.json:1:32 warning antigravity-hooks-effect',
        'new/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid',
        'sub/x/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid',
      ],
      stderr: '',
      status: 0,
    });
    expect(readdirSync(marks)).toEqual([]);
    expect(contents(join(top, '.git'))).toEqual(before);
  });

  test('that lacks objects gets none', () => {
    // The tree of the folder `a`: a partial clone would have it fetched.
    const id = git(top, '-c', 'core.fsmonitor=false', 'rev-parse', 'HEAD:a');
    const object = join(top, '.git/objects', id.slice(0, 2), id.slice(2));
    const bytes = readFileSync(object);
    rmSync(object);
    const { stdout, stderr, status } = runBuilt(['--since', 'HEAD'], { cwd: top, env: GIT_ENV });
    put(object, '');
    writeFileSync(object, bytes);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toMatch(
      /^error: --since: git cannot read the repository at \.: .+\nNothing was linted\.\n$/,
    );
    expect(readdirSync(marks)).toEqual([]);
  });

  test('whose top is said to be elsewhere is refused', () => {
    const config = join(top, '.git/config');
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, `${text}[core]\n\tworktree = /\n`);
    const { stderr, status } = runBuilt(['--since', 'HEAD'], { cwd: top, env: GIT_ENV });
    writeFileSync(config, text);
    expect({ stderr, status }).toEqual({
      stderr:
        'error: --since: git takes another folder than . for the top of this repository; see core.worktree in its configuration\nNothing was linted.\n',
      status: 2,
    });
    expect(readdirSync(marks)).toEqual([]);
  });

  // Last, since it leaves marks.
  test('is hostile indeed: git by itself runs them', () => {
    for (const args of [
      ['status'],
      ['diff', 'HEAD'],
      ['-c', 'core.fsmonitor=false', 'fetch', 'origin'],
      ['-C', 'sub', 'status'],
    ]) {
      runCommand('git', args, { cwd: top, env: GIT_ENV });
    }
    const seen = readdirSync(marks);
    for (const mark of ['clean', 'in-submodule', 'remote']) expect(seen).toContain(mark);
    expect(seen.some((mark) => /^(?:worktree-config|included|fsmonitor)$/.test(mark))).toBe(true);
    expect(existsSync(join(marks, 'external-diff'))).toBe(true);
  });
});
