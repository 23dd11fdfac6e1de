import { scanText } from './args.ts';
import { isAlnum, isLineEnd, isSpace } from './chars.ts';
import type { TextSpan } from './hit.ts';
import { isMixed } from './loose.ts';
import { credentialPart, namedCredential } from './named.ts';
import { isCredentialName } from './names.ts';
import { isPlaceholder } from './placeholders.ts';
import { findTokens } from './tokens.ts';
import { isOrdinaryValue } from './values.ts';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** A JSON string's content without its escapes; broken ones stay as they are. */
function decodeEscapes(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|([^u]))/g, (_, hex: string | undefined, char: string) =>
    hex === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** A shorter directory is a version or a number. */
const SHORTEST_DIRECTORY = 6;

/** Whether a value under a credential-bearing name has to be hidden. Stricter than a rule: numbers count too. */
function isHidden(value: string): boolean {
  return /^\d{4,}$/.test(value.trim()) ? !isPlaceholder(value) : !isOrdinaryValue(value);
}

/** The secret part of such a value, counted from its start; undefined when nothing needs hiding. */
function hiddenPart(value: string): TextSpan | undefined {
  const { start, end } = credentialPart(value);
  if (end <= start || isPlaceholder(value)) return undefined;
  const secret = value.slice(start, end);
  if (isHidden(secret)) return { start, end };
  // A path, of which the name of a directory is the credential: `token=…/file.json`.
  const slash = secret.indexOf('/');
  const first = secret.slice(0, Math.max(0, slash));
  const tells =
    first.length >= SHORTEST_DIRECTORY && isMixed(first) && /^[\w.-]+$/.test(first) && isHidden(first);
  return tells ? { start, end: start + slash } : undefined;
}

