import type { AnyRule } from '../rule.ts';
import type { IssueLog } from './issues.ts';
import { configShape, type FailOn, type RuleConfig } from './schema.ts';
import type { ConfigEntry, ConfigNode } from './shape.ts';
import { compareVersions } from './version.ts';

/** Where a value comes from: `file:line` of its key, or the default. */
export type Origin = 'default' | `${string}:${number}`;

/** The configuration of a run: complete, whether or not there is a file. */
export interface Config {
  /** Absolute; absent when no file was found or none was wanted. */
  readonly path?: string;
  /** Absolute; patterns are relative to it. Without a file: the directory where the search began. */
  readonly directory: string;
  /** Absolute. Where the search for a file ended without one: the directory that holds `.git`. */
  readonly repository?: string;
  /** What the file pins the rules to, as `x.y.z`. */
  readonly version?: string;
  /** `fail-on` and `strict` in one: the stricter of the two. */
  readonly failOn: FailOn;
  readonly exclude: readonly string[];
  /** One for each rule that there is. */
  readonly rules: ReadonlyMap<string, RuleConfig>;
  /** Where the value of a key comes from, e.g. `origin('rules', id, 'severity')`; `fail-on` follows `strict`. */
  origin(...keys: readonly string[]): Origin;
}

export interface ConfigSource {
  /** Absolute. */
  readonly path: string;
  /** As reports show it. */
  readonly shown: string;
  readonly root: ConfigNode;
}

const EMPTY: ConfigNode = { kind: 'map', place: { line: 1, column: 1 }, entries: [] };

/** Strictest first. */
const STRICTNESS: readonly FailOn[] = ['info', 'warning', 'error', 'never'];

/**
 * Makes a configuration of what a file holds; without a source, the defaults. Every problem goes to `issues`, and where
 * there is one, the result is not to be used.
 */
export function interpret(
  source: ConfigSource | undefined,
  directory: string,
  rules: readonly AnyRule[],
  toolVersion: string,
  issues: IssueLog,
  ids?: readonly string[],
): Config {
  const shape = configShape(rules, ids);
  const root = source === undefined || source.root.kind === 'null' ? EMPTY : source.root;
  const values = shape.parse(root, issues) ?? shape.parse(EMPTY, issues);
  if (values === undefined) throw new Error('an empty configuration must be valid');
  const pin = entryAt(root, ['version']);
  if (values.version !== undefined && pin !== undefined && compareVersions(values.version, toolVersion) > 0) {
    issues
      .within('version')
      .warnValue(pin.value, `is newer than this skillsaw (${toolVersion}); no rule is held back`);
  }
  const strictWins = values.strict && STRICTNESS.indexOf('warning') < STRICTNESS.indexOf(values['fail-on']);
  return {
    ...(source === undefined ? {} : { path: source.path }),
    directory,
    ...(values.version === undefined ? {} : { version: values.version }),
    failOn: strictWins ? 'warning' : values['fail-on'],
    exclude: values.exclude,
    rules: new Map(Object.entries(values.rules)),
    origin(...keys) {
      const effective = strictWins && keys.join() === 'fail-on' ? ['strict'] : keys;
      const entry = entryAt(root, effective);
      return entry === undefined || source === undefined
        ? 'default'
        : `${source.shown}:${entry.key.place.line}`;
    },
  };
}

function entryAt(root: ConfigNode, keys: readonly string[]): ConfigEntry | undefined {
  let node = root;
  let entry: ConfigEntry | undefined;
  for (const key of keys) {
    entry = node.kind === 'map' ? node.entries.find(({ key: { name } }) => name === key) : undefined;
    if (entry === undefined) return undefined;
    node = entry.value;
  }
  return entry;
}
