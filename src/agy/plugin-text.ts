import { runeLength } from '../json/decode.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';
import type { Span } from '../text/span.ts';

/**
 * Text that `encoding/json` mends and protojson refuses, anywhere in a document, in keys as well.
 * `invalid-utf8`: bytes that are no UTF-8. `lone-surrogate`: a `\u` escape that is half of a character.
 */
export interface TextFlaw {
  readonly code: 'invalid-utf8' | 'lone-surrogate';
  /** The string or key that it stands in. */
  readonly node: NodeId;
  /** The first place: the bad bytes that touch one another, or the escape. */
  readonly span: Span;
  /** How many further places of this kind there are. */
  readonly more: number;
}

const BACKSLASH = 0x5c;
const LETTER_D = 0x64;
const LETTER_U = 0x75;
/** Bytes of an escape such as `\ud83d`. */
const ESCAPE_LENGTH = 6;

const NONE: readonly TextFlaw[] = [];

/** The flaws of a document's text, at most one of each kind, the first in the file first. */
export function textFlaws(doc: JsonDoc): readonly TextFlaw[] {
  if (doc.ascii !== false && !doc.ascii.includes('\\u')) return NONE;
  const found = new Map<TextFlaw['code'], TextFlaw & { more: number }>();
  const add: Add = (code, node, start, end) => {
    const earlier = found.get(code);
    if (earlier === undefined) found.set(code, { code, node, span: { start, end }, more: 0 });
    else earlier.more++;
  };
  for (let node = 0; node < doc.size; node++) {
    if (doc.kind(node) === 'string') scanString(doc, node, add);
  }
  return [...found.values()];
}

type Add = (code: TextFlaw['code'], node: NodeId, start: number, end: number) => void;

function scanString(doc: JsonDoc, node: NodeId, add: Add): void {
  const { bytes } = doc;
  const end = doc.end(node) - 1;
  let i = doc.start(node) + 1;
  while (i < end) {
    const byte = bytes[i] as number;
    if (byte === BACKSLASH) {
      const half = surrogateHalf(bytes, i);
      if (half === undefined) {
        // The byte after the backslash is part of the escape, a second backslash included.
        i += 2;
      } else if (half === 'high' && surrogateHalf(bytes, i + ESCAPE_LENGTH) === 'low') {
        i += 2 * ESCAPE_LENGTH;
      } else {
        add('lone-surrogate', node, i, i + ESCAPE_LENGTH);
        i += ESCAPE_LENGTH;
      }
    } else if (byte < 0x80) {
      i++;
    } else {
      const start = i;
      while (i < end && runeLength(bytes, i, end) === 0) i++;
      if (i > start) add('invalid-utf8', node, start, i);
      else i += runeLength(bytes, i, end);
    }
  }
}

/** Which half of a surrogate pair the escape at `i` is; undefined when it is none. */
function surrogateHalf(bytes: Uint8Array, i: number): 'high' | 'low' | undefined {
  if (bytes[i] !== BACKSLASH || bytes[i + 1] !== LETTER_U) return undefined;
  if (((bytes[i + 2] as number) | 0x20) !== LETTER_D) return undefined;
  // D8 to DB is a first half, DC to DF a second one; letters may be capitals.
  const digit = String.fromCharCode(bytes[i + 3] as number);
  if ('89abAB'.includes(digit)) return 'high';
  return 'cdefCDEF'.includes(digit) ? 'low' : undefined;
}
