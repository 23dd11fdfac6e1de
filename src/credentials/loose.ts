import type { TextSpan } from './hit.ts';
import { isOrdinaryValue } from './values.ts';

/** Whether a text is mixed as words and numbers are not: letters with digits, or capitals inside. */
export function isMixed(text: string): boolean {
  return (/\d/.test(text) && /[A-Za-z]/.test(text)) || /[a-z][A-Z]/.test(text);
}

/** `//user:password` where the end of the user information is missing or a `/` stands in it: what comes is no port. */
const ODD_AUTHORITY = /\/\/[^\s"'`/:@<>]{0,64}:([^\s"'`/:@?#<>\]]{4,256})/g;
/** `user:password@host` without a scheme. */
const BARE_AUTHORITY =
  /(?<![\w@:./+-])(?!(?:mailto|xmpp|sips?|acct|npm|jsr):)[\w.+-]{1,64}:([^\s"'`/:@]{6,64})(?=@(?!sha\d)[A-Za-z])/g;
/** curl's user and password. */
const USER_FLAG = /(?<![\w-])(?:-u|--user|--proxy-user)[\s"',=]{1,6}[^\s"':]{1,64}:([^\s"'`,]{4,256})/g;
/** The password of a driver's string; by itself the name means a directory. */
const DRIVER_PASSWORD = /[;?&]\s{0,3}pwd\s{0,3}=\s{0,3}([^\s;&"']{1,256})/gi;
/** `the token is "value"`, in a sentence. */
const TOLD =
  /\b(?:token|password|secret|credential|(?:api|access|secret|private)[ _-]key)(?: is| was|:|=)? ?[`"'“‘]([^\s`"'”’]{8,256})[`"'”’]/gi;
/** None of the patterns does without one of these. */
const MARKED = /[:=]|token|password|secret|credential|key/i;
const VERSION = /^v?\d+\.\d/;

/**
 * What no rule reports, since it may well be no credential, and what is better not shown: the second half of pairs
 * with a colon that stand where user and password stand.
 */
export function looseSecrets(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  if (!MARKED.test(text)) return spans;
  for (const pattern of [ODD_AUTHORITY, BARE_AUTHORITY, USER_FLAG, DRIVER_PASSWORD, TOLD]) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] as string;
      if (!isMixed(secret) || VERSION.test(secret) || isOrdinaryValue(secret)) continue;
      const end = match.index + match[0].length - (pattern === TOLD ? 1 : 0);
      spans.push({ start: end - secret.length, end });
    }
  }
  return spans;
}
