import type { Span } from '../text/span.ts';
import { DASH, isBlank, lineEnd, nextLine, standsAt, textOf, textStart } from './bytes.ts';

/** A value of a head, with its place in the file: for a string with its quotes, for an empty value its key. */
export type HeadNode =
  | { readonly kind: 'null'; readonly span: Span }
  | { readonly kind: 'boolean'; readonly span: Span; readonly value: boolean }
  /** A number stays as it is written. */
  | { readonly kind: 'number'; readonly span: Span; readonly source: string }
  | { readonly kind: 'string'; readonly span: Span; readonly value: string }
  | { readonly kind: 'list'; readonly span: Span; readonly items: readonly HeadNode[] }
  | { readonly kind: 'map'; readonly span: Span; readonly entries: readonly HeadEntry[] };

export interface HeadEntry {
  readonly key: { readonly name: string; readonly span: Span };
  readonly value: HeadNode;
}

/**
 * Why a head is no YAML. `colon`: a value without quotes holds a colon and a space. `quotes`: something follows the
 * closing quote, as when there are quotes inside quotes. `unclosed-quote`. `star`: a value begins with `*`, which names something
 * else. `sign`: it begins with another sign that a plain value cannot begin with. `bracket`: it begins with `[` or `{` and is no list or map.
 * `tab`: a tab indents a line. `indent`: a line is indented unlike what it belongs to. `no-colon`: a line has no `key: value`.
 * `no-blank`: the blank after the colon of a key is missing. `repeated-key`. `too-large`: nobody reads further.
 */
export type HeadCause =
  | 'colon'
  | 'quotes'
  | 'unclosed-quote'
  | 'star'
  | 'sign'
  | 'bracket'
  | 'tab'
  | 'indent'
  | 'no-colon'
  | 'no-blank'
  | 'repeated-key'
  | 'too-large'
  | 'other';

export interface HeadFault {
  readonly cause: HeadCause;
  /** What must change. */
  readonly at: Span;
  /** The key in whose line the fault is, as spelled. */
  readonly key?: string;
  /** The whole value in that line, from its first character to its last; put in quotes it may be what was meant. */
  readonly value?: Span;
}

/**
 * What stands between the lines of three dashes at the top of a file. `absent`: there are no such lines; `late`: there are, but not
 * in the first line, so that nobody reads them. `unclosed`: the first line opens a head, and no line closes it. `no-map`: it is YAML, but a list
 * or a single value.
 */
export type Head = HeadPlace &
  (
    | { readonly state: 'absent'; readonly late?: Span }
    | { readonly state: 'unclosed'; readonly span: Span }
    | { readonly state: 'broken'; readonly span: Span; readonly fault: HeadFault }
    | { readonly state: 'no-map'; readonly span: Span; readonly at: Span }
    | { readonly state: 'read'; readonly span: Span; readonly entries: readonly HeadEntry[] }
  );

interface HeadPlace {
  /** The first byte behind the head; where no head ends, the start of the text. */
  readonly bodyStart: number;
}

/** The entry of a key; names compare exactly. */
export function headEntry(head: Head, name: string): HeadEntry | undefined {
  return head.state === 'read' ? head.entries.find(({ key }) => key.name === name) : undefined;
}

/** The text of a value that stands where a text is read, as YAML hands it on; undefined for nothing, a list or a map. */
export function scalarText(node: HeadNode | undefined): string | undefined {
  switch (node?.kind) {
    case 'string':
      return node.value;
    case 'number':
      return node.source;
    case 'boolean':
      return String(node.value);
    default:
      return undefined;
  }
}

export interface HeadBlock {
  /** With both lines of dashes; the last line end left out. */
  readonly span: Span;
  /** The lines between. */
  readonly content: Span;
  readonly bodyStart: number;
}

/** A head further down than this is not looked for: a rule of three dashes may stand anywhere in a text. In lines. */
const LATE_LINES = 10;

/** Finds the lines of dashes: the YAML between them, or the head that there is without them. */
export function findHead(bytes: Uint8Array): HeadBlock | Head {
  const start = textStart(bytes);
  const end = lineEnd(bytes, start);
  if (!isFence(bytes, start, end)) {
    const late = lateHead(bytes, start);
    return { state: 'absent', bodyStart: start, ...(late === undefined ? {} : { late }) };
  }
  const block = blockAt(bytes, start, end);
  return block ?? { state: 'unclosed', bodyStart: start, span: { start, end } };
}

/** `---` and blanks. */
function isFence(bytes: Uint8Array, start: number, end: number): boolean {
  if (!standsAt(bytes, start, '---')) return false;
  for (let i = start + 3; i < end; i++) if (!isBlank(bytes[i])) return false;
  return true;
}

function blockAt(bytes: Uint8Array, start: number, end: number): HeadBlock | undefined {
  const content = nextLine(bytes, end);
  for (let at = content; at < bytes.length; ) {
    const lineStop = lineEnd(bytes, at);
    if (bytes[at] === DASH && isFence(bytes, at, lineStop)) {
      return {
        span: { start, end: lineStop },
        content: { start: content, end: at },
        bodyStart: nextLine(bytes, lineStop),
      };
    }
    at = nextLine(bytes, lineStop);
  }
  return undefined;
}

/** A head that something stands before: empty lines, a comment, a title. It must look like one, with a `key:` in its first line. */
function lateHead(bytes: Uint8Array, start: number): Span | undefined {
  let at = start;
  for (let line = 0; line < LATE_LINES && at < bytes.length; line++) {
    const end = lineEnd(bytes, at);
    if (isFence(bytes, at, end)) {
      const block = blockAt(bytes, at, end);
      return block !== undefined && beginsWithKey(bytes, block.content.start) ? block.span : undefined;
    }
    at = nextLine(bytes, end);
  }
  return undefined;
}

function beginsWithKey(bytes: Uint8Array, at: number): boolean {
  const line = textOf(bytes, { start: at, end: Math.min(at + 80, lineEnd(bytes, at)) });
  return /^[\w-]+:(?: |$)/.test(line);
}
