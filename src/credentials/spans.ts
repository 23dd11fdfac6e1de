import { scanText } from './args.ts';
import { isAlnum, isLineEnd, isSpace } from './chars.ts';
import { credentialPart, namedCredential, schemeLiterals } from './named.ts';
import { isCredentialName } from './names.ts';
import { isPlaceholder } from './placeholders.ts';
import { beginsLikeToken, findTokens } from './tokens.ts';
import { findUriPasswords } from './uri.ts';
import { webCredentials } from './url.ts';
import { isOrdinaryValue } from './values.ts';

/** A range of UTF-16 indices into a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** A JSON string's content without its escapes; broken ones stay as they are. */
function decodeEscapes(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|([^u]))/g, (_, hex: string | undefined, char: string) =>
    hex === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Whether a value under a credential-bearing name has to be hidden. Stricter than a rule: numbers count too. */
function isHidden(value: string): boolean {
  return /^\d{4,}$/.test(value.trim()) ? !isPlaceholder(value) : !isOrdinaryValue(value);
}

/** The secret part of such a value, counted from its start; undefined when nothing needs hiding. */
function hiddenPart(value: string): TextSpan | undefined {
  const { start, end } = credentialPart(value);
  return end > start && !isPlaceholder(value) && isHidden(value.slice(start, end))
    ? { start, end }
    : undefined;
}

/** What the value that comes next is expected to be, after a name. */
type Expecting =
  /** Nothing. */
  | 'nothing'
  /** A credential-bearing name stands right before; a separator or a quoted value may follow. */
  | 'separator'
  /** The same for a flag: a comma may come between. */
  | 'argument'
  /** Name and `:` were read. */
  | 'colon'
  /** Name and `=` were read. */
  | 'equals';

const QUOTES = '"\'`';
const OPENING = '[{';

const BLANK = 1;
const QUOTE = 2;
const SEPARATOR = 3;
const OPEN = 4;
const CLOSE = 5;
const COMMA = 6;
/** What a unit begins, by code; 0: a word. */
const KINDS = new Uint8Array(128);
for (const [kind, chars] of [
  [BLANK, '\t\n\v\f\r '],
  [QUOTE, QUOTES],
  [SEPARATOR, ':='],
  [OPEN, OPENING],
  [CLOSE, ']}'],
  [COMMA, ','],
] as const) {
  for (const char of chars) KINDS[char.charCodeAt(0)] = kind;
}

/** Units that end a word, by code. */
const ENDS_WORD = new Uint8Array(128);
for (const char of '\t\n\v\f\r "\'`,[]{}():=<>|;&?#') ENDS_WORD[char.charCodeAt(0)] = 1;

