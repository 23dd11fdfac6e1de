import { type JsonSyntaxError, parseJson } from '../json/parse.ts';
import type { JsonDoc, JsonKind, NodeId } from '../json/tree.ts';
import type { Span } from '../text/span.ts';
import { PLUGIN_FIELDS, type PluginField, type PluginFieldType, pluginFieldNamed } from './plugin-facts.ts';
import { type TextFlaw, textFlaws } from './plugin-text.ts';
import { jsonPointer, type Located, type ProblemPlace } from './types.ts';

/** What is wrong and where. Each of them alone makes the directory no plugin. */
export type PluginProblem = { readonly effect: 'plugin-lost'; readonly place: ProblemPlace } & (
  | { readonly code: 'syntax'; readonly error: JsonSyntaxError }
  | { readonly code: 'root-type'; readonly found: JsonKind }
  | {
      readonly code: TextFlaw['code'];
      /** How many further places of this kind the file has. */
      readonly more: number;
    }
  | {
      /** The place is the key that stands there a second time. */
      readonly code: 'repeated-field';
      readonly field: PluginField;
      readonly first: Span;
      /** Keys beyond the second. */
      readonly others: readonly Span[];
    }
  | {
      readonly code: 'field-type';
      readonly field: PluginField;
      readonly found: JsonKind;
      readonly wanted: PluginFieldType;
    }
);

/** A field that stands in the file and counts as absent. */
export interface BlankField {
  readonly field: PluginField;
  readonly because: 'null' | 'empty';
  readonly key: NodeId;
  readonly node: NodeId;
}

/** A key that the loader drops, whatever it holds. */
export interface UnknownField {
  readonly name: string;
  readonly key: NodeId;
  readonly node: NodeId;
}

/**
 * What agy makes of one `plugin.json`. The fields are filled for a manifest that is refused too, with what would have
 * counted: the first value of a field, if its type is right.
 */
export interface PluginManifest {
  /** `no-plugin`: the directory is no plugin, and nothing in it loads. */
  readonly state: 'no-plugin' | 'loaded';
  /** Absent when the bytes are not JSON. */
  readonly doc?: JsonDoc;
  /** Strings are absent when they are null or empty. */
  readonly name?: Located<string>;
  readonly description?: Located<string>;
  readonly logo?: Located<string>;
  readonly disabled?: Located<boolean>;
  readonly blank: readonly BlankField[];
  /** In file order, repeated keys included. */
  readonly unknown: readonly UnknownField[];
  /** In file order. */
  readonly problems: readonly PluginProblem[];
}

/**
 * Reads a manifest as agy 1.1.26 does: with protojson, unknown fields discarded. Stricter than `encoding/json`: names
 * compare exactly (after escapes), a field may stand once, null or not, and text must be UTF-8 without half surrogates
 * even in what is dropped. Its limit on depth is the parser's: 10,000 open brackets, the root's included. protojson
 * stops at the first problem; here all of them are told. It also lets the exponent of a number in a dropped value go without
 * digits (`1e`); here that is a syntax error, as everywhere else.
 */
export function emulatePluginManifest(bytes: Uint8Array): PluginManifest {
  const parsed = parseJson(bytes, { dialect: 'strict' });
  if (!parsed.ok) {
    const { offset } = parsed.error;
    const place = { span: { start: offset, end: Math.min(offset + 1, bytes.length) } };
    return refused({ code: 'syntax', effect: 'plugin-lost', error: parsed.error, place });
  }
  const { doc } = parsed;
  const found = doc.kind(doc.root);
  if (found !== 'object') {
    const place = { span: doc.span(doc.root), pointer: '' };
    return refused({ code: 'root-type', effect: 'plugin-lost', found, place }, doc);
  }
  const problems: PluginProblem[] = [];
  const manifest: Draft = { state: 'loaded', doc, blank: [], unknown: [], problems };
  readFields(doc, manifest);
  for (const flaw of textFlaws(doc)) problems.push(textProblem(doc, flaw));
  if (problems.length > 0) {
    manifest.state = 'no-plugin';
    problems.sort((a, b) => a.place.span.start - b.place.span.start);
  }
  return manifest;
}

