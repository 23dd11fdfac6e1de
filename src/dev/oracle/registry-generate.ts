import { anyNumber, nest } from './extremes.ts';
import type { GeneratedDocument } from './kind.ts';
import { mutate, truncate, wrap } from './mutate.ts';
import { Random } from './random.ts';
import { type ByteString, foldedSpelling, toBytes, utf8 } from './spell.ts';
import { CALM, TASTES, type Taste, Writer } from './writer.ts';

const SHARES = {
  mixed: 14,
  duplicates: 14,
  folding: 10,
  nulls: 8,
  types: 8,
  strings: 8,
  roots: 5,
  comments: 14,
  slices: 12,
  numbers: 4,
  depth: 0.3,
  mutated: 12,
  truncated: 4,
  wrapped: 4,
} as const;

type Category = keyof typeof SHARES;
export const REGISTRY_CATEGORIES: readonly string[] = Object.keys(SHARES);

export function generateRegistry(seed: number, index: number): GeneratedDocument {
  const r = new Random(seed, index);
  const category = r.weighted(SHARES);
  return { category, bytes: toBytes(write(r, category)) };
}

function write(r: Random, category: Category): ByteString {
  switch (category) {
    case 'comments':
      return new RegistryWriter(r, CALM, 0.3).root();
    case 'slices':
      return slices(r);
    case 'numbers':
      return numbers(r);
    case 'depth':
      return depth(r);
    case 'mutated':
      return mutate(r, valid(r));
    case 'truncated':
      return truncate(r, valid(r));
    case 'wrapped':
      return wrap(r, valid(r));
    default:
      return new RegistryWriter(r, TASTES[category], 0.02).root();
  }
}

function valid(r: Random): ByteString {
  const taste = TASTES[r.pick(['mixed', 'duplicates', 'strings'] as const)];
  return new RegistryWriter(r, taste, r.pick([0.02, 0.2])).root();
}

// The names are written down here once more, on purpose: one that the emulator forgets must not be forgotten here.
const UNREAD = ['includeOnly', 'include-only', '$schema', '__proto__', 'constructor', '', 'x', 'name'];
const PATHS = [
  '',
  'kits/loom',
  '~/kits',
  '/opt/kits',
  '../up',
  'a"b\\c',
  'caf\u00e9',
  './x',
  '// no comment',
  '/*',
];
const NAMES = ['^a', '.*', '', '(', 'x', ',]', '\u2028'];
const ANYTHING: readonly ByteString[] = [
  'true',
  'false',
  '0',
  '1e400',
  '""',
  '"x"',
  '"\xff"',
  '[]',
  '{}',
  '["x"]',
  '[null]',
  '[1]',
  '[{}]',
  '[[]]',
  '[{"path":"x"}]',
  '[{"path":1}]',
  '{"path":"x"}',
  '{"a":{"a":null,"a":[]},"a":1}',
];
const COMMENTS: readonly ByteString[] = [
  '// x\n',
  '//\n',
  '// x\r',
  '// "\\\xff",]}\n',
  '/**/',
  '/* x */',
  '/* // * / "\n */',
  '/***/',
  '/*/ */',
  utf8('// caf\u00e9 \u2028 x\n'),
];

/** Writes documents that are JSON with comments and trailing commas. */
class RegistryWriter extends Writer {
  /** How likely a comment is where one can stand, and a comma behind the last. */
  readonly #extras: number;

  constructor(r: Random, taste: Taste, extras: number) {
    super(r, taste, ANYTHING);
    this.#extras = extras;
  }

