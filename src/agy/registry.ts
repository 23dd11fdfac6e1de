import { type JsonSyntaxError, parseJson } from '../json/parse.ts';
import type { JsonDoc, JsonKind, NodeId } from '../json/tree.ts';
import { foldedNames } from './fold.ts';
import { jsonPointer, type Located, type ProblemPlace } from './types.ts';

/** One item, or a directory of items, as the loader holds it after decoding. */
export interface RegistryEntry {
  /** Absolute, `~/…`, or from the repository root; absent when the file gives none. */
  readonly path?: Located<string>;
  /** Regular expressions on names. */
  readonly includeOnly: readonly Located<string>[];
  readonly exclude: readonly Located<string>[];
  /** The array element that was decoded last. */
  readonly node: NodeId;
  /** The key of the list as it is spelled, and the place in it. */
  readonly list: string;
  readonly index: number;
}

/** Another registry file whose entries count as well. */
export interface RegistryParent {
  readonly path?: Located<string>;
  readonly node: NodeId;
  /** The key of the list as it is spelled, and the place in it. */
  readonly list: string;
  readonly index: number;
}

export type RegistryProblem = { readonly effect: 'file-lost'; readonly place: ProblemPlace } & (
  | { readonly code: 'syntax'; readonly error: JsonSyntaxError }
  | {
      readonly code: 'wrong-type';
      readonly found: JsonKind;
      readonly wanted: 'object' | 'array' | 'string';
    }
);

/** What agy makes of one registry. */
export interface Registry {
  /** `skipped`: agy writes one line into its log and uses nothing of the file. */
  readonly state: 'loaded' | 'skipped';
  /** Absent when the bytes are not JSONC. */
  readonly doc?: JsonDoc;
  /** Whether the root holds `entries` or `inherits`, in any case that agy takes. */
  readonly holdsLists: boolean;
  /** Whether there is no key, in the root or in an element of a list, that agy passes over. */
  readonly allKeysRead: boolean;
  /** Also filled for a skipped file, with what would have counted. */
  readonly entries: readonly RegistryEntry[];
  readonly inherits: readonly RegistryParent[];
  /** In file order; a thousand at most. */
  readonly problems: readonly RegistryProblem[];
  /** How many more there are. */
  readonly furtherProblems: number;
}

/**
 * Reads a registry as agy 1.1.26 does: JSON with comments and trailing commas, decoded by Go's `encoding/json` into
 * structs. Keys fold; unknown ones are ignored; fields apply in the order in which they stand; null leaves a string
 * and empties a list; a list decodes into the memory of the earlier one; a wrong type anywhere loses the file.
 */
export function loadRegistry(bytes: Uint8Array): Registry {
  return kept.get(bytes) ?? decode(bytes);
}

/** Has `loadRegistry` give this for these very bytes, as long as somebody holds them. */
export function keepRegistry(bytes: Uint8Array, registry: Registry): void {
  kept.set(bytes, registry);
}

const kept = new WeakMap<Uint8Array, Registry>();

function decode(bytes: Uint8Array): Registry {
  const parsed = parseJson(bytes, { dialect: 'jsonc' });
  if (!parsed.ok) {
    const { offset } = parsed.error;
    const place = { span: { start: offset, end: Math.min(offset + 1, bytes.length) } };
    const problem = { code: 'syntax', effect: 'file-lost', error: parsed.error, place } as const;
    return {
      state: 'skipped',
      holdsLists: false,
      allKeysRead: true,
      entries: [],
      inherits: [],
      problems: [problem],
      furtherProblems: 0,
    };
  }
  const { doc } = parsed;
  const decoder = new Decoder(doc);
  const entries = newSlice<EntryMemory>();
  const inherits = newSlice<ParentMemory>();
  let holdsLists = false;
  decoder.struct(doc.root, undefined, (name, _key, value, at) => {
    const field = rootField(name);
    if (field === undefined) decoder.allKeysRead = false;
    else holdsLists = true;
    if (field === 'entries') decoder.fill(entries, value, at, newMemory, decoder.entry);
    else if (field === 'inherits') decoder.fill(inherits, value, at, newMemory, decoder.parent);
  });
  return {
    state: decoder.problems.length === 0 ? 'loaded' : 'skipped',
    doc,
    holdsLists,
    allKeysRead: decoder.allKeysRead,
    entries: current(entries).map(entryOf),
    inherits: current(inherits).map(parentOf),
    problems: decoder.problems,
    furtherProblems: decoder.furtherProblems,
  };
}

/**
 * Other tools use these file names too. A file is taken for a registry when its root has `entries` or `inherits`, or
 * is an array of objects with a `path`, or when it does not parse and one of the two keys stands in it in quotes.
 */
export function looksLikeRegistry(registry: Registry, bytes: Uint8Array): boolean {
  const { doc } = registry;
  if (doc === undefined) return /"(?:entries|inherits)"/i.test(new TextDecoder().decode(bytes));
  return registry.holdsLists || isListOfPaths(doc);
}

function isListOfPaths(doc: JsonDoc): boolean {
  if (doc.kind(doc.root) !== 'array' || doc.isEmpty(doc.root)) return false;
  for (const item of doc.items(doc.root)) {
    if (![...doc.members(item)].some(({ key }) => entryField(doc.text(key)) === 'path')) return false;
  }
  return true;
}

const rootField = foldedNames(['entries', 'inherits']);
const entryField = foldedNames(['path', 'include_only', 'exclude']);

/** A Go slice: the memory outlives the length, and the next array is decoded into it. */
interface Slice<T> {
  memory: T[];
  length: number;
}
type Text = Located<string> | undefined;
interface ParentMemory {
  path?: Located<string>;
  node: NodeId;
  list: string;
}
/** Made for every element of a list, of which there may be millions: what it does not need is left out. */
interface EntryMemory extends ParentMemory {
  includeOnly?: Slice<Text>;
  exclude?: Slice<Text>;
}

