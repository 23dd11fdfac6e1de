/**
 * What a configuration may hold, said once: a shape reads a value, and carries the JSON Schema and the words for the
 * docs that belong to it. A leaf that rules declare their options with, so it knows neither files nor YAML.
 */

/** A place in the configuration file: both from 1, `column` in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface ConfigKey {
  readonly name: string;
  readonly place: Place;
}

export interface ConfigEntry {
  readonly key: ConfigKey;
  readonly value: ConfigNode;
}

/** A value of the configuration file with its place; keys of a map are unique. */
export type ConfigNode =
  | { readonly kind: 'null'; readonly place: Place }
  | { readonly kind: 'boolean'; readonly place: Place; readonly value: boolean }
  /** A number stays as it is written: no key takes one, but messages name it. */
  | { readonly kind: 'number'; readonly place: Place; readonly source: string }
  | { readonly kind: 'string'; readonly place: Place; readonly value: string }
  | { readonly kind: 'list'; readonly place: Place; readonly items: readonly ConfigNode[] }
  | { readonly kind: 'map'; readonly place: Place; readonly entries: readonly ConfigEntry[] };

/** What helps beside "found this, allowed is that". */
export interface Help {
  /** Words that a did-you-mean may offer. */
  readonly candidates?: readonly string[];
  /** A remark of our own; never text from the file. */
  readonly advice?: string;
}

/** Takes what is wrong with a configuration. Text from the file goes in as nodes and keys, and is made safe there. */
export interface Issues {
  wrongValue(node: ConfigNode, allowed: string, help?: Help): void;
  unknownKey(key: ConfigKey, known: readonly string[], help?: Help): void;
  missingKey(map: ConfigNode, name: string): void;
  /** Not an error: `text` follows the name of the key. */
  warnKey(key: ConfigKey, text: string, help?: Help): void;
  warnValue(node: ConfigNode, text: string): void;
  /** The same, for what lies under a key or at an index. */
  within(step: string | number): Issues;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Shape<T> {
  /** What is allowed, as it stands after "allowed: " and in the docs, e.g. `a list of strings`. */
  readonly describe: string;
  readonly schema: JsonSchema;
  /** Set where a key with nothing after it (null) means its default: lists and maps whose items are commented out. */
  readonly nullIsDefault?: true;
  /** The value; undefined when it is wrong, and then `issues` has been told. */
  parse(value: ConfigNode, issues: Issues): T | undefined;
}

export interface TextRules {
  readonly describe?: string;
  /** Added to `{ type: 'string' }`. */
  readonly schema?: JsonSchema;
  /** What is wrong with a string, in words of our own; undefined when nothing is. */
  readonly problem?: (value: string) => string | undefined;
}

export function text(rules: TextRules = {}): Shape<string> {
  const describe = rules.describe ?? 'a string';
  return {
    describe,
    schema: { type: 'string', ...rules.schema },
    parse(node, issues) {
      if (node.kind !== 'string') {
        const scalar = node.kind === 'number' || node.kind === 'boolean';
        issues.wrongValue(node, describe, scalar ? { advice: 'in quotes it is a string' } : {});
        return undefined;
      }
      const advice = rules.problem?.(node.value);
      if (advice === undefined) return node.value;
      issues.wrongValue(node, describe, { advice });
      return undefined;
    },
  };
}

/** What people write for a boolean where YAML 1.2 reads a string. */
const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = { yes: true, on: true, no: false, off: false };

/** One of a few words; `true`, `false` and `null` among them are YAML's own, not strings. */
export function oneOf<const T extends string | boolean | null>(values: readonly T[]): Shape<T> {
  const words = values.map(String);
  const describe = listWords(words);
  return {
    describe,
    schema: { enum: values },
    parse(node, issues) {
      const given = node.kind === 'boolean' || node.kind === 'string' ? node.value : null;
      const known = node.kind === 'null' || given !== null;
      const found = known ? values.find((value) => value === given) : undefined;
      if (found === undefined) issues.wrongValue(node, describe, oneOfHelp(node, words));
      return found;
    },
  };
}

function oneOfHelp(node: ConfigNode, words: readonly string[]): Help {
  if (node.kind !== 'string') return {};
  const word = node.value.toLowerCase();
  const meant = String(Object.hasOwn(BOOLEAN_WORDS, word) ? BOOLEAN_WORDS[word] : word);
  if ((meant === 'true' || meant === 'false') && words.includes(meant)) {
    return { advice: `write ${meant}, without quotes` };
  }
  return { candidates: words };
}

export const flag: Shape<boolean> = { ...oneOf([true, false]), schema: { type: 'boolean' } };

/** A list; wrong items are reported and left out. */
export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  const describe = `a list, each item ${item.describe}`;
  return {
    describe,
    schema: { type: ['array', 'null'], items: item.schema },
    nullIsDefault: true,
    parse(node, issues) {
      if (node.kind !== 'list') {
        const scalar = node.kind !== 'map' && node.kind !== 'null';
        issues.wrongValue(node, describe, scalar ? { advice: 'a list of one item is written [item]' } : {});
        return undefined;
      }
      const items: T[] = [];
      for (const [index, child] of node.items.entries()) {
        const value = item.parse(child, issues.within(index));
        if (value !== undefined) items.push(value);
      }
      return items;
    },
  };
}

