import type { Span } from '../text/span.ts';
import { isBlank, lineEnd, nextLine, SPACE, textOf, trimmed } from './bytes.ts';
import type { HeadEntry, HeadNode } from './head.ts';

const COLON = 0x3a;
const HASH = 0x23;
const DOUBLE = 0x22;
const SINGLE = 0x27;
const BACKSLASH = 0x5c;

/** YAML refuses longer keys than 1024; nobody writes these. In bytes. */
const MAX_KEY = 64;
/** Keys of a head are compared with each other. */
const MAX_ENTRIES = 64;

const NULL = /^(?:null|Null|NULL)$/;
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const NUMBER =
  /^(?:[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)$/;

/**
 * Reads what nearly every head is: lines of `key: value`, each value in its line, plain or in quotes without anything
 * special in them. Undefined for anything else, which is left to a reader of YAML; where it reads something, the two
 * agree.
 */
export function readSimpleHead(bytes: Uint8Array, { start, end }: Span): readonly HeadEntry[] | undefined {
  const entries: HeadEntry[] = [];
  const names = new Set<string>();
  for (let at = start; at < end; ) {
    const stop = lineEnd(bytes, at, end);
    const line = { start: at, end: stop };
    at = nextLine(bytes, stop, end);
    if (line.start === line.end || isSimpleComment(bytes, line)) continue;
    const entry = readLine(bytes, line);
    if (entry === undefined || names.has(entry.key.name) || entries.length === MAX_ENTRIES) return undefined;
    names.add(entry.key.name);
    entries.push(entry);
  }
  return entries;
}

function isSimpleComment(bytes: Uint8Array, { start, end }: Span): boolean {
  if (bytes[start] !== HASH) return false;
  for (let i = start; i < end; i++) if ((bytes[i] as number) < SPACE) return false;
  return true;
}

function readLine(bytes: Uint8Array, { start, end }: Span): HeadEntry | undefined {
  let i = start;
  while (i < end && isKeyByte(bytes[i] as number)) i++;
  if (i === start || i - start > MAX_KEY || bytes[i] !== COLON || !isLetter(bytes[start] as number))
    return undefined;
  const span = { start, end: i };
  const key = { name: textOf(bytes, span), span };
  const value = trimmed(bytes, { start: i + 1, end });
  // Nothing more in this line: what is below may belong to it.
  if (value.start === value.end || bytes[i + 1] !== SPACE) return undefined;
  const node = readValue(bytes, value);
  return node === undefined ? undefined : { key, value: node };
}

function readValue(bytes: Uint8Array, span: Span): HeadNode | undefined {
  const first = bytes[span.start] as number;
  if (first === DOUBLE || first === SINGLE) return readQuoted(bytes, span, first);
  if (!isLetter(first) && !isDigit(first) && first < 0x80) return undefined;
  for (let i = span.start; i < span.end; i++) {
    const byte = bytes[i] as number;
    if (byte < SPACE) return undefined;
    if (byte === COLON && (i + 1 === span.end || isBlank(bytes[i + 1]))) return undefined;
    if (byte === HASH && isBlank(bytes[i - 1])) return undefined;
  }
  const text = textOf(bytes, span);
  if (text.startsWith('\ufeff')) return undefined;
  if (NULL.test(text)) return { kind: 'null', span };
  if (BOOLEAN.test(text)) return { kind: 'boolean', span, value: text.toLowerCase() === 'true' };
  if (NUMBER.test(text)) return { kind: 'number', span, source: text };
  return { kind: 'string', span, value: text };
}

function readQuoted(bytes: Uint8Array, span: Span, quote: number): HeadNode | undefined {
  const inside = { start: span.start + 1, end: span.end - 1 };
  if (inside.end < inside.start || bytes[inside.end] !== quote) return undefined;
  for (let i = inside.start; i < inside.end; i++) {
    const byte = bytes[i] as number;
    if (byte === quote || byte === BACKSLASH || byte < SPACE) return undefined;
  }
  return { kind: 'string', span, value: textOf(bytes, inside) };
}

function isKeyByte(byte: number): boolean {
  return isLetter(byte) || isDigit(byte) || byte === 0x2d || byte === 0x5f;
}

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
