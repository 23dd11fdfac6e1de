import { isPlaceholder } from './placeholders.ts';

/**
 * Words that say something about a secret, or are what a fresh installation comes with. A value made of them alone
 * is no secret worth a finding.
 */
const PLAIN_WORDS = new Set(
  (
    'none null nil undefined unset empty blank test tests testing example optional required disabled enabled disable ' +
    'enable true false yes no on off default auto automatic inherit prompt ask interactive stdin manual keychain keyring ' +
    'vault env environment oauth oauth2 oidc jwt basic bearer digest token tokens key keys api secret secrets password ' +
    'passwords pass credential credentials auth authorization access client private personal id string value some actual ' +
    'real the a an my our this your here goes abc foo bar baz foobar qux na n dev local localhost development postgres root admin ' +
    'guest user username minioadmin google github gitlab slack openai anthropic aws azure session cookie header plain ' +
    'managed identity system anonymous unauthenticated any not set from file var variable xoxb sk pk ghp pat hidden ' +
    'masked secure encrypted never always unknown missing invalid expired unused ignored needed whatever anything nothing ' +
    'ollama vllm lm studio lmstudio litellm'
  ).split(' '),
);

/** Words that hold sentences together; a secret of several words has none of them as a rule. */
const SENTENCE_WORD =
  /(?:^|\s)(?:the|an?|is|are|from|for|with|your|see|not|and|or|must|will|to|of|in|by|if)(?:\s|$)/i;

const FILE_PATH: readonly RegExp[] = [
  /^\.{1,2}[\\/]/,
  /^~(?:[\\/]|$)/,
  /^[A-Za-z]:[\\/]/,
  /^\\\\/,
  /^file:/i,
  // Two segments at least: a lone slash may begin base64.
  /^\/(?:[\w.@~ -]+\/)+[\w.@~ -]*$/,
  /^\/[a-z.-]+$/,
  /^[\w./\\@~-]+\.(?:pem|key|json|jsonc|txt|ya?ml|crt|cer|p12|p8|pfx|env|toml|ini|conf|cfg|jwk|pub|gpg|asc|token|secret)$/i,
];

/** Names in a secret manager: they say where the secret is, not what it is. */
const MANAGER_REFERENCE =
  /^(?:(?:op|vault|sm|gcp-sm|gsm|awssm|aws-sm|ssm|secretsmanager|azurekv|akv|keychain|keyring|bws?|doppler|infisical|sops|kms|1password|lpass|gopass|ref\+\w+|secretref|keeper|conjur|dpapi):|arn:aws[\w-]*:|projects\/[^/\s]+\/secrets\/|@Microsoft\.KeyVault|ENC\[|AQICAH)/i;

const URL_WITH_SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

/** The name of an environment variable: capitals in at least two parts, digits only at the end of one. */
const VARIABLE_NAME = /^[A-Z]{2,}\d{0,2}(?:_(?:[A-Z]+\d{0,2}|\d{1,2}))+$/;

/** A number that is a port, a limit or a time; longer ones may be a PIN. */
const SMALL_NUMBER = /^[+-]?\d{1,6}(?:\.\d{1,6})?$/;

/** Longer texts than this are never a path, a reference or a sentence. */
const LONGEST_ORDINARY = 2048;

/** The same words run together: `mysecret`, `secretkey`; and the first number that comes to mind behind them: `test123`. */
const RUN_TOGETHER =
  /^(?:(?:my|your|the|some)?(?:super)?(?:secret|password|token|apikey|key)+(?:here)?|(?:test|abc|foo|bar|key|token)\d{1,4})$/;

/** Whether all words of the value are ones that only talk about secrets: `none`, `my-secret-token`, `API key`. */
export function isPlainWords(value: string): boolean {
  if (value.length > LONGEST_ORDINARY) return false;
  return value
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .every((word) => word === '' || PLAIN_WORDS.has(word) || RUN_TOGETHER.test(word));
}

function isSentence(value: string): boolean {
  return (
    /\s/.test(value) && !value.includes('=') && (SENTENCE_WORD.test(value) || value.split(/\s+/).length > 6)
  );
}

/**
 * Whether a value is none of the secret kind even under a name such as `API_KEY`: a switch, a small number, a path,
 * a plain URL, a variable's name, a reference into a secret manager, a sentence, or a placeholder.
 */
export function isOrdinaryValue(value: string, additional: readonly string[] = []): boolean {
  const text = value.trim();
  if (isPlaceholder(text, additional)) return true;
  if (text.length > LONGEST_ORDINARY) return false;
  return (
    isPlainWords(text) ||
    SMALL_NUMBER.test(text) ||
    FILE_PATH.some((pattern) => pattern.test(text)) ||
    MANAGER_REFERENCE.test(text) ||
    URL_WITH_SCHEME.test(text) ||
    VARIABLE_NAME.test(text) ||
    isSentence(text)
  );
}
