const decoder = new TextDecoder('latin1');

/**
 * A text in which every byte is one character, so that an index is an offset. What is ASCII reads as it is, and everything
 * else as something that is not: enough to look for what consists of ASCII alone.
 */
export function asciiView(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
