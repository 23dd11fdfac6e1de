import type { Span } from '../text/span.ts';
import { byteOffsets } from '../text/utf16.ts';
import {
  type Alias,
  composeYaml,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
} from '../yaml/compose.ts';
import { textOf } from './bytes.ts';
import type { Head, HeadBlock, HeadEntry, HeadFault, HeadNode } from './head.ts';
import { explainHead, type TextFault } from './head-fault.ts';

/** Words, signs, blanks and line ends of a head: two hundred times what people write, a fifth of a second's worth. */
const MAX_LEXEMES = 20_000;
const MAX_ALIASES = 100;
/** Nodes that all aliases together may stand for. */
const MAX_EXPANDED = 10_000;

/** Reads a head with a reader of YAML. Time is linear in its length. */
export function readYamlHead(bytes: Uint8Array, { span, content, bodyStart }: HeadBlock): Head {
  // A lone CR ends a line in YAML, which the package does not know.
  const text = textOf(bytes, content).replace(/\r(?!\n)/g, '\n');
  const offset = byteOffsets(bytes, content.start, content.end);
  const spanOf = (start: number, end: number): Span => ({ start: offset(start), end: offset(end) });
  const broken = (fault: TextFault): Head => ({
    state: 'broken',
    span,
    bodyStart,
    fault: faultInBytes(fault, spanOf),
  });

  const parsed = composeYaml(text, { maxLexemes: MAX_LEXEMES, strict: false });
  if ('failure' in parsed) return broken(explainHead(text, parsed.failure));
  const { contents } = parsed;
  if (contents === null) return { state: 'read', span, bodyStart, entries: [] };
  const reader = new Reader(text, spanOf);
  const root = reader.read(contents);
  if (reader.fault !== undefined) return broken(reader.fault);
  if (root.kind === 'null') return { state: 'read', span, bodyStart, entries: [] };
  if (root.kind !== 'map') {
    const fault = explainHead(text, {
      code: 'UNEXPECTED_TOKEN',
      message: '',
      start: 0,
      end: 0,
      lastQuote: 0,
    });
    if (fault.cause !== 'other') return broken(fault);
    return { state: 'no-map', span, bodyStart, at: root.span };
  }
  return { state: 'read', span, bodyStart, entries: root.entries };
}

function faultInBytes(
  { cause, at, key, value }: TextFault,
  spanOf: (start: number, end: number) => Span,
): HeadFault {
  return {
    cause,
    at: spanOf(at.start, at.end),
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value: spanOf(value.start, value.end) }),
  };
}

/** Turns the package's nodes into ours; aliases share the node they stand for. */
class Reader {
  readonly #text: string;
  readonly #spanOf: (start: number, end: number) => Span;
  readonly #anchors = new Map<string, { readonly node: HeadNode; readonly size: number }>();
  #aliases = 0;
  #expanded = 0;
  #written = 0;
  /** The first. */
  fault: TextFault | undefined;

  constructor(text: string, spanOf: (start: number, end: number) => Span) {
    this.#text = text;
    this.#spanOf = spanOf;
  }

  read(node: ParsedNode): HeadNode {
    if (isAlias(node)) return this.#alias(node);
    const before = this.#written++ + this.#expanded;
    const read = this.#value(node);
    const size = this.#written + this.#expanded - before;
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, { node: read, size });
    return read;
  }

  #value(node: Exclude<ParsedNode, Alias.Parsed>): HeadNode {
    const collection = isMap(node) || isSeq(node);
    const span = this.#spanOf(node.range[0], collection ? this.#contentEnd(node.range) : node.range[1]);
    if (isMap<ParsedNode, ParsedNode | null>(node))
      return { kind: 'map', span, entries: this.#entries(node.items) };
    if (isSeq<ParsedNode>(node))
      return { kind: 'list', span, items: node.items.map((item) => this.read(item)) };
    if (!isScalar(node)) return { kind: 'null', span };
    const { value } = node;
    if (typeof value === 'string') return { kind: 'string', span, value };
    if (typeof value === 'boolean') return { kind: 'boolean', span, value };
    if (typeof value === 'number') return { kind: 'number', span, source: node.source ?? String(value) };
    return { kind: 'null', span };
  }

  /** A list or map over several lines ends, for the package, where the next line begins. */
  #contentEnd([start, end]: ParsedNode['range']): number {
    let at = end;
    while (at > start && /\s/.test(this.#text[at - 1] as string)) at--;
    return at;
  }

  #entries(pairs: readonly { readonly key: ParsedNode; readonly value: ParsedNode | null }[]): HeadEntry[] {
    const entries: HeadEntry[] = [];
    const seen = new Set<string>();
    for (const { key, value } of pairs) {
      const { range } = key;
      const name = isScalar(key) ? String(key.value ?? '') : '';
      const span = this.#spanOf(range[0], range[1]);
      if (seen.has(name)) {
        this.#fail({ cause: 'repeated-key', at: { start: range[0], end: range[1] }, key: name });
        continue;
      }
      seen.add(name);
      const read = value === null ? undefined : this.read(value);
      const empty = read === undefined || (read.kind === 'null' && read.span.start === read.span.end);
      entries.push({ key: { name, span }, value: empty ? { kind: 'null', span } : read });
    }
    return entries;
  }

  #alias({ source, range }: Alias.Parsed): HeadNode {
    const span = this.#spanOf(range[0], range[1]);
    const target = this.#anchors.get(source);
    if (target === undefined) {
      const [start, end] = range;
      this.#fail(explainHead(this.#text, { code: 'BAD_ALIAS', message: '', start, end, lastQuote: 0 }));
      return { kind: 'null', span };
    }
    this.#aliases++;
    this.#expanded += target.size;
    if (this.#aliases <= MAX_ALIASES && this.#expanded <= MAX_EXPANDED) return { ...target.node, span };
    this.#fail({ cause: 'too-large', at: { start: range[0], end: range[1] } });
    return { kind: 'null', span };
  }

  #fail(fault: TextFault): void {
    this.fault ??= fault;
  }
}
