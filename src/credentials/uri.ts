import { isAlnum, isSpace } from './chars.ts';
import type { SecretHit } from './hit.ts';
import { isPlaceholder } from './placeholders.ts';
import { afterReference, colonOutsideReferences } from './references.ts';
import { firstToken } from './tokens.ts';
import { decodePercent } from './url.ts';
import { isOrdinaryValue, isPlainWords } from './values.ts';

export interface UriHit extends SecretHit {
  /** The host is this machine. */
  readonly loopback: boolean;
}

/** Their user information is `urlUserInfo`'s. */
const CONNECTION_SCHEMES = new Set(['http', 'https', 'ws', 'wss']);
const CONNECTION_URL = /^\s*(?:https?|wss?):/i;

/** Schemes of databases and brokers, whose passwords people write with `/`, `?` and `#` unescaped. */
const DATABASE =
  /^(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb(?:\+srv)?|rediss?|valkeys?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|oracle|neo4j(?:\+s(?:sc)?)?|bolt|snowflake|couchbases?)(?:\+\w+)?$/i;

const LOOPBACK =
  /^(?:localhost|(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal)$/i;

/** A digest after `@` means an image, not a host. */
const DIGEST = /^sha(?:256|384|512):/;

const LONGEST_SCHEME = 32;

function isSchemeChar(code: number): boolean {
  return isAlnum(code) || code === 43 || code === 45 || code === 46;
}

/** Host without its port; of a list of hosts, whether all are this machine. */
function isLoopback(authority: string): boolean {
  return authority.split(',').every((part) => {
    const host = part.trim();
    return LOOPBACK.test(host) || LOOPBACK.test(host.replace(/:\d*$/, ''));
  });
}

function endsText(code: number): boolean {
  // " ' < > ` |
  return (
    isSpace(code) || code === 34 || code === 39 || code === 60 || code === 62 || code === 96 || code === 124
  );
}

function endsAuthority(code: number): boolean {
  return code === 47 || code === 63 || code === 35 || code === 92;
}

interface Authority {
  /** Index of the last `@`; -1 without user information. */
  readonly at: number;
  readonly end: number;
}

/** Where the authority ends that starts at `start`. */
function readAuthority(text: string, start: number): Authority {
  let at = -1;
  let end = start;
  while (end < text.length) {
    const after = afterReference(text, end);
    const code = text.charCodeAt(end);
    if (after === end && (endsText(code) || endsAuthority(code))) break;
    if (code === 64) at = end;
    end = Math.max(end + 1, after);
  }
  return { at, end };
}

/** Longest password with unescaped marks that is looked for. */
const LONGEST_LOOSE = 256;

const HOST_AFTER = /[\w.-]+(?::\d+)?(?:[/?,]|$)/y;

/** A password with an unescaped `/`, `?` or `#`: the `@` then comes after what looks like the end. */
function readLooseAuthority(text: string, strict: Authority, start: number): Authority {
  const colon = text.indexOf(':', start);
  if (strict.at !== -1 || colon === -1 || colon >= strict.end) return strict;
  if (/^\d{1,5}$/.test(text.slice(colon + 1, strict.end))) return strict;
  let i = strict.end;
  const limit = Math.min(text.length, strict.end + LONGEST_LOOSE);
  while (i < limit && text[i] !== '@' && !endsText(text.charCodeAt(i))) i++;
  if (text[i] !== '@') return strict;
  HOST_AFTER.lastIndex = i + 1;
  if (!HOST_AFTER.test(text)) return strict;
  return { at: i, end: readAuthority(text, i + 1).end };
}

/** `user:password@` and the like, as documentation writes it. */
function isDocumentationPair(user: string, password: string): boolean {
  return /^(?:user(?:name)?|usr)$/i.test(user) && /^pass(?:word|wd)?$|^pwd$/i.test(password);
}

function authorityHit(text: string, start: number, { at, end }: Authority, additional: readonly string[]) {
  if (at === -1) return undefined;
  const colon = colonOutsideReferences(text, start, at);
  if (colon === undefined || colon + 1 === at) return undefined;
  const host = text.slice(at + 1, end);
  if (DIGEST.test(host)) return undefined;
  const user = decodePercent(text.slice(start, colon));
  const password = decodePercent(text.slice(colon + 1, at));
  const loopback = isLoopback(host);
  if (isPlaceholder(password, additional) || isDocumentationPair(user, password)) return undefined;
  if (loopback && (user === password || isPlainWords(password))) return undefined;
  return {
    start: colon + 1,
    end: at,
    what: 'a password',
    high: firstToken(password) !== undefined,
    loopback,
  };
}

/** `password=…` among the pairs of a driver's string: JDBC, ADO.NET, libpq. */
const PAIR = /(?:^|[;?&\s])(?:password|passwd|pwd)\s{0,3}=\s{0,3}/gi;
const HOST_PAIR =
  /(?:^|[;?&\s])(?:server|host|hostaddr|data source|addr|address)\s{0,3}=\s{0,3}(?:tcp:)?([^;&\s,]+)/i;
const USER_PAIR = /(?:^|[;?&\s])(?:user|username|user id|uid)\s{0,3}=\s{0,3}([^;&\s"]*)/i;
const DATABASE_PAIR = /(?:^|[;?&\s])(?:dbname|database|initial catalog)\s{0,3}=/i;
const JDBC_HOST = /^jdbc:[\w:]+\/\/([^/;?\s]+)/i;

function pairHit(text: string, additional: readonly string[]): UriHit | undefined {
  if (text.search(PAIR) === -1) return undefined;
  const jdbc = JDBC_HOST.exec(text);
  const host = jdbc?.[1] ?? HOST_PAIR.exec(text)?.[1];
  const user = USER_PAIR.exec(text)?.[1];
  const isDriver = /^jdbc:/i.test(text) || DATABASE_PAIR.test(text);
  if (host === undefined && user === undefined && !isDriver) return undefined;
  const loopback = host !== undefined && isLoopback(host);
  for (const pair of text.matchAll(PAIR)) {
    const start = pair.index + pair[0].length;
    let end = start;
    while (end < text.length && !';&"'.includes(text[end] as string) && !isSpace(text.charCodeAt(end))) end++;
    const password = decodePercent(text.slice(start, end));
    if (isOrdinaryValue(password, additional) || (loopback && user === password)) continue;
    return { start, end, what: 'a password', high: firstToken(password) !== undefined, loopback };
  }
  return undefined;
}

/** Passwords in all connection URIs of a text, in order. */
export function findUriPasswords(text: string, additional: readonly string[] = []): UriHit[] {
  const hits: UriHit[] = [];
  for (let mark = text.indexOf('://'); mark !== -1; ) {
    const start = mark + 3;
    const scheme = schemeBefore(text, mark);
    if (scheme === '' || CONNECTION_SCHEMES.has(scheme.toLowerCase())) {
      mark = text.indexOf('://', start);
      continue;
    }
    const strict = readAuthority(text, start);
    const authority = DATABASE.test(scheme) ? readLooseAuthority(text, strict, start) : strict;
    const hit = authorityHit(text, start, authority, additional);
    if (hit) hits.push(hit);
    // Never looks at a unit twice, else a hostile text would cost its square.
    mark = text.indexOf('://', Math.max(start, authority.end));
  }
  return hits;
}

/**
 * The first password in a connection URI of any scheme but http(s) and ws(s), also inside a longer string such as
 * `--dsn=postgres://…`, or in a driver's string of pairs (`jdbc:…?password=`, `Server=…;Password=…`). Placeholders, and
 * on this machine the defaults such as `postgres:postgres`, are none.
 */
export function connectionUriPassword(value: string, additional: readonly string[] = []): UriHit | undefined {
  const hit = value.includes('://') ? findUriPasswords(value, additional)[0] : undefined;
  if (hit || !value.includes('=') || CONNECTION_URL.test(value)) return hit;
  return pairHit(value, additional);
}

/** The scheme that ends at `mark`. */
function schemeBefore(text: string, mark: number): string {
  let start = mark;
  while (start > 0 && mark - start < LONGEST_SCHEME && isSchemeChar(text.charCodeAt(start - 1))) start--;
  return text.slice(start, mark);
}
