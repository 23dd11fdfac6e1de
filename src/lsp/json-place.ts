import { forEachToken } from '../json/tokens.ts';
import type { Span } from '../text/span.ts';

/** Where a byte offset lies in JSON that may be broken, as it is while somebody types. */
export interface JsonPlace {
  /** The keys and indices that lead to the innermost container around the place. */
  readonly path: readonly (string | number)[];
  /** `key`: in a key, or where one may begin. `value`: in the value of `key`, or where it may begin; `item`: the same in an array. */
  readonly role: 'key' | 'value' | 'item' | 'none';
  /** The key at the place, or of the value there; absent where none is written yet. */
  readonly key?: string;
  /** The string or word that the place touches. */
  readonly token?: Span;
  /** Of a key: whether a colon follows. */
  readonly colon: boolean;
  /** The other keys of the object, as far as they are near. */
  readonly siblings: readonly string[];
}

interface Frame {
  readonly kind: 'object' | 'array';
  readonly keys: string[];
  key: string | undefined;
  index: number;
  state: 'key' | 'colon' | 'value' | 'after';
}

/** How far behind the place the other keys of an object are looked for, in bytes. */
const BEHIND = 64 * 1024;

/** Longer keys are nobody's field. */
const LONGEST_KEY = 200;

const decoder = new TextDecoder();

/** Reads up to the place, one token after the other, and makes the best of what does not fit. */
export function jsonPlace(whole: Uint8Array, offset: number): JsonPlace {
  const bytes = whole.subarray(0, offset + BEHIND);
  const frames: Frame[] = [];
  let found: (Omit<JsonPlace, 'siblings' | 'colon'> & { frame: Frame | undefined }) | undefined;
  let colon = false;
  let awaited = false;

  const path = (): readonly (string | number)[] =>
    frames.slice(0, -1).map((frame) => (frame.kind === 'array' ? frame.index : (frame.key ?? '')));

  function take(token?: { readonly span: Span; readonly text: string | undefined }): void {
    const frame = frames.at(-1);
    const base = { path: path(), frame, ...(token === undefined ? {} : { token: token.span }) };
    if (frame === undefined) found = { ...base, role: 'none' };
    else if (frame.kind === 'array') found = { ...base, role: 'item' };
    else if (frame.state === 'value' || frame.state === 'after') {
      const role = frame.state === 'value' || token !== undefined ? 'value' : 'none';
      found = { ...base, role, ...(frame.key === undefined ? {} : { key: frame.key }) };
    } else {
      found = { ...base, role: 'key', ...(token?.text === undefined ? {} : { key: token.text }) };
    }
  }

  forEachToken(bytes, (kind, start, end) => {
    if (kind === 'comment') {
      if (found === undefined && start < offset && offset < end)
        found = { path: [], role: 'none', frame: undefined };
      return;
    }
    const isText = kind === 'string' || kind === 'word';
    // The place lies before this token, and touches none.
    if (found === undefined && (offset < start || (offset === start && !isText))) take();
    if (awaited) {
      colon = bytes[start] === 0x3a;
      awaited = false;
    }
    const frame = frames.at(-1);
    const touches = isText && found === undefined && start <= offset && offset <= end;
    const text = isText && end - start <= LONGEST_KEY ? textOf(bytes, kind, start, end) : undefined;
    if (isText && frame?.kind === 'object' && frame.state !== 'value') {
      // What stands where a comma or a colon is missing is taken for the next key.
      frame.state = 'key';
      if (touches) {
        take({ span: { start, end }, text });
        awaited = true;
      } else if (text !== undefined) frame.keys.push(text);
      frame.key = text;
      frame.state = 'colon';
      return;
    }
    if (touches) take({ span: { start, end }, text });
    if (isText) {
      if (frame !== undefined) frame.state = 'after';
      return;
    }
    switch (String.fromCharCode(bytes[start] as number)) {
      case '{':
      case '[': {
        if (frame !== undefined) frame.state = 'after';
        const isObject = bytes[start] === 0x7b;
        frames.push({
          kind: isObject ? 'object' : 'array',
          keys: [],
          key: undefined,
          index: 0,
          state: isObject ? 'key' : 'value',
        });
        break;
      }
      case '}':
      case ']':
        frames.pop();
        break;
      case ':':
        if (frame?.kind === 'object') frame.state = 'value';
        break;
      case ',':
        if (frame?.kind === 'object') frame.state = 'key';
        else if (frame !== undefined) frame.index++;
        break;
    }
  });
  if (found === undefined) take();
  const { frame, ...place } = found as NonNullable<typeof found>;
  return { ...place, colon, siblings: frame?.keys ?? [] };
}

function textOf(bytes: Uint8Array, kind: 'string' | 'word', start: number, end: number): string {
  const text = decoder.decode(bytes.subarray(start, end));
  if (kind === 'word') return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replace(/^"|"$/g, '');
  }
}
