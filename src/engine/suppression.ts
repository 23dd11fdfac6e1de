import type { Config, IgnoreEntry } from '../config/load.ts';

/** Tells whether an absolute path matches a list of glob patterns. */
export type PathMatcher = (absolutePath: string) => boolean;

/** Compiles patterns that are relative to a directory. */
export type CompileMatcher = (patterns: readonly string[], directory: string) => Promise<PathMatcher>;

/** What the configuration keeps quiet about. */
export interface Suppression {
  /** Whether any rule has an `exclude`. */
  readonly excludesAny: boolean;
  /** Whether the rule's `exclude` covers the file. */
  excludes(ruleId: string, absolutePath: string): boolean;
  /** Whether an `ignore` entry covers a finding; remembers that the entry was of use. */
  ignores(ruleId: string, absolutePath: string, pointer: string | undefined): boolean;
  /** The entries that matched nothing, of those that the run was able to tell. */
  unused(run: CheckedFiles): readonly { readonly ruleId: string; readonly entry: IgnoreEntry }[];
}

/** What a run looked at. An entry for what it left out may be of use in another run. */
export interface CheckedFiles {
  /** Ids of the rules that ran. */
  readonly rules: ReadonlySet<string>;
  /** Absolute. */
  readonly files: readonly string[];
  /** Whether everything that the configuration holds for was linted. */
  readonly whole: boolean;
}

interface CompiledEntry {
  readonly entry: IgnoreEntry;
  readonly matches: PathMatcher;
  used: boolean;
}

/** Patterns are compiled only where there are any: nothing is loaded for a configuration without them. */
export async function compileSuppression(config: Config, compile: CompileMatcher): Promise<Suppression> {
  const excludes = new Map<string, PathMatcher>();
  const ignores = new Map<string, CompiledEntry[]>();
  for (const [ruleId, rule] of config.rules) {
    if (rule.exclude.length > 0) excludes.set(ruleId, await compile(rule.exclude, config.directory));
    for (const entry of rule.ignore) {
      const matches = entry.path === undefined ? () => true : await compile([entry.path], config.directory);
      const list = ignores.get(ruleId) ?? [];
      ignores.set(ruleId, [...list, { entry, matches, used: false }]);
    }
  }
  return {
    excludesAny: excludes.size > 0,
    excludes: (ruleId, path) => excludes.get(ruleId)?.(path) ?? false,
    ignores: (ruleId, path, pointer) => {
      let ignored = false;
      for (const compiled of ignores.get(ruleId) ?? []) {
        if (!covers(compiled.entry.at, pointer) || !compiled.matches(path)) continue;
        compiled.used = true;
        ignored = true;
      }
      return ignored;
    },
    unused: ({ rules, files, whole }) =>
      [...ignores]
        .filter(([ruleId]) => rules.has(ruleId))
        .flatMap(([ruleId, list]) =>
          list
            .filter(({ used }) => !used)
            .filter(({ entry, matches }) => whole || (entry.path !== undefined && files.some(matches)))
            .map(({ entry }) => ({ ruleId, entry })),
        ),
  };
}

/** A pointer covers itself and everything below it. */
function covers(at: string | undefined, pointer: string | undefined): boolean {
  return at === undefined || (pointer !== undefined && (pointer === at || pointer.startsWith(`${at}/`)));
}
