import { decodeBase64 } from './base64.ts';
import { isAlnum, isSpace } from './chars.ts';
import { DETECTORS, type Detector } from './formats.ts';
import type { SecretHit } from './hit.ts';
import { isPlaceholder, isPlaceholderToken } from './placeholders.ts';

const BACKSLASH = 92;
const DASH = 45;
const DOT = 46;
const PERCENT = 37;
const UNDERSCORE = 95;

interface Entry {
  readonly prefix: string;
  readonly detector: Detector;
}

const ENTRIES: readonly Entry[] = DETECTORS.flatMap((detector) =>
  detector.prefixes.map((prefix) => ({ prefix, detector })),
);

/** Lists of entries by a small number. The numbers lead to rows, so that a large table costs nothing to make. */
class Table<T> {
  readonly #rowOf: Uint16Array;
  readonly #rows: T[][] = [];

  constructor(size: number, entries: readonly T[], keyOf: (entry: T) => number) {
    this.#rowOf = new Uint16Array(size);
    for (const entry of entries) {
      const key = keyOf(entry);
      const row = this.#rowOf[key] as number;
      if (row === 0) this.#rowOf[key] = this.#rows.push([entry]);
      else this.#rows[row - 1]?.push(entry);
    }
  }

  get(key: number): readonly T[] | undefined {
    const row = this.#rowOf[key];
    return row === undefined || row === 0 ? undefined : this.#rows[row - 1];
  }
}

/** The first two units of an ASCII text as a number. */
function pairOf(text: string): number {
  return text.charCodeAt(0) * 128 + text.charCodeAt(1);
}

/** Detectors by the one unit that their prefix is. */
const BY_UNIT = new Table(
  128,
  ENTRIES.filter((entry) => entry.prefix.length === 1),
  ({ prefix }) => prefix.charCodeAt(0),
);
/** Detectors by the first two units of their prefix. */
const BY_PAIR = new Table(
  128 * 128,
  ENTRIES.filter((entry) => entry.prefix.length > 1),
  ({ prefix }) => pairOf(prefix),
);

/** Whether an escape (`\\n`, `%20`) ends right before `at`: the word there starts although a letter stands before it. */
function followsEscape(text: string, at: number): boolean {
  return text.charCodeAt(at - 2) === BACKSLASH || text.charCodeAt(at - 3) === PERCENT;
}

function isWordOrDash(code: number): boolean {
  return isAlnum(code) || code === UNDERSCORE || code === DASH;
}

/** What a token of any format is made of, base64 included. */
export function isTokenUnit(code: number): boolean {
  return isWordOrDash(code) || code === DOT || code === 43 || code === 47 || code === 61;
}

function isLoose(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before !== UNDERSCORE && before !== DASH;
}

/** A pattern sees this much of the text before and after the place: enough for its shortest form, safe for the engine. */
const WINDOW_BEFORE = 16;
const WINDOW_AFTER = 1024;

/** The end of a match; one that fills its window goes on as far as tokens do. */
function matchEnd(text: string, at: number, pattern: RegExp): number | undefined {
  const from = Math.max(0, at - WINDOW_BEFORE);
  const window = text.slice(from, at + WINDOW_AFTER);
  pattern.lastIndex = at - from;
  if (!pattern.test(window)) return undefined;
  let end = from + pattern.lastIndex;
  if (end === at + WINDOW_AFTER) while (isTokenUnit(text.charCodeAt(end))) end++;
  return end;
}

function matchOne(
  text: string,
  at: number,
  { prefix, detector }: Entry,
  glued: boolean,
): SecretHit | undefined {
  if (!text.startsWith(prefix, at) || (detector.strict && !glued && !isLoose(text, at))) return undefined;
  const end = matchEnd(text, at, detector.pattern);
  if (end === undefined || isAlnum(text.charCodeAt(end))) return undefined;
  const start = at + (detector.shift ?? 0);
  if (isPlaceholderToken(text.slice(start, end), Math.max(0, at + prefix.length - start))) return undefined;
  return { start, end, what: detector.what, high: true };
}

function firstMatch(
  text: string,
  at: number,
  row: readonly Entry[] | undefined,
  glued: boolean,
): SecretHit | undefined {
  if (!row) return undefined;
  for (let i = 0; i < row.length; i++) {
    const hit = matchOne(text, at, row[i] as Entry, glued);
    if (hit) return hit;
  }
  return undefined;
}