  root(): ByteString {
    const { r } = this;
    if (r.chance(this.taste.root * 0.4)) return this.spaced(r.pick(['null', 'null', ...ANYTHING]));
    const members: ByteString[] = [];
    let last: 'entries' | 'inherits' | undefined;
    for (let left = r.pick([0, 1, 1, 1, 2, 2, 3]); left > 0; left--) {
      if (r.chance(0.08)) members.push(this.member(this.key(r.pick(UNREAD)), this.any()));
      last =
        last !== undefined && r.chance(this.taste.again) ? last : r.pick(['entries', 'entries', 'inherits']);
      const make = last === 'entries' ? () => this.#entry() : () => this.#parent();
      members.push(this.member(this.fieldKey(last), this.#list(make)));
    }
    const end = this.r.chance(0.03) ? r.pick(['// x', '//', '/*', '/* x', '/', '//\xff']) : '';
    return this.spaced(this.object(members)) + end;
  }

  protected override spaced(part: ByteString): ByteString {
    const comment = (): ByteString => (this.r.chance(this.#extras) ? this.r.pick(COMMENTS) : '');
    return comment() + super.spaced(part) + comment();
  }

  protected override object(members: readonly ByteString[]): ByteString {
    return this.#trailing(super.object(members), members.length);
  }

  protected override array(items: readonly ByteString[]): ByteString {
    return this.#trailing(super.array(items), items.length);
  }

  /** A comma behind the last; seldom one that is not allowed. */
  #trailing(container: ByteString, length: number): ByteString {
    const { r } = this;
    const comma = length === 0 ? r.chance(this.#extras * 0.03) : r.chance(this.#extras);
    if (!comma) return container;
    return container.slice(0, -1) + this.spaced(r.chance(0.03) ? ',,' : ',') + container.slice(-1);
  }

  #list(make: () => ByteString): ByteString {
    const { r } = this;
    if (r.chance(this.taste.nulls * 0.5)) return 'null';
    if (r.chance(this.taste.wrong * 0.5)) return this.any();
    const items = Array.from({ length: r.pick([0, 1, 1, 2, 2, 3]) }, () => {
      if (r.chance(this.taste.nulls * 0.4)) return 'null';
      return r.chance(this.taste.wrong * 0.3) ? this.any() : make();
    });
    return this.array(items);
  }

  #entry(): ByteString {
    const { r } = this;
    const members: ByteString[] = [];
    do {
      if (r.chance(0.9)) members.push(this.member(this.fieldKey('path'), this.text(PATHS)));
      if (r.chance(0.1)) members.push(this.member(this.key(r.pick(UNREAD)), this.any()));
      if (r.chance(0.3)) members.push(this.member(this.fieldKey('include_only'), this.#filter()));
      if (r.chance(0.3)) members.push(this.member(this.fieldKey('exclude'), this.#filter()));
    } while (r.chance(this.taste.again * 0.4));
    return this.object(members);
  }

  #filter(): ByteString {
    return this.#list(() => this.text(NAMES));
  }

  #parent(): ByteString {
    const members = this.several(() => this.member(this.fieldKey('path'), this.text(PATHS)));
    return this.object(members.slice(0, 2));
  }
}

/** Lists that come again: longer, shorter, empty, with entries that name little or nothing, cleared in between. */
function slices(r: Random): ByteString {
  const text = (): ByteString =>
    r.chance(0.2) ? 'null' : `"${'abcdefgh'[r.between(0, 7)]}${r.between(0, 9)}"`;
  const list = (item: () => ByteString): ByteString =>
    r.chance(0.06)
      ? r.pick(['null', '[]', '[]', '{}', '"x"'])
      : `[${Array.from({ length: r.pick([0, 1, 1, 2, 2, 3, 4, 5, 6, 9]) }, () =>
          r.chance(0.1) ? 'null' : r.chance(0.005) ? r.pick(ANYTHING) : item(),
        ).join(',')}]`;
  const key = (field: string): ByteString => `"${foldedSpelling(r, field, 0)}":`;
  const entry = (): ByteString => {
    const members: ByteString[] = [];
    for (let left = r.between(0, 4); left > 0; left--) {
      const field = r.pick(['path', 'path', 'include_only', 'exclude']);
      members.push(key(field) + (field === 'path' ? text() : list(text)));
    }
    return `{${members.join(',')}}`;
  };
  const field = r.pick(['entries', 'entries', 'entries', 'inherits']);
  const lists = Array.from({ length: r.between(2, 5) }, () => key(field) + list(entry));
  return `{${lists.join(',')}}`;
}

/** Numbers of every form, where they are ignored, where they are wrong, and at the end of the file. */
function numbers(r: Random): ByteString {
  const value = anyNumber(r);
  return r.pick([
    `{"version":${value},"entries":[{"path":"a","weight":${value}}]}`,
    `{"entries":[{"path":${value}}]}`,
    `{"entries":[${value}]}`,
    `{"entries":${value}}`,
    `{"inherits":[{"path":"a"},{"path":${value}}]}`,
    `{"entries":[{"exclude":[${value}]}]}`,
    value,
  ]);
}

/** Nesting near the limit, in values that are read or ignored. */
function depth(r: Random): ByteString {
  switch (r.weighted({ root: 1, entries: 1, entry: 1, field: 1, ignored: 2 })) {
    case 'root':
      return nest(r, 0);
    case 'entries':
      return `{"${r.pick(['entries', 'inherits'])}":${nest(r, 1)}}`;
    case 'entry':
      return `{"entries":[${nest(r, 2)}]}`;
    case 'field':
      return `{"entries":[{"${r.pick(['path', 'exclude'])}":${nest(r, 3)}}]}`;
    case 'ignored':
      return `{"x":${nest(r, 1)},"entries":[{"path":"a"},],}`;
  }
}
