import { runeLength } from './decode.ts';
import type { Expected, JsonSyntaxError } from './parse.ts';

/** The usual reasons why a file is no strict JSON; each has advice of its own. */
export type SyntaxCause =
  | 'empty-file'
  | 'byte-order-mark'
  | 'utf-16'
  | 'nul-byte'
  | 'comment'
  | 'trailing-comma'
  | 'missing-comma'
  | 'missing-colon'
  | 'missing-value'
  | 'extra-comma'
  | 'single-quotes'
  | 'curly-quotes'
  | 'bare-key'
  | 'bare-word'
  | 'not-a-number'
  | 'other-case-literal'
  | 'number-form'
  | 'unclosed-string'
  | 'control-character'
  | 'bad-escape'
  | 'text-after-value'
  | 'unclosed-container'
  | 'wrong-bracket'
  | 'invisible-space'
  | 'conflict-marker'
  | 'too-deep'
  | 'other';

/** A syntax error in plain words. `found` and `expected` are noun phrases of ours with at most one token of the file. */
export interface SyntaxExplanation {
  readonly cause: SyntaxCause;
  readonly found: string;
  readonly expected: string;
  /** Bytes from the first bad one on that belong to the same mistake; empty at the end of the file. */
  readonly start: number;
  readonly end: number;
  /** A place that helps: the bracket or quote that is still open. */
  readonly open?: number;
}

const EXPECTED: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'value-or-close': 'a value or ]',
  key: 'a key in double quotes',
  'key-or-close': 'a key in double quotes or }',
  colon: 'a colon',
  'comma-or-brace': 'a comma or }',
  'comma-or-bracket': 'a comma or ]',
  end: 'the end of the file',
  digit: 'a digit',
  literal: 'true, false or null',
  'string-end': 'the closing double quote',
  escape: 'one of " \\ / b f n r t u after the backslash',
  'hex-digit': 'four hexadecimal digits after \\u',
  'comment-end': 'the end of the comment',
  'less-depth': 'at most 10,000 open brackets',
};

/** Says what stands at the first bad byte and, for the common causes, which mistake it is. */
export function explainSyntax(bytes: Uint8Array, error: JsonSyntaxError): SyntaxExplanation {
  const { offset } = error;
  const expected = EXPECTED[error.expected];
  const say = (cause: SyntaxCause, found: string, end = offset + 1, open?: number): SyntaxExplanation => ({
    cause,
    found,
    expected,
    start: offset,
    end: Math.min(end, bytes.length),
    ...(open === undefined ? {} : { open }),
  });

  if (offset === 0) {
    const start = startOfFile(bytes);
    if (start !== undefined) return say(start.cause, start.found, start.end);
  }
  if (onlyUtf16Ascii(bytes)) return say('utf-16', 'UTF-16 text without a byte-order mark');
  if (error.expected === 'less-depth') return say('too-deep', 'one more opening bracket');

  const byte = bytes[offset];
  if (error.expected === 'string-end') {
    const { tokenStart } = error;
    if (byte === undefined)
      return say('unclosed-string', 'the end of the file inside a string', offset, tokenStart);
    if (byte === 0x0a || byte === 0x0d) {
      return say('unclosed-string', 'the end of the line inside a string', offset + 1, tokenStart);
    }
    return say('control-character', `a raw control character (${hex(byte)}) inside a string`);
  }
  if (error.expected === 'escape' || error.expected === 'hex-digit') {
    if (byte === undefined) return say('bad-escape', 'the end of the file', offset, error.tokenStart);
    const printable = byte > 0x20 && byte < 0x7f;
    return say('bad-escape', printable ? `\`${String.fromCharCode(byte)}\`` : describe(bytes, offset).found);
  }
  if (byte === undefined) {
    if (isBlank(bytes)) return say('empty-file', 'a file without content', offset);
    if (error.expected === 'comment-end') return say('comment', 'the end of the file', offset);
    return say('unclosed-container', 'the end of the file', offset, error.openAt);
  }
  const token = describe(bytes, offset);
  const cause = causeOf(bytes, error, token);
  return say(cause, token.found, token.end, cause === 'wrong-bracket' ? error.openAt : undefined);
}