function matchAt(text: string, at: number, glued: boolean): SecretHit | undefined {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  const pair = second < 128 ? firstMatch(text, at, BY_PAIR.get(first * 128 + second), glued) : undefined;
  return pair ?? firstMatch(text, at, BY_UNIT.get(first), glued);
}

/** Whether the claims are those of the sample that jwt.io and most documentation print, or of the one in RFC 7519. */
function isSample({ sub, iat, iss }: Record<string, unknown>): boolean {
  return sub === '1234567890' || iat === 1516239022 || iss === 'joe';
}

/** Supabase documents the anonymous key as public, and prints the keys of a local stack. */
function isPublic({ iss, role }: Record<string, unknown>): boolean {
  return iss === 'supabase-demo' || (iss === 'supabase' && role === 'anon');
}

function jsonObject(base64: string): Record<string, unknown> | undefined {
  const json = decodeBase64(base64);
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function skipBase64Url(text: string, from: number): number {
  let i = from;
  while (isWordOrDash(text.charCodeAt(i))) i++;
  return i;
}

/** No header that anybody sends is longer; keeps the work for a hostile text small. */
const LONGEST_JWT_HEADER = 4096;
/** So many places before the same dot are tried as the start of a header. */
const MOST_JWT_STARTS = 4;

/** The run of base64 units that was looked at last: no place in it has to be looked at again. */
interface JwtRun {
  /** Where it ends. */
  end: number;
  /** How many headers that would end there were decoded. */
  starts: number;
  /** The header that was decoded last, and whether it names an algorithm: a text may hold one over and over. */
  header: string;
  isHeader: boolean;
}

function namesAlgorithm(header: string, run: JwtRun): boolean {
  if (header !== run.header) {
    const object = jsonObject(header);
    run.header = header;
    run.isHeader = object !== undefined && 'alg' in object;
  }
  return run.isHeader;
}

/** A JSON Web Token (RFC 7519): three parts, of which the first is a JSON object that names an algorithm. */
function jwtAt(text: string, at: number, glued: boolean, run: JwtRun): SecretHit | undefined {
  if (!text.startsWith('eyJ', at) || (!glued && !isLoose(text, at))) return undefined;
  if (at >= run.end) {
    run.end = skipBase64Url(text, at);
    run.starts = 0;
  }
  const headerEnd = run.end;
  if (text.charCodeAt(headerEnd) !== DOT || headerEnd - at > LONGEST_JWT_HEADER) return undefined;
  if (++run.starts > MOST_JWT_STARTS) return undefined;
  const payloadEnd = skipBase64Url(text, headerEnd + 1);
  if (text.charCodeAt(payloadEnd) !== DOT || payloadEnd - headerEnd < 8) return undefined;
  const end = skipBase64Url(text, payloadEnd + 1);
  if (end - payloadEnd < 17) return undefined;
  if (!namesAlgorithm(text.slice(at, headerEnd), run)) return undefined;
  const payload = jsonObject(text.slice(headerEnd + 1, payloadEnd));
  if (payload && (isSample(payload) || isPublic(payload))) return undefined;
  return { start: at, end, what: 'a JSON Web Token', high: true };
}

const PEM_BEGIN = '-----BEGIN ';
const PEM_LABEL = /(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
/** Fewer base64 units than this are no key but a sketch of one. */
const SHORTEST_PEM_BODY = 40;

/** A private key block (RFC 7468 and kin); line ends may be written as `\n`, and the end may be missing. */
function pemAt(text: string, at: number): SecretHit | undefined {
  PEM_LABEL.lastIndex = at + PEM_BEGIN.length;
  if (!PEM_LABEL.test(text)) return undefined;
  let i = PEM_LABEL.lastIndex;
  let end = i;
  let units = 0;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === DASH && text.startsWith('-----', i)) {
      const close = text.startsWith('-----END ', i) ? text.indexOf('-----', i + 9) : -1;
      if (close !== -1 && close - i < 80) end = close + 5;
      break;
    }
    const escaped = code === BACKSLASH;
    if (escaped) i++;
    else if (isAlnum(code) || code === 43 || code === 47 || code === 61) {
      units++;
      end = i + 1;
    } else if (!isSpace(code) && !PEM_FILLING.includes(text[i] as string)) break;
  }
  if (units < SHORTEST_PEM_BODY) return undefined;
  if (isPlaceholder(text.slice(PEM_LABEL.lastIndex, PEM_LABEL.lastIndex + 120))) return undefined;
  return { start: at, end, what: 'a private key', high: true };
}

