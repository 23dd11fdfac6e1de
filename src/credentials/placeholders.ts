import { isAlnum } from './chars.ts';

/** Values that public documentation prints; kept in pieces, so that no scanner takes this file for a leak. */
const DOCUMENTED = new Set(
  [
    // docs.aws.amazon.com, the example user's keys
    ['AKIA', 'IOSFODNN7', 'EXAMPLE'],
    ['AKIA', 'I44QH8DHB', 'EXAMPLE'],
    ['wJalrXUtnFEMI', '/K7MDENG/', 'bPxRfiCYEXAMPLEKEY'],
    // docs.stripe.com, keys of the shared sample account
    ['sk_te', 'st_4eC39HqL', 'yjWDarjtT1zdp7dc'],
    ['sk_te', 'st_BQokikJO', 'vBiI2HlWgH4olfQ2'],
    ['sk_te', 'st_tR3PYbcV', 'NZZ796tH88S4VQ2u'],
    ['sk_te', 'st_26PHem9A', 'hJZvU623DfE1x4sd'],
    ['sk_te', 'st_VePHdqKT', 'YQjKNInc7u56JBrQ'],
    // docs.github.com, answers of the OAuth endpoints; what stands behind the prefix
    ['16C7e42F292c', '6912E7710c', '838347Ae178B4a'],
    ['1B4a2e77838347', 'a7E420ce178F2E7c6912', 'E169246c34E1ccbF66C46812d16D5B1A9Dc86A1498'],
    // learn.microsoft.com, the storage and Cosmos DB emulators
    ['Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6', 'tq/K1SZFPTOtr/KBHBeksoGMGw=='],
    ['C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mG', 'GyPMbIZnqyMsEcaGQy67XIw/Jw=='],
    // RFC 7617 and MDN, basic authentication
    ['QWxhZGRpbjpv', 'cGVuIHNlc2FtZQ=='],
    ['dXNlcm5hbWU6', 'cGFzc3dvcmQ='],
    ['dXNlcjpwYXNz', 'd29yZA=='],
    ['dXNlcjpw', 'YXNz'],
    // RFC 6750, bearer tokens; RFC 6749
    ['mF_9.B5f', '-4.1JqM'],
    ['2YotnFZFEj', 'r1zCsicMWpAA'],
    // PostgreSQL's container image
    ['mysecret', 'password'],
  ].map((parts) => parts.join('')),
);

