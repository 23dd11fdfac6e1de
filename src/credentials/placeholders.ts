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
  /^(?:process\.env|os\.environ|import\.meta\.env|secrets|env|vars)[.[]/,
  /^(?:env|input|file|secret):[\w./-]+$/i,
  /^!(?:secret|vault|env|Ref|Sub)\b/,
];

/** Marks of a gap that a person has to fill. */
const GAPS: readonly RegExp[] = [
  /\*{3}/,
  /\.{3}|…|•{2}/,
  /x{4}/i,
  /^x+$/i,
  /\byour(?![a-z])/i,
  /(?:^|[^A-Za-z])(?:my|enter|insert|paste|put|add|use|set)[-_ ](?:[a-z]+[-_ ])*(?:key|token|secret|password|credentials?|here|pat)(?![A-Za-z])/i,
  /(?:^|[-_ ])your[-_ ]/i,
  /example/i,
  /placeholder/i,
  /redacted/i,
  /dummy/i,
  /change[-_ ]?(?:me|this|it)\b/i,
  /replace[-_ ]?(?:me|with|this)/i,
  /(?:^|[^A-Za-z0-9])(?:todo|fixme|tbd|fake|sample|mock|here)(?:$|[^A-Za-z0-9])/i,
];

/** Placeholders are short; in a longer text the marks above come up by chance. */
const LONGEST_GAP = 512;
const LONGEST_REFERENCE = 4096;

function isOneCharacter(value: string): boolean {
  const body = value.replace(/[^A-Za-z0-9]/g, '');
  const rest = body === '' ? value : body;
  for (let i = 1; i < rest.length; i++) if (rest[i] !== rest[0]) return false;
  return true;
}

/** Whether most of the value counts up: `1234567890`, `abcdef0123456789`. No random token does. */
function isSequence(value: string): boolean {
  const body = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (body.length < 5) return false;
  let steps = 0;
  for (let i = 1; i < body.length; i++) {
    const step = body.charCodeAt(i) - body.charCodeAt(i - 1);
    if (step === 1 || (body[i] === '0' && body[i - 1] === '9')) steps++;
  }
  return steps >= (body.length - 1) * 0.7;
}

/** Twelve of one character in a row: `ghp_000000000000…`. Only asked of short values: key material has zero runs. */
const LONG_RUN = /([A-Za-z0-9])\1{11}/;

/**
 * Whether a value stands for a secret and is none: a reference (`${X}`, `$X`, `%X%`, `{{x}}`, `{env:X}`), a gap to
 * fill (`<your-key>`, `YOUR_KEY`, `xxx`, `changeme`, `***`), one character over and over, counting up, or an example
 * that public documentation prints. Empty counts too. `additional`: whole values of the user's own.
 */
export function isPlaceholder(value: string, additional: readonly string[] = []): boolean {
  const text = value.trim();
  if (additional.includes(text) || DOCUMENTED.has(text)) return true;
  if (text.length > LONGEST_REFERENCE) return false;
  if (REFERENCES.some((pattern) => pattern.test(text))) return true;
  if (text.length > LONGEST_GAP) return false;
  return (
    isOneCharacter(text) ||
    isSequence(text) ||
    LONG_RUN.test(text) ||
    GAPS.some((pattern) => pattern.test(text))
  );
}
