import {
  type Alias,
  composeYaml,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  MAX_YAML_DEPTH,
  type ParsedNode,
  type YamlFailure,
} from '../yaml/compose.ts';
import type { ConfigEntry, ConfigNode, Place } from './shape.ts';
import { quoted } from './words.ts';

export interface YamlProblem {
  readonly place: Place;
  readonly message: string;
}

export interface YamlResult {
  /** Undefined when the text is not YAML; what could not be resolved is left out of it. */
  readonly root: ConfigNode | undefined;
  readonly problems: readonly YamlProblem[];
}

/** Words, signs, blanks and line ends: a second's worth. */
const MAX_LEXEMES = 100_000;
const MAX_ALIASES = 100;
/** Nodes that all aliases together may stand for. */
const MAX_EXPANDED = 10_000;

/**
 * Reads one YAML 1.2 document in the core schema: no merge keys, no tags but the core ones, no directive that changes
 * this. Never throws for any text, and takes time linear in it. Of the syntax errors only the first is told, since the
 * others mostly follow from it.
 */
export function parseYaml(text: string): YamlResult {
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  // A lone CR ends a line in YAML, which the package does not know.
  const source = text.replace(/\r(?!\n)/g, '\n');
  lines.addNewLine(0);
  const parsed = composeYaml(source, {
    maxLexemes: MAX_LEXEMES,
    strict: true,
    onNewLine: lines.addNewLine,
  });
  if ('contents' in parsed) return new Reader(place).read(parsed.contents);
  const { offset, message } = explain(parsed.failure, source);
  return { root: undefined, problems: [{ place: place(offset), message }] };
}

interface Explanation {
  readonly offset: number;
  readonly message: string;
}

/** The package's error in plain words, where the mistake is rather than where it was noticed. */
function explain(failure: YamlFailure, text: string): Explanation {
  const { code, message, start, lastQuote } = failure;
  if (/^Missing closing/.test(message)) return { offset: lastQuote, message: 'this quote is never closed' };
  const indent = code === 'BAD_INDENT' ? (/^[ ]*/.exec(text.slice(start, start + 1000))?.[0].length ?? 0) : 0;
  return { offset: start + indent, message: sentence(failure, text) };
}

function sentence({ code, message, start, end }: YamlFailure, text: string): string {
  const source = text.slice(start, end);
  switch (code) {
    case 'TOO_LONG':
      return 'the file is too long to be read beyond this';
    case 'TOO_DEEP':
      return `this is nested more than ${MAX_YAML_DEPTH} levels deep`;
    case 'SECOND_DOCUMENT':
      return 'a second document starts here; a file holds one';
    case 'TAB_AS_INDENT':
      return 'a tab indents this line; YAML wants spaces';
    case 'BAD_INDENT':
      return message.startsWith('Flow')
        ? 'a list opened with [ or a map opened with { is not closed before this'
        : 'this is indented differently from what it belongs to; the keys of one map start in the same column';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'a colon and a space, or a dash, makes this a map or list inside a value; put the value in quotes, or on a line of its own';
    case 'MULTILINE_IMPLICIT_KEY':
      return 'a key runs over more than one line here; is a colon with a space after it missing?';
    case 'BAD_SCALAR_START':
      return `a value cannot start with ${quoted(source.slice(0, 1))}; put it in quotes`;
    case 'BAD_DQ_ESCAPE':
      return 'this is no escape of a string in double quotes; write \\\\ for a backslash, or use single quotes';
    case 'BAD_ALIAS':
      return 'a name is missing or ambiguous after * or &; a value that starts so must be in quotes';
    case 'NON_STRING_KEY':
      return 'a key must be plain text';
    case 'TAG_RESOLVE_FAILED':
    case 'BAD_COLLECTION_TYPE':
      return `${quoted(source)} is a tag that is not supported here; a value that starts with ! must be in quotes`;
    case 'BAD_DIRECTIVE':
      return 'this directive is not supported';
    case 'KEY_OVER_1024_CHARS':
      return 'this key is too long';
    case 'UNEXPECTED_TOKEN':
      return /block-seq-ind/.test(message)
        ? 'a list does not start in the line of its key; put its first item on a line of its own'
        : `${quoted(source.split('\n', 1)[0] ?? '')} cannot stand here; a value with special characters must be in quotes`;
    case 'MISSING_CHAR':
      return missing(message);
    default:
      return 'this is not valid YAML';
  }
}

