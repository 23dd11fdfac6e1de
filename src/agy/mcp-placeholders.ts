import { UNSET_VARIABLES } from './unset-variables.ts';

/**
 * What stands in a value of a server for something else. `variable`: `$NAME` and `${NAME}`, which several sources say agy
 * hands on as written. `foreign`: what only another program puts something in the place of. Source: the documentation of the
 * programs named in the tables below.
 */
export type Placeholder = { readonly shown: string } & (
  | { readonly form: 'variable'; readonly name: string }
  | {
      readonly form: 'foreign';
      /** Whose syntax it is, for a sentence. */
      readonly host: string;
      /** An answer that somebody is asked for, a folder or file of the editor, or a variable of the environment. */
      readonly means: 'answer' | 'place' | 'variable';
    }
);

/** How a value is read: `text`: a lone `$` means little. `named`: the value of a name, such as that of a header. */
export type ValueRole = 'text' | 'named';

type Foreign = Omit<Extract<Placeholder, { form: 'foreign' }>, 'form' | 'shown'>;

const EDITORS = 'VS Code and its kin';

/** `${prefix:…}`, in lower case. */
const PREFIXES: ReadonlyMap<string, Foreign> = new Map([
  ['input', { host: EDITORS, means: 'answer' }],
  ['command', { host: EDITORS, means: 'answer' }],
  ['config', { host: EDITORS, means: 'answer' }],
  ['secret', { host: EDITORS, means: 'answer' }],
  ['env', { host: EDITORS, means: 'variable' }],
  ['workspacefolder', { host: EDITORS, means: 'place' }],
  ['extensioninstallfolder', { host: EDITORS, means: 'place' }],
]);

/** `${name}`, in lower case. */
const NAMES: ReadonlyMap<string, Foreign> = new Map([
  ...[
    'workspacefolder',
    'workspacefolderbasename',
    'workspaceroot',
    'workspacerootfoldername',
    'fileworkspacefolder',
    'userhome',
    'filebasename',
    'filedirname',
    'relativefile',
    'relativefiledirname',
    'pathseparator',
    '/',
  ].map((name) => [name, { host: EDITORS, means: 'place' }] as const),
  ['extensionpath', { host: 'Gemini CLI', means: 'place' }],
  ['workspacepath', { host: 'Gemini CLI', means: 'place' }],
  ['__dirname', { host: 'Claude Desktop', means: 'place' }],
]);

/** `${family.name}`, in lower case. */
const FAMILIES: ReadonlyMap<string, Foreign> = new Map([
  ['user_config', { host: 'Claude Desktop', means: 'answer' }],
  ['process.env', { host: 'JavaScript', means: 'variable' }],
]);

/** Variables that Windows sets, which its users write in any case; plain words are not among them. */
const WINDOWS: ReadonlySet<string> = new Set([
  'appdata',
  'comspec',
  'homedrive',
  'homepath',
  'localappdata',
  'programdata',
  'programfiles',
  'systemroot',
  'userprofile',
  'windir',
]);

/** Longer ones are no placeholders, and the length bounds what a text full of brackets costs. */
const BRACED = /(?<!\$)\$\{([^{}\r\n]{1,200})\}/g;
const WORKFLOW = /\$\{\{[^{}\r\n]{1,200}\}\}/;
const SINGLE_BRACES = /(?<![$\w])\{(env|file):[\w./~-]{1,200}\}/;
const PERCENT = /%([A-Za-z_]\w{1,80})%/g;
const POWERSHELL = /(?<![\w$])\$env:[A-Za-z_]\w*/i;
const BARE = /(?<![\w$])\$([A-Za-z_]\w*)/g;

/** Linux starts no program with a longer argument or variable (MAX_ARG_STRLEN). */
const LONGEST_VALUE = 131_072;

