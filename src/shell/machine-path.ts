/** A path that is there on one machine, or for one user, alone. */
export interface MachinePath {
  readonly kind: 'home' | 'drive';
  /** As spelled, no further than what makes it one: `/Users/mira`, `D:\orchard`. */
  readonly path: string;
}

/** What may stand in front of a path inside a longer text; in an address without a host it is slashes. */
const BEFORE = String.raw`(?<=^|[\s=:,;@"'\`(\[{<|>]|:\/\/\/?)`;
const AFTER = String.raw`(?=[\s/\\=:,;"'\`)\]}<|>&?#]|$)`;
const NAME = String.raw`[^\s/\\=:,;"'\`()\[\]{}<|>&?#$%*@]{1,80}`;
/** Of Linux, macOS, Git Bash, Cygwin, and the Linux inside Windows, seen from both sides. */
const HOMES = String.raw`(?:\/(?:var\/|export\/)?home\/|(?:\/(?:mnt\/|cygdrive\/)?[a-z])?\/Users\/|\\\\wsl(?:\$|\.localhost)\\${NAME}\\home\\)`;
const HOME = String.raw`(?<home>${HOMES}(?<user>${NAME})${AFTER}|\/root${AFTER})`;
const FOLDER = String.raw`[^\\/"'\`<|>*?:;,=\r\n]{0,80}`;
/** `\d+`, `\w+` and the like behind a letter and a colon are of a regular expression. */
const DRIVE = String.raw`(?<drive>(?:[A-Za-z]:\\(?![dDsSwWbB][+*?{\]])|[A-Zc-e]:\/(?!\/))[\\/]*(?<folder>${FOLDER})(?:[\\/]+(?<account>${FOLDER}))?|\/(?:mnt|cygdrive)\/[a-z]${AFTER})`;

const PATTERN = new RegExp(`${BEFORE}(?:${HOME}|${DRIVE})`, 'g');

/** What all the paths above hold; most texts hold none of it. A letter in front of a drive makes it a scheme. */
export const MACHINE_PATH_MARK = /[\\/](?:home|Users|root|mnt|cygdrive)|(?<![A-Za-z])[A-Za-z]:[\\/]/;

/** Users that stand for whoever reads it. */
const ANYBODY =
  /^(?:users?(?:[-_.]?(?:name|id))?|you|your[-_.]?\w*|my[-_.]?(?:user[-_.]?)?name|my[-_.]?user|me|name|some(?:one|body)|example|foo|x{2,}|\.{2,}|…|[${%].*)$/i;

/** `C:\path\to\…`. */
const STAND_IN = /^(?:path|your[-_ ]?\w*|some[-_ ]?\w*|\.{3}|…|[${%].*)$/i;

/** Users that are the same wherever there are such images, runners, or packages: no person's. */
const SHARED: ReadonlySet<string> = new Set([
  'codespace',
  'coder',
  'gitpod',
  'jovyan',
  'linuxbrew',
  'node',
  'runner',
  'Shared',
  'vscode',
]);

/** The first path of one machine in a text, whatever stands around it. Linear. */
export function machinePathIn(text: string): MachinePath | undefined {
  if (!MACHINE_PATH_MARK.test(text)) return undefined;
  PATTERN.lastIndex = 0;
  for (let found = PATTERN.exec(text); found !== null; found = PATTERN.exec(text)) {
    const { 0: path, index, groups = {} } = found;
    const { home, user = '', folder = '', account = '' } = groups;
    if (home !== undefined) {
      if (!isNobodys(user) && !isOnHost(text, index)) return { kind: 'home', path };
    } else if (!STAND_IN.test(folder)) {
      const isHome = /^users$/i.test(folder) && account !== '';
      if (!isHome && text[index + path.length] !== '<') return { kind: 'drive', path };
      if (isHome && !ANYBODY.test(account)) return { kind: 'home', path };
    }
  }
  return undefined;
}

function isNobodys(user: string): boolean {
  return ANYBODY.test(user) || SHARED.has(user);
}

/** `somebody@machine:/home/…`: a path on that machine. */
function isOnHost(text: string, index: number): boolean {
  return text[index - 1] === ':' && /[^\s=,;"']@[\w.-]+:$/.test(text.slice(Math.max(0, index - 120), index));
}
