import { moved, overlaps, type SecretHit } from './hit.ts';
import { namedCredential } from './named.ts';
import { isCredentialName } from './names.ts';
import { findTokens } from './tokens.ts';
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

type Found = Omit<ArgHit, 'index'>;

const FLAG = /^--?[A-Za-z][\w.-]*$/;
const FLAG_VALUE = /^(--?[A-Za-z][\w.-]*)=/;
const ASSIGNMENT = /^([A-Za-z_][\w.-]*)=/;
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
): Found | undefined {
  const hit = namedCredential(name.replace(/^-+/, ''), text.slice(from), additional);
  return hit && { ...moved(hit, from), form, name };
}

function headerAt(text: string, from: number, additional: readonly string[]): Found | undefined {
  const header = HEADER.exec(text.slice(from, from + LONGEST_NAME));
  return header
    ? namedAt(text, from + header[0].length, 'header', header[1] as string, additional)
    : undefined;
}

function assignmentAt(text: string, from: number, additional: readonly string[]): Found | undefined {
  const assignment = ASSIGNMENT.exec(text.slice(from, from + LONGEST_NAME));
  return assignment
    ? namedAt(text, from + assignment[0].length, 'env', assignment[1] as string, additional)
    : undefined;
}

/** What the flag before makes of an argument. */
function byFlag(flag: string | undefined, text: string, additional: readonly string[]): Found | undefined {
  if (flag === undefined || !flag.startsWith('-') || !FLAG.test(flag)) return undefined;
  if (HEADER_FLAG.test(flag)) return headerAt(text, 0, additional);
  if (text.startsWith('-') || !isCredentialName(flag) || SECRET_MOUNT.test(text)) return undefined;
  return namedAt(text, 0, 'flag', flag, additional);
}

/** What an argument says by itself: `--flag=value`, `-HName: value`, `NAME=value`. */
function byForm(text: string, additional: readonly string[]): Found | undefined {
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

/** Names and values of a JSON object that stands in one argument, two levels deep: `{"headers": {"X-Api-Key": "…"}}`. */
function* jsonPairs(text: string): Generator<readonly [name: string, value: string]> {
  if (!/^\s*\{/.test(text)) return;
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(root as object)) {
    if (typeof value === 'string') yield [name, value];
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, leaf] of Object.entries(value)) if (typeof leaf === 'string') yield [inner, leaf];
    }
  }
}

function* jsonHits(text: string, additional: readonly string[]): Generator<Found> {
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
function* readings(flag: string | undefined, text: string, additional: readonly string[]): Generator<Found> {
  const flagged = byFlag(flag, text, additional) ?? byForm(text, additional);
  if (flagged) yield flagged;
  if (text.includes('{')) yield* jsonHits(text, additional);
  if (text.includes(':')) {
    const uri = connectionUriPassword(text, additional);
    if (uri) yield { ...uri, form: 'uri' };
    for (const hit of webCredentials(text, additional)) yield { ...hit, form: 'url' };
  }
  if (text.includes('://')) {
    for (const hit of urlQueryCredentials(text, additional)) yield { ...hit, form: 'url' };
  }
  for (const hit of findTokens(text)) {
    if (!additional.includes(text.slice(hit.start, hit.end))) yield { ...hit, form: 'token' };
  }
}

const SHELL_FLAG = /^(?:-[a-z]*c|\/c|-Command)$/i;
/** A quoted part, or a run without white space and shell marks; `"a"b` is two words, which does no harm here. */
const SHELL_WORD = /"[^"]*"?|'[^']*'?|[^\s"'|;&()<>]+/g;

interface Word {
  readonly text: string;
  readonly start: number;
}

function shellWords(line: string): Word[] {
  const words: Word[] = [];
  for (const match of line.matchAll(SHELL_WORD)) {
    const quote = match[0][0] === '"' || match[0][0] === "'" ? (match[0][0] as string) : '';
    const inner = quote === '' ? match[0] : match[0].slice(1).replace(/["']$/, '');
    words.push({ text: inner, start: match.index + quote.length });
  }
  return words;
}

/** Whether a word can tell more than the line as a whole did: it has a form, or follows a flag. */
function isTelling(word: string, before: string | undefined): boolean {
  return /[:=@\s]/.test(word) || (before?.startsWith('-') ?? false);
}

/** Linux starts no program with a longer argument (MAX_ARG_STRLEN). */
const LONGEST_LINE = 131_072;

function scanShellLine(line: string, additional: readonly string[]): Found[] {
  if (line.length > LONGEST_LINE) return [];
  const words = shellWords(line);
  const args = words.map((word) => word.text);
  const hits: Found[] = [];
  words.forEach((word, i) => {
    if (!isTelling(word.text, args[i - 1])) return;
    for (const hit of scanOne(args, i, additional)) hits.push(moved(hit, word.start));
  });
  return hits;
}

/** In order of place; of hits that overlap the one that was read first stays. */
function disjoint(hits: readonly Found[]): Found[] {
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

/** No token of a published format is as short, and no other form does without one of these marks. */
const SHORT = 12;
const MARKS = /[:=@{\s]/;

function scanOne(args: readonly string[], index: number, additional: readonly string[]): Found[] {
  const text = args[index] as string;
  const flag = args[index - 1];
  if (text.length < SHORT && !MARKS.test(text)) {
    const flagged = byFlag(flag, text, additional);
    return flagged === undefined ? [] : [flagged];
  }
  const hits = [...readings(flag, text, additional)];
  if (flag !== undefined && SHELL_FLAG.test(flag) && /\s/.test(text)) {
    for (const hit of scanShellLine(text, additional)) hits.push(hit);
  }
  return hits.length < 2 ? hits : disjoint(hits);
}

/**
 * Credentials in a text of which only its words are known: as an argument, as a header line, and as a shell line.
 * Hits may overlap.
 */
export function scanText(text: string): SecretHit[] {
  const hits: SecretHit[] = [...readings(undefined, text, [])];
  const header = headerAt(text, 0, []);
  if (header) hits.push(header);
  if (/\s/.test(text)) for (const hit of scanShellLine(text, [])) hits.push(hit);
  return hits;
}

/**
 * Credentials among a program's arguments, in order; one hit for one secret. Knows the value after a flag,
 * `--flag=value`, `--header "Name: value"` and `-H`, `-e NAME=value`, `NAME=value`, web addresses, connection URIs,
 * tokens, and all of these in the line that `sh -c` runs.
 */
export function scanArgs(args: readonly string[], additional: readonly string[] = []): ArgHit[] {
  return args.flatMap((_, index) => scanOne(args, index, additional).map((hit) => ({ ...hit, index })));
}