function startOfFile(bytes: Uint8Array): { cause: SyntaxCause; found: string; end: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { cause: 'byte-order-mark', found: 'a UTF-8 byte-order mark (EF BB BF)', end: 3 };
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { cause: 'utf-16', found: 'a UTF-16 byte-order mark', end: 2 };
  }
  return undefined;
}

/** UTF-16 without a mark: every other byte of the first few is NUL. */
function onlyUtf16Ascii(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  return (
    (bytes[0] === 0 && bytes[2] === 0 && bytes[1] !== 0) ||
    (bytes[1] === 0 && bytes[3] === 0 && bytes[0] !== 0)
  );
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

interface Token {
  readonly kind: 'comment' | 'word' | 'string' | 'number' | 'mark' | 'rune' | 'byte';
  readonly found: string;
  readonly end: number;
  readonly word?: string;
}

/** A word is judged by its first so many characters. */
const WORD_LIMIT = 20;

const HARMLESS_WORDS = /^(?:nan|infinity|inf|true|false|null|none|nil|undefined|yes|no|on|off|mcpServers)$/i;

/** What stands at `offset`, as a person would call it. */
function describe(bytes: Uint8Array, offset: number): Token {
  const byte = bytes[offset] as number;
  const next = bytes[offset + 1];
  if (byte === 0x2f && (next === 0x2f || next === 0x2a)) {
    return { kind: 'comment', found: 'a comment', end: offset + 2 };
  }
  if (byte === 0x23) return { kind: 'comment', found: 'a comment that begins with #', end: offset + 1 };
  if (byte === 0x22) return { kind: 'string', found: 'a string', end: stringEnd(bytes, offset) };
  if (isWordByte(byte)) {
    let end = offset;
    while (end < bytes.length && end - offset < 4096 && isWordByte(bytes[end] as number)) end++;
    const word = latin(bytes, offset, Math.min(end, offset + WORD_LIMIT));
    const number = byte >= 0x30 && byte <= 0x39;
    // A bare word may be a credential whose quotes were forgotten: only words of programming languages are shown.
    const found = number ? 'a number' : HARMLESS_WORDS.test(word) ? `\`${word}\`` : 'a bare word';
    return { kind: number ? 'number' : 'word', found, end, word };
  }
  const length = runeLength(bytes, offset, bytes.length);
  if (length === 0)
    return { kind: 'byte', found: `a byte that is not UTF-8 (${hex(byte)})`, end: offset + 1 };
  if (length > 1) {
    const char = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      bytes.subarray(offset, offset + length),
    );
    const code = (char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    return {
      kind: 'rune',
      found: RUNES[char] ?? `the character U+${code}`,
      end: offset + length,
      word: char,
    };
  }
  if (byte < 0x20 || byte === 0x7f) {
    return {
      kind: 'byte',
      found: byte === 0 ? 'a NUL byte' : `a control character (${hex(byte)})`,
      end: offset + 1,
    };
  }
  return { kind: 'mark', found: `\`${String.fromCharCode(byte)}\``, end: offset + 1 };
}

const RUNES: Readonly<Record<string, string>> = {
  '\ufeff': 'a byte-order mark (U+FEFF)',
  '\u00a0': 'a no-break space (U+00A0)',
  '\u200b': 'a zero-width space (U+200B)',
  '\u2028': 'a line separator (U+2028)',
  '\u3000': 'an ideographic space (U+3000)',
  '\u201c': 'a curly quote (U+201C)',
  '\u201d': 'a curly quote (U+201D)',
  '\u2018': 'a curly quote (U+2018)',
  '\u2019': 'a curly quote (U+2019)',
};

function causeOf(bytes: Uint8Array, error: JsonSyntaxError, token: Token): SyntaxCause {
  const { offset, expected } = error;
  const byte = bytes[offset] as number;
  const wantsKey = expected === 'key' || expected === 'key-or-close';
  const wantsValue = expected === 'value' || expected === 'value-or-close';
  const wantsComma = expected === 'comma-or-brace' || expected === 'comma-or-bracket';
  if (token.kind === 'comment') return 'comment';
  if (byte === 0) return 'nul-byte';
  if (token.kind === 'rune') {
    const char = token.word as string;
    if ('\u201c\u201d\u2018\u2019'.includes(char)) return 'curly-quotes';
    return /[\s\u200b\ufeff]/u.test(char)
      ? 'invisible-space'
      : expected === 'end'
        ? 'text-after-value'
        : 'other';
  }
  if (isConflictMarker(bytes, offset)) return 'conflict-marker';
  if (expected === 'end') return 'text-after-value';
  if (byte === 0x27 || byte === 0x60) return 'single-quotes';
  if (expected === 'literal' || expected === 'digit') return scalarCause(bytes, error);
  if ((byte === 0x7d || byte === 0x5d) && lastMark(bytes, offset) === 0x2c) return 'trailing-comma';
  if (byte === 0x2c) return wantsComma ? 'other' : expected === 'colon' ? 'missing-value' : 'extra-comma';
  if (byte === 0x7d || byte === 0x5d) {
    if (wantsValue && expected === 'value') return 'missing-value';
    return expected === 'colon' ? 'missing-value' : 'wrong-bracket';
  }
  if (wantsKey) return token.kind === 'word' || token.kind === 'number' ? 'bare-key' : 'other';
  if (wantsValue) {
    if (byte === 0x2b || byte === 0x2e) return 'number-form';
    return token.kind === 'word' ? wordCause(token.word as string) : 'other';
  }
  if (expected === 'colon') return 'missing-colon';
  if (wantsComma) {
    if (lastMarkIsDigit(bytes, offset) && touches(bytes, offset)) return 'number-form';
    if (byte === 0x3a) return 'other';
    return 'missing-comma';
  }
  return 'other';
}

/** A word or number that begins well and goes wrong in the middle: judged as a whole. */
function scalarCause(bytes: Uint8Array, error: JsonSyntaxError): SyntaxCause {
  const start = error.tokenStart as number;
  let end = start;
  while (end < bytes.length && end - start < 32 && (isWordByte(bytes[end] as number) || bytes[end] === 0x2d))
    end++;
  const word = latin(bytes, start, end);
  if (error.expected === 'literal') return wordCause(word);
  return /^-?(?:infinity|nan)$/i.test(word) ? 'not-a-number' : 'number-form';
}

function wordCause(word: string): SyntaxCause {
  if (/^(?:nan|infinity|inf)$/i.test(word)) return 'not-a-number';
  if (/^(?:true|false|null)$/i.test(word)) return 'other-case-literal';
  return 'bare-word';
}

function isConflictMarker(bytes: Uint8Array, offset: number): boolean {
  const byte = bytes[offset] as number;
  if (byte !== 0x3c && byte !== 0x3d && byte !== 0x3e) return false;
  for (let i = offset; i < offset + 7; i++) if (bytes[i] !== byte) return false;
  return true;
}

/** The last byte before `offset` that is not white space. */
function lastMark(bytes: Uint8Array, offset: number): number | undefined {
  let i = offset - 1;
  while (i >= 0 && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[i] as number)) i--;
  return bytes[i];
}

function lastMarkIsDigit(bytes: Uint8Array, offset: number): boolean {
  const mark = lastMark(bytes, offset);
  return mark !== undefined && mark >= 0x30 && mark <= 0x39;
}

function touches(bytes: Uint8Array, offset: number): boolean {
  return lastMark(bytes, offset) === bytes[offset - 1];
}

function stringEnd(bytes: Uint8Array, offset: number): number {
  let i = offset + 1;
  while (i < bytes.length && bytes[i] !== 0x22 && bytes[i] !== 0x0a && bytes[i] !== 0x0d) {
    i += bytes[i] === 0x5c ? 2 : 1;
  }
  return i + 1;
}

function isWordByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x5f
  );
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

function hex(byte: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
