import { decodeBase64 } from './base64.ts';
import type { SecretHit } from './hit.ts';
import { isCredentialName } from './names.ts';
import { isPlaceholder } from './placeholders.ts';
import { firstToken } from './tokens.ts';
import { isOrdinaryValue, isPlainWords } from './values.ts';

/** An authentication scheme (RFC 9110) and white space before the credential itself. */
const SCHEME =
  /^\s*(?:(Basic)|Bearer|Token|ApiKey|Api-Key|Key|SSWS|PRIVATE-TOKEN|GenieKey|Bot|token=)[\s:]*/i;

/** Shorter values are switches and initials, not secrets. */
const SHORTEST = 4;

/** Names of the HTTP field that carries many small values of which one may be a session. */
const COOKIE_NAME = /cookie$/i;
const LONGEST_COOKIE_PAIRS = 50;

/** The first value in a cookie header that is long enough, and mixed enough, to be a session. */
function cookieSession(value: string, additional: readonly string[]): SecretHit | undefined {
  let start = 0;
  for (const pair of value.split(';', LONGEST_COOKIE_PAIRS)) {
    const equals = pair.indexOf('=');
    const content = pair.slice(equals + 1).trimEnd();
    const mixed = content.length >= 16 && /\d/.test(content) && /[A-Za-z]/.test(content);
    if (equals !== -1 && mixed && !isOrdinaryValue(content, additional)) {
      const from = start + equals + 1;
      return { start: from, end: from + content.length, what: 'a session cookie', high: false };
    }
    start += pair.length + 1;
  }
  return undefined;
}

function nounFor(name: string): string {
  if (/pass(?:word|wd|phrase)?$|pwd$/i.test(name)) return 'a password';
  return 'a literal credential';
}

function isBasicPlaceholder(encoded: string, additional: readonly string[]): boolean {
  const pair = decodeBase64(encoded);
  const colon = pair?.indexOf(':') ?? -1;
  if (pair === undefined || colon === -1) return false;
  const password = pair.slice(colon + 1);
  const secret = password === '' ? pair.slice(0, colon) : password;
  return isPlaceholder(secret, additional) || isPlainWords(pair);
}

const SCHEME_LITERAL = /(?<![A-Za-z0-9])(Bearer|Basic)[ \t]+([^\s"'`,;<>\\]{8,})/gi;

/** A quick look for what the pattern needs. */
const SCHEME_WORD = /Bearer|Basic/i;

/** What stands after `Bearer` or `Basic` in a text and is mixed enough to be no word of a sentence. */
export function schemeLiterals(text: string, additional: readonly string[] = []): SecretHit[] {
  const hits: SecretHit[] = [];
  if (!SCHEME_WORD.test(text)) return hits;
  for (const match of text.matchAll(SCHEME_LITERAL)) {
    const value = match[2] as string;
    if (!/\d|[a-z][A-Z]/.test(value) || isOrdinaryValue(value, additional)) continue;
    if (/^basic$/i.test(match[1] as string) && isBasicPlaceholder(value, additional)) continue;
    const end = match.index + match[0].length;
    hits.push({ start: end - value.length, end, what: 'a literal credential', high: false });
  }
  return hits;
}

/** The value without white space around it and without a scheme word before it. */
export function credentialPart(value: string): {
  start: number;
  end: number;
  basic: boolean;
  scheme: boolean;
} {
  const scheme = SCHEME.exec(value);
  const after = scheme?.[0].length ?? 0;
  // "Bearer" alone, or "Tokenabc": the word is not a scheme.
  const isScheme = scheme !== null && /[\s:=]$/.test(scheme[0]) && /\S/.test(value[after] ?? '');
  const start = isScheme ? after : value.length - value.trimStart().length;
  return { start, end: value.trimEnd().length, basic: isScheme && scheme[1] !== undefined, scheme: isScheme };
}

/**
 * The secret in a value that stands under a name: in `env`, in headers (with or without `Bearer`, `Basic` and kin), as
 * an OAuth client's secret, after a flag. Under any name a published token format or a literal after a scheme word
 * counts; otherwise the name must be credential-bearing. Passwords in connection URIs are `connectionUriPassword`'s.
 */
export function namedCredential(
  name: string,
  value: string,
  additional: readonly string[] = [],
): SecretHit | undefined {
  const token = firstToken(value, additional);
  if (token) return token;
  const bearing = isCredentialName(name);
  if (!bearing) return schemeLiterals(value, additional).find((hit) => hit.end === value.trimEnd().length);
  const { start, end, basic } = credentialPart(value);
  if (isPlaceholder(value, additional)) return undefined;
  if (COOKIE_NAME.test(name)) return cookieSession(value, additional);
  const secret = value.slice(start, end);
  if (secret.length < SHORTEST || isOrdinaryValue(secret, additional)) return undefined;
  if (basic && isBasicPlaceholder(secret, additional)) return undefined;
  return { start, end, what: nounFor(name), high: false };
}
