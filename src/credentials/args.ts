import { moved, overlaps, type SecretHit } from './hit.ts';
import { isMixed } from './loose.ts';
import { namedCredential, schemeLiterals } from './named.ts';
import { isCredentialName } from './names.ts';
import { findTokens, firstToken } from './tokens.ts';
import { connectionUriPassword } from './uri.ts';
import { urlQueryCredentials, webCredentials } from './url.ts';

/** How an argument carries the secret: after `--flag`, in `--flag=value`, in a header, as `NAME=value`, in a URL … */
export type ArgForm = 'flag' | 'flag-value' | 'header' | 'env' | 'url' | 'uri' | 'token';

export interface ArgHit extends SecretHit {
  /** Which argument; `start` and `end` count from its start. */
  readonly index: number;
  readonly form: ArgForm;
  /** The flag, header or variable, as spelled. */
  readonly name?: string;
  /** Only for `uri`: the host is this machine. */
  readonly loopback?: boolean;
}

/** The same in a text of its own. */
export type TextHit = Omit<ArgHit, 'index'>;

const FLAG = /^--?[A-Za-z][\w.-]*$/;
const FLAG_VALUE = /^(--?[A-Za-z][\w.-]*)=/;
/** `NAME=`, and as PowerShell has it. */
const ASSIGNMENT = /^(?:\$env:)?([A-Za-z_][\w.-]*)=/i;
const HEADER_FLAG = /^(?:-H|--?(?:custom-|http-|extra-|request-|remote-)?headers?)$/i;
const HEADER = /^\s*([A-Za-z][\w-]*)\s{0,8}[:=]/;
/** curl's and docker's short forms with the value glued on. */
const GLUED = /^(?:-H(?=[A-Za-z])|-e(?=[A-Z_]))/;
/** Where docker and podman take a secret's name or place, never the secret. */
const SECRET_MOUNT = /(?:^|,)(?:id|type|src|source|target|env)=/;
const LONGEST_NAME = 200;

function namedAt(
  text: string,
  from: number,
  form: ArgForm,
  name: string,
  additional: readonly string[],
): TextHit | undefined {
  const hit = namedCredential(name.replace(/^-+/, ''), text.slice(from), additional);
  return hit && { ...moved(hit, from), form, name };
}

function headerAt(text: string, from: number, additional: readonly string[]): TextHit | undefined {
  const header = HEADER.exec(text.slice(from, from + LONGEST_NAME));
  return header
    ? namedAt(text, from + header[0].length, 'header', header[1] as string, additional)
    : undefined;
}

function assignmentAt(text: string, from: number, additional: readonly string[]): TextHit | undefined {
  const assignment = ASSIGNMENT.exec(text.slice(from, from + LONGEST_NAME));
  return assignment
    ? namedAt(text, from + assignment[0].length, 'env', assignment[1] as string, additional)
    : undefined;
}

/** What the flag before makes of an argument. */
function byFlag(flag: string | undefined, text: string, additional: readonly string[]): TextHit | undefined {
  if (flag === undefined || !flag.startsWith('-') || !FLAG.test(flag)) return undefined;
  if (HEADER_FLAG.test(flag)) return headerAt(text, 0, additional);
  if (text.startsWith('-') || !isCredentialName(flag) || SECRET_MOUNT.test(text)) return undefined;
  return namedAt(text, 0, 'flag', flag, additional);
}

/** What an argument says by itself: `--flag=value`, `-HName: value`, `NAME=value`. */
function byForm(text: string, additional: readonly string[]): TextHit | undefined {
  const glued = GLUED.exec(text)?.[0];
  if (glued === '-H') return headerAt(text, 2, additional);
  if (glued === '-e') return assignmentAt(text, 2, additional);
  const flag = FLAG_VALUE.exec(text.slice(0, LONGEST_NAME));
  if (!flag) return assignmentAt(text, 0, additional);
  const name = flag[1] as string;
  const from = flag[0].length;
  if (HEADER_FLAG.test(name)) return headerAt(text, from, additional);
  if (!isCredentialName(name)) return assignmentAt(text, from, additional);
  return SECRET_MOUNT.test(text.slice(from))
    ? undefined
    : namedAt(text, from, 'flag-value', name, additional);
}

/** So many members of JSON in an argument are looked at. */
const MOST_MEMBERS = 10_000;

