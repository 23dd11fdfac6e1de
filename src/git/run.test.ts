import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempTree } from '../test/helpers.ts';
import { findGit } from './run.ts';

const script = (text: string) => ({ content: `#!/bin/sh\n${text}\n`, mode: 0o755 });

/** A program called git that tells what it was given. */
const TELLING = script('for word in "$@"; do printf "%s\\n" "$word"; done; echo --; env; echo --; cat; pwd');

describe.skipIf(process.platform === 'win32')('git', () => {
  const bin = tempTree({ git: TELLING });
  const top = tempTree({});

  test('is started with safe options, an environment of its own, the input, and no shell', () => {
    const git = findGit(top, {
      PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin`,
      HOME: '/home/ada',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_DIR: '/elsewhere/.git',
      GIT_WORK_TREE: '/elsewhere',
      GIT_INDEX_FILE: '/elsewhere/index',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_EXTERNAL_DIFF: 'true',
      GIT_SSH_COMMAND: 'true',
      GIT_PAGER: 'true',
      GIT_TRACE: '1',
      PAGER: 'true',
      LD_PRELOAD: '/elsewhere.so',
      ORCHARD: 'plums',
    });
    const answer = git?.(['rev-parse', '$(echo x)', 'a b;c'], 'in\n');
    const [args = '', env = '', rest = ''] =
      answer?.stdout.toString().split('--\n').length === 3 ? answer.stdout.toString().split('\n--\n') : [];
    expect(answer?.ok).toBe(true);
    expect(args.split('\n')).toEqual([
      '--no-pager',
      '--no-optional-locks',
      '-c',
      'core.fsmonitor=false',
      '-c',
      'core.hooksPath=/dev/null',
      '-c',
      'protocol.allow=never',
      'rev-parse',
      '$(echo x)',
      'a b;c',
    ]);
    const names = env.split('\n').map((line) => line.replace(/=.*/, ''));
    // The shell that runs the script adds the last three.
    const shell = ['PWD', 'OLDPWD', '_', 'SHLVL'];
    expect(names.filter((name) => !shell.includes(name)).sort()).toEqual([
      'GIT_ALLOW_PROTOCOL',
      'GIT_CONFIG_GLOBAL',
      'GIT_NO_LAZY_FETCH',
      'GIT_OPTIONAL_LOCKS',
      'GIT_TERMINAL_PROMPT',
      'HOME',
      'LC_ALL',
      'PATH',
    ]);
    expect(rest).toBe(`in\n${top}\n`);
  });

  test('that fails says why, with its status', () => {
    const failing = tempTree({ git: script('echo out; echo "fatal: no" >&2; echo more >&2; exit 128') });
    expect(findGit(top, { PATH: failing })?.([])).toEqual({
      ok: false,
      status: 128,
      stdout: Buffer.from('out\n'),
      said: 'fatal: no',
    });
    const killed = tempTree({ git: script('kill -9 $$') });
    expect(findGit(top, { PATH: killed })?.([])).toMatchObject({ ok: false, said: 'ended by a signal' });
  });

  test.each<[string, (hostile: string) => string]>([
    ['a relative directory', () => 'bin'],
    ['the working directory', () => `${delimiter}.${delimiter}`],
    ['a directory in the tree', (hostile) => join(hostile, 'bin')],
    ['the tree itself', (hostile) => hostile],
    ['a link into the tree', (hostile) => join(tempTree({ bin: { symlink: join(hostile, 'bin') } }), 'bin')],
    [
      'installed packages of whatever project',
      () => join(tempTree({ 'node_modules/.bin/git': TELLING }), 'node_modules/.bin'),
    ],
    ['a directory called git', () => tempTree({ 'git/': '' })],
    ['nothing', () => ''],
  ])('is not searched for in %s', (_, path) => {
    const hostile = tempTree({ git: TELLING, 'bin/git': TELLING });
    expect(findGit(hostile, { PATH: path(hostile) })).toBeUndefined();
    expect(findGit(hostile, { PATH: `${path(hostile)}${delimiter}${bin}` })?.([])).toMatchObject({
      ok: true,
    });
  });

  test('is not there without PATH', () => {
    expect(findGit(top, {})).toBeUndefined();
  });
});
