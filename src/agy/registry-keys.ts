import type { JsonDoc, NodeId } from '../json/tree.ts';
import { oneEdit } from '../text/one-edit.ts';
import { foldedNames } from './fold.ts';
import { jsonPointer, type ProblemPlace } from './types.ts';

export type RegistryKey = 'entries' | 'inherits' | 'path' | 'include_only' | 'exclude';

/** Where an object stands: at the root, in `entries`, in `inherits`. */
type Level = 'root' | 'entry' | 'parent';

/** A key that agy passes over although something was meant by it. */
export interface UnreadKey {
  readonly key: string;
  /** What was most likely meant. */
  readonly meant: RegistryKey;
  /** `spelling`: no key of that name is read here. `place`: it is, but only in an entry. */
  readonly because: 'spelling' | 'place';
  /** Whether the key that was meant does not stand beside it, so that all of its meaning is lost. */
  readonly alone: boolean;
  readonly place: ProblemPlace;
}

const READ = {
  root: foldedNames(['entries', 'inherits']),
  entry: foldedNames(['path', 'include_only', 'exclude']),
  parent: foldedNames(['path']),
} as const satisfies Record<Level, unknown>;

/** Other words for the same, without case and punctuation. Words that a note could have as well are not among them. */
const KIN: Readonly<Record<Level, Readonly<Record<string, RegistryKey>>>> = {
  root: {
    entry: 'entries',
    entrys: 'entries',
    inherit: 'inherits',
    inherited: 'inherits',
    inheritsfrom: 'inherits',
    extends: 'inherits',
  },
  entry: {
    paths: 'path',
    include: 'include_only',
    includes: 'include_only',
    included: 'include_only',
    onlyinclude: 'include_only',
    only: 'include_only',
    excludes: 'exclude',
    excluded: 'exclude',
    excludeonly: 'exclude',
    ignore: 'exclude',
  },
  parent: { paths: 'path' },
};

/** Longer keys are no misspelling of anything here. */
const LONGEST = 24;

/**
 * The keys of a registry that look like one that is read, and are not. Other unknown keys are notes and mean nothing.
 * Every occurrence counts, also of lists that a later one replaces.
 */
export function* unreadKeys(doc: JsonDoc): Generator<UnreadKey> {
  yield* keysOf(doc, doc.root, 'root', [], '');
  for (const { key, value } of doc.members(doc.root)) {
    const name = doc.text(key);
    const field = READ.root(name);
    if (field === undefined) continue;
    let index = 0;
    for (const item of doc.items(value)) {
      const level = field === 'entries' ? 'entry' : 'parent';
      yield* keysOf(doc, item, level, [name, index], `${name}[${index}].`);
      index++;
    }
  }
}

function* keysOf(
  doc: JsonDoc,
  object: NodeId,
  level: Level,
  names: readonly (string | number)[],
  prefix: string,
): Generator<UnreadKey> {
  const read = new Set<RegistryKey | undefined>();
  for (const { key } of doc.members(object)) read.add(READ[level](doc.text(key)));
  for (const { key } of doc.members(object)) {
    const name = doc.text(key);
    if (READ[level](name) !== undefined) continue;
    const meaning = meaningOf(name, level);
    if (meaning === undefined) continue;
    const place = { span: doc.span(key), field: prefix + name, pointer: jsonPointer(...names, name) };
    yield { key: name, place, alone: !read.has(meaning.meant), ...meaning };
  }
}

function meaningOf(name: string, level: Level): Pick<UnreadKey, 'meant' | 'because'> | undefined {
  if (name.length > LONGEST) return undefined;
  const word = name.toLowerCase().replace(/[^a-z]+/g, '');
  const meant = near(word, level);
  if (meant !== undefined) return { meant, because: 'spelling' };
  const filter = level === 'entry' ? undefined : (READ.entry(name) ?? near(word, 'entry'));
  return filter === 'include_only' || filter === 'exclude' ? { meant: filter, because: 'place' } : undefined;
}

function near(word: string, level: Level): RegistryKey | undefined {
  if (Object.hasOwn(KIN[level], word)) return KIN[level][word];
  return NAMES[level].find((name) => {
    const plain = name.replaceAll('_', '');
    return word === plain || (plain.length >= 6 && oneEdit(word, plain));
  });
}

const NAMES: Readonly<Record<Level, readonly RegistryKey[]>> = {
  root: ['entries', 'inherits'],
  entry: ['path', 'include_only', 'exclude'],
  parent: ['path'],
};
