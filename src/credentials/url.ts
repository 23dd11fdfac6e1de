import { moved, type SecretHit } from './hit.ts';
import { namedCredential } from './named.ts';
import { isCredentialName } from './names.ts';
import { isPlaceholder } from './placeholders.ts';
import { afterReference, colonOutsideReferences } from './references.ts';
import { firstToken } from './tokens.ts';

/** The text behind percent-encoding; what is not UTF-8 stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** As the URL Standard ignores them: tab, LF and CR anywhere. */
function isIgnored(code: number): boolean {
  return code === 9 || code === 10 || code === 13;
}

const CONNECTION_SCHEMES = new Set(['http', 'https', 'ws', 'wss']);
const LONGEST_SCHEME = 'https'.length;

/** Index after `http:`, `https:`, `ws:` or `wss:` at the start, as the URL Standard reads it; undefined without one. */
function afterScheme(value: string): number | undefined {
  let i = 0;
  while (value.charCodeAt(i) <= 32) i++;
  let scheme = '';
  for (; i < value.length && scheme.length <= LONGEST_SCHEME; i++) {
    const code = value.charCodeAt(i);
    if (isIgnored(code)) continue;
    if (code === 58) return CONNECTION_SCHEMES.has(scheme.toLowerCase()) ? i + 1 : undefined;
    scheme += value[i];
  }
  return undefined;
}

/** Passwords that only say that the secret is the user name (GitHub's and Bitbucket's conventions). */
const EMPTY_PASSWORDS = new Set(['', 'x-oauth-basic', 'x', 'x-token-auth']);

/** A Sentry DSN: its user name is a public key (docs.sentry.io). */
const SENTRY_KEY = /^[0-9a-f]{32}$/;
const SENTRY_HOST = /(?:^|\.)sentry\.io$/i;

function without(text: string, ignored: (code: number) => boolean): string {
  let kept = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (!ignored(text.charCodeAt(i))) continue;
    kept += text.slice(from, i);
    from = i + 1;
  }
  return kept + text.slice(from);
}

/**
 * User information in a connection URL (http, https, ws, wss), read as leniently as the URL Standard does:
 * `https:user:pw@h`, backslashes, any number of slashes, tabs and line ends in between. The hit is the password, or
 * the user name when that stands alone. Placeholders are none.
 */
export function urlUserInfo(value: string, additional: readonly string[] = []): SecretHit | undefined {
  let start = value.includes('@') ? afterScheme(value) : undefined;
  if (start === undefined) return undefined;
  for (; start < value.length; start++) {
    const code = value.charCodeAt(start);
    if (code !== 47 && code !== 92 && !isIgnored(code)) break;
  }
  let at = -1;
  let end = start;
  while (end < value.length) {
    const char = value[end];
    if (char === '/' || char === '\\' || char === '?' || char === '#') break;
    if (char === '@') at = end;
    end = Math.max(end + 1, afterReference(value, end));
  }
  if (at === -1) return undefined;
  return userInfoHit(value, start, at, value.slice(at + 1, end), additional);
}

function userInfoHit(
  value: string,
  start: number,
  at: number,
  host: string,
  additional: readonly string[],
): SecretHit | undefined {
  const read = (from: number, to: number) => decodePercent(without(value.slice(from, to), isIgnored));
  const colon = colonOutsideReferences(value, start, at);
  const userEnd = colon ?? at;
  const user = read(start, userEnd);
  const password = colon === undefined ? '' : read(colon + 1, at);
  if (!EMPTY_PASSWORDS.has(password)) {
    if (isPlaceholder(password, additional)) return undefined;
    const from = (colon as number) + 1;
    return { start: from, end: at, what: 'a password', high: firstToken(password) !== undefined };
  }
  if (user === '' || isPlaceholder(user, additional)) return undefined;
  if (SENTRY_KEY.test(user) && SENTRY_HOST.test(host.replace(/:\d+$/, ''))) return undefined;
  return { start, end: userEnd, what: 'a user name', high: firstToken(user) !== undefined };
}

/** Web addresses in a text: a scheme at a word's start, and all up to white space or a quote. */
const ADDRESS = /(?<![A-Za-z0-9+.-])(?:https?|wss?):[^\s"'`]*/gi;

/** User information and credentials in the query of every web address in a text, in order. */
export function webCredentials(text: string, additional: readonly string[] = []): SecretHit[] {
  const hits: SecretHit[] = [];
  // What comes before user information, a query and a fragment, and behind it.
  if (!text.includes(':') || !/[@?#]/.test(text)) return hits;
  // A text that is one address may hold tabs and line ends, or spaces that should have been encoded.
  const isAddress = !text.includes(' ') || !/[\r\n]/.test(text);
  const whole = isAddress ? urlUserInfo(text, additional) : undefined;
  if (whole) hits.push(whole);
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0];
    const user = whole ? undefined : urlUserInfo(address, additional);
    if (user) hits.push(moved(user, match.index));
    for (const hit of urlQueryCredentials(address, additional)) hits.push(moved(hit, match.index));
  }
  return hits;
}

/** Query names that carry a secret without saying so: a shared access signature, an Azure function's key. */
const QUERY_NAMES = new Set(['sig', 'code', 'auth']);
/** A shorter value is a switch under every name. */
const SHORTEST_VALUE = 4;
/** Short values under those names are modes and country codes. */
const SHORTEST_SIGNATURE = 20;

/**
 * Credentials in a URL's query, and in its fragment where that has the form of one: `?api_key=…`, `&token=…`,
 * `#access_token=…`. Names may be percent-encoded; a value that is counts whole.
 */
export function urlQueryCredentials(value: string, additional: readonly string[] = []): SecretHit[] {
  const hits: SecretHit[] = [];
  const first = value.search(/[?#]/);
  if (first === -1) return hits;
  const separators = /[?#&;]|$/g;
  separators.lastIndex = first + 1;
  for (let start = first + 1; start < value.length; ) {
    separators.lastIndex = start;
    const end = separators.exec(value)?.index ?? value.length;
    const equals = value.slice(start, end).indexOf('=');
    const long = equals !== -1 && end - start - equals > SHORTEST_VALUE;
    const hit = long ? queryHit(value, start, start + equals, end, additional) : undefined;
    if (hit) hits.push(hit);
    start = end + 1;
  }
  return hits;
}

function queryHit(
  value: string,
  start: number,
  equals: number,
  end: number,
  additional: readonly string[],
): SecretHit | undefined {
  const name = decodePercent(value.slice(start, equals)).replaceAll('+', ' ').trim();
  const raw = value.slice(equals + 1, end);
  const content = decodePercent(raw);
  const signature = QUERY_NAMES.has(name.toLowerCase()) && content.length >= SHORTEST_SIGNATURE;
  const hit = namedCredential(signature && !isCredentialName(name) ? 'token' : name, content, additional);
  if (!hit) return undefined;
  const from = equals + 1;
  return content === raw
    ? { ...hit, start: from + hit.start, end: from + hit.end }
    : { ...hit, start: from, end };
}