/** A value that is filled in elsewhere, as far as its outside shows. */
const REFERENCES: readonly RegExp[] = [
  /\$\{/, // ${X}, ${input:x}, prefix-${X}
  /\{\{/, // {{x}}
  /\$\(/, // $(command), $(pipeline.variable)
  /^`[^`]+`$/, // `command`
  /^\$[A-Za-z_]\w*$/, // $X
  /^\$[A-Za-z_]\w*[/\\]/, // $HOME/x
  /^\$env:\w+$/i, // PowerShell
  /^%\w+%$/, // %X%
  /%(?=[A-Z0-9_]*[G-Z_])[A-Z_][A-Z0-9_]{2,}%/, // the same inside a value; not percent-encoding
  /^\{[A-Za-z_][\w.: -]*\}$/, // {env:X}, {api_key}
  /^\[[A-Za-z_][\w.: -]*\]$/, // [your key]
  /<[A-Za-z_][^<>]{0,80}>/, // <your-key>
  /^<[^<>]{0,80}>$/,
  /^(?:__|@@|#)[A-Za-z][\w.-]*(?:__|@@|#)$/, // __TOKEN__, @@TOKEN@@, #TOKEN#
  /^#\{[A-Za-z][\w.-]*\}#?$/, // #{Token}#
  /^(?:process\.env|os\.environ|import\.meta\.env|secrets|env|vars)[.[]/,
  /^(?:env|input|file|secret):[\w./-]+$/i,
  /^!(?:secret|vault|env|Ref|Sub)\b/,
];

/** Every reference holds one of these; spares a token, which holds none, the patterns. */
const MARKS_REFERENCE = /[$%`{}[\]<>#@!:.]|^__/;

/** Marks of a gap that a person has to fill, as one pattern: it is asked of every token that is found. */
const GAP = new RegExp(
  [
    /\*{3}/,
    /\.{3}|…|•{2}/,
    /x{4}/,
    /^x+$/,
    /\byour(?![a-z])/,
    /(?:^|[-_ ])your[-_ ]/,
    /(?:^|[^a-z])(?:my|enter|insert|paste|put|add|use|set)[-_ ](?:[a-z]+[-_ ])*(?:key|token|secret|password|credentials?|here|pat)(?![a-z])/,
    /example/,
    /placeholder/,
    /redacted/,
    /dummy/,
    /change[-_ ]?(?:me|this|it)\b/,
    /replace[-_ ]?(?:me|with|this)/,
    /(?:^|[^a-z0-9])(?:todo|fixme|tbd|fake|sample|mock|here)(?:$|[^a-z0-9])/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'i',
);
/** `YourKey`, `yourKeyHere`: here the letter case tells. */
const YOUR_KEY = /(?:^|[^A-Za-z])[Yy]our[A-Z]/;

const ZERO = 48;
const NINE = 57;

/** Placeholders are short; in a longer text the marks above come up by chance. */
const LONGEST_GAP = 512;
const LONGEST_REFERENCE = 4096;

/** So many of one character in a row are no accident: `ghp_000000000000…`. Key material has runs, but is longer. */
const LONG_RUN = 12;

/**
 * Whether the letters and digits of a value are one over and over, hold a long run of one, or for the most part count
 * up (`1234567890`, `abcdef0123456789`). No random token's do.
 */
function isDull(value: string): boolean {
  let last = 0;
  let units = 0;
  let steps = 0;
  let run = 0;
  let changes = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (!isAlnum(unit)) continue;
    // Letters without their case; digits have that bit anyway.
    const code = unit | 32;
    units++;
    if (code === last) run++;
    else {
      run = 1;
      changes++;
      if (code === last + 1 || (code === ZERO && last === NINE)) steps++;
    }
    if (run === LONG_RUN) return true;
    last = code;
  }
  if (units === 0) return isOneUnit(value);
  return changes === 1 || (units >= 5 && steps >= (units - 1) * 0.7);
}

function isOneUnit(value: string): boolean {
  for (let i = 1; i < value.length; i++) if (value[i] !== value[0]) return false;
  return true;
}

/**
 * Whether a value stands for a secret and is none: a reference (`${X}`, `$X`, `%X%`, `{{x}}`, `{env:X}`), a gap to
 * fill (`<your-key>`, `YOUR_KEY`, `xxx`, `changeme`, `***`), one character over and over, counting up, or an example
 * that public documentation prints. Empty counts too. `additional`: whole values of the user's own.
 */
export function isPlaceholder(value: string, additional: readonly string[] = []): boolean {
  const text = value.trim();
  if (additional.includes(text) || DOCUMENTED.has(text)) return true;
  if (text.length > LONGEST_REFERENCE) return false;
  if (MARKS_REFERENCE.test(text) && REFERENCES.some((pattern) => pattern.test(text))) return true;
  return text.length <= LONGEST_GAP && isGap(text);
}

function isGap(text: string): boolean {
  return isDull(text) || GAP.test(text) || YOUR_KEY.test(text);
}

/**
 * The same for a text that has the form of a token, whose first `prefix` units are its issuer's: what makes a gap of
 * it stands behind them.
 */
export function isPlaceholderToken(token: string, prefix: number): boolean {
  const secret = token.slice(prefix);
  if (DOCUMENTED.has(token) || DOCUMENTED.has(secret)) return true;
  return secret.length <= LONGEST_GAP && isGap(secret);
}
