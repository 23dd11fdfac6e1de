import type { ProseKind } from '../agy/prose-facts.ts';
import type { FileKindName } from '../kinds/index.ts';
import { lineEnd, nextLine, textStart } from '../markdown/bytes.ts';
import type { Span } from '../text/span.ts';

const PROSE: readonly FileKindName[] = ['rule', 'skill', 'agent', 'workflow'] satisfies readonly ProseKind[];

/** Whether files of a kind begin with a head. */
export function hasHead(kind: FileKindName): kind is ProseKind {
  return PROSE.includes(kind);
}

/** A place in a line `key: value` of the head of a markdown file. */
export interface HeadPlace {
  readonly role: 'key' | 'value';
  readonly key: string;
  /** What is written there, up to a comment. */
  readonly token: Span;
  /** Whether a colon follows the key. */
  readonly colon: boolean;
  /** The keys of the other lines. */
  readonly siblings: readonly string[];
}

/** Lines of a head that are looked at: nobody writes as many. */
const MOST_LINES = 1000;

const LONGEST_KEY = 200;
const KEY = /^([A-Za-z_][\w-]*)\s*(:?)/;

const decoder = new TextDecoder();

/** Where an offset lies in the head, which may be broken or not closed yet; undefined outside of it, and in what is indented. */
export function headPlace(bytes: Uint8Array, offset: number): HeadPlace | undefined {
  const lines = headLines(bytes);
  const at = lines.findIndex(({ start, end }) => offset >= start && offset <= end);
  const line = lines[at];
  if (line === undefined) return undefined;
  const text = decoder.decode(bytes.subarray(line.start, line.end));
  const siblings = lines.flatMap(({ start, end }, index) => {
    const key =
      index === at
        ? undefined
        : KEY.exec(decoder.decode(bytes.subarray(start, Math.min(end, start + LONGEST_KEY))))?.[1];
    return key === undefined ? [] : [key];
  });
  const match = KEY.exec(text);
  if (match === null) {
    if (text.trim() !== '') return undefined;
    return { role: 'key', key: '', token: { start: offset, end: offset }, colon: false, siblings };
  }
  const [whole, key = '', colon] = match;
  const base = { key, colon: colon === ':', siblings };
  // A key is ASCII, so its units are its bytes.
  if (colon === '' || offset < line.start + whole.length) {
    return { role: 'key', token: { start: line.start, end: line.start + key.length }, ...base };
  }
  const rest = text.slice(whole.length);
  const value = rest.replace(/\s+#.*$/, '').trim();
  const blank = rest.length - rest.trimStart().length;
  const start = line.start + whole.length + (value === '' ? Math.min(blank, 1) : blank);
  const end = start + new TextEncoder().encode(value).length;
  const token =
    value === '' ? { start: Math.max(offset, start), end: Math.max(offset, start) } : { start, end };
  return { role: 'value', token, ...base };
}

/** The lines between the dashes, without their line ends. */
function headLines(bytes: Uint8Array): readonly Span[] {
  const lines: Span[] = [];
  for (let start = textStart(bytes), number = 0; start <= bytes.length && number <= MOST_LINES; number++) {
    const end = lineEnd(bytes, start);
    const dashes = /^---\s*$/.test(decoder.decode(bytes.subarray(start, Math.min(end, start + 10))));
    if (number === 0 ? !dashes : dashes) break;
    if (number > 0) lines.push({ start, end });
    if (end === bytes.length) break;
    start = nextLine(bytes, end);
  }
  return lines;
}
