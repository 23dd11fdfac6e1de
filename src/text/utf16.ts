/**
 * Turns places in a decoded text into places in the bytes it was decoded from: for a reader that knows text alone. A
 * broken sequence is one U+FFFD, as Node decodes it.
 * @param bytes the whole file
 * @param start and `end`: the part that was decoded, without line ends changed or a byte-order mark taken off
 * @returns the byte offset into the file of a UTF-16 offset; one in the middle of a pair gives the start of the character
 */
export function byteOffsets(bytes: Uint8Array, start: number, end: number): (unit: number) => number {
  let i = start;
  while (i < end && (bytes[i] as number) < 0x80) i++;
  if (i === end) return (unit) => start + Math.min(Math.max(unit, 0), end - start);
  const offsets = new Uint32Array(end - start + 1);
  let unit = i - start;
  for (let u = 0; u < unit; u++) offsets[u] = start + u;
  while (i < end) {
    offsets[unit++] = i;
    const length = sequenceLength(bytes, i, end);
    if (length === 4) offsets[unit++] = i;
    i += Math.abs(length);
  }
  const units = unit;
  offsets[units] = end;
  return (at) => offsets[Math.min(Math.max(at, 0), units)] as number;
}

/** Bytes of the character at `i`; less than zero for the bytes of a broken one, which are one U+FFFD. */
function sequenceLength(bytes: Uint8Array, i: number, end: number): number {
  const lead = bytes[i] as number;
  if (lead < 0x80) return 1;
  const length = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : 4;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  // The second byte of some has a narrower range: no overlong forms, no surrogates, nothing past U+10FFFF.
  let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let k = 1; k < length; k++) {
    const byte = i + k < end ? (bytes[i + k] as number) : -1;
    if (byte < low || byte > high) return -k;
    low = 0x80;
    high = 0xbf;
  }
  return length;
}
