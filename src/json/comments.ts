import type { Span } from '../text/span.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const STAR = 0x2a;

/**
 * The comments of a JSONC file that run to the end of their line, from the slashes on; what stands in a string or in a comment of the
 * other form is none. Linear for any bytes.
 */
export function lineComments(bytes: Uint8Array): readonly Span[] {
  const comments: Span[] = [];
  let i = 0;
  while (i < bytes.length) {
    const byte = bytes[i];
    if (byte === QUOTE) i = afterString(bytes, i + 1);
    else if (byte === SLASH && bytes[i + 1] === STAR) i = afterBlock(bytes, i + 2);
    else if (byte === SLASH && bytes[i + 1] === SLASH) {
      const end = lineEnd(bytes, i);
      comments.push({ start: i, end });
      i = end;
    } else i++;
  }
  return comments;
}

/** A string that is not closed ends with its line, so that what follows a mistake is still read. */
function afterString(bytes: Uint8Array, start: number): number {
  for (let i = start; i < bytes.length; i++) {
    if (bytes[i] === BACKSLASH) i++;
    else if (bytes[i] === QUOTE || endsLine(bytes[i])) return i + 1;
  }
  return bytes.length;
}

function afterBlock(bytes: Uint8Array, start: number): number {
  for (let i = start; i < bytes.length; i++) if (bytes[i] === STAR && bytes[i + 1] === SLASH) return i + 2;
  return bytes.length;
}

function lineEnd(bytes: Uint8Array, start: number): number {
  let i = start;
  while (i < bytes.length && !endsLine(bytes[i])) i++;
  return i;
}

function endsLine(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}
