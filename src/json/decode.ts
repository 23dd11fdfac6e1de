const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BACKSLASH = 0x5c;
const REPLACEMENT = 0xfffd;

/**
 * Decodes the bytes of a JSON string's content (or of a bare token) as Go's `encoding/json` does: escapes are
 * resolved; every byte that is not part of valid UTF-8 becomes one U+FFFD (WHATWG decoders write fewer); a surrogate
 * escape without its other half becomes one U+FFFD. The bytes must have passed the parser.
 */
export function decodeString(bytes: Uint8Array, start: number, end: number): string {
  let i = start;
  while (i < end && bytes[i] !== BACKSLASH) i++;
  if (i === end) {
    try {
      return strict.decode(bytes.subarray(start, end));
    } catch {
      // Not UTF-8: the slow way below replaces byte by byte.
    }
  }
  return decodeSlowly(bytes, start, end);
}

/** The text of bytes that are all ASCII; false when one is not. */
export function asciiText(bytes: Uint8Array): string | false {
  try {
    const text = strict.decode(bytes);
    return text.length === bytes.length && text;
  } catch {
    return false;
  }
}

function decodeSlowly(bytes: Uint8Array, start: number, end: number): string {
  const parts: string[] = [];
  let units: number[] = [];
  const push = (code: number): void => {
    if (code > 0xffff) {
      units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
    } else units.push(code);
    if (units.length > 8192) {
      parts.push(String.fromCharCode(...units));
      units = [];
    }
  };
  let i = start;
  while (i < end) {
    if (bytes[i] === BACKSLASH) {
      const escaped = bytes[i + 1] as number;
      if (escaped !== 0x75 /* u */) {
        push(SHORT_ESCAPES.get(escaped) ?? escaped);
        i += 2;
        continue;
      }
      const code = hex4(bytes, i + 2);
      i += 6;
      if (code < 0xd800 || code > 0xdfff) {
        push(code);
        continue;
      }
      const low = bytes[i] === BACKSLASH && bytes[i + 1] === 0x75 && i + 6 <= end ? hex4(bytes, i + 2) : 0;
      if (code < 0xdc00 && low >= 0xdc00 && low <= 0xdfff) {
        push(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
        i += 6;
      } else push(REPLACEMENT);
      continue;
    }
    const length = runeLength(bytes, i, end);
    push(length === 0 ? REPLACEMENT : runeAt(bytes, i, length));
    i += length || 1;
  }
  parts.push(String.fromCharCode(...units));
  return parts.join('');
}

const SHORT_ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

function hex4(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = at; i < at + 4; i++) {
    const byte = bytes[i] as number;
    value = value * 16 + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
  }
  return value;
}

/** The length of the valid UTF-8 sequence at `i`, 0 when there is none: no overlong form, no surrogate, at most U+10FFFF. */
export function runeLength(bytes: Uint8Array, i: number, end: number): number {
  const first = bytes[i] as number;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (i + length > end) return 0;
  const second = bytes[i + 1] as number;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let j = i + 2; j < i + length; j++) if (((bytes[j] as number) & 0xc0) !== 0x80) return 0;
  return length;
}

function runeAt(bytes: Uint8Array, i: number, length: number): number {
  const first = bytes[i] as number;
  if (length === 1) return first;
  let code = first & (0xff >> (length + 1));
  for (let j = i + 1; j < i + length; j++) code = (code << 6) | ((bytes[j] as number) & 0x3f);
  return code;
}