/** What may stand between the lines of a key besides white space: headers, list marks, quotes of broken files. */
const PEM_FILLING = ':,-_.@()"\'>|#';

/** A prefix that no word begins with by chance: long enough, or set off by a mark; and no version. */
function isTelling(prefix: string): boolean {
  return /[A-Za-z].*[A-Za-z]/.test(prefix) && (prefix.length >= 4 || /^..[_.-]$/.test(prefix));
}

/** The start of a JSON object in base64, and with it of a web token. */
const JWT_PREFIX = 'eyJ';

const TELLING = new Table(
  128 * 128,
  [...new Set(ENTRIES.map(({ prefix }) => prefix).filter(isTelling)), JWT_PREFIX],
  pairOf,
);

/** The length of the issuer's prefix at a place, when it tells a token by itself; 0 when none stands there. */
export function tellingPrefixAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  const row = first < 128 && second < 128 ? TELLING.get(first * 128 + second) : undefined;
  if (row === undefined) return 0;
  for (const prefix of row) if (text.startsWith(prefix, at)) return prefix.length;
  return 0;
}

/**
 * Every secret with a published format, anywhere in the text, in order and disjoint; in linear time.
 * Documented example keys and placeholders in the shape of a token are none.
 * @param glued also what follows a hyphen or an underscore, where a short prefix may be chance: right for masking, where
 * a false alarm hides a word and a miss shows a secret
 * @param most what comes behind so many is not looked at
 */
export function findTokens(
  text: string,
  {
    glued = false,
    most = Number.POSITIVE_INFINITY,
  }: { readonly glued?: boolean; readonly most?: number } = {},
): SecretHit[] {
  const hits: SecretHit[] = [];
  if (mayHoldToken(text)) scan(text, glued, (hit) => hits.push(hit) >= most);
  return hits;
}

/** The first of them that is none of the values in `additional`; nothing behind it is looked at. */
export function firstToken(text: string, additional: readonly string[] = []): SecretHit | undefined {
  if (!mayHoldToken(text)) return undefined;
  let first: SecretHit | undefined;
  scan(text, false, (hit) => {
    if (!additional.includes(text.slice(hit.start, hit.end))) first = hit;
    return first !== undefined;
  });
  return first;
}

/** So many token units, or percent signs, stand in a row in every token; in a private key alone they need not, and it has a mark. */
const TOKEN_RUN = 20;

/** Whether there may be a token in a text: false of most, which then need not be looked through unit by unit. */
export function mayHoldToken(text: string): boolean {
  return text.length >= TOKEN_RUN && (holdsRun(text) || text.includes(PEM_BEGIN));
}

/** Whether so many stand in a row; looks from the last of them back, so that most units are not looked at. */
function holdsRun(text: string): boolean {
  for (let last = TOKEN_RUN - 1; last < text.length; ) {
    let at = last;
    while (at > last - TOKEN_RUN && mayBeInToken(text.charCodeAt(at))) at--;
    if (at === last - TOKEN_RUN) return true;
    last = at + TOKEN_RUN;
  }
  return false;
}

function mayBeInToken(code: number): boolean {
  return isTokenUnit(code) || code === PERCENT;
}

/** Looks for tokens until `enough` says so. */
function scan(text: string, glued: boolean, enough: (hit: SecretHit) => boolean): void {
  let before = 0;
  const escapes = text.includes('\\') || text.includes('%');
  const run: JwtRun = { end: 0, starts: 0, header: '', isHeader: false };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const inWord = isAlnum(before);
    before = code;
    if (code === DASH) {
      if (!text.startsWith(PEM_BEGIN, i)) continue;
    } else if (!isAlnum(code) || (inWord && !(escapes && followsEscape(text, i)))) continue;
    const hit = code === DASH ? pemAt(text, i) : (jwtAt(text, i, glued, run) ?? matchAt(text, i, glued));
    if (!hit) continue;
    if (enough(hit)) return;
    if (hit.end - 1 <= i) continue;
    i = hit.end - 1;
    before = text.charCodeAt(i);
  }
}
