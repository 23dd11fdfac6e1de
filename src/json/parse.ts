import { TreeBuilder } from './builder.ts';
import { JsonDoc, KINDS, type NodeId } from './tree.ts';

/** `strict`: RFC 8259 as Go's `encoding/json` reads it. `jsonc`: comments and trailing commas as well. */
export type Dialect = 'strict' | 'jsonc';

/** What could have stood where the first bad byte stands. */
export type Expected =
  | 'value'
  | 'value-or-close'
  | 'key'
  | 'key-or-close'
  | 'colon'
  | 'comma-or-brace'
  | 'comma-or-bracket'
  | 'end'
  | 'digit'
  | 'literal'
  | 'string-end'
  | 'escape'
  | 'hex-digit'
  | 'comment-end'
  | 'less-depth';

/** The first byte at which a document stops being JSON. */
export interface JsonSyntaxError {
  /** Byte offset; the length of the file when it ends too early. */
  readonly offset: number;
  readonly expected: Expected;
  /** Byte offset where the token that is broken off begins, for `digit`, `literal` and the string errors. */
  readonly tokenStart?: number;
  /** Byte offset of the innermost bracket that is still open. */
  readonly openAt?: number;
  readonly dialect: Dialect;
}

export type ParseResult =
  | { readonly ok: true; readonly doc: JsonDoc }
  | { readonly ok: false; readonly error: JsonSyntaxError };

/**
 * Go's limit on open containers, counted from the root (`maxNestingDepth` in encoding/json/scanner.go); one more is an
 * error even inside a value that nobody reads.
 */
export const MAX_DEPTH = 10_000;

