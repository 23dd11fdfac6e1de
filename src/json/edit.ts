import { deletion, insertion, type TextEdit } from '../text/edit.ts';
import type { JsonDoc, NodeId } from './tree.ts';
import { afterBlank, afterTrivia, beforeBlank, isLineEnd } from './trivia.ts';

const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LF = 0x0a;
const CR = 0x0d;

/** No file that somebody wrote comes near; in one that was made to hurt, indentation is left as it is. */
const MOST_LINES = 10_000;
const LONGEST_INDENT = 256;

/** Double quotes around a number, `true`, `false` or `null`, as it is spelled. */
export function quoteValue(doc: JsonDoc, node: NodeId): readonly TextEdit[] {
  return surround(doc, node, '"', '"');
}

/** Another value in the place of one; `json` is written as it stands. */
export function replaceValue(doc: JsonDoc, node: NodeId, json: string): readonly TextEdit[] {
  return [{ at: doc.span(node), text: json }];
}

/** Another name for a member. */
export function renameKey(doc: JsonDoc, key: NodeId, name: string): readonly TextEdit[] {
  return [{ at: doc.span(key), text: JSON.stringify(name) }];
}

/** Takes a member out of an object, with the comma and the white space that belong to it; comments stay. */
export function removeMember(doc: JsonDoc, key: NodeId): readonly TextEdit[] {
  const { bytes } = doc;
  const start = doc.start(key);
  const end = doc.end(key + 1);
  const comma = afterTrivia(bytes, end);
  const hasComma = bytes[comma] === COMMA;
  const rest = afterBlank(bytes, hasComma ? comma + 1 : end);
  const isLast = bytes[rest] === CLOSE_BRACE;
  if (hasComma && !isLast) return joined([deletion(start, end), deletion(comma, rest)]);
  const lead = beforeBlank(bytes, start);
  const isFirst = bytes[lead - 1] === OPEN_BRACE;
  if (isFirst && isLast && (!hasComma || afterBlank(bytes, end) === comma)) return [deletion(lead, rest)];
  // A comma behind the last member is how the file ends its lists, so the one before it stays.
  if (hasComma) return joined([deletion(isFirst ? start : lead, end), deletion(comma, comma + 1)]);
  return [deletion(bytes[lead - 1] === COMMA ? lead - 1 : start, end)];
}

/** Puts a member behind another one, written as its neighbour is: on a line of its own or not. `json` is its value. */
export function insertAfter(doc: JsonDoc, key: NodeId, name: string, json: string): readonly TextEdit[] {
  const colon = colonOf(doc, key);
  const { lineEnd, indent } = leadOf(doc, key);
  const lead = lineEnd === '' ? (indent === '' && colon.endsWith(' ') ? ' ' : indent) : lineEnd + indent;
  return [insertion(doc.end(key + 1), `,${lead}${JSON.stringify(name)}${colon}${json}`)];
}

/** Puts something around a node: `before` and `after` are written as they stand. */
export function surround(doc: JsonDoc, node: NodeId, before: string, after: string): readonly TextEdit[] {
  return [insertion(doc.start(node), before), insertion(doc.end(node), after)];
}

/** Puts a new object around all members of an object, as its only member; nothing where there are no members. */
export function wrapMembers(doc: JsonDoc, object: NodeId, name: string): readonly TextEdit[] {
  if (doc.isEmpty(object)) return [];
  const { bytes } = doc;
  const first = object + 1;
  const start = doc.start(first);
  const end = beforeBlank(bytes, doc.end(object) - 1);
  const { lineEnd, indent } = leadOf(doc, first);
  const head = `${JSON.stringify(name)}${colonOf(doc, first)}{`;
  if (lineEnd === '') return [insertion(start, head + indent), insertion(end, `${indent}}`)];
  const outer = indentBefore(bytes, doc.start(object));
  const unit = indent.startsWith(outer) && indent !== outer ? indent.slice(outer.length) : indent;
  return [
    insertion(start, `${head}${lineEnd}${indent}${unit}`),
    ...lineStarts(bytes, start, end).map((at) => insertion(at, unit)),
    insertion(end, `${lineEnd}${indent}}`),
  ];
}

/**
 * Puts the elements of a list in the place of the element of another list that holds it, as in `[{"of": [1, 2]}]` →
 * `[1, 2]`; nothing where the inner list is empty.
 */
export function liftItems(doc: JsonDoc, element: NodeId, list: NodeId): readonly TextEdit[] {
  if (doc.isEmpty(list)) return [];
  const { bytes } = doc;
  const start = doc.start(list + 1);
  const end = beforeBlank(bytes, doc.end(list) - 1);
  const indent = indentBefore(bytes, start);
  const outer = indentBefore(bytes, doc.start(element));
  const surplus = indent.startsWith(outer) ? indent.slice(outer.length) : '';
  const lines = surplus === '' ? [] : lineStarts(bytes, start, end);
  return [
    deletion(doc.start(element), start),
    ...lines
      .filter((at) => ascii(bytes, at, at + indent.length) === indent)
      .map((at) => deletion(at, at + surplus.length)),
    deletion(end, doc.end(element)),
  ];
}

/** Deletions that touch, as one. */
function joined(deletions: readonly TextEdit[]): readonly TextEdit[] {
  const list: TextEdit[] = [];
  for (const edit of deletions) {
    const last = list.at(-1);
    if (last?.at.end === edit.at.start) list[list.length - 1] = deletion(last.at.start, edit.at.end);
    else list.push(edit);
  }
  return list;
}

/** The colon behind a key, with the spaces around it; the usual one where there are line ends or comments. */
function colonOf(doc: JsonDoc, key: NodeId): string {
  const between = ascii(doc.bytes, doc.end(key), Math.min(doc.start(key + 1), doc.end(key) + 8));
  return /^ ?: ?$/.test(between) ? between : ': ';
}

/** The line end, if any, and the white space right before a node. */
function leadOf(doc: JsonDoc, node: NodeId): { readonly lineEnd: string; readonly indent: string } {
  const { bytes } = doc;
  const start = doc.start(node);
  const nearest = Math.max(0, start - LONGEST_INDENT);
  let line = start;
  while (line > nearest && isSpace(bytes[line - 1])) line--;
  let end = line;
  if (bytes[end - 1] === LF) end--;
  if (bytes[end - 1] === CR) end--;
  return { lineEnd: ascii(bytes, end, line), indent: ascii(bytes, line, start) };
}

/** The white space that the line begins with on which an offset lies; nothing far to the right. */
function indentBefore(bytes: Uint8Array, offset: number): string {
  const nearest = Math.max(0, offset - LONGEST_INDENT);
  let line = offset;
  while (line > nearest && !isLineEnd(bytes[line - 1])) line--;
  if (line === nearest && line > 0) return '';
  let end = line;
  while (end < offset && isSpace(bytes[end])) end++;
  return ascii(bytes, line, end);
}

/** Where lines begin that are not empty, between two offsets; nothing when there are too many. */
function lineStarts(bytes: Uint8Array, start: number, end: number): readonly number[] {
  const starts: number[] = [];
  for (let i = start; i + 1 < end; i++) {
    if (!isLineEnd(bytes[i]) || isLineEnd(bytes[i + 1])) continue;
    starts.push(i + 1);
    if (starts.length > MOST_LINES) return [];
  }
  return starts;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
