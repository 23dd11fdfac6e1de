import { runeLength } from './decode.ts';
import { commentAt, isBlank, isLineEnd } from './trivia.ts';

/** `space`: one character that looks blank and that JSON does not know. `mark`: one that is part of none of the others. */
export type TokenKind = 'string' | 'comment' | 'word' | 'space' | 'mark';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Cuts a file into tokens, whether or not it is JSON; blank bytes lie between them. A string ends at its quote or at the
 * end of its line; a comment of JSONC that does not close is marks and words.
 */
export function forEachToken(
  bytes: Uint8Array,
  use: (kind: TokenKind, start: number, end: number) => void,
): void {
  let unclosed = false;
  for (let at = 0; at < bytes.length; ) {
    if (isBlank(bytes[at])) {
      at++;
      continue;
    }
    let kind: TokenKind = 'mark';
    let end = at + 1;
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      kind = 'string';
      end = stringEnd(bytes, at);
    } else if (isWordByte(byte)) {
      kind = 'word';
      while (isWordByte(bytes[end])) end++;
    } else if (byte === 0x2f) {
      // One that does not close is looked for to the end of the file, and so are those behind it.
      const comment = unclosed && bytes[at + 1] === 0x2a ? undefined : commentAt(bytes, at);
      if (comment !== undefined) {
        kind = 'comment';
        end = comment.end;
      } else if (bytes[at + 1] === 0x2a) unclosed = true;
    } else if (byte >= 0x80) {
      end = at + Math.max(1, runeLength(bytes, at, bytes.length));
      if (/^[\s\u200b\ufeff]$/u.test(decoder.decode(bytes.subarray(at, end)))) kind = 'space';
    }
    use(kind, at, end);
    at = end;
  }
}

function stringEnd(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== QUOTE && !isLineEnd(bytes[i])) {
    i += bytes[i] === BACKSLASH && !isLineEnd(bytes[i + 1]) ? 2 : 1;
  }
  return Math.min(bytes[i] === QUOTE ? i + 1 : i, bytes.length);
}

function isWordByte(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    ((byte >= 0x30 && byte <= 0x39) ||
      (byte >= 0x41 && byte <= 0x5a) ||
      (byte >= 0x61 && byte <= 0x7a) ||
      byte === 0x5f)
  );
}
