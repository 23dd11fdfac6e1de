import type { AnyRule, Severity } from '../rule.ts';
import { suggest } from '../text/suggest.ts';
import { globPattern, jsonPointer } from './patterns.ts';
import {
  type ConfigNode,
  defaultsOf,
  flag,
  listOf,
  mapOf,
  type OptionSet,
  type OptionSpec,
  type OptionValues,
  oneOf,
  option,
  type Shape,
  text,
} from './shape.ts';
import { isVersion } from './version.ts';

export type FailOn = Severity | 'never';

/** One entry of `rules.<id>.ignore`. */
export interface IgnoreEntry {
  /** A glob pattern relative to the configuration's folder; absent: every file. */
  readonly path?: string;
  /** A JSON pointer; covers what is below it. Absent: the whole file. */
  readonly at?: string;
  readonly reason: string;
  /** Where the entry stands in the configuration file, from 1. */
  readonly line: number;
}

/** A rule's block as it is effective. */
export interface RuleConfig {
  readonly enabled: boolean | 'auto';
  /** For every finding of the rule; null: each keeps its own. */
  readonly severity: Severity | null;
  readonly exclude: readonly string[];
  readonly ignore: readonly IgnoreEntry[];
  /** The rule's own options under their YAML names, defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
}

const versionRule = text({
  describe: 'a version of three numbers in quotes, such as "0.20.0"',
  schema: { pattern: '^\\d+\\.\\d+\\.\\d+$' },
  problem: (value) => (isVersion(value) ? undefined : 'a version is three numbers with dots between them'),
});

const versionText: Shape<string> = {
  ...versionRule,
  parse(node, issues) {
    if (node.kind !== 'number') return versionRule.parse(node, issues);
    const written = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(node.source);
    const advice =
      written === null ? {} : { advice: `write "${written[1]}.${written[2] ?? 0}.0", with the quotes` };
    issues.wrongValue(node, versionRule.describe, advice);
    return undefined;
  },
};

export const ignoreKeys = {
  path: option<string | undefined>(globPattern, {
    default: undefined,
    summary: 'the file or files, as a glob pattern relative to this file; every file without it',
  }),
  at: option<string | undefined>(jsonPointer, {
    default: undefined,
    summary: 'a JSON pointer; covers what is below it. The whole file without it',
  }),
  reason: option<string | undefined>(
    text({
      describe: 'a sentence that says why',
      schema: { minLength: 1 },
      problem: (value) => (value.trim() === '' ? 'it is empty' : undefined),
    }),
    { default: undefined, summary: 'why the finding is all right; required' },
  ),
} as const satisfies OptionSet;

const ignoreMap = mapOf(ignoreKeys, { describe: 'a map with the keys path, at and reason' });

const ignoreEntry: Shape<IgnoreEntry> = {
  describe: ignoreMap.describe,
  schema: { ...ignoreMap.schema, type: 'object', required: ['reason'] },
  parse(node, issues) {
    const values = ignoreMap.parse(node, issues);
    if (values === undefined || node.kind !== 'map') return undefined;
    const { path, at, reason } = values;
    if (reason === undefined) {
      if (!node.entries.some(({ key }) => key.name === 'reason')) issues.missingKey(node, 'reason');
      return undefined;
    }
    return {
      ...(path === undefined ? {} : { path }),
      ...(at === undefined ? {} : { at }),
      reason,
      line: node.place.line,
    };
  },
};

/** The keys that every rule takes. */
export function commonKeys(rule: Pick<AnyRule, 'enabled'>) {
  return {
    enabled: option<boolean | 'auto'>(oneOf([true, false, 'auto']), {
      default: rule.enabled,
      summary: 'auto switches the rule on where files of its kinds are found',
    }),
    severity: option<Severity | null>(oneOf(['error', 'warning', 'info', null]), {
      default: null,
      summary: 'one severity for every finding of the rule; null leaves each finding its own',
    }),
    exclude: option<readonly string[]>(listOf(globPattern), {
      default: [],
      summary: 'files that the rule leaves out, as glob patterns relative to this file',
    }),
    ignore: option<readonly IgnoreEntry[]>(listOf(ignoreEntry), {
      default: [],
      summary: 'single findings that are all right; entries take path, at and reason',
    }),
  } as const satisfies OptionSet;
}

function ruleOption(rule: AnyRule): OptionSpec<RuleConfig> {
  const keys: RuleKeys = { ...rule.options, ...commonKeys(rule) };
  const block = mapOf(keys, {
    describe: 'a map of settings',
    adviseNoMap: (node) => longForm(rule.id, node),
  });
  const shape: Shape<RuleConfig> = {
    ...block,
    parse(node, issues) {
      const values = block.parse(node, issues);
      return values && ruleConfig(values);
    },
  };
  return option(shape, { default: ruleConfig(defaultsOf(keys)), summary: rule.summary });
}

/** The common keys, and whatever else the rule adds. */
type RuleKeys = ReturnType<typeof commonKeys> & OptionSet;

function ruleConfig(values: OptionValues<RuleKeys>): RuleConfig {
  const { enabled, severity, exclude, ignore, ...options } = values;
  return { enabled, severity, exclude, ignore, options };
}

/** How to write what somebody meant by `rule-id: off` and the like. */
function longForm(id: string, node: ConfigNode): string | undefined {
  if (node.kind === 'boolean') return `write ${id}: { enabled: ${node.value} }`;
  if (node.kind !== 'string') return undefined;
  if (node.value === 'auto') return `write ${id}: { enabled: auto }`;
  if (node.value === 'off') return `write ${id}: { enabled: false }`;
  const severity = ['error', 'warning', 'info'].find(
    (word) => word === suggest(node.value, ['error', 'warning', 'info']),
  );
  return severity === undefined ? colonAdvice(node) : `write ${id}: { severity: ${severity} }`;
}

/** For `key:value`, which YAML reads as one word. */
function colonAdvice(node: ConfigNode): string | undefined {
  return node.kind === 'string' && /^[\w-]+:\S/.test(node.value)
    ? 'a space is missing after the colon'
    : undefined;
}

/** Keys of the Python tool of the same name, whose configurations are met in the wild. */
const PYTHON_TOOL_KEYS: readonly string[] = [
  'custom-rules',
  'content-paths',
  'plugins',
  'lint-external-content',
];

/**
 * The top-level keys, for these rules.
 * @param ids of all rules that there are, when only some are at hand
 */
export function topKeys(rules: readonly AnyRule[], ids: readonly string[] = rules.map(({ id }) => id)) {
  const blocks: Record<string, OptionSpec<RuleConfig>> = {};
  for (const rule of rules) blocks[rule.id] = ruleOption(rule);
  const ruleMap = mapOf(blocks, {
    describe: 'a map from rule ids to their settings',
    onUnknownKey({ key }, issues) {
      issues.warnKey(key, 'is no rule of this skillsaw; its settings are ignored', {
        candidates: ids,
      });
      return true;
    },
  });
  return {
    version: option<string | undefined>(versionText, {
      default: undefined,
      summary: 'rules, and additions to rules, newer than this version stay off',
    }),
    'fail-on': option<FailOn>(oneOf(['error', 'warning', 'info', 'never']), {
      default: 'error',
      summary: 'the lowest severity of a finding that makes the exit status 1',
    }),
    strict: option(flag, {
      default: false,
      summary: 'whether warnings fail too, as with fail-on: warning; the stricter of the two wins',
    }),
    exclude: option<readonly string[]>(listOf(globPattern), {
      default: [],
      summary: 'files and folders that are not linted, as glob patterns relative to this file',
    }),
    rules: option(ruleMap, { default: defaultsOf(blocks), summary: 'settings of single rules' }),
  } as const satisfies OptionSet;
}

/** The whole file. */
export function configShape(rules: readonly AnyRule[], ids: readonly string[] = rules.map(({ id }) => id)) {
  const keys = topKeys(rules, ids);
  return mapOf(keys, {
    adviseNoMap: colonAdvice,
    onUnknownKey({ key }, issues) {
      if (PYTHON_TOOL_KEYS.includes(key.name)) {
        issues.warnKey(key, 'is a key of the Python tool of the same name, and is ignored');
        return true;
      }
      if (!ids.includes(key.name)) return false;
      issues.unknownKey(key, Object.keys(keys), {
        candidates: [],
        advice: 'rules stand indented below "rules:"',
      });
      return true;
    },
  });
}