const [OBJECT, ARRAY, STRING, NUMBER, TRUE, FALSE, NULL] = KINDS.map((_, code) => code) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const LITERALS: Readonly<Record<number, { readonly word: string; readonly kind: number }>> = {
  116: { word: 'true', kind: TRUE },
  102: { word: 'false', kind: FALSE },
  110: { word: 'null', kind: NULL },
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Reads bytes as JSON into a concrete tree. Iterative and linear; never throws. Strict means strict: white space is
 * space, tab, LF and CR alone, so a byte-order mark is the first bad byte of a file that has one.
 */
export function parseJson(bytes: Uint8Array, options: { readonly dialect: Dialect }): ParseResult {
  const jsonc = options.dialect === 'jsonc';
  const length = bytes.length;
  const builder = new TreeBuilder();
  const open: NodeId[] = [];
  let at = 0;

  const fail = (offset: number, expected: Expected, tokenStart?: number): ParseResult => {
    const top = open.at(-1);
    return {
      ok: false,
      error: {
        offset,
        expected,
        dialect: options.dialect,
        ...(tokenStart === undefined ? {} : { tokenStart }),
        ...(top === undefined ? {} : { openAt: builder.start(top) }),
      },
    };
  };

  /** Skips white space, and comments in JSONC; false at a comment that does not close. */
  const skipSpace = (): boolean => {
    for (;;) {
      const byte = bytes[at];
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) at++;
      else if (jsonc && byte === SLASH && bytes[at + 1] === SLASH) {
        while (at < length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++;
      } else if (jsonc && byte === SLASH && bytes[at + 1] === 0x2a) {
        let end = at + 2;
        while (end < length && !(bytes[end] === 0x2a && bytes[end + 1] === SLASH)) end++;
        if (end >= length) return false;
        at = end + 2;
      } else return true;
    }
  };

  let error: ParseResult | undefined;
  /** Reads the string at `at`; -1 after an error. */
  const readString = (): NodeId => {
    const start = at;
    let i = at + 1;
    for (;;) {
      const byte = bytes[i];
      if (byte === QUOTE) break;
      if (byte === undefined || byte < 0x20) {
        error = fail(i, 'string-end', start);
        return -1;
      }
      if (byte !== BACKSLASH) {
        i++;
        continue;
      }
      const escaped = bytes[i + 1];
      if (escaped === 0x75) {
        for (let j = i + 2; j < i + 6; j++) {
          if (!isHex(bytes[j])) {
            error = fail(j, 'hex-digit', start);
            return -1;
          }
        }
        i += 6;
      } else if (escaped !== undefined && SHORT_ESCAPES.has(escaped)) i += 2;
      else {
        error = fail(i + 1, 'escape', start);
        return -1;
      }
    }
    at = i + 1;
    return builder.add(STRING, start, at);
  };

  /** Reads the number at `at`; -1 after an error. */
  const readNumber = (): NodeId => {
    const start = at;
    let i = at;
    const digits = (): boolean => {
      const from = i;
      while (isDigit(bytes[i])) i++;
      return i > from;
    };
    if (bytes[i] === 0x2d) i++;
    if (bytes[i] === 0x30) i++;
    else if (!digits()) {
      error = fail(i, 'digit', start);
      return -1;
    }
    if (bytes[i] === 0x2e) {
      i++;
      if (!digits()) {
        error = fail(i, 'digit', start);
        return -1;
      }
    }
    if (bytes[i] === 0x65 || bytes[i] === 0x45) {
      i++;
      if (bytes[i] === 0x2b || bytes[i] === 0x2d) i++;
      if (!digits()) {
        error = fail(i, 'digit', start);
        return -1;
      }
    }
    at = i;
    return builder.add(NUMBER, start, at);
  };

  const readLiteral = (word: string, kind: number): NodeId => {
    const start = at;
    for (let i = 0; i < word.length; i++) {
      if (bytes[start + i] !== word.charCodeAt(i)) {
        error = fail(start + i, 'literal', start);
        return -1;
      }
    }
    at = start + word.length;
    return builder.add(kind, start, at);
  };

  let expected: Expected = 'value';
  for (;;) {
    if (!skipSpace()) return fail(length, 'comment-end', at);
    const byte = bytes[at];
    switch (expected) {
      case 'value':
      case 'value-or-close': {
        if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
          if (open.length === MAX_DEPTH) return fail(at, 'less-depth');
          open.push(builder.add(byte === OPEN_BRACE ? OBJECT : ARRAY, at, at));
          at++;
          expected = byte === OPEN_BRACE ? 'key-or-close' : 'value-or-close';
          continue;
        }
        if (byte === CLOSE_BRACKET && expected === 'value-or-close') break;
        let node: NodeId;
        if (byte === QUOTE) node = readString();
        else if (byte === 0x2d || isDigit(byte)) node = readNumber();
        else {
          const literal = byte === undefined ? undefined : LITERALS[byte];
          if (literal === undefined) return fail(at, expected);
          node = readLiteral(literal.word, literal.kind);
        }
        if (node === -1) return error as ParseResult;
        expected = afterValue();
        continue;
      }
      case 'key':
      case 'key-or-close': {
        if (byte === CLOSE_BRACE && expected === 'key-or-close') break;
        if (byte !== QUOTE) return fail(at, expected);
        if (readString() === -1) return error as ParseResult;
        expected = 'colon';
        continue;
      }
      case 'colon': {
        if (byte !== COLON) return fail(at, 'colon');
        at++;
        expected = 'value';
        continue;
      }
      case 'comma-or-brace': {
        if (byte === CLOSE_BRACE) break;
        if (byte !== COMMA) return fail(at, expected);
        at++;
        expected = jsonc ? 'key-or-close' : 'key';
        continue;
      }
      case 'comma-or-bracket': {
        if (byte === CLOSE_BRACKET) break;
        if (byte !== COMMA) return fail(at, expected);
        at++;
        expected = jsonc ? 'value-or-close' : 'value';
        continue;
      }
      default: {
        if (byte !== undefined) return fail(at, 'end');
        return { ok: true, doc: new JsonDoc(bytes, builder.finish(), builder.size) };
      }
    }
    // A bracket closes the innermost container.
    const container = open.pop() as NodeId;
    at++;
    builder.close(container, at);
    expected = afterValue();
  }

  function afterValue(): Expected {
    const top = open.at(-1);
    if (top === undefined) return 'end';
    return builder.kind(top) === OBJECT ? 'comma-or-brace' : 'comma-or-bracket';
  }
}

const SHORT_ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((char) => char.charCodeAt(0)));

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}