/** A key or an index below another; put into words only where it is asked for. */
interface At {
  readonly above: At | undefined;
  readonly step: string | number;
}

/** Written out: to spread millions of objects takes half a minute. */
function parentOf({ path, node, list }: ParentMemory, index: number): RegistryParent {
  return path === undefined ? { node, list, index } : { path, node, list, index };
}

function entryOf(memory: EntryMemory, index: number): RegistryEntry {
  const { path, node, list } = memory;
  const includeOnly = strings(memory.includeOnly);
  const exclude = strings(memory.exclude);
  return path === undefined
    ? { node, list, index, includeOnly, exclude }
    : { path, node, list, index, includeOnly, exclude };
}

function newMemory(node: NodeId, list: string): ParentMemory {
  return { node, list };
}

function placeOf(doc: JsonDoc, node: NodeId, at: At | undefined): ProblemPlace {
  const steps: (string | number)[] = [];
  for (let one = at; one !== undefined; one = one.above) steps.push(one.step);
  steps.reverse();
  const spelled = steps.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
  return {
    span: doc.span(node),
    pointer: jsonPointer(...steps),
    ...(at === undefined ? {} : { field: spelled }),
  };
}

function newSlice<T>(): Slice<T> {
  return { memory: [], length: 0 };
}

function current<T>(slice: Slice<T>): T[] {
  return slice.memory.slice(0, slice.length);
}

function strings(slice: Slice<Text> | undefined): readonly Located<string>[] {
  return slice === undefined ? NONE : current(slice).filter((text) => text !== undefined);
}

const NONE: readonly Located<string>[] = [];

/** So many problems are kept; of the others only how many there are. */
const MAX_PROBLEMS = 1000;

class Decoder {
  readonly #doc: JsonDoc;
  readonly problems: RegistryProblem[] = [];
  furtherProblems = 0;
  allKeysRead = true;

  constructor(doc: JsonDoc) {
    this.#doc = doc;
  }

  /** Calls `apply` for every member of an object; null is an object without members. */
  struct(
    node: NodeId,
    at: At | undefined,
    apply: (name: string, key: NodeId, value: NodeId, at: At) => void,
  ): void {
    const kind = this.#doc.kind(node);
    if (kind === 'null') return;
    if (kind !== 'object') {
      this.#refuse(node, kind, 'object', at);
      return;
    }
    this.#doc.forEachMember(node, (key, value) => {
      const name = this.#doc.text(key);
      apply(name, key, value, { above: at, step: name });
    });
  }

  /** Decodes an array into a slice: element by element over what its memory holds. */
  fill<T>(
    slice: Slice<T>,
    node: NodeId,
    at: At,
    fresh: (node: NodeId, list: string) => T,
    decode: (old: T, node: NodeId, at: At) => T,
  ): void {
    const kind = this.#doc.kind(node);
    if (kind === 'null' || (kind === 'array' && this.#doc.isEmpty(node))) {
      slice.memory = [];
      slice.length = 0;
      return;
    }
    if (kind !== 'array') {
      this.#refuse(node, kind, 'array', at);
      return;
    }
    let index = 0;
    this.#doc.forEachItem(node, (item) => {
      const old = index < slice.memory.length ? (slice.memory[index] as T) : fresh(item, at.step as string);
      slice.memory[index] = decode(old, item, { above: at, step: index });
      index++;
    });
    slice.length = index;
  }

  readonly parent = (old: ParentMemory, node: NodeId, at: At): ParentMemory => {
    old.node = node;
    old.list = at.above?.step as string;
    this.struct(node, at, (name, key, value, place) => {
      if (entryField(name) === 'path') this.#path(old, key, value, place);
      else this.allKeysRead = false;
    });
    return old;
  };

  readonly entry = (old: EntryMemory, node: NodeId, at: At): EntryMemory => {
    old.node = node;
    old.list = at.above?.step as string;
    this.struct(node, at, (name, key, value, place) => {
      const field = entryField(name);
      if (field === undefined) this.allKeysRead = false;
      else if (field === 'path') this.#path(old, key, value, place);
      else {
        const filter = field === 'exclude' ? 'exclude' : 'includeOnly';
        const slice = old[filter] ?? newSlice();
        old[filter] = slice;
        this.fill(slice, value, place, noText, (text, item, at) => {
          const read = this.#text(text, item, at);
          return read?.node === item ? { ...read, field: key } : read;
        });
      }
    });
    return old;
  };

  #path(memory: ParentMemory, key: NodeId, node: NodeId, at: At): void {
    const text = this.#text(memory.path, node, at);
    if (text !== undefined) memory.path = text.node === node ? { ...text, key } : text;
  }

  /** null, like a wrong type, leaves what was there; in fresh memory that is the empty string. */
  #text(old: Text, node: NodeId, at: At): Text {
    const kind = this.#doc.kind(node);
    if (kind === 'string') return { value: this.#doc.text(node), node };
    if (kind !== 'null') this.#refuse(node, kind, 'string', at);
    return old ?? { value: '', node };
  }

  #refuse(node: NodeId, found: JsonKind, wanted: 'object' | 'array' | 'string', at: At | undefined): void {
    if (this.problems.length === MAX_PROBLEMS) {
      this.furtherProblems++;
      return;
    }
    const place = placeOf(this.#doc, node, at);
    this.problems.push({ code: 'wrong-type', effect: 'file-lost', found, wanted, place });
  }
}

function noText(): Text {
  return undefined;
}
