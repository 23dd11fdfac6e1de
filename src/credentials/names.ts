/** Words that a name may end in when what it names is secret. */
const SECRET_NOUNS = new Set(
  (
    'token secret password passwd passphrase passcode pwd pass pat credential credentials creds authorization cookie ' +
    'apikey jwt bearer'
  ).split(' '),
);

/** Words that make a secret of the `key` after them. */
const KEY_QUALIFIERS = new Set(
  (
    'api access secret private signing signature sign encryption encrypt decryption crypto cipher master auth service ' +
    'session license licence subscription admin app application functions deploy storage shared webhook hmac aes jwt ' +
    'account client integration role restricted ssh rsa openai anthropic claude gemini groq mistral stripe sendgrid ' +
    'tavily'
  ).split(' '),
);

/** Words run together, as flags and query names are often written; each may end a longer word. */
const RUN_TOGETHER =
  /(?:apikey|password|passwd|passphrase|secretkey|accesskey|privatekey|signingkey|encryptionkey|subscriptionkey|accesstoken|authtoken|apitoken|refreshtoken|bearertoken|sessiontoken|idtoken|bottoken|usertoken|githubtoken|gitlabtoken|slacktoken|npmtoken|sshpass|dbpass|smtppass|userpass|rootpass|clientsecret|apisecret|appsecret|webhooksecret|sharedsecret|authkey)$/;

/** First words of switches and numbers about secrets: USE_TOKEN, --no-password, MAX_TOKEN. */
const ABOUT = new Set(
  (
    'no use is has with without require requires required need needs enable enabled disable disabled allow skip show ' +
    'hide print log ignore max min num count total validate check verify force ask prompt reset forgot per'
  ).split(' '),
);

/** Words before `token` that make it a piece of text, a page mark or a form guard. */
const HARMLESS_TOKENS = new Set(
  (
    'next page prev previous continuation continue sync cancel cancellation csrf xsrf stop eos bos pad unk sep cls mask ' +
    'special start end begin first last new image text input output prompt per design'
  ).split(' '),
);

/** What follows the noun without changing what the value is: API_KEY_2, TOKEN_PROD, SECRET_B64. */
const TRAILERS = new Set(
  (
    'prod production dev development staging stage live local main primary secondary old new current previous value raw ' +
    'b64 base64 json default'
  ).split(' '),
);

const PUBLIC = new Set(['public', 'publishable', 'anon', 'pub']);

/** Every credential-bearing name holds one of these; spares the rest of the work for ordinary words. */
const SUSPICIOUS = /token|key|secret|pass|pwd|pat|cred|auth|cookie|jwt|bearer/i;

/** Names are short; a longer text is not one. */
const LONGEST_NAME = 200;

function wordsOf(name: string): string[] {
  return name
    .replace(/^-D(?=[a-z])/, '') // a system property of Java
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function isSecretKey(words: readonly string[]): boolean {
  const qualifier = words.at(-2);
  return qualifier !== undefined && KEY_QUALIFIERS.has(qualifier.replace(/\d+$/, ''));
}

/**
 * Whether a value under this name is expected to be secret. Knows names of environment variables, headers, JSON
 * keys, query parameters and flags (`API_KEY`, `x-api-key`, `clientSecret`, `--auth-token`). `TOKEN_LIMIT`,
 * `CLIENT_ID`, `PUBLIC_KEY`, `PASSWORD_FILE` and a bare `key` are not.
 */
export function isCredentialName(name: string): boolean {
  if (name.length > LONGEST_NAME || !SUSPICIOUS.test(name)) return false;
  const words = wordsOf(name);
  while (words.length > 1 && (TRAILERS.has(words.at(-1) as string) || /^\d+$/.test(words.at(-1) as string))) {
    words.pop();
  }
  const last = words.at(-1)?.replace(/\d+$/, '');
  if (last === undefined || words.some((word) => PUBLIC.has(word))) return false;
  if (words.length > 1 && ABOUT.has(words[0] as string)) return false;
  if (last === 'pwd' && words.length === 1) return false;
  if (last === 'token') return !HARMLESS_TOKENS.has(words.at(-2) ?? '');
  if (last === 'key') return isSecretKey(words);
  if (last === 'keys') return words.at(-2) === 'api';
  if (last === 'base') return words.at(-2) === 'key' && words.at(-3) === 'secret';
  if (SECRET_NOUNS.has(last)) return true;
  return RUN_TOGETHER.test(last) && !last.startsWith('no') && !last.startsWith('public');
}