/** One key of a map: what it takes, what it is without it, and one line on what it does. */
export interface OptionSpec<T> {
  readonly shape: Shape<T>;
  readonly default: T;
  readonly summary: string;
  /** The release it came with, where that is later than its rule's. */
  readonly since?: string;
}

/** Keys as they stand in the file, in kebab-case. */
// biome-ignore lint/suspicious/noExplicitAny: a set holds options of many types; `OptionValues` gives each its own back
export type OptionSet = Readonly<Record<string, OptionSpec<any>>>;
export type OptionValues<O extends OptionSet> = {
  readonly [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never;
};

export function option<T>(
  shape: Shape<T>,
  rest: { readonly default: NoInfer<T>; readonly summary: string; readonly since?: string },
): OptionSpec<T> {
  return { shape, ...rest };
}

/** What options are when no configuration sets them. */
export function defaultsOf<O extends OptionSet>(options: O): OptionValues<O> {
  const values = Object.entries(options).map(([name, spec]) => [name, spec.default]);
  return Object.fromEntries(values) as OptionValues<O>;
}

export interface MapRules {
  readonly describe?: string;
  /** Takes a key that is not known; returns false to have it reported as any other. */
  readonly onUnknownKey?: (entry: ConfigEntry, issues: Issues) => boolean;
  /** A remark for a value that is no map. */
  readonly adviseNoMap?: (node: ConfigNode) => string | undefined;
}

/** A map with known keys; what is absent or wrong has its default. */
export function mapOf<O extends OptionSet>(options: O, rules: MapRules = {}): Shape<OptionValues<O>> {
  const describe = rules.describe ?? `a map with the keys ${listWords(Object.keys(options), 'and')}`;
  return {
    describe,
    schema: {
      type: ['object', 'null'],
      additionalProperties: rules.onUnknownKey !== undefined,
      properties: Object.fromEntries(
        Object.entries(options).map(([name, spec]) => [name, optionSchema(spec)]),
      ),
    },
    nullIsDefault: true,
    parse(node, issues) {
      if (node.kind !== 'map') {
        const advice = rules.adviseNoMap?.(node);
        issues.wrongValue(node, describe, advice === undefined ? {} : { advice });
        return undefined;
      }
      const values: Record<string, unknown> = { ...defaultsOf(options) };
      for (const entry of node.entries) {
        const { name } = entry.key;
        const spec = Object.hasOwn(options, name) ? options[name] : undefined;
        if (spec === undefined) {
          if (rules.onUnknownKey?.(entry, issues) !== true)
            issues.unknownKey(entry.key, Object.keys(options));
        } else if (!(entry.value.kind === 'null' && spec.shape.nullIsDefault)) {
          values[name] = spec.shape.parse(entry.value, issues.within(name)) ?? spec.default;
        }
      }
      return values as OptionValues<O>;
    },
  };
}

function optionSchema(spec: OptionSpec<unknown>): JsonSchema {
  const { shape, summary } = spec;
  return {
    ...shape.schema,
    description: summary,
    ...(spec.default === undefined ? {} : { default: spec.default }),
  };
}

/** `a`, `a or b`, `a, b or c`. */
export function listWords(words: readonly string[], last: 'or' | 'and' = 'or'): string {
  const head = words.slice(0, -1).join(', ');
  const tail = words.at(-1) ?? '';
  return head === '' ? tail : `${head} ${last} ${tail}`;
}
