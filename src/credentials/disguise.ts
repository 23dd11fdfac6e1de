import type { TextSpan } from './hit.ts';

/** A text as somebody reads it who undoes what was done to it on the way. */
export interface Undisguised {
  readonly text: string;
  /** The range of the original text that a range of the new one comes from. */
  original(span: TextSpan): TextSpan;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  lowbar: '_',
  colon: ':',
  equals: '=',
  nbsp: ' ',
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '' };

/**
 * What a text may be written with that changes nothing for its reader, one alternative each: an escape of JSON,
 * JavaScript or YAML (with the line end after it, when it is one); a character reference of HTML or XML; what colours a
 * terminal; a tag or comment inside a line; the end of a string and the start of the one that is joined to it, unless
 * that is a name. None can be long but the comments, which are bounded.
 */
const DISGUISE = new RegExp(
  [
    /\\u\{0{0,4}([0-9a-fA-F]{1,6})\}/,
    /\\u([0-9a-fA-F]{4})/,
    /\\x([0-9a-fA-F]{2})/,
    /\\\r?\n[ \t]{0,200}/,
    /&#x([0-9a-fA-F]{1,6});/,
    /&#([0-9]{1,7});/,
    /&([a-z]{2,6});/,
    /\u001b\[[0-9;]{0,12}[A-Za-z]/,
    /(?<=[\w-])<\/?[a-z][a-z0-9]{0,9} ?\/?>(?=[\w-])/,
    /\/\*[^*\r\n]{0,200}\*\//,
    /<!--[^>\r\n]{0,200}-->/,
    /(?<=[\w.-])(?<quote>["'])[ \t]{0,40}(?:[+.][ \t]{0,40})?(?:\r?\n[ \t]{0,200}(?:[+.][ \t]{0,40})?)?\k<quote>(?=[\w.-][^"'\r\n]{0,400}["'](?![ \t]{0,9}:))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

const BACKSLASH = 92;
const PERCENT = 37;
const ESCAPE = 27;

/** What a unit begins, by its code. */
const NOTHING = 0;
const SOMETHING = 1;
const UNSEEN = 2;
const ASCII = new Uint8Array(128);
for (const char of '\\&%</"\'') ASCII[char.charCodeAt(0)] = SOMETHING;
for (let code = 0; code < 32; code++)
  if (code < 9 || code === 11 || code === 12 || code > 13) ASCII[code] = UNSEEN;
ASCII[127] = UNSEEN;

function kindOf(code: number): number {
  if (code < 128) return ASCII[code] as number;
  const unseen =
    code === 0xad ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2060 && code <= 0x2064) ||
    code === 0xfeff ||
    code === 0xfffd;
  return unseen ? UNSEEN : NOTHING;
}

/** What was written, and with how many units. */
interface Disguise {
  readonly plain: string;
  readonly length: number;
}

function findDisguise(text: string, at: number): Disguise | undefined {
  const code = text.charCodeAt(at);
  const kind = kindOf(code);
  if (kind === NOTHING) return undefined;
  // What a hostile text may consist of is read without the pattern, which is slow to start.
  const next = text[at + 1] ?? '';
  if (code === BACKSLASH && next !== '' && !'ux\r\n'.includes(next)) {
    return { plain: ESCAPES[next] ?? next, length: 2 };
  }
  if (code === PERCENT) {
    const digits = text.slice(at + 1, at + 3);
    if (!/^[0-7][0-9a-fA-F]$/.test(digits)) return undefined;
    return { plain: String.fromCharCode(Number.parseInt(digits, 16)), length: 3 };
  }
  if (kind === UNSEEN && (code !== ESCAPE || next !== '[')) return { plain: '', length: 1 };
  DISGUISE.lastIndex = at;
  const match = DISGUISE.exec(text);
  if (match === null) return kind === UNSEEN ? { plain: '', length: 1 } : undefined;
  const plain = plainOf(match);
  return plain === undefined ? undefined : { plain, length: match[0].length };
}

function plainOf(match: RegExpExecArray): string | undefined {
  const [, codePoint, unit, byte, hexReference, reference, entity] = match;
  const hex = codePoint ?? unit ?? byte ?? hexReference;
  if (entity !== undefined) return ENTITIES[entity];
  if (hex === undefined && reference === undefined) return '';
  const code = hex === undefined ? Number(reference) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** The text without its disguises; undefined when it has none. */
export function disguises(text: string): Undisguised | undefined {
  let first = 0;
  while (first < text.length && findDisguise(text, first) === undefined) first++;
  if (first === text.length) return undefined;
  const units = new Uint16Array(text.length);
  /** The range of the original that each unit comes from. */
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  const put = (unit: number, start: number, end: number): void => {
    units[length] = unit;
    starts[length] = start;
    ends[length++] = end;
  };
  for (let i = 0; i < text.length; ) {
    const found = i < first ? undefined : findDisguise(text, i);
    const end = i + (found?.length ?? 1);
    if (found === undefined) put(text.charCodeAt(i), i, end);
    else for (let k = 0; k < found.plain.length; k++) put(found.plain.charCodeAt(k), i, end);
    i = end;
  }
  return {
    text: new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length)),
    original: ({ start, end }) => ({ start: starts[start] as number, end: ends[end - 1] as number }),
  };
}
