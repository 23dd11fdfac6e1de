import type { ShellScript, ShellWord } from './types.ts';

/** Stands in a path for what nobody can tell. No wildcard, no slash, no name. */
const UNKNOWN = '\u0000';

/**
 * A word as a path: variables as `${NAME}`, the home folder as `${HOME}` however it is spelled, the folder a command runs
 * in as `${PWD}`; slashes once. A quoted wildcard is none and stands as unknown.
 */
export function pathOf(word: ShellWord, script: ShellScript): string {
  let path = '';
  for (const [index, part] of word.parts.entries()) {
    if (part.kind === 'text') {
      const text = index === 0 && !part.quoted ? part.text.replace(/^~(?=\/|$)/, '${HOME}') : part.text;
      path += part.quoted ? text.replace(/[*?[]/g, UNKNOWN) : text;
    } else if (part.kind === 'variable') {
      const { name, hasDefault, fallback } = part.variable;
      path += hasDefault && fallback !== '' && name !== 'HOME' && name !== 'PWD' ? UNKNOWN : `\${${name}}`;
    } else if (part.kind === 'substitution') path += isHere(part.script, script) ? '${PWD}' : UNKNOWN;
    else path += UNKNOWN;
  }
  return path
    .replace(/\/{2,}/g, '/')
    .replace(
      /^(?:\/home\/[^/*\u0000]+|\/Users\/[^/*\u0000]+|\/root|%USERPROFILE%|\$env:USERPROFILE)(?=[/\\]|$)/i,
      '${HOME}',
    )
    .replace(/^\$\{HOME\}\\/, '${HOME}/');
}

/** `$(pwd)`, `$(git rev-parse --show-toplevel)`. */
function isHere(number: number, { commands, scripts }: ShellScript): boolean {
  const { from, to } = scripts[number] as { from: number; to: number };
  if (to - from !== 1) return false;
  const words = commands[from]?.words.slice(0, 3).map(({ raw }) => raw) ?? [];
  return words[0] === 'pwd' || words.join(' ') === 'git rev-parse --show-toplevel';
}

/** What follows the home folder in a path, without a slash in front; undefined for a path elsewhere. */
export function belowHome(path: string): string | undefined {
  if (path === '${HOME}') return '';
  return path.startsWith('${HOME}/') ? path.slice('${HOME}/'.length) : undefined;
}

/** One way to spell a file, so that the place that writes it and the place that runs it can be compared. */
export function fileKey(word: ShellWord, script: ShellScript): string {
  return pathOf(word, script).replace(/^\.\//, '');
}

/** Files and folders below the home folder that steer programs, start them, or say whom to trust. */
const STEERING =
  /^(?:\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|tcshrc|inputrc|gitconfig|gitignore|vimrc|tmux\.conf|netrc|npmrc|yarnrc|yarnrc\.yml|pypirc|curlrc|wgetrc|pam_environment|xinitrc|xprofile|xsessionrc|claude\.json)$|\.(?:ssh|gnupg|aws)(?:$|\/(?!known_hosts$))|\.gemini\/(?:config(?:\/|$)|[^/]*\.(?:md|json)$|antigravity[^/]*\/(?:[^/]*\/)?[^/]*\.(?:md|json)$)|\.(?:claude|codex|cursor)\/(?:[^/]*\.(?:json|toml|md)$|hooks\/|rules\/)|\.agents?\/|\.kube\/config$|\.docker\/config\.json$|\.cargo\/config|\.config\/(?:autostart|systemd|fish|git|nushell|pip|environment\.d)(?:\/|$)|\.local\/share\/systemd\/|Library\/LaunchAgents(?:\/|$))/;

const SYSTEM_FILE =
  /^(?:\/etc\/.|\/var\/spool\/cron\/|\/Library\/Launch(?:Daemons|Agents)\/|\/usr\/lib\/systemd\/)/;

/** Whether a file outside of any repository decides what is started, or whom a program trusts. */
export function steersPrograms(path: string): boolean {
  const rest = belowHome(path);
  return rest === undefined ? SYSTEM_FILE.test(path) : STEERING.test(rest);
}

const SECRET_AT_HOME =
  /^(?:\.ssh(?:\/|$)|\.aws(?:\/credentials|\/?$|\/\*)|\.gnupg(?:\/|$)|\.password-store|\.(?:netrc|npmrc|pypirc|git-credentials|pgpass|my\.cnf|bash_history|zsh_history|psql_history|python_history)$|\.docker\/config\.json|\.kube\/?(?:config)?$|\.config\/(?:gcloud|gh|hub|op|rclone)(?:\/|$)|\.azure(?:\/|$)|\.gemini\/?(?:$|oauth|google_accounts|.*(?:token|credential))|\.claude\/\.credentials|\.codex\/auth\.json|\.mozilla(?:\/|$)|\.terraform\.d\/credentials|Library\/Keychains|.*\/Login Data$)/;
const NO_SECRET =
  /(?:\.pub|\/known_hosts(?:\.old)?|\.ssh\/config|\.(?:example|sample|template|dist|defaults?))$/;
const SECRET_ANYWHERE =
  /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|\.envrc|id_(?:rsa|dsa|ecdsa|ed25519)|credentials\.json|service[-_]account\.json|[^/]*\.(?:p12|pfx|keystore|kdbx)|[^/]*key\.pem)$|^\/etc\/(?:shadow|passwd|sudoers)$|^\/proc\/(?:self|\d+)\/environ$|^\$\{HOME\}\/?(?:\*|\.\*)?$/;

/** Whether a file, or what lies in a folder, is nobody else's business: keys, credentials, histories. */
export function holdsSecrets(path: string): boolean {
  if (NO_SECRET.test(path)) return false;
  const rest = belowHome(path);
  return (rest !== undefined && SECRET_AT_HOME.test(rest)) || SECRET_ANYWHERE.test(path);
}
