import { eastAsianWidth } from 'get-east-asian-width';

/** Columns that one character takes on a terminal; what joins the one before takes none. */
export function characterWidth(char: string): number {
  return isCombining(char) ? 0 : eastAsianWidth(char.codePointAt(0) as number);
}

/** Marks, and the Hangul letters that join the one before. */
function isCombining(char: string): boolean {
  return /^[\p{Mn}\p{Me}\u1160-\u11ff]$/u.test(char);
}

/** Columns that a text without controls takes. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += characterWidth(char);
  return width;
}

/** So many UTF-16 units a column are looked at: a hostile text holds thousands of marks that take none. */
const UNITS_A_COLUMN = 4;

/** A text in at most `width` columns; a mark stands where it was cut. */
export function cutTo(text: string, width: number): string {
  const near = text.slice(0, width * UNITS_A_COLUMN);
  if (near.length === text.length && textWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const char of near) {
    used += characterWidth(char);
    if (used >= width) break;
    kept += char;
  }
  return `${kept}…`;
}

/** A text with spaces behind it, up to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Columns of a table's column: what its title and its texts take, up to a limit. */
export function widest(title: string, texts: readonly string[], limit: number): number {
  let most = title.length;
  for (const text of texts) most = Math.max(most, textWidth(text));
  return Math.min(most, Math.max(limit, title.length));
}

/**
 * A text in lines of at most `width` columns, broken between words; a word that is longer than a line is broken, too.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, width))) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): readonly string[] {
  if (textWidth(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  let used = 0;
  for (const char of word) {
    used += characterWidth(char);
    if (used > width) {
      found.push(piece);
      piece = '';
      used = characterWidth(char);
    }
    piece += char;
  }
  return [...found, piece];
}