/** Marks without which a text holds none. */
export const PLACEHOLDER_MARK = /\$[A-Za-z_{]|%[A-Za-z_]|\{(?:env|file):/;

/** Whether there is a mark of one in a value: cheap, and false for nearly all. */
export function mayHoldPlaceholder(text: string): boolean {
  return text.length <= LONGEST_VALUE && PLACEHOLDER_MARK.test(text);
}

/**
 * The first placeholder in a value; another program's before one that agy might know. What only looks like one (money, the end
 * of a pattern, percent-encoding, a template's own words) is none.
 */
export function placeholderIn(text: string, role: ValueRole): Placeholder | undefined {
  if (!mayHoldPlaceholder(text)) return undefined;
  return foreignIn(text) ?? variableIn(text, role);
}

function foreignIn(text: string): Placeholder | undefined {
  for (const [shown, inner] of text.matchAll(BRACED)) {
    const known = foreignNamed(inner as string);
    if (known !== undefined) return { form: 'foreign', shown, ...known };
  }
  const workflow = WORKFLOW.exec(text);
  if (workflow !== null) {
    return { form: 'foreign', shown: workflow[0], host: 'GitHub Actions', means: 'variable' };
  }
  const single = SINGLE_BRACES.exec(text);
  if (single !== null) {
    const means = single[1] === 'env' ? 'variable' : 'place';
    return { form: 'foreign', shown: single[0], host: 'OpenCode', means };
  }
  for (const [shown, name] of text.matchAll(PERCENT)) {
    if (isWindowsName(name as string, shown === text)) {
      return { form: 'foreign', shown, host: 'the command prompt of Windows', means: 'variable' };
    }
  }
  const powershell = POWERSHELL.exec(text);
  if (powershell !== null) {
    return { form: 'foreign', shown: powershell[0], host: 'PowerShell', means: 'variable' };
  }
  for (const [shown, name] of text.matchAll(BARE)) {
    const known = unsetNamed(name as string);
    if (known !== undefined) return { form: 'foreign', shown, ...known };
  }
  return undefined;
}

/** `inner`: what stands between `${` and `}`. */
function foreignNamed(inner: string): Foreign | undefined {
  const plain = inner.trim().toLowerCase();
  const colon = plain.indexOf(':');
  const prefix = colon === -1 ? undefined : PREFIXES.get(plain.slice(0, colon));
  // `${X:-y}` and kin are the shell's.
  if (prefix !== undefined && !/^:[-=?+]/.test(plain.slice(colon))) return prefix;
  const dot = plain.lastIndexOf('.');
  const family = dot === -1 ? undefined : FAMILIES.get(plain.slice(0, dot));
  return family ?? NAMES.get(plain) ?? unsetNamed(/^\w*/.exec(inner)?.[0] ?? '');
}

/** A variable that another host sets for what it starts. */
function unsetNamed(name: string): Foreign | undefined {
  const unset = UNSET_VARIABLES.get(name);
  if (unset === undefined || unset.host === '') return undefined;
  return { host: unset.host, means: unset.means === undefined ? 'variable' : 'place' };
}

/** Not `LIKE '%word%'`; and inside a longer text not percent-encoding, in which only hexadecimal digits can stand there. */
function isWindowsName(name: string, isWhole: boolean): boolean {
  if (WINDOWS.has(name.toLowerCase())) return true;
  return CONVENTIONAL.test(name) && (isWhole || (name.length >= 3 && /[G-Z_]/.test(name)));
}

/** `${NAME}`, and what a shell would make of it when NAME is not set. */
const VARIABLE = /^\s*([A-Za-z_]\w*)\s*(?::?[-=?+]|$)/;
const CONVENTIONAL = /^[A-Z_][A-Z0-9_]*$/;

function variableIn(text: string, role: ValueRole): Placeholder | undefined {
  const prose = /\s/.test(text.trim());
  for (const [, inner] of text.matchAll(BRACED)) {
    const name = VARIABLE.exec(inner as string)?.[1];
    // In running text a name in lower case is a template's, and meant for the server.
    if (name === undefined || (prose && !CONVENTIONAL.test(name))) continue;
    return { form: 'variable', shown: `\${${name}}`, name };
  }
  const name = bareName(text, prose, role);
  return name === undefined ? undefined : { form: 'variable', shown: `$${name}`, name };
}

/** The whole of a value, or behind the scheme of a header. */
const WHOLE = /^\s*(?:[\w-]+:\s*)?(?:(?:Bearer|Basic|Token|ApiKey)\s+)?\$([A-Za-z_]\w*)\s*$/i;

/** What may stand before and behind `$NAME` inside a word. */
const BEFORE = /[=:/\\@,;"'(.+-]/;
const BEHIND = /[/\\:@,;&?"').+-]/;

/** `$NAME` without braces: read only where it is all there is, or in a word that a shell would expand. */
function bareName(text: string, prose: boolean, role: ValueRole): string | undefined {
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return role === 'named' || isConventional(whole) ? whole : undefined;
  if (prose) return undefined;
  for (const { 0: shown, 1: name, index } of text.matchAll(BARE)) {
    const before = text[index - 1];
    const behind = text[index + shown.length];
    if (name === undefined || name.length < 2 || !isConventional(name)) continue;
    if (before !== undefined && !BEFORE.test(before)) continue;
    if (behind === undefined || BEHIND.test(behind)) return name;
  }
  return undefined;
}

/** `$LATEST` is a version's name at AWS Lambda. */
function isConventional(name: string): boolean {
  return CONVENTIONAL.test(name) && name !== 'LATEST';
}

/** A gap that a person is to fill: `YOUR_API_KEY`, `<token>`, `{{key}}`, `changeme`, `xxx`. */
const GAPS: readonly RegExp[] = [
  /(?<![A-Za-z])your[-_][A-Za-z0-9]/i,
  /(?<![A-Za-z])YOUR [A-Z]{2,}/,
  /(?<![A-Za-z])[Yy]our(?=[A-Z])/,
  /(?:^|[=:/@.]|Bearer )<[A-Za-z][\w .-]{0,60}>/,
  /(?:^|[=:/@]|Bearer )\{\{[^{}\r\n]{1,80}\}\}/,
  /^(?:change|replace)[-_ ]?(?:me|this)$/i,
  /^replace[-_ ]with[-_ ]/i,
  /^(?:insert|enter|paste|put|add)[-_ ](?:[A-Za-z]{1,20}[-_ ]){0,6}here$/i,
  /^x{3,}$/i,
  /[-_]x{6,}$/i,
];

/** What all gaps hold; most files hold none of it. */
export const GAP_MARK = /your|<[A-Za-z]|\{\{|change|replace|(?:insert|enter|paste|put|add)[-_ ]|xxx/i;

/** Gaps are short; in a longer text the marks come up by chance. */
const LONGEST_GAP = 200;

/** Whether a value is to be filled in by whoever installs the file. */
export function holdsGap(text: string): boolean {
  return text.length <= LONGEST_GAP && GAPS.some((gap) => gap.test(text));
}