/** Names and strings of the JSON that stands in one argument, in order and however deep; a list's under its own name. */
function* jsonPairs(text: string): Generator<readonly [name: string, value: string]> {
  let root: unknown;
  try {
    root = /^\s*[{["]/.test(text) ? JSON.parse(text) : undefined;
    // JSON in a string of JSON.
    if (typeof root === 'string') root = JSON.parse(root);
  } catch {
    return;
  }
  const pending: (readonly [string, unknown])[] = [['', root]];
  for (let seen = 0; pending.length > 0 && seen < MOST_MEMBERS; seen++) {
    const [name, value] = pending.pop() as readonly [string, unknown];
    if (typeof value === 'string') yield [name, value];
    else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(
        ([key, inner]) => [Array.isArray(value) ? name : key, inner] as const,
      );
      pending.push(...members.slice(0, MOST_MEMBERS).reverse());
    }
  }
}

function* jsonHits(text: string, additional: readonly string[]): Generator<TextHit> {
  let from = 0;
  for (const [name, value] of jsonPairs(text)) {
    const hit = namedCredential(name, value, additional);
    if (!hit) continue;
    const secret = value.slice(hit.start, hit.end);
    const at = text.indexOf(secret, from);
    // Written with escapes, or out of order: the whole argument then.
    if (at === -1) yield { ...hit, start: 0, end: text.length, form: 'header', name };
    else yield { ...hit, start: at, end: at + secret.length, form: 'header', name };
    if (at === -1) return;
    from = at + secret.length;
  }
}

/** Every way to read one argument, the most telling first. */
function readings(flag: string | undefined, text: string, additional: readonly string[]): TextHit[] {
  const flagged = byFlag(flag, text, additional) ?? byForm(text, additional);
  const inside = contents(text, additional);
  return flagged === undefined ? inside : [flagged, ...inside];
}

/** Nobody passes more tokens in one text; one that was made to hurt holds a hundred thousand. */
const MOST_TOKENS = 100;

/** What a text holds, whatever it is. Each way to read it is tried only where a mark of it stands. */
function contents(text: string, additional: readonly string[]): TextHit[] {
  const hits: TextHit[] = [];
  if (text.includes('{')) hits.push(...jsonHits(text, additional));
  for (const hit of schemeLiterals(text, additional)) hits.push({ ...hit, form: 'header' });
  const uri = connectionUriPassword(text, additional);
  if (uri) hits.push({ ...uri, form: 'uri' });
  if (text.includes(':')) {
    for (const hit of webCredentials(text, additional)) hits.push({ ...hit, form: 'url' });
    if (text.includes('://')) {
      for (const hit of urlQueryCredentials(text, additional)) hits.push({ ...hit, form: 'url' });
    }
  }
  for (const hit of tokensIn(text, additional)) hits.push(hit);
  return hits;
}

function tokensIn(text: string, additional: readonly string[]): TextHit[] {
  const hits: TextHit[] = [];
  for (const hit of findTokens(text, { most: MOST_TOKENS })) {
    if (!additional.includes(text.slice(hit.start, hit.end))) hits.push({ ...hit, form: 'token' });
  }
  return hits;
}

const SHELL_FLAG = /^(?:-[a-z]*c|\/c|-Command)$/i;
/** A run of quoted parts and of units that are neither white space nor a shell mark. */
const SHELL_WORD = /(?:"[^"]*"?|'[^']*'?|[^\s"'|;&()<>]+)+/g;
/** `"value"`, `NAME="value"`, `--flag="value"`, and the same without its end. */
const QUOTED = /^([^"']*)(["'])((?:(?!\2).)*)\2?$/s;

interface Word {
  /** Without the quotes. */
  readonly text: string;
  readonly start: number;
  /** Index in `text` from which on a quote was left out before. */
  readonly quoted: number;
}

function shellWords(line: string): Word[] {
  const words: Word[] = [];
  for (const match of line.matchAll(SHELL_WORD)) {
    const [, lead = '', , inner = ''] = QUOTED.exec(match[0]) ?? [undefined, match[0]];
    words.push({ text: lead + inner, start: match.index, quoted: lead.length });
  }
  return words;
}

/** A hit in a word, as one in its line. */
function inLine<T extends SecretHit>(hit: T, { start, quoted }: Word): T {
  const shift = (at: number): number => start + at + (at < quoted ? 0 : 1);
  return { ...hit, start: shift(hit.start), end: shift(hit.end - 1) + 1 };
}

/** Whether a word can tell more than the line as a whole did: it has a form, or follows a flag. */
function isTelling(word: string, before: string | undefined): boolean {
  return /[:=@\s]/.test(word) || (before?.startsWith('-') ?? false);
}

/** Linux starts no program with a longer argument (MAX_ARG_STRLEN). */
const LONGEST_LINE = 131_072;

function scanShellLine(line: string, additional: readonly string[]): TextHit[] {
  if (line.length > LONGEST_LINE) return [];
  const words = shellWords(line);
  const args = words.map((word) => word.text);
  const hits: TextHit[] = [];
  words.forEach((word, i) => {
    if (!isTelling(word.text, args[i - 1])) return;
    for (const hit of scanOne(args, i, additional)) hits.push(inLine(hit, word));
  });
  return hits;
}

/** In order of place; of hits that overlap the one that was read first stays. */
function disjoint(hits: readonly TextHit[]): TextHit[] {
  const ranked = hits.map((hit, rank) => ({ hit, rank }));
  ranked.sort((a, b) => a.hit.start - b.hit.start || a.rank - b.rank);
  const kept: typeof ranked = [];
  for (const next of ranked) {
    const last = kept.at(-1);
    if (!last || !overlaps(last.hit, next.hit)) kept.push(next);
    else if (next.rank < last.rank) kept[kept.length - 1] = next;
  }
  return kept.map(({ hit }) => hit);
}

/** No form of a credential does without one of these marks, but a token and what follows a flag. */
const MARKS = /[:={\s]/;

function scanOne(args: readonly string[], index: number, additional: readonly string[]): TextHit[] {
  const text = args[index] as string;
  const flag = args[index - 1];
  if (!MARKS.test(text)) {
    const flagged = byFlag(flag, text, additional);
    const tokens = tokensIn(text, additional);
    if (flagged === undefined) return tokens;
    return tokens.length === 0 ? [flagged] : disjoint([flagged, ...tokens]);
  }
  const isLine = flag !== undefined && SHELL_FLAG.test(flag) && /\s/.test(text);
  const hits = isLine ? scanShellLine(text, additional) : [];
  const whole = isLine ? contents(text, additional) : readings(flag, text, additional);
  for (const hit of whole) hits.push(hit);
  return hits.length < 2 ? hits : disjoint(hits);
}

/**
 * Credentials in a text of which only its words are known: as an argument, as a header line, and as a shell line.
 * Hits may overlap.
 */
export function scanText(text: string, additional: readonly string[] = []): TextHit[] {
  // Words first: they tell where the secret ends.
  const hits = /\s/.test(text) ? scanShellLine(text, additional) : [];
  for (const hit of readings(undefined, text, additional)) hits.push(hit);
  const header = headerAt(text, 0, additional);
  if (header) hits.push(header);
  return hits;
}

/** Holds nothing that a text needs to give a credential away, beside a token: one word, or an address without more than a host and a path. */
const SAYS_NOTHING =
  /^(?:[^\s:=@{]*|(?:https?|wss?):\/\/[^\s:=@{?#"'`]+(?::\d{1,5})?(?:\/[^\s:=@{?#"'`]*)?)$/;

/**
 * The first credential in a text of which nobody knows what it is for: a command, a list of options, JSON in a string, a
 * line of a header. Where only the words around it speak for it, it must be mixed as no word of a sentence is.
 */
export function textCredential(text: string, additional: readonly string[] = []): TextHit | undefined {
  if (SAYS_NOTHING.test(text)) {
    const token = firstToken(text, additional);
    return token && { ...token, form: 'token' };
  }
  return scanText(text, additional).find(
    ({ form, high, start, end }) =>
      high || form === 'uri' || form === 'url' || isMixed(text.slice(start, end)),
  );
}

/**
 * Credentials among a program's arguments, in order; one hit for one secret. Knows the value after a flag,
 * `--flag=value`, `--header "Name: value"` and `-H`, `-e NAME=value`, `NAME=value`, web addresses, connection URIs,
 * tokens, and all of these in the line that `sh -c` runs.
 */
export function scanArgs(args: readonly string[], additional: readonly string[] = []): ArgHit[] {
  const hits: ArgHit[] = [];
  for (let index = 0; index < args.length; index++) {
    for (const hit of scanOne(args, index, additional)) hits.push({ ...hit, index });
  }
  return hits;
}
