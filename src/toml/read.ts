import { type AST, parseTOML } from 'toml-eslint-parser';
import type { Span } from '../text/span.ts';

/** One word of a key; `span` has its quotes. */
export interface TomlKey {
  readonly name: string;
  readonly span: Span;
}

export interface TomlValue {
  /** Absent for a list and for a date. */
  readonly scalar?: string | number | boolean;
  /** The elements of a list. */
  readonly items?: readonly TomlValue[];
  readonly span: Span;
}

/** A value under all the keys that lead to it, whether they stand in the head of a table, before its dots or in braces. */
export interface TomlEntry {
  readonly path: readonly TomlKey[];
  readonly value: TomlValue;
}

/** Larger files are nobody's settings, and the parser keeps a hundred bytes for one of the file. */
const MAX_BYTES = 128 * 1024;

/** Nothing that is looked for lies deeper, and long paths would be copied for everything below them. */
const MAX_KEYS = 16;

/**
 * The values of a TOML document (1.1) in file order, apart from what lies in lists of tables. Undefined for anything that a program
 * would refuse, and for what is too large or too deep to be looked at.
 * Loads the parser: import this module only for a file that may matter.
 */
export function readToml(bytes: Uint8Array): readonly TomlEntry[] | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  try {
    const mark = startsWithMark(bytes) ? 3 : 0;
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(mark));
    const toByte = byteOffsets(text);
    const spanOf = ({ range: [start, end] }: AST.TOMLNode): Span => ({
      start: mark + toByte(start),
      end: mark + toByte(end),
    });
    return [...entriesOf(parseTOML(text, { tomlVersion: '1.1' }), spanOf)];
  } catch {
    // The parser goes as deep as the document, so the stack can run out as well.
    return undefined;
  }
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** From UTF-16 units to bytes, in a text without broken sequences. */
function byteOffsets(text: string): (unit: number) => number {
  if (/^[\0-\x7f]*$/.test(text)) return (unit) => unit;
  const offsets = new Uint32Array(text.length + 1);
  for (let unit = 0, bytes = 0; unit < text.length; unit++) {
    offsets[unit] = bytes;
    const code = text.charCodeAt(unit);
    // Either half of a pair stands for two of its four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
    offsets[unit + 1] = bytes;
  }
  return (unit) => offsets[unit] as number;
}

type SpanOf = (node: AST.TOMLNode) => Span;

function* entriesOf({ body: [top] }: AST.TOMLProgram, spanOf: SpanOf): Generator<TomlEntry> {
  for (const item of top.body) {
    if (item.type === 'TOMLKeyValue') yield* valuesBelow([], item, spanOf);
    else if (item.kind === 'standard' && item.key.keys.length < MAX_KEYS) {
      const path = keysOf(item.key, spanOf);
      for (const member of item.body) yield* valuesBelow(path, member, spanOf);
    }
  }
}

function* valuesBelow(
  above: readonly TomlKey[],
  member: AST.TOMLKeyValue,
  spanOf: SpanOf,
): Generator<TomlEntry> {
  const pending = [{ above, member }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { key, value } = next.member;
    if (next.above.length + key.keys.length > MAX_KEYS) continue;
    const path = [...next.above, ...keysOf(key, spanOf)];
    if (value.type === 'TOMLInlineTable') {
      for (const inner of value.body.toReversed()) pending.push({ above: path, member: inner });
    } else yield { path, value: valueAt(value, spanOf) };
  }
}

function keysOf({ keys }: AST.TOMLKey, spanOf: SpanOf): readonly TomlKey[] {
  return keys.map((key) => ({ name: key.type === 'TOMLBare' ? key.name : key.value, span: spanOf(key) }));
}

function valueAt(node: AST.TOMLValue | AST.TOMLArray, spanOf: SpanOf): TomlValue {
  const span = spanOf(node);
  if (node.type === 'TOMLValue') return node.value instanceof Date ? { span } : { scalar: node.value, span };
  const items = node.elements.map((element) =>
    element.type === 'TOMLValue' ? valueAt(element, spanOf) : { span: spanOf(element) },
  );
  return { items, span };
}
