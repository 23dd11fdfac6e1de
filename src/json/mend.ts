import { deletion, type Fix, type TextEdit } from '../text/edit.ts';
import { EditedFile } from '../text/edited.ts';
import { spanMover } from '../text/moved.ts';
import type { Span } from '../text/span.ts';
import type { SyntaxCause } from './explain.ts';
import { parseJson } from './parse.ts';
import { forEachToken } from './tokens.ts';
import { isLineEnd } from './trivia.ts';

/** The causes that leave no doubt what was meant. */
const MENDINGS = {
  'byte-order-mark': { kind: 'safe', title: 'Delete the byte-order mark' },
  'trailing-comma': { kind: 'safe', title: 'Delete the comma after the last entry' },
  'other-case-literal': { kind: 'safe', title: 'Write true, false and null in lower case' },
  'invisible-space': { kind: 'safe', title: 'Replace spaces that JSON does not know' },
  'control-character': { kind: 'safe', title: 'Write control characters in strings as escapes' },
  comment: { kind: 'suggested', title: 'Delete the comments' },
} as const satisfies Partial<Record<SyntaxCause, Pick<Fix, 'kind' | 'title'>>>;

type Mendable = keyof typeof MENDINGS;

function isMendable(cause: SyntaxCause): cause is Mendable {
  return Object.hasOwn(MENDINGS, cause);
}

/** More places than these are left to the next time: nobody wrote such a file, and it must not fill the memory. */
const MOST_EDITS = 100_000;

/**
 * How a syntax error can be mended, at once wherever the same mistake stands. The places that count are those up to which the
 * file is JSON once all such mistakes are mended: beyond, nobody knows what is a string and what is not. Undefined for the
 * causes of which nobody can tell what was meant.
 */
export function syntaxFix(bytes: Uint8Array, cause: SyntaxCause): Fix | undefined {
  if (!isMendable(cause)) return undefined;
  const mistakes = mistakesIn(bytes);
  // Comments may stay: they are passed over, so that what comes behind them can be judged.
  const others = Object.entries(mistakes).flatMap(([other, edits]) => (other === 'comment' ? [] : edits));
  const parsed = parseJson(new EditedFile(bytes).edit(others).bytes, { dialect: 'jsonc' });
  const limit = parsed.ok ? Number.POSITIVE_INFINITY : parsed.error.offset;
  const moved = spanMover(others);
  const edits = mistakes[cause].filter(({ at, text }) => {
    const { end } = moved(at);
    return end < limit || (end === limit && text !== '');
  });
  return edits.length === 0 ? undefined : { ...MENDINGS[cause], edits };
}

/** All mistakes of a file that can be mended, with their edits in file order; no two overlap. */
function mistakesIn(bytes: Uint8Array): Readonly<Record<Mendable, readonly TextEdit[]>> {
  const edits: Record<Mendable, TextEdit[]> = {
    'byte-order-mark': [],
    'trailing-comma': [],
    'other-case-literal': [],
    'invisible-space': [],
    'control-character': [],
    comment: [],
  };
  const add = (cause: Mendable, edit: TextEdit): void => {
    if (edits[cause].length < MOST_EDITS) edits[cause].push(edit);
  };
  const comments: { start: number; end: number }[] = [];
  let comma = -1;
  forEachToken(bytes, (kind, start, end) => {
    if (kind === 'comment') {
      const last = comments.at(-1);
      if (last !== undefined && afterSpaces(bytes, last.end) === start) last.end = end;
      else if (comments.length < MOST_EDITS) comments.push({ start, end });
      return;
    }
    if (kind === 'space') {
      const text = replacementFor(bytes.subarray(start, end));
      add(start === 0 && text === '' ? 'byte-order-mark' : 'invisible-space', { at: { start, end }, text });
      return;
    }
    const mark = kind === 'mark' ? bytes[start] : undefined;
    if (comma !== -1 && (mark === 0x7d || mark === 0x5d)) add('trailing-comma', deletion(comma, comma + 1));
    comma = mark === 0x2c ? start : -1;
    if (kind === 'word') {
      const text = lowerCaseLiteral(bytes, start, end);
      if (text !== undefined) add('other-case-literal', { at: { start, end }, text });
    } else if (kind === 'string') {
      for (const edit of controlCharacters(bytes, start, end)) add('control-character', edit);
    }
  });
  for (const comment of comments) add('comment', withoutComment(bytes, comment));
  return edits;
}

/** A space for each that has a width, and nothing for the others: U+200B and U+FEFF. */
function replacementFor(space: Uint8Array): string {
  const [a, b, c] = space;
  return (a === 0xe2 && b === 0x80 && c === 0x8b) || (a === 0xef && b === 0xbb && c === 0xbf) ? '' : ' ';
}

const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

function lowerCaseLiteral(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > 5) return undefined;
  const word = String.fromCharCode(...bytes.subarray(start, end));
  const text = word.toLowerCase();
  return word !== text && LITERALS.has(text) ? text : undefined;
}

function* controlCharacters(bytes: Uint8Array, start: number, end: number): Generator<TextEdit> {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    // A control character behind a backslash is another mistake.
    if (byte === 0x5c) at++;
    if (byte >= 0x20) continue;
    const text = byte === 0x09 ? '\\t' : `\\u${byte.toString(16).padStart(4, '0')}`;
    yield { at: { start: at, end: at + 1 }, text };
  }
}

/** Deletes a comment, with the white space that nobody needs without it. */
function withoutComment(bytes: Uint8Array, { start, end }: Span): TextEdit {
  const lead = beforeSpaces(bytes, start);
  const trail = afterSpaces(bytes, end);
  const ownLine = lead === 0 || isLineEnd(bytes[lead - 1]);
  const endsLine = trail === bytes.length || isLineEnd(bytes[trail]);
  if (endsLine) return deletion(lead, ownLine ? afterLineEnd(bytes, trail) : trail);
  return deletion(start, lead < start || ownLine ? trail : end);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

function beforeSpaces(bytes: Uint8Array, at: number): number {
  let i = at;
  while (isSpace(bytes[i - 1])) i--;
  return i;
}

function afterSpaces(bytes: Uint8Array, at: number): number {
  let i = at;
  while (isSpace(bytes[i])) i++;
  return i;
}

function afterLineEnd(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? at + 2 : Math.min(at + 1, bytes.length);
}
