import { MCP_WRAPPER } from '../agy/facts.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonDoc, JsonMember } from '../json/tree.ts';
import type { FileKindName } from '../kinds/index.ts';
import type { Span } from '../text/span.ts';
import { changedSpans } from './moved.ts';

/**
 * The members of a large file that agy decodes one by one: servers, or hooks. What is typed in one of them, or between two, can
 * be judged in a small file that holds these alone, at once; the whole file is judged when the typing pauses.
 */
export interface Parts {
  readonly bytes: Uint8Array;
  /** What stands before and behind a part in a file of its own. */
  readonly head: string;
  readonly tail: string;
  /** In file order: where keys begin, and where values end. */
  readonly keys: Uint32Array;
  readonly ends: Uint32Array;
}

/** The parts that a change has to do with: one, or those around it. */
export interface EditedPart {
  /** The parts of the file as it is now. */
  readonly parts: Parts;
  /** A file that holds them alone. */
  readonly document: Uint8Array;
  /** Where they were, and where they are. */
  readonly before: Span;
  readonly now: Span;
}

const encoder = new TextEncoder();

/** The parts of a file; undefined where it has none, or does not parse. */
export function partsOf(kind: FileKindName, bytes: Uint8Array): Parts | undefined {
  if (kind !== 'mcp-config' && kind !== 'hooks') return undefined;
  const parsed = parseJson(bytes, { dialect: 'strict' });
  if (!parsed.ok) return undefined;
  const { doc } = parsed;
  if (kind === 'hooks') return partsIn(doc, [...doc.members(doc.root)], '{', '}');
  const wrappers = [...doc.members(doc.root)].filter(({ key }) => doc.text(key) === MCP_WRAPPER);
  const [wrapper] = wrappers;
  if (wrapper === undefined || wrappers.length > 1) return undefined;
  return partsIn(doc, [...doc.members(wrapper.value)], `{"${MCP_WRAPPER}":{`, '}}');
}

function partsIn(doc: JsonDoc, members: readonly JsonMember[], head: string, tail: string): Parts {
  return {
    bytes: doc.bytes,
    head,
    tail,
    keys: Uint32Array.from(members, ({ key }) => doc.start(key)),
    ends: Uint32Array.from(members, ({ value }) => doc.end(value)),
  };
}

/** The parts from the one that a change begins in, or behind, to the one that it ends in, or before; undefined where there are none. */
export function editedPart(parts: Parts, bytes: Uint8Array): EditedPart | undefined {
  const { before: change } = changedSpans(parts.bytes, bytes);
  const first = countWhile(parts.keys, (key) => key < change.start) - 1;
  const last = countWhile(parts.ends, (end) => end <= change.end);
  const start = parts.keys[first];
  const end = parts.ends[last];
  if (start === undefined || end === undefined) return undefined;
  const shift = bytes.length - parts.bytes.length;
  const now = { start, end: end + shift };
  const moved = (offsets: Uint32Array): Uint32Array =>
    offsets.map((offset) => (offset < change.end ? offset : offset + shift));
  const document = new Uint8Array(parts.head.length + now.end - now.start + parts.tail.length);
  document.set(encoder.encode(parts.head));
  document.set(bytes.subarray(now.start, now.end), parts.head.length);
  document.set(encoder.encode(parts.tail), parts.head.length + now.end - now.start);
  return {
    parts: { ...parts, bytes, keys: moved(parts.keys), ends: moved(parts.ends) },
    document,
    before: { start, end },
    now,
  };
}

/** Where in the file a place in the document of a part is; undefined for one that lies before or behind the part. */
export function placeInFile({ parts, now }: EditedPart, { start, end }: Span): Span | undefined {
  const shift = now.start - parts.head.length;
  const place = { start: start + shift, end: end + shift };
  return place.start >= now.start && place.end <= now.end ? place : undefined;
}

/** How many of ascending numbers a test holds for that holds for the smaller ones. */
function countWhile(ascending: Uint32Array, holds: (value: number) => boolean): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(ascending[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}