/** A manifest while it is being read. */
type Draft = {
  -readonly [K in keyof PluginManifest]: PluginManifest[K] extends readonly (infer T)[]
    ? T[]
    : PluginManifest[K];
};

function refused(problem: PluginProblem, doc?: JsonDoc): PluginManifest {
  const nothing = { blank: [], unknown: [], problems: [problem] };
  return { state: 'no-plugin', ...(doc === undefined ? {} : { doc }), ...nothing };
}

function readFields(doc: JsonDoc, manifest: Draft): void {
  const { blank, unknown, problems } = manifest;
  const keys = new Map<PluginField, NodeId[]>();
  let repeats = false;

  doc.forEachMember(doc.root, (key, node) => {
    const name = doc.text(key);
    const field = pluginFieldNamed(name);
    if (field === undefined) {
      unknown.push({ name, key, node });
      return;
    }
    const earlier = keys.get(field);
    if (earlier !== undefined) {
      earlier.push(key);
      repeats = true;
      return;
    }
    keys.set(field, [key]);
    const kind = doc.kind(node);
    if (kind === 'null') {
      blank.push({ field, because: 'null', key, node });
    } else if (field === 'disabled' && (kind === 'true' || kind === 'false')) {
      manifest.disabled = { value: kind === 'true', key, node };
    } else if (field !== 'disabled' && kind === 'string') {
      const value = doc.text(node);
      if (value === '') blank.push({ field, because: 'empty', key, node });
      else manifest[field] = { value, key, node };
    } else {
      const place = { span: doc.span(node), field, pointer: jsonPointer(field) };
      const wanted = PLUGIN_FIELDS[field].type;
      problems.push({ code: 'field-type', effect: 'plugin-lost', field, found: kind, wanted, place });
    }
  });

  if (!repeats) return;
  for (const [field, keysOfField] of keys) {
    const [first, second, ...others] = keysOfField.map((key) => doc.span(key));
    if (first === undefined || second === undefined) continue;
    const place = { span: second, field, pointer: jsonPointer(field) };
    problems.push({ code: 'repeated-field', effect: 'plugin-lost', field, first, others, place });
  }
}

function textProblem(doc: JsonDoc, { code, node, span, more }: TextFlaw): PluginProblem {
  return { code, effect: 'plugin-lost', more, place: { span, ...pathTo(doc, node) } };
}

/** How a node is called; a key is called like its value. No level is walked past the node, so the whole is linear. */
function pathTo(doc: JsonDoc, target: NodeId): { readonly field: string; readonly pointer: string } {
  const segments: (string | number)[] = [];
  let at: NodeId | undefined = doc.root;
  while (at !== undefined && at !== target) {
    const step: Step = stepTo(doc, at, target);
    segments.push(step.segment);
    at = step.node;
  }
  return { field: spelled(segments), pointer: jsonPointer(...segments) };
}

interface Step {
  readonly segment: string | number;
  /** Absent when the key itself is what was looked for. */
  readonly node?: NodeId;
}

/** The member or element of a container that holds `target`, which lies in it. */
function stepTo(doc: JsonDoc, container: NodeId, target: NodeId): Step {
  for (const { key, value } of doc.members(container)) {
    if (target === key) return { segment: doc.text(key) };
    if (target < doc.after(value)) return { segment: doc.text(key), node: value };
  }
  let index = 0;
  for (const node of doc.items(container)) {
    if (target < doc.after(node)) return { segment: index, node };
    index++;
  }
  throw new RangeError(`node ${target} does not lie in node ${container}`);
}

function spelled(segments: readonly (string | number)[]): string {
  return segments
    .map((segment, i) => (typeof segment === 'number' ? `[${segment}]` : i === 0 ? segment : `.${segment}`))
    .join('');
}
