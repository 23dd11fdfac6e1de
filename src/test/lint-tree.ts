import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULES } from '../../rules/index.ts';
import { main } from '../cli/main.ts';
import { loadConfig } from '../config/load.ts';
import type { Finding } from '../engine/finding.ts';
import { lint } from '../engine/lint.ts';
import { compileSuppression } from '../engine/suppression.ts';
import { loadLoaders } from '../kinds/loaders.ts';
import { compilePatterns } from '../run/configuration.ts';
import type { Io, Stream } from '../run/io.ts';
import { besidesOf, filesToLint, sourcesOf } from '../run/lint-run.ts';
import { VERSION } from '../version.ts';
import { discover } from '../workspace/workspace.ts';
import { withSecrets } from './secrets.ts';

/** All findings for a directory, with its own configuration, as the engine gives them. */
export async function lintTree(cwd: string): Promise<readonly Finding[]> {
  const result = await loadConfig({ cwd, firstPath: cwd, rules: async () => RULES, toolVersion: VERSION });
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  const { config } = result;
  const excluded = await compilePatterns(config.exclude, config.directory);
  const found = discover({ paths: [], cwd, excluded });
  const files = filesToLint(found, RULES);
  const { findings, crashes } = await lint({
    files: sourcesOf(found.problems, files),
    loaders: await loadLoaders(files.map(({ kind }) => kind)),
    workspace: found,
    besides: (kinds) => besidesOf(found, kinds),
    rules: RULES,
    ids: RULES.map(({ id }) => id),
    config,
    selection: { only: [], skip: [] },
    suppression: await compileSuppression(config, compilePatterns),
  });
  if (crashes[0] !== undefined) throw crashes[0].error;
  return findings;
}

/** Runs `use` in a copy of a fixture that has its credentials put in; the copy is gone afterwards. */
export async function inFixture<T>(fixture: string, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'skillsaw-fixture-')));
  try {
    cpSync(fixture, directory, { recursive: true, verbatimSymlinks: true });
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, 'latin1');
      const filled = withSecrets(text);
      if (filled !== text) writeFileSync(path, filled, 'latin1');
    }
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** Runs the program from its sources, in a scrubbed world without a terminal. */
export async function runSource(
  args: readonly string[],
  cwd: string,
  packageRoot: string,
  env: Io['env'] = {},
): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written): Stream => ({
    isTerminal: false,
    columns: undefined,
    write: (text) => {
      written[name] += text;
    },
  });
  const status = await main(args, {
    cwd,
    env,
    packageRoot: () => packageRoot,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    readStdin: () => new Uint8Array(),
  });
  return { ...written, status };
}