function missing(message: string): string {
  if (/^Implicit map keys/.test(message)) return 'a colon with a space after it is missing; write key: value';
  if (/^Comments/.test(message)) return 'a space is missing before the # of a comment';
  if (/^Missing ,/.test(message)) return 'a comma is missing between two items';
  if (/end with a [\]}]/.test(message)) return 'a list opened with [ or a map opened with { is not closed';
  return 'something is missing before this; it is not valid YAML';
}

/** Turns the package's nodes into ours; aliases share the node they stand for. */
class Reader {
  readonly #place: (offset: number) => Place;
  readonly #problems: YamlProblem[] = [];
  readonly #anchors = new Map<string, { readonly node: ConfigNode; readonly size: number }>();
  #aliases = 0;
  /** Nodes that aliases stand for so far. */
  #expanded = 0;
  /** Nodes of the file itself so far. */
  #written = 0;
  #overfull = false;

  constructor(place: (offset: number) => Place) {
    this.#place = place;
  }

  read(contents: ParsedNode | null): YamlResult {
    const root = contents === null ? nothing(this.#place(0)) : this.#node(contents);
    return { root, problems: this.#problems };
  }

  /** Undefined for an alias that stands for nothing, which is then left out. */
  #node(node: ParsedNode): ConfigNode | undefined {
    if (isAlias(node)) return this.#alias(node.source, this.#place(node.range[0]));
    const before = this.#written++ + this.#expanded;
    const read = this.#value(node);
    const size = this.#written + this.#expanded - before;
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, { node: read, size });
    return read;
  }

  #value(node: Exclude<ParsedNode, Alias.Parsed>): ConfigNode {
    const place = this.#place(node.range[0]);
    if (isMap<ParsedNode, ParsedNode | null>(node))
      return { kind: 'map', place, entries: this.#entries(node.items) };
    if (isSeq<ParsedNode>(node)) {
      const items = node.items.map((item) => this.#node(item)).filter((item) => item !== undefined);
      return { kind: 'list', place, items };
    }
    if (!isScalar(node)) return nothing(place);
    const { value } = node;
    if (typeof value === 'string') return { kind: 'string', place, value };
    if (typeof value === 'boolean') return { kind: 'boolean', place, value };
    if (typeof value === 'number') return { kind: 'number', place, source: node.source ?? String(value) };
    return nothing(place);
  }

  #entries(pairs: readonly { readonly key: ParsedNode; readonly value: ParsedNode | null }[]): ConfigEntry[] {
    const entries: ConfigEntry[] = [];
    const seen = new Map<string, Place>();
    for (const { key, value } of pairs) {
      const keyNode = this.#node(key);
      const read = value === null ? keyNode && nothing(keyNode.place) : this.#node(value);
      if (keyNode?.kind !== 'string') continue;
      const { place, value: name } = keyNode;
      const first = seen.get(name);
      if (first !== undefined) {
        this.#problem(
          place,
          `the key ${quoted(name)} stands here a second time; the first is in line ${first.line}`,
        );
        continue;
      }
      seen.set(name, place);
      if (name === '<<') {
        this.#problem(place, 'merge keys (<<) are not supported; write the keys out');
      } else if (read !== undefined) entries.push({ key: { name, place }, value: read });
    }
    return entries;
  }

  #alias(name: string, place: Place): ConfigNode | undefined {
    const target = this.#anchors.get(name);
    if (target === undefined) {
      const star = quoted(`*${name}`);
      this.#problem(
        place,
        `${star} is an alias of nothing above it; a value that starts with * must be in quotes`,
      );
      return undefined;
    }
    this.#aliases++;
    this.#expanded += target.size;
    if (this.#aliases <= MAX_ALIASES && this.#expanded <= MAX_EXPANDED) return { ...target.node, place };
    if (!this.#overfull) this.#problem(place, 'there are too many aliases, or they stand for too much');
    this.#overfull = true;
    return undefined;
  }

  #problem(place: Place, message: string): void {
    this.#problems.push({ place, message });
  }
}

function nothing(place: Place): ConfigNode {
  return { kind: 'null', place };
}
