import type { Random } from './random.ts';
import { type ByteString, COLLAPSING, content, foldedSpelling, nearMiss, ODD_CONTENT } from './spell.ts';

/**
 * How likely each oddity is where it can stand.
 */
export interface Taste {
  /** A key comes again, at any level. */
  readonly again: number;
  /** A field name is folded, or nearly a field name. */
  readonly spelling: number;
  readonly nulls: number;
  /** A value of a wrong type. */
  readonly wrong: number;
  /** A string or key that decoders disagree about. */
  readonly odd: number;
  /** A character is written as an escape without need. */
  readonly escapes: number;
  /** The root, or what holds everything, is not what it should be. */
  readonly root: number;
}

export const CALM: Taste = {
  again: 0.15,
  spelling: 0.1,
  nulls: 0.05,
  wrong: 0.02,
  odd: 0.05,
  escapes: 0.03,
  root: 0.02,
};

/** What a share of the documents dwells on. */
export const TASTES = {
  mixed: { again: 0.3, spelling: 0.3, nulls: 0.15, wrong: 0.05, odd: 0.2, escapes: 0.1, root: 0.05 },
  duplicates: { ...CALM, again: 0.75, nulls: 0.15, wrong: 0.06 },
  folding: { ...CALM, spelling: 0.9, again: 0.5, escapes: 0.2 },
  nulls: { ...CALM, nulls: 0.5, again: 0.5 },
  types: { ...CALM, wrong: 0.3, again: 0.4 },
  strings: { ...CALM, odd: 0.8, again: 0.5, escapes: 0.2 },
  roots: { ...CALM, root: 0.9, again: 0.4 },
} as const satisfies Record<string, Taste>;

const SPACE: readonly ByteString[] = [' ', '\n', '\t', '\r\n', '  '];
const TEXTS = [
  '',
  '',
  'x',
  'run',
  'https://h.test/mcp',
  'caf\u00e9',
  '\ud83d\ude80',
  'a"b\\c/d\n',
  '\u2028',
  'true',
  'null',
  '0',
];

/** Writes the parts of documents that are the same in every kind of file. */
export class Writer {
  protected readonly r: Random;
  protected readonly taste: Taste;
  /** Values to put where they do not belong. */
  readonly #anything: readonly ByteString[];

  constructor(r: Random, taste: Taste, anything: readonly ByteString[]) {
    this.r = r;
    this.taste = taste;
    this.#anything = anything;
  }

  /** The key of a field, or one that is nearly it. */
  protected fieldKey(field: string): ByteString {
    const { r } = this;
    const { spelling, escapes } = this.taste;
    if (!r.chance(spelling)) return `"${content(r, field, escapes)}"`;
    return `"${r.pick([foldedSpelling, foldedSpelling, nearMiss])(r, field, escapes)}"`;
  }

  protected several(make: () => ByteString): ByteString[] {
    return Array.from({ length: this.r.pick([0, 1, 1, 2, 2, 3, 5]) }, make);
  }

  /** A string where one is wanted, or what else may stand there. */
  protected text(texts: readonly string[] = TEXTS): ByteString {
    const { r } = this;
    if (r.chance(this.taste.nulls)) return 'null';
    if (r.chance(this.taste.wrong * 0.5)) return this.any();
    return this.key(r.pick(texts));
  }

  /** A string with this text, or with an oddity in it. */
  protected key(text: string): ByteString {
    const { r } = this;
    const plain = content(r, text, this.taste.escapes);
    if (!r.chance(this.taste.odd)) return `"${plain}"`;
    // Half of them decode to the same, so that different keys become one.
    const odd = r.chance(0.5) ? r.pick(COLLAPSING) : r.pick(ODD_CONTENT);
    return r.pick([`"${odd}"`, `"${plain}${odd}"`, `"${odd}${plain}"`]);
  }

  protected any(): ByteString {
    return this.r.pick(this.#anything);
  }

  protected member(key: ByteString, value: ByteString): ByteString {
    return `${this.spaced(key)}:${this.spaced(value)}`;
  }

  protected object(members: readonly ByteString[]): ByteString {
    return `{${members.length === 0 ? this.spaced('') : members.join(',')}}`;
  }

  protected array(items: readonly ByteString[]): ByteString {
    return `[${items.length === 0 ? this.spaced('') : items.map((item) => this.spaced(item)).join(',')}]`;
  }

  protected spaced(part: ByteString): ByteString {
    const { r } = this;
    const space = (): ByteString => (r.chance(0.05) ? r.pick(SPACE) : '');
    return space() + part + space();
  }
}
