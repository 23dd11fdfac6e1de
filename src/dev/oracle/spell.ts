import type { Random } from './random.ts';

/**
 * Documents under construction are strings with one character a byte, because much of what they hold is not text.
 * `toBytes` turns them into bytes, `utf8` brings text in.
 */
export type ByteString = string;

export function toBytes(bytes: ByteString): Uint8Array {
  return Buffer.from(bytes, 'latin1');
}

export function utf8(text: string): ByteString {
  return Buffer.from(text, 'utf8').toString('latin1');
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** The content of a JSON string for a text; a share of `escapes` is written as an escape without need. */
export function content(r: Random, text: string, escapes: number): ByteString {
  let written = '';
  for (const char of text) {
    const short = SHORT_ESCAPES[char];
    const must = char < ' ' || char === '"' || char === '\\';
    if (!must && !r.chance(escapes)) written += utf8(char);
    else if (short !== undefined && r.chance(0.5)) written += short;
    else for (let i = 0; i < char.length; i++) written += unicodeEscape(r, char.charCodeAt(i));
  }
  return written;
}

function unicodeEscape(r: Random, unit: number): ByteString {
  const digits = unit.toString(16).padStart(4, '0');
  return `\\u${[...digits].map((digit) => (r.chance(0.5) ? digit : digit.toUpperCase())).join('')}`;
}

/** Parts of string contents at which decoders differ; each is legal for Go, wherever it stands. */
export const ODD_CONTENT: readonly ByteString[] = [
  // Surrogate escapes: alone, in the wrong order, before something else, and one good pair.
  '\\ud800',
  '\\uDFFF',
  '\\udc00\\ud800',
  '\\ud800\\ud800',
  '\\ud800\\u0041',
  '\\ud800\\n',
  '\\ud800x',
  '\\uD83D\\uDE00',
  '\\ud83d\\ud83d\\ude00',
  // Bytes that are not UTF-8: truncated, surrogate halves, overlong, too large, stray.
  '\xe2\x82',
  '\xed\xa0\x80',
  '\xed\xa0\x80\xed\xb0\x80',
  '\xc0\x80',
  '\xc1\xbf',
  '\xe0\x80\x80',
  '\xe0\x9f\xbf',
  '\xf0\x80\x80\x80',
  '\xf0\x8f\xbf\xbf',
  '\xf4\x90\x80\x80',
  '\xf5\x80\x80\x80',
  '\xf0\x9f\x98',
  '\xc3',
  '\x80',
  '\xff',
  '\xe2\x82\xe2\x82\xac',
  '\xc3\\u00a9',
  // The edges of what is UTF-8.
  '\xc2\x80',
  '\xdf\xbf',
  '\xe0\xa0\x80',
  '\xed\x9f\xbf',
  '\xee\x80\x80',
  '\xef\xbf\xbf',
  '\xf0\x90\x80\x80',
  '\xf4\x8f\xbf\xbf',
  // Legal and easily refused or changed: DEL, C1, separators, a byte-order mark, the replacement character.
  '\x7f',
  utf8('\u0085\u2028\u2029\ufeff'),
  utf8('\ufffd'),
  '\\ufffd',
  '\\uFFFE',
  '\\u0000',
  '\\/\\b\\f\\n\\r\\t\\"\\\\',
];

/** Every one of these decodes to U+FFFD. */
export const COLLAPSING: readonly ByteString[] = [
  '\\ud800',
  '\\udfff',
  '\xff',
  '\x80',
  '\xc3',
  '\\ufffd',
  utf8('\ufffd'),
];

/** A spelling of a field name that Go takes for it: any case, long s, Kelvin sign, escapes. */
export function foldedSpelling(r: Random, name: string, escapes: number): ByteString {
  const change = r.pick([0.1, 0.5, 1]);
  const letters = [...name].map((letter) => {
    if (!r.chance(change)) return letter;
    const lower = letter.toLowerCase();
    const special = lower === 's' ? '\u017f' : lower === 'k' ? '\u212a' : undefined;
    if (special !== undefined && r.chance(0.6)) return special;
    return r.chance(0.5) ? lower : letter.toUpperCase();
  });
  return content(r, letters.join(''), escapes);
}

/** Letters that look or compare alike somewhere, and never in Go's simple folding. */
const LOOKALIKES: Readonly<Record<string, readonly string[]>> = {
  a: ['\uff41', '\u0430', '\u00e5'],
  c: ['\uff43', '\u0441'],
  d: ['\uff44'],
  e: ['\uff45', '\u0435', '\u0117'],
  i: ['\u0131', '\u0130', 'i\u0307', '\uff49'],
  k: ['\uff4b', '\u03ba'],
  m: ['\uff4d'],
  r: ['\uff52'],
  s: ['\u00df', '\u1e9e', '\uff53', '\ufb06'],
  u: ['\uff55', '\u00fc'],
};

/** A key that comes close to a field name and is another one. */
export function nearMiss(r: Random, name: string, escapes: number): ByteString {
  const at = r.between(0, name.length - 1);
  const alike = LOOKALIKES[(name[at] as string).toLowerCase()];
  if (alike !== undefined && r.chance(0.7)) {
    return content(r, name.slice(0, at) + r.pick(alike) + name.slice(at + 1), escapes);
  }
  const [before, after] = [content(r, name.slice(0, at), escapes), content(r, name.slice(at), escapes)];
  return (
    before +
    r.pick(['_', '-', ' ', utf8('\u200b'), '\\u0000', '\xff', '\\ud800', '@', '`', '\x7f', '\\u0011']) +
    after
  );
}