/** No credential-bearing name is shorter. */
const SHORTEST_NAME = 3;
/** How far a text may go on after a line end inside an unclosed string. */
const LONGEST_TAIL = 4096;
/** What a string must hold to tell a secret by itself, beside a token: a pair, an address, a flag. */
const TELLING = /[:=@]|(?:^|\s)-/;
/** Secrets of one string with escapes that are looked for one by one; each costs a pass. */
const MOST_SEARCHED = 16;
const BLOCK_SCALAR = /^[|>][+-]?\d?[+-]?$/;
/** What may stand before a name that begins its line. */
const LINE_LEAD = /^[\s\-*+>|`#/]*(?:export\s+|set\s+|env\s+)?$/i;
const LONGEST_LEAD = 80;

/** Reads a text once from left to right; knows no grammar, so that no fault in the text can stop it. */
class Scanner {
  readonly spans: TextSpan[] = [];
  readonly #text: string;
  #at = 0;
  #expecting: Expecting = 'nothing';
  /** Where the last name starts. */
  #name = 0;
  /** The last name that stood in quotes. */
  #spelled = '';
  #depth = 0;
  /** No `'` before this index closes on its line. */
  #unclosedUntil = 0;
  /** The depth outside the list or object that stands under a credential-bearing name; -1 when in none. */
  #hiding = -1;

  constructor(text: string) {
    this.#text = text;
  }

  run(): TextSpan[] {
    while (this.#at < this.#text.length) this.#step();
    return this.spans;
  }

  #step(): void {
    const code = this.#text.charCodeAt(this.#at);
    const kind = code < 128 ? KINDS[code] : undefined;
    if (kind === BLANK || (kind === undefined && (isSpace(code) || isLineEnd(code)))) this.#at++;
    else if (kind === QUOTE) this.#quote(this.#text[this.#at] as string);
    else if (kind === SEPARATOR) this.#separator(this.#text[this.#at] as string);
    else if (kind === OPEN) this.#open();
    else if (kind === CLOSE) this.#close();
    else if (kind === COMMA) {
      if (this.#expecting !== 'argument') this.#expecting = 'nothing';
      this.#at++;
    } else this.#word();
  }

  #hide(start: number, end: number): void {
    if (end > start) this.spans.push({ start, end });
  }

  #open(): void {
    if (this.#expecting === 'colon' || this.#expecting === 'equals') {
      if (this.#hiding === -1) this.#hiding = this.#depth;
    }
    this.#expecting = 'nothing';
    this.#depth++;
    this.#at++;
  }

  #close(): void {
    if (this.#depth > 0) this.#depth--;
    if (this.#depth <= this.#hiding) this.#hiding = -1;
    this.#expecting = 'nothing';
    this.#at++;
  }

  #separator(char: string): void {
    this.#at++;
    if (this.#expecting === 'nothing') return;
    // `:=` and `==` are one sign.
    if (this.#text[this.#at] === '=') this.#at++;
    this.#expecting = char === ':' ? 'colon' : 'equals';
    const start = this.#skipBlanks(this.#at);
    const next = this.#text[start];
    if (next === undefined || QUOTES.includes(next) || OPENING.includes(next)) {
      this.#at = start;
      return;
    }
    if (isLineEnd(this.#text.charCodeAt(start))) return;
    this.#bareValue(start);
  }

  #skipBlanks(from: number): number {
    let i = from;
    while (isSpace(this.#text.charCodeAt(i)) && !isLineEnd(this.#text.charCodeAt(i))) i++;
    return i;
  }

  #lineEnd(from: number): number {
    let i = from;
    while (i < this.#text.length && !isLineEnd(this.#text.charCodeAt(i))) i++;
    return i;
  }

  /** Whether nothing but marks stands before the last name on its line. */
  #beginsLine(): boolean {
    let start = this.#name;
    while (start > 0 && this.#name - start < LONGEST_LEAD && !isLineEnd(this.#text.charCodeAt(start - 1)))
      start--;
    return this.#name - start < LONGEST_LEAD && LINE_LEAD.test(this.#text.slice(start, this.#name));
  }

  /** A value without quotes, after a separator on its line. */
  #bareValue(start: number): void {
    const equals = this.#expecting === 'equals';
    this.#expecting = 'nothing';
    const begins = this.#beginsLine();
    const query = '?&'.includes(this.#text[this.#name - 1] ?? ' ');
    const end = equals || !begins ? this.#wordsEnd(start, query) : this.#scalarEnd(start);
    const value = this.#text.slice(start, end);
    if (BLOCK_SCALAR.test(value.trim())) {
      this.#blockScalar(start);
      return;
    }
    this.#at = end;
    // A lone lower-case word after a colon inside a sentence is prose.
    if (!equals && !begins && this.#depth === 0 && /^[a-z]+$/.test(value)) return;
    const part = hiddenPart(value);
    if (part) this.#hide(start + part.start, start + part.end);
    else this.#at = start + (value === '' ? 0 : this.#firstWord(start, end));
  }

  #wordEnd(from: number): number {
    let i = from;
    for (; i < this.#text.length; i++) {
      const code = this.#text.charCodeAt(i);
      if (code < 128 ? ENDS_WORD[code] === 1 : isSpace(code) || isLineEnd(code)) break;
    }
    return i;
  }

  /** Length of the first word, so that what follows an ordinary value is read as well. */
  #firstWord(start: number, end: number): number {
    return Math.max(1, Math.min(this.#wordEnd(start + 1), end) - start);
  }

  /** The end of one word, or of a scheme and the word after it, without the punctuation that closes it. */
  #wordsEnd(start: number, query: boolean): number {
    const first = this.#bareWordEnd(start, query);
    const next = this.#skipBlanks(first);
    if (next > first && credentialPart(`${this.#text.slice(start, first)} x`).scheme) {
      return this.#bareWordEnd(next, query);
    }
    return first;
  }

  #bareWordEnd(start: number, query: boolean): number {
    let end = start;
    for (; end < this.#text.length; end++) {
      const code = this.#text.charCodeAt(end);
      if (isSpace(code) || isLineEnd(code) || QUOTES.includes(this.#text[end] as string)) break;
      if (query && (code === 38 || code === 35)) break;
    }
    while (end > start && ',;)}]'.includes(this.#text[end - 1] as string)) end--;
    return end;
  }

  /** The end of a plain YAML scalar or a bare JSON value: the line's end, a comment, or what closes it in a flow. */
  #scalarEnd(start: number): number {
    let end = start;
    for (; end < this.#text.length; end++) {
      const char = this.#text[end] as string;
      if (isLineEnd(this.#text.charCodeAt(end))) break;
      if (char === '#' && isSpace(this.#text.charCodeAt(end - 1))) break;
      if (this.#depth > 0 && '}]'.includes(char)) break;
      if (char === ',') {
        const next = this.#skipBlanks(end + 1);
        if (next >= this.#text.length || isLineEnd(this.#text.charCodeAt(next))) break;
        if ('"\'}]'.includes(this.#text[next] as string) || (this.#depth > 0 && next > end + 1)) break;
      }
    }
    while (
      end > start &&
      (isSpace(this.#text.charCodeAt(end - 1)) || ',;"\'`'.includes(this.#text[end - 1] as string))
    ) {
      end--;
    }
    return end;
  }

  /** `name: |` and the deeper lines below it. */
  #blockScalar(start: number): void {
    let line = this.#name;
    while (line > 0 && this.#name - line < LONGEST_LEAD && !isLineEnd(this.#text.charCodeAt(line - 1)))
      line--;
    const indent = this.#skipBlanks(line) - line;
    let at = this.#lineEnd(start);
    while (at < this.#text.length) {
      const next = at + (this.#text.startsWith('\r\n', at) ? 2 : 1);
      const content = this.#skipBlanks(next);
      const end = this.#lineEnd(next);
      if (content < end && content - next <= indent) break;
      const part = hiddenPart(this.#text.slice(content, end));
      if (part) this.#hide(content, end);
      at = end;
    }
    this.#at = at;
  }

  /** A quoted string; an apostrophe inside a word, or one that nothing closes on its line, is none. */
  #quote(quote: string): void {
    const open = this.#at;
    if (quote === '`' || (quote === "'" && isAlnum(this.#text.charCodeAt(open - 1)))) {
      this.#at++;
      return;
    }
    const width = this.#text.startsWith(quote.repeat(3), open) ? 3 : 1;
    const start = open + width;
    const close =
      quote === "'" && open < this.#unclosedUntil ? undefined : this.#closing(quote, width, start);
    if (close === undefined && quote === "'" && this.#expecting === 'nothing' && this.#hiding === -1) {
      // What the search passed over was escaped, so nothing on this line closes those either.
      if (open >= this.#unclosedUntil) this.#unclosedUntil = this.#lineEnd(open);
      this.#at++;
      return;
    }
    const end = close ?? this.#unclosedEnd(start);
    this.#at = close === undefined ? end : close + width;
    this.#string(open, start, end, close !== undefined);
  }

  #closing(quote: string, width: number, start: number): number | undefined {
    if (width === 3) {
      const close = this.#text.indexOf(quote.repeat(3), start);
      return close === -1 ? undefined : close;
    }
    for (let i = start; i < this.#text.length; i++) {
      const code = this.#text.charCodeAt(i);
      if (code === 92 && !isLineEnd(this.#text.charCodeAt(i + 1))) i++;
      else if (this.#text[i] === quote) return i;
      else if (isLineEnd(code)) return undefined;
    }
    return undefined;
  }

  #unclosedEnd(start: number): number {
    let end = this.#lineEnd(start);
    while (end > start && (isSpace(this.#text.charCodeAt(end - 1)) || this.#text[end - 1] === ',')) end--;
    return end;
  }

  #string(open: number, start: number, end: number, closed: boolean): void {
    if (start === end && this.#expecting === 'nothing') return;
    const raw = this.#text.slice(start, end);
    const content = decodeEscapes(raw);
    const isKey = closed && this.#text[this.#skipWhite(this.#at)] === ':';
    const expected = this.#expecting;
    this.#expecting = 'nothing';
    const flagAfterFlag = expected === 'argument' && content.startsWith('-');
    if ((expected !== 'nothing' && !flagAfterFlag) || (this.#hiding !== -1 && !isKey)) {
      this.#hideString(start, end, raw, content);
      if (!closed) this.#hideTail();
    } else if (!closed && beginsLikeToken(content)) {
      this.#hide(start, end);
      this.#hideTail();
    } else if (isCredentialName(content) && closed) {
      this.#name = open;
      this.#spelled = content;
      this.#expecting = content.startsWith('-') ? 'argument' : 'separator';
    }
    this.#hideInside(start, end, raw, content);
  }

  #skipWhite(from: number): number {
    let i = from;
    while (
      i < this.#text.length &&
      (isSpace(this.#text.charCodeAt(i)) || isLineEnd(this.#text.charCodeAt(i)))
    )
      i++;
    return i;
  }

  #hideString(start: number, end: number, raw: string, content: string): void {
    // What a rule would report under this name is hidden, whatever else speaks for showing it.
    for (const part of [hiddenPart(content), namedCredential(this.#spelled, content)]) {
      if (part === undefined) continue;
      if (raw === content) this.#hide(start + part.start, start + part.end);
      else this.#hide(start, end);
    }
  }

  /** A string that goes on over the line's end: hides the rest, up to a quote that ends its line. */
  #hideTail(): void {
    const from = this.#at;
    const quote = this.#text.indexOf('"', from);
    if (quote === -1 || quote - from > LONGEST_TAIL) return;
    const between = this.#text.slice(from, quote);
    const rest = this.#text.slice(quote + 1, Math.min(this.#lineEnd(quote), quote + LONGEST_LEAD));
    if (/[:{}[\]]/.test(between) || /[^\s,}\]]/.test(rest)) return;
    this.#hide(this.#skipWhite(from), quote);
    this.#at = quote + 1;
  }

  /** Secrets that a string tells by itself: a header line, `NAME=value`, an address, a shell line, a token. */
  #hideInside(start: number, end: number, raw: string, content: string): void {
    // JSON or a command inside a string: its own quotes were escaped.
    const nested = raw !== content && content.includes('"') ? secretSpans(content) : [];
    const told = TELLING.test(content) ? scanText(content) : raw === content ? [] : findTokens(content);
    const hits = [...nested, ...told];
    if (raw !== content && hits.length > MOST_SEARCHED) {
      this.#hide(start, end);
      return;
    }
    for (const hit of hits) {
      const from = raw === content ? hit.start : raw.indexOf(content.slice(hit.start, hit.end));
      if (from === -1) this.#hide(start, end);
      else this.#hide(start + from, start + from + hit.end - hit.start);
    }
  }

  /** A run without quotes, white space and marks: a name, a flag, a value on a line of its own. */
  #word(): void {
    const start = this.#at;
    const end = Math.max(this.#wordEnd(start), start + 1);
    this.#at = end;
    if (end - start < SHORTEST_NAME && this.#expecting === 'nothing' && this.#hiding === -1) return;
    const word = this.#text.slice(start, end);
    const next = this.#text[this.#skipBlanks(end)];
    const isKey = next === ':' || next === '=';
    const expected = this.#expecting;
    // A list mark: the flag before it still waits for its value.
    if (word === '-') return;
    this.#expecting = 'nothing';
    if (!isKey && this.#isExpectedWord(expected, word)) {
      const valueEnd = this.#bareWordEnd(start, false);
      const part = hiddenPart(this.#text.slice(start, valueEnd));
      if (part) {
        this.#hide(start + part.start, start + part.end);
        this.#at = Math.max(end, valueEnd);
        return;
      }
    }
    if (!isCredentialName(word)) return;
    this.#name = start;
    if (word.startsWith('-')) this.#expecting = 'argument';
    else if (isKey) this.#expecting = 'separator';
  }

  #isExpectedWord(expected: Expecting, word: string): boolean {
    if (this.#hiding !== -1 || expected === 'colon' || expected === 'equals') return true;
    // After a flag in a sentence an English word may follow.
    return (
      expected === 'argument' && !word.startsWith('-') && (/\d/.test(word) || /[a-z][A-Z]|[^\w.]/.test(word))
    );
  }
}

/** Sorts spans and joins those that touch or overlap. */
function merge(spans: TextSpan[]): TextSpan[] {
  spans.sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: { start: number; end: number }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ start: span.start, end: span.end });
  }
  return merged;
}

/**
 * Everything in a text that no output may show: a loose scan that needs no parser, for whole files that may be broken
 * JSON, JSONC, YAML, TOML or markdown, as for single names and messages. Finds values under credential-bearing names
 * (strings, bare words, numbers; on the next line too; with the closing quote missing), values after flags, header
 * lines, tokens, user information and queries of URLs, and passwords in connection URIs. A string whose escapes
 * hide the secret is masked whole. Sorted, disjoint, in linear time.
 */
export function secretSpans(text: string): TextSpan[] {
  const passes = [
    findTokens(text, true),
    schemeLiterals(text),
    webCredentials(text),
    findUriPasswords(text),
    new Scanner(text).run(),
  ];
  return merge(passes.flatMap((found) => found.map(({ start, end }) => ({ start, end }))));
}
