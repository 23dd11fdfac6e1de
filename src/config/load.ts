import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { AnyRule } from '../rule.ts';
import { defaultConfig } from './defaults.ts';
import { findConfig, leavesRepository, nearestDirectory } from './find.ts';
import type { Config } from './interpret.ts';
import type { ConfigProblem } from './issues.ts';
import { decodeConfig, readConfigFile } from './read.ts';
import type { ConfigNode } from './shape.ts';
import { safePath } from './words.ts';

export type { Config, Origin } from './interpret.ts';
export type { ConfigProblem } from './issues.ts';
export type { FailOn, IgnoreEntry, RuleConfig } from './schema.ts';

export interface LoadOptions {
  /** Absolute; what relative paths start from, and what messages are relative to. */
  readonly cwd: string;
  /** The first path that is linted: there the search begins. It need not exist. */
  readonly firstPath: string;
  /** `--config`: this file, and no search. */
  readonly configFile?: string;
  /** `--no-config`: the defaults, and no search. */
  readonly noConfig?: boolean;
  /** A directory: the search does not leave it, and no link out of it is followed. Absent: the repository. */
  readonly within?: string;
  /** What files are taken to hold, by absolute path: an editor has not written them yet. */
  readonly unsaved?: ReadonlyMap<string, Uint8Array>;
  /** Gives the rules that a file has blocks for, of those that there are; others may be among them. */
  readonly rules: (named: readonly string[]) => Promise<readonly AnyRule[]>;
  /** The ids of all rules; absent: `rules` gives all of them. */
  readonly ruleIds?: readonly string[];
  /** The running release, as `x.y.z`. */
  readonly toolVersion: string;
}

/** Warnings are whole lines for stderr, fit for a terminal. */
export type ConfigResult =
  | { readonly ok: true; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/**
 * Finds and reads the configuration of a run. Never throws for anything a file holds or is: all problems come back at
 * once, in file order. What reads YAML is only loaded when there is a file.
 */
export async function loadConfig(options: LoadOptions): Promise<ConfigResult> {
  const { cwd, toolVersion } = options;
  const start = nearestDirectory(resolve(cwd, options.firstPath));
  const warnings: string[] = [];
  const { path, repository } = locate(options, start, warnings);
  if (path === undefined) return { ok: true, config: defaultConfig(start, repository), warnings };
  const shown = shownPath(cwd, path);
  if (options.configFile === undefined && leavesRepository(path, options.within)) {
    const message =
      'this is a link that leads out of the repository, and is not followed; put a file in its place, or name the file with --config';
    return { ok: false, problems: [{ path: shown, message }] };
  }
  const unsaved = options.unsaved?.get(path);
  const file = unsaved === undefined ? readConfigFile(path) : decodeConfig(unsaved);
  if (!file.ok) return { ok: false, problems: [{ path: shown, message: file.message }] };
  const [{ parseYaml }, { interpret }, { IssueLog }] = await Promise.all([
    import('./yaml.ts'),
    import('./interpret.ts'),
    import('./issues.ts'),
  ]);
  const issues = new IssueLog();
  const { root, problems } = parseYaml(file.text);
  for (const { place, message } of problems) issues.problem(place, message);
  if (root === undefined) return { ok: false, problems: issues.problems(shown) };
  const rules = await options.rules(namedRules(root));
  const source = { path, shown, root };
  const config = interpret(source, dirname(path), rules, toolVersion, issues, options.ruleIds);
  if (issues.problemCount > 0) return { ok: false, problems: issues.problems(shown) };
  return { ok: true, config, warnings: [...warnings, ...issues.warnings(shown)] };
}

/** The ids that a file has blocks for, right or wrong. */
function namedRules(root: ConfigNode): readonly string[] {
  const rules = root.kind === 'map' ? root.entries.find(({ key }) => key.name === 'rules')?.value : undefined;
  return rules?.kind === 'map' ? rules.entries.map(({ key }) => key.name) : [];
}

/** The file to read; without one the defaults hold. */
function locate(
  options: LoadOptions,
  start: string,
  warnings: string[],
): { readonly path?: string; readonly repository?: string } {
  const { cwd, configFile, noConfig, within } = options;
  if (noConfig === true) return {};
  if (configFile !== undefined) return { path: resolve(cwd, configFile) };
  const onClosed = (directory: string): void => {
    warnings.push(`${shownPath(cwd, directory)}: this directory cannot be searched for a configuration`);
  };
  const { file, repository } = findConfig(start, onClosed, within);
  if (file === undefined) return repository === undefined ? {} : { repository };
  if (file.shadowed !== undefined) {
    warnings.push(
      `${shownPath(cwd, file.shadowed)}: not read, since ${shownPath(cwd, file.path)} is there too`,
    );
  }
  return { path: file.path };
}

/** Relative to the working directory with `/`, absolute when it lies outside; fit for a message. */
function shownPath(cwd: string, path: string): string {
  const inside = relative(cwd, path);
  const outside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return safePath(outside ? path : inside === '' ? '.' : inside.replaceAll(sep, '/'));
}