/** The word at the end of a text, before a separator and perhaps a scheme: `-e API_KEY=`. */
function nameBeforeEnd(text: string): string | undefined {
  const tail = text
    .slice(-LONGEST_END)
    .trimEnd()
    .replace(/(?:Bearer|Basic|Token)$/i, '')
    .trimEnd();
  const name = tail.replace(/["'`]?[ \t]?[:=]>?$/, '');
  if (name.length === tail.length) return undefined;
  let start = name.length;
  while (start > 0 && isNameUnit(name.charCodeAt(start - 1))) start--;
  return name.slice(start);
}

function isNameUnit(code: number): boolean {
  // - . _
  return isAlnum(code) || code === 45 || code === 46 || code === 95;
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

const BACKSLASH = 92;
const APOSTROPHE = 39;
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
/** As much of a string's end may be a name, a separator and a scheme. */
const LONGEST_END = 240;
/** How far a text may go on after a line end inside an unclosed string. */
const LONGEST_TAIL = 4096;
/** What a string must hold to tell a secret by itself, beside a token: a pair, an address, a flag. */
const TELLING = /[:=@<]|(?:^|[\s"'`,])-/;
const INNER_MARK = /["'`<]/;
/** Secrets of one string with escapes that are looked for one by one; each costs a pass. */
const MOST_SEARCHED = 16;
/** A shorter cell of a table is a default or a unit. */
const SHORTEST_CELL = 8;
const BLOCK_SCALAR = /^[|>][+-]?\d?[+-]?$/;
/** What may stand before a name that begins its line. */
const LINE_LEAD = /^[\s\-*+>|`#/]*(?:export\s+|set\s+|env\s+)?$/i;
const LONGEST_LEAD = 80;

/** The key of a value whose name stands beside it: `{"name": "API_KEY", "value": "…"}`. */
const VALUE_KEY = /^(?:value|val|content|default|literal)$/i;
/** How far apart the two may stand. */
const LONGEST_PAIR = 256;
/** What follows a string that closed where it was meant to: a mark, a comment, a path, a pipe. */
const AFTER_STRING = ',]}):;>|&/#';
/** How far a comment that does not end on its line is looked for the end of. */
const LONGEST_COMMENT = 4096;
const SCHEME_ALONE = /^(?:Bearer|Basic|Token|ApiKey)$/i;

/** What a comment interrupts, and where it ends. */
interface Interrupted {
  readonly end: number;
  readonly expecting: Expecting;
  readonly name: number;
  readonly spelled: string;
}

/** Reads a text once from left to right; knows no grammar, so that no fault in the text can stop it. */
export class Scanner {
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
  /** The comment that is being read, when it stands between a name and its value. */
  #comment: Interrupted | undefined;
  /** A credential-bearing name that is itself a value, and where it ends. */
  #pairName = '';
  #pairEnd = -LONGEST_PAIR;
  /** The line that was looked at last. */
  #lineStart = 0;
  #lineStop = -1;
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
    if (this.#comment !== undefined && this.#at >= this.#comment.end) this.#leaveComment(this.#comment);
    const code = this.#text.charCodeAt(this.#at);
    const kind = code < 128 ? KINDS[code] : undefined;
    if (kind === BLANK || (kind === undefined && (isSpace(code) || isLineEnd(code)))) this.#at++;
    else if (kind === QUOTE) this.#quote(this.#text[this.#at] as string);
    else if (kind === SEPARATOR) this.#separator(this.#text[this.#at] as string);
    else if (kind === OPEN) this.#open();
    else if (kind === CLOSE) this.#close();
    else if (kind === COMMA) {
      this.#comma();
    } else if (this.#expecting === 'nothing' || !this.#enterComment()) this.#word();
  }

  /** A comma ends what a name expects, but for the value of a flag, and for a value that a stray comma stands before. */
  #comma(): void {
    this.#expecting =
      this.#expecting === 'nothing' || this.#expecting === 'separator' ? 'nothing' : 'argument';
    this.#at++;
  }

  /** Whether a comment begins at `at`. */
  #beginsComment(at: number): boolean {
    const char = this.#text[at];
    if (char === '#') return at === 0 || isSpace(this.#text.charCodeAt(at - 1));
    if (char === '<') return this.#text.startsWith('<!--', at);
    if (char !== '/') return false;
    const next = this.#text[at + 1];
    if (next === '*') return true;
    // Outside of brackets two slashes may begin a value.
    return next === '/' && (this.#depth > 0 || !(this.#text.charCodeAt(at + 2) > 32));
  }

  /** Reads a comment between a name and its value like any text, and then goes on where it stood. */
  #enterComment(): boolean {
    if (this.#comment !== undefined || !this.#beginsComment(this.#at)) return false;
    const close = this.#text[this.#at] === '/' ? '*/' : '-->';
    const oneLine = this.#text[this.#at] === '#' || this.#text[this.#at + 1] === '/';
    const within = oneLine ? -1 : this.#text.slice(this.#at, this.#at + LONGEST_COMMENT).indexOf(close, 2);
    const end = within === -1 ? this.#lineEnd(this.#at) : this.#at + within + close.length;
    this.#comment = { end, expecting: this.#expecting, name: this.#name, spelled: this.#spelled };
    this.#expecting = 'nothing';
    this.#at += 1;
    return true;
  }

  #leaveComment({ expecting, name, spelled }: Interrupted): void {
    this.#comment = undefined;
    this.#expecting = expecting;
    this.#name = name;
    this.#spelled = spelled;
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
    // `:=`, `==` and `=>` are one sign.
    while (':=>'.includes(this.#text[this.#at] ?? ' ')) this.#at++;
    this.#expecting = char === ':' ? 'colon' : 'equals';
    // `**name:** value`
    if (this.#text.startsWith('**', this.#at)) this.#at += 2;
    const start = this.#skipBlanks(this.#at);
    const next = this.#text[start];
    if (
      next === undefined ||
      QUOTES.includes(next) ||
      OPENING.includes(next) ||
      next === ',' ||
      this.#beginsComment(start)
    ) {
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
    if (from >= this.#lineStart && from <= this.#lineStop) return this.#lineStop;
    let i = from;
    while (i < this.#text.length && !isLineEnd(this.#text.charCodeAt(i))) i++;
    this.#lineStart = from;
    this.#lineStop = i;
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
    const expected = this.#expecting;
    const equals = expected === 'equals';
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
    // The credential stands on the next line.
    if (SCHEME_ALONE.test(value)) this.#expecting = expected;
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
    if (this.#text.startsWith('```', open)) {
      // A fence: what is in it belongs to no name before it.
      this.#expecting = 'nothing';
      this.#at += 3;
      return;
    }
    if (quote === '`' ? !this.#isSpan(open) : quote === "'" && isAlnum(this.#text.charCodeAt(open - 1))) {
      this.#at++;
      return;
    }
    // Python's and TOML's long strings; in broken JSON three quotes in a row are an empty string and one more.
    const width = this.#expecting !== 'nothing' && this.#text.startsWith(quote.repeat(3), open) ? 3 : 1;
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

  /** Whether a back quote begins a value: behind a separator on its own line. */
  #isSpan(open: number): boolean {
    if (this.#expecting !== 'colon' && this.#expecting !== 'equals') return false;
    let before = open - 1;
    while (this.#text[before] === ' ') before--;
    return ':=>*'.includes(this.#text[before] ?? ' ');
  }

  #closing(quote: string, width: number, start: number): number | undefined {
    if (width === 3) {
      const close = this.#text.indexOf(quote.repeat(3), start);
      return close === -1 ? undefined : close;
    }
    let doubled: number | undefined;
    for (let i = start; i < this.#text.length; i++) {
      const code = this.#text.charCodeAt(i);
      if (code === BACKSLASH && !isLineEnd(this.#text.charCodeAt(i + 1))) i++;
      else if (this.#text[i] === quote) {
        // YAML and SQL write an apostrophe twice.
        if (code !== APOSTROPHE || i === start || this.#text.charCodeAt(i + 1) !== APOSTROPHE) return i;
        doubled ??= i;
        i++;
      } else if (isLineEnd(code)) return doubled;
    }
    return doubled;
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
    const apart = expected === 'argument' && (content.startsWith('-') || (isKey && !isMixed(content)));
    if ((expected !== 'nothing' && !apart) || (this.#hiding !== -1 && !isKey)) {
      this.#hideString(start, end, raw, content);
      if (closed) this.#hideRest(this.#text[open] as string, expected !== 'equals' || this.#depth > 0);
      else this.#hideTail();
      // The value before it is missing.
      if (isKey) this.#nameInQuotes(open, content, isKey);
    } else if (closed) this.#nameInQuotes(open, content, isKey);
    this.#hideInside(start, end, raw, content);
  }

  /** A string that is a name, or that ends in one and a separator: `"NAME="value""`, `"NAME=", "value"`. */
  #nameInQuotes(open: number, content: string, isKey: boolean): void {
    const named = isCredentialName(content) && !/[:=]\s*$/.test(content);
    if (named && !isKey) this.#rememberPair(content);
    const name = named ? content : isKey ? this.#pairFor(content) : this.#nameBeforeEnd(content);
    if (name === undefined) return;
    this.#name = open;
    this.#spelled = name;
    if (named || isKey) {
      this.#expecting = content.startsWith('-') ? 'argument' : 'separator';
      return;
    }
    const next = this.#text.charCodeAt(this.#at);
    if (
      isSpace(next) ||
      isLineEnd(next) ||
      !(next > 0) ||
      AFTER_STRING.includes(this.#text[this.#at] as string)
    ) {
      this.#expecting = 'argument';
    } else this.#hideRest(this.#text[open] as string, false);
  }

  /** The name of what comes after a string, when the string ends like a name and a separator. */
  #nameBeforeEnd(content: string): string | undefined {
    const word = nameBeforeEnd(content);
    if (word === undefined) return undefined;
    return isCredentialName(word) ? word : this.#pairFor(word);
  }

  #rememberPair(name: string): void {
    this.#pairName = name;
    this.#pairEnd = this.#at;
  }

  /** The name whose value stands under `key`, when it was read a little before. */
  #pairFor(key: string): string | undefined {
    if (!VALUE_KEY.test(key) || this.#at - this.#pairEnd > LONGEST_PAIR) return undefined;
    this.#pairEnd = -LONGEST_PAIR;
    return this.#pairName;
  }

  /**
   * What goes on behind a secret's string that closed too early, since there are quotes in it.
   * @param inJson nothing but a mark may follow a string
   */
  #hideRest(quote: string, inJson: boolean): void {
    while (this.#at < this.#text.length) {
      const blanks = this.#skipBlanks(this.#at);
      const char = this.#text[blanks];
      if (char === undefined || isLineEnd(this.#text.charCodeAt(blanks)) || AFTER_STRING.includes(char))
        return;
      const apart = blanks > this.#at;
      if (apart && (!inJson || this.#beginsComment(blanks))) return;
      if (apart && (char === '"' || char === "'")) {
        const close = this.#closing(char, 1, blanks + 1);
        // A key before which the comma is missing is no part of the secret.
        if (close === undefined || this.#text[this.#skipBlanks(close + 1)] === ':') return;
        this.#hidePart(blanks + 1, close);
        this.#at = close + 1;
        continue;
      }
      const end = this.#restEnd(blanks, quote);
      this.#hidePart(blanks, end);
      this.#at = end;
      if (this.#text[end] !== quote) return;
      this.#at++;
    }
  }

  /** Where the rest of such a string ends: at the next quote of its line, else with the word. */
  #restEnd(from: number, quote: string): number {
    const lineEnd = this.#lineEnd(from);
    let end = from;
    while (
      end < lineEnd &&
      this.#text[end] !== quote &&
      !(this.#depth > 0 && ',}]'.includes(this.#text[end] as string))
    ) {
      end++;
    }
    return end < lineEnd ? end : Math.max(from + 1, this.#bareWordEnd(from, false));
  }

  /** Hides what is secret in a range. */
  #hidePart(start: number, end: number): void {
    const part = hiddenPart(this.#text.slice(start, end));
    if (part) this.#hide(start + part.start, start + part.end);
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
    if (TELLING.test(content)) {
      // Quotes of another kind, or a tag: a line of code, or a string whose own quotes are not a pair.
      if (raw === content && INNER_MARK.test(raw)) {
        for (const inner of new Scanner(raw).run()) this.#hide(start + inner.start, start + inner.end);
      }
    } else if (raw === content) return;
    const hits = TELLING.test(content) ? scanText(content) : findTokens(content);
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
    // A key whose opening quote is missing, or was taken for a closing one.
    const after = this.#skipQuotes(end);
    const next = this.#text[this.#skipBlanks(after)];
    const isKey = next === ':' || next === '=';
    const expected = this.#expecting;
    // A list mark, or half an arrow: the name before it still waits for its value.
    if (word === '-' || word === '>') return;
    this.#expecting = 'nothing';
    // A flag's value may well stand before a sign of its own.
    const apart = expected === 'argument' ? ':='.includes(this.#text[after] ?? ' ') : isKey;
    if (!apart && this.#isExpectedWord(expected, word, start)) {
      const valueEnd = this.#bareWordEnd(start, false);
      const part = hiddenPart(this.#text.slice(start, valueEnd));
      if (part) {
        this.#hide(start + part.start, start + part.end);
        this.#at = Math.max(end, valueEnd);
        return;
      }
    }
    const named = isCredentialName(word);
    if (named && !isKey && this.#nameInMarkup(start, after)) return;
    // `value = f()` is code.
    const attribute = next === '=' && QUOTES.includes(this.#text[after + 1] ?? ' ');
    const name = named ? word : next === ':' || attribute ? this.#pairFor(word) : undefined;
    if (name === undefined) return;
    this.#name = start;
    this.#spelled = name;
    if (word.startsWith('-')) this.#expecting = 'argument';
    else if (isKey) {
      this.#expecting = 'separator';
      this.#at = after;
    } else this.#rememberPair(name);
  }

  #skipQuotes(from: number): number {
    let i = from;
    while (i < from + 3 && QUOTES.includes(this.#text[i] ?? ' ')) i++;
    return i;
  }

  /** A name that YAML's `?`, a tag or a table's row sets before its value. */
  #nameInMarkup(start: number, end: number): boolean {
    const before = this.#text[start - 1];
    if (before !== undefined && isSpace(before.charCodeAt(0)) && this.#text[start - 2] === '?') {
      this.#expecting = 'separator';
      return true;
    }
    if (before === '<' && this.#text[end] === '>') {
      const close = this.#text.slice(end, end + LONGEST_TAIL).indexOf('</');
      if (close === -1) return false;
      this.#hidePart(end + 1, end + close);
      this.#at = end + close;
      return true;
    }
    const cell = this.#skipBlanks(end);
    if (this.#text[cell] !== '|') return false;
    this.#hideCells(cell);
    return true;
  }

  /** The rest of a table's row: cells of one word that is mixed enough to be no word of a description. */
  #hideCells(bar: number): void {
    const end = this.#lineEnd(bar);
    for (let at = bar; at < end; ) {
      let next = at + 1;
      while (next < end && this.#text[next] !== '|') next++;
      const content = this.#text.slice(at + 1, next);
      const value = content.trim().replace(/^`|`$/g, '');
      if (value.length >= SHORTEST_CELL && /^\S*\d\S*$/.test(value) && /[A-Za-z]/.test(value)) {
        const from = at + 1 + content.indexOf(value);
        this.#hidePart(from, from + value.length);
      }
      at = next;
    }
    this.#at = end;
  }

  /** Whether a name and its colon end a sentence or a heading, and a word comes on a later line. */
  #isProse(word: number): boolean {
    const between = this.#text.slice(this.#name, Math.min(word, this.#name + LONGEST_PAIR));
    const lines = between.split(/\r\n|[\r\n]/).length - 1;
    return lines > 1 || (lines === 1 && !this.#beginsLine());
  }

  #isExpectedWord(expected: Expecting, word: string, start: number): boolean {
    if (this.#hiding !== -1 || expected === 'equals') return true;
    if (expected === 'colon') return this.#depth > 0 || isMixed(word) || !this.#isProse(start);
    // `"NAME"value`: the separator is missing.
    if (expected === 'separator') return QUOTES.includes(this.#text[start - 1] ?? ' ') && /\d/.test(word);
    // After a flag in a sentence an English word may follow.
    return (
      expected === 'argument' && !word.startsWith('-') && (/\d/.test(word) || /[a-z][A-Z]|[^\w.]/.test(word))
    );
  }
}
