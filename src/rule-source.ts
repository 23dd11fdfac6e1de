import type { KindName } from './kinds/index.ts';
import type { AnyRule } from './rule.ts';

/** Rules by what is known of them before they are loaded. */
export interface RuleSource {
  readonly ids: readonly string[];
  all(): Promise<readonly AnyRule[]>;
  /** Those of these ids; an id that no rule has is passed over. */
  named(ids: readonly string[]): Promise<readonly AnyRule[]>;
  /** Those that run on one of the kinds; one that is off by default only when `wanted` says so. */
  forKinds(kinds: ReadonlySet<KindName>, wanted: (id: string) => boolean): Promise<readonly AnyRule[]>;
}

/** Where a rule is, and what it runs on. */
export interface RuleEntry {
  readonly id: string;
  readonly kinds: readonly KindName[];
  /** Off unless somebody asks for it. */
  readonly off?: true;
  readonly load: () => Promise<{ readonly default: AnyRule }>;
}

export function ruleSource(entries: readonly RuleEntry[]): RuleSource {
  const load = async (some: readonly RuleEntry[]): Promise<readonly AnyRule[]> =>
    (await Promise.all(some.map((entry) => entry.load()))).map((module) => module.default);
  return {
    ids: entries.map(({ id }) => id),
    all: () => load(entries),
    named: (ids) => load(entries.filter(({ id }) => ids.includes(id))),
    forKinds: (kinds, wanted) =>
      load(
        entries.filter(
          ({ id, kinds: own, off }) => own.some((kind) => kinds.has(kind)) && (off !== true || wanted(id)),
        ),
      ),
  };
}
