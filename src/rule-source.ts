import type { KindName } from './kinds/index.ts';
import type { AnyRule } from './rule.ts';

/** Rules by what is known of them before they are loaded. */
export interface RuleSource {
  readonly ids: readonly string[];
  all(): Promise<readonly AnyRule[]>;
  /** Those that run on one of the kinds. */
  forKinds(kinds: ReadonlySet<KindName>): Promise<readonly AnyRule[]>;
}

/** Where a rule is, and what it runs on. */
export interface RuleEntry {
  readonly id: string;
  readonly kinds: readonly KindName[];
  readonly load: () => Promise<{ readonly default: AnyRule }>;
}

export function ruleSource(entries: readonly RuleEntry[]): RuleSource {
  const load = async (some: readonly RuleEntry[]): Promise<readonly AnyRule[]> =>
    (await Promise.all(some.map((entry) => entry.load()))).map((module) => module.default);
  return {
    ids: entries.map(({ id }) => id),
    all: () => load(entries),
    forKinds: (kinds) => load(entries.filter((entry) => entry.kinds.some((kind) => kinds.has(kind)))),
  };
}
