import type { Surroundings } from '../kinds/index.ts';
import { pathFrom } from '../text/path.ts';
import type { CommandLine } from './line.ts';
import type { ScriptCall } from './scripts.ts';

/** A script that is certainly not where the command looks for it. */
export interface MissingScript {
  readonly path: string;
  /** What to write, when the file is there seen from the repository root. */
  readonly right?: string;
  /** Nothing follows that would make the failure none. */
  readonly fails: boolean;
}

/** Files that people write and commit; what has another name may be made, or installed. */
const SOURCE = /\.(?:bash|cjs|cts|js|ksh|mjs|mts|php|pl|ps1|py|rb|sh|ts|zsh)$/i;

/** Folders whose content is made or installed, and seldom committed. */
const MADE: ReadonlySet<string> = new Set([
  '.bin',
  '.cache',
  '.tox',
  '.venv',
  '__pycache__',
  'bazel-bin',
  'build',
  'coverage',
  'dist',
  'generated',
  'node_modules',
  'out',
  'target',
  'tmp',
  'vendor',
  'venv',
]);

/** Programs that make no file before the script is called. */
const HARMLESS: ReadonlySet<string> = new Set([':', 'echo', 'export', 'printf', 'set', 'true', 'umask']);

/** What runs after a failure without doing the script's work. */
const SHRUGS: ReadonlySet<string> = new Set([':', 'echo', 'exit', 'printf', 'true']);

/**
 * Whether the script of a call is certainly missing. Not when the line tests anything or has another way to go, when
 * the file may be made or ignored, or when a part of the path leaves the repository.
 */
export function missingScript(
  script: ScriptCall,
  line: CommandLine,
  surroundings: Surroundings,
  ignored: () => IgnoredNames,
): MissingScript | undefined {
  const { path, call } = script;
  const { connector } = call.command;
  const fails = connector === '' || connector === '&&';
  if (line.tests || hasOtherWay(script, line)) return undefined;
  if (surroundings.look(path, 'folder') !== 'missing') return undefined;
  const folder = surroundings.file('.', 'folder')?.repositoryPath;
  if (folder !== undefined && folder !== '.' && surroundings.look(path, 'repository') === 'file') {
    const file = surroundings.file(path, 'repository')?.repositoryPath ?? path;
    return { path, right: pathFrom(folder, file), fails };
  }
  const isFirst = line.calls
    .slice(0, line.calls.indexOf(call))
    .every(({ name, command }) => HARMLESS.has(name) && command.redirections.length === 0);
  if (!isFirst || !SOURCE.test(path) || path.split('/').some((part) => MADE.has(part))) return undefined;
  const place = surroundings.file(path, 'folder')?.repositoryPath ?? path;
  return mayBeIgnored(place, ignored()) ? undefined : { path, fails };
}

/** `x || y` is no mistake when y does the work, and neither is y. */
function hasOtherWay({ call }: ScriptCall, { script: { commands }, calls }: CommandLine): boolean {
  const at = commands.indexOf(call.command);
  const before = commands[at - 1]?.connector;
  if (before === '||') return true;
  if (call.command.connector !== '||') return false;
  const next = calls.find(({ command }) => command === commands[at + 1]);
  return next !== undefined && !SHRUGS.has(next.name);
}

/** Patterns of the .gitignore files at the root and beside a file, each its last name that is not only stars. */
export type IgnoredNames = readonly string[];

/** Longest .gitignore that is looked at, in bytes. */
const LONGEST_IGNORE = 100_000;
/** Names that are kept, and the length of one. */
const MOST_NAMES = 1000;
const LONGEST_NAME = 100;

export function readIgnored(surroundings: Surroundings): IgnoredNames {
  const names: string[] = [];
  for (const from of ['repository', 'folder'] as const) {
    const file = surroundings.read('.gitignore', from);
    if (file === undefined || file.bytes.length > LONGEST_IGNORE) continue;
    for (const line of new TextDecoder().decode(file.bytes).split('\n')) {
      const pattern = line.trim();
      if (pattern.startsWith('#') || pattern.startsWith('!') || pattern.length > LONGEST_NAME) continue;
      const parts = pattern.split('/').filter((part) => part !== '');
      const name = parts.findLast((part) => !/^\*+$/.test(part)) ?? parts[0];
      if (name !== undefined && names.length < MOST_NAMES) names.push(name.replace(/\[[^\]]*\]/g, '?'));
    }
  }
  return names;
}

/** Whether a .gitignore has a line that could mean the file or a folder of it. Rather too often than too seldom. */
function mayBeIgnored(place: string, names: IgnoredNames): boolean {
  const parts = place.split('/');
  return names.some((name) => parts.some((part) => isMeant(name, part)));
}

/** `*` stands for any letters, `?` for one. */
function isMeant(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let i = 0; i < name.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      resume = i;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[i])) {
      at++;
      i++;
    } else if (star !== -1) {
      at = star + 1;
      i = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
