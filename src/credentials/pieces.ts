import { isAlnum, isLineEnd } from './chars.ts';
import type { TextSpan } from './hit.ts';
import { isPlaceholderToken } from './placeholders.ts';
import { isTokenUnit, tellingPrefixAt } from './tokens.ts';

/** So many letters and digits behind a prefix are worth hiding; more of them where the prefix is short. */
const SHORTEST = 6;
const SHORTEST_AFTER_SHORT_PREFIX = 12;
const SHORT_PREFIX = 3;
/** Digits alone are an id or a date unless there are so many. */
const SHORTEST_NUMBER = 8;
/** What goes on behind a whole token is longer, since it may as well be a word that comes next. */
const SHORTEST_AFTER_TOKEN = 16;
/** Longest run that is looked at for digits and letters. */
const LONGEST_LOOK = 64;
/** No mark of a broken line is longer. */
const LONGEST_GAP = 64;
/** What stands between names and values; behind it something else begins. */
const ENDS_PIECE = ',:;{}[]()=&|';

function alnumEnd(text: string, from: number): number {
  let i = from;
  while (isAlnum(text.charCodeAt(i))) i++;
  return i;
}

/** Whether one of the runs of letters and digits in a token is long and mixed enough. */
function holdsRandom(text: string, start: number, end: number, shortest: number): boolean {
  for (let at = start; at < Math.min(end, start + LONGEST_LOOK); ) {
    const runEnd = alnumEnd(text, at);
    if (runEnd - at >= shortest && isRandom(text, at, runEnd)) return true;
    at = runEnd + 1;
  }
  return false;
}

/** Whether the letters and digits of a range are mixed as those of no word are. */
function isRandom(text: string, start: number, end: number): boolean {
  let digits = 0;
  let capitals = 0;
  let small = 0;
  let turns = 0;
  for (let i = start; i < Math.min(end, start + LONGEST_LOOK); i++) {
    const code = text.charCodeAt(i);
    if (code < 58) digits++;
    else if (code > 96) small++;
    else {
      capitals++;
      if (i > start && text.charCodeAt(i - 1) > 96) turns++;
    }
  }
  return turns > 1 || (digits > 0 && (capitals + small > 0 || digits >= SHORTEST_NUMBER));
}

function hasAllKinds(run: string): boolean {
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

/** Where the next letter or digit stands behind a gap that a token may be broken by; undefined when none does. */
function behindGap(
  text: string,
  from: number,
): { readonly at: number; readonly newLine: boolean } | undefined {
  let newLine = false;
  for (let i = from; i < from + LONGEST_GAP; i++) {
    const code = text.charCodeAt(i);
    if (isAlnum(code)) return { at: i, newLine };
    if (!(code >= 0) || ENDS_PIECE.includes(text[i] as string)) return undefined;
    if (isLineEnd(code)) newLine = true;
  }
  return undefined;
}

type TokenEnd = (from: number) => number;

/** Finds the end of a run of token units; looks at none twice, since many prefixes may stand in one run. */
function createTokenEnd(text: string): TokenEnd {
  let start = 0;
  let end = 0;
  return (from) => {
    if (from >= start && from < end) return end;
    start = from;
    end = from;
    while (isTokenUnit(text.charCodeAt(end))) end++;
    // Not what ends a sentence.
    while (end > from && !isAlnum(text.charCodeAt(end - 1))) end--;
    return end;
  };
}

/** Where what goes on behind `from` ends; `from` itself when nothing does. */
function goesOn(text: string, from: number, whole: boolean, tokenEnd: TokenEnd): number {
  const gap = behindGap(text, from);
  if (gap === undefined || gap.at === from) return from;
  const runEnd = alnumEnd(text, gap.at);
  const end = tokenEnd(gap.at);
  // A name before its value.
  if (/[:=]/.test(text[end] ?? '')) return from;
  if (whole) {
    const long = gap.newLine && end - gap.at >= SHORTEST_AFTER_TOKEN;
    return long && hasAllKinds(text.slice(gap.at, end)) ? end : from;
  }
  return runEnd - gap.at >= SHORTEST && isRandom(text, gap.at, runEnd) ? end : from;
}

/**
 * Tokens in pieces: what begins with an issuer's prefix and is then cut off, and what goes on behind a line end, a
 * space, a quote or another unit that broke the token. For masking alone: nobody can use a piece, and a report has
 * nothing to say of it.
 * @param tokens the whole tokens of the text, in order
 */
export function findPieces(text: string, tokens: readonly TextSpan[]): TextSpan[] {
  const pieces: TextSpan[] = [];
  const tokenEnd = createTokenEnd(text);
  let nextToken = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const token = tokens[nextToken];
    if (token !== undefined && i >= token.start) {
      nextToken++;
      const end = goesOn(text, token.end, true, tokenEnd);
      if (end > token.end) pieces.push({ start: token.end, end });
      i = Math.max(i, end - 1);
      inWord = true;
      continue;
    }
    const begins = !inWord;
    inWord = isAlnum(text.charCodeAt(i));
    if (!begins || !inWord) continue;
    const prefix = tellingPrefixAt(text, i);
    if (prefix === 0) continue;
    const body = i + prefix;
    let end = tokenEnd(body);
    if (!holdsRandom(text, body, end, prefix > SHORT_PREFIX ? SHORTEST : SHORTEST_AFTER_SHORT_PREFIX))
      continue;
    if (isPlaceholderToken(text.slice(i, end), prefix)) continue;
    for (let next = goesOn(text, end, false, tokenEnd); next > end; next = goesOn(text, end, false, tokenEnd))
      end = next;
    pieces.push({ start: i, end });
    i = end - 1;
  }
  return pieces;
}
