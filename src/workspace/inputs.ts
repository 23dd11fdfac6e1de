import { lstatSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { PLUGIN_MANIFEST } from '../agy/plugin-facts.ts';
import { holdsOwnManifest, MANIFEST_FOLDERS, type ManifestFolder } from '../agy/plugin-layout-facts.ts';
import { type ProsePlace, prosePlace } from '../agy/prose-facts.ts';
import { FILE_KINDS, type FileKind, type FileKindName, kindByFileName, namesOfKind } from '../kinds/index.ts';
import { describeKind, type FileProblem, type Files, problemOf, refusalToOpen } from './files.ts';
import { isRootName } from './layout.ts';
import type { Looked } from './looked.ts';
import { below, join, keyOf, nameOf, parent, type RawPath, reportPath, shown } from './raw-path.ts';
import { PRUNED, readDirectory } from './walk.ts';

/** Something on the command line that the user must mend before anything is linted. */
export interface UsageProblem {
  /** As it was given. */
  readonly argument: string;
  /** A plain sentence, without a full stop; says what to do. */
  readonly message: string;
}

/** Something worth a line on stderr. */
export interface Note {
  readonly path: string;
  /** A plain sentence, without a full stop. */
  readonly message: string;
}

/** Whether the configuration leaves out an absolute path or a directory above it. */
export type Excluded = (absolutePath: string) => boolean;

export interface NamedDirectory {
  /** As named, made absolute. */
  readonly absolute: string;
  readonly real: RawPath;
}

export interface NamedFile {
  readonly absolute: string;
  /** Real path of the directory it lies in. */
  readonly directory: RawPath;
  readonly name: string;
  readonly kind: FileKindName;
  /** Set when it lies among the rules, skills, agents or workflows of a customization root or a plugin. */
  readonly home?: Home;
  /** Standard input under this name. */
  readonly virtual: boolean;
}

export interface Home {
  /** The root or the plugin, as it is reached from what was named, and its real path. */
  readonly absolute: string;
  readonly directory: RawPath;
  readonly prose: ProsePlace;
}

export interface Inputs {
  /** All that were named; those that the walk of another one comes to are in it too. */
  readonly directories: readonly NamedDirectory[];
  /** The ones to walk, so that every directory is seen once; outer ones stand before inner ones. */
  readonly starts: readonly NamedDirectory[];
  readonly files: readonly NamedFile[];
  readonly problems: readonly UsageProblem[];
  readonly notes: readonly Note[];
}

export interface InputRequest {
  /** Files and directories; `.` when there are none and no standard input. */
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly excluded?: Excluded;
  /** Regular files are read when somebody asks for them, and what cannot be read is told then. */
  readonly readLater?: boolean;
  readonly stdin?: { readonly filename: string; readonly bytes: Uint8Array };
  /** Told what rules look at. `asker`: real path of the file or folder that they judge. */
  readonly onLook?: (asker: RawPath, looked: Looked) => void;
}

const GLOB_CHARACTERS = /[*?[{]/;

/**
 * Replaces patterns by what they match: directories, and files of a name that is understood. An argument that exists
 * is no pattern, whatever characters are in its name.
 */
export async function expandGlobs(
  paths: readonly string[],
  cwd: string,
): Promise<{ readonly paths: readonly string[]; readonly problems: readonly UsageProblem[] }> {
  const expanded: string[] = [];
  const problems: UsageProblem[] = [];
  for (const argument of paths) {
    if (!GLOB_CHARACTERS.test(argument) || exists(resolve(cwd, argument))) {
      expanded.push(argument);
      continue;
    }
    const { matchGlob } = await import('./globs.ts');
    try {
      const matches = (await matchGlob(argument, cwd)).filter(
        (match) =>
          match.isDirectory || (foreignHost(match.path) === undefined && kindOf(match.path) !== undefined),
      );
      expanded.push(...matches.map((match) => match.path));
      if (matches.length === 0) {
        const message = `nothing matches this pattern; it must match directories or files named ${understoodNames()}`;
        problems.push({ argument, message });
      }
    } catch (error) {
      problems.push({
        argument,
        message: `this pattern cannot be looked up: ${problemOf(error, 'directory').detail}`,
      });
    }
  }
  return { paths: expanded, problems };
}

/** Sorts out what was named. Everything that is wrong with it is said at once. */
export function resolveInputs(request: InputRequest, files: Files): Inputs {
  const { cwd, stdin } = request;
  const excluded: Excluded = request.excluded ?? (() => false);
  const directories: NamedDirectory[] = [];
  const named: NamedFile[] = [];
  const problems: UsageProblem[] = [];
  const notes: Note[] = [];

  function leftOut(absolute: string): boolean {
    if (!excluded(absolute)) return false;
    const message = 'named on the command line, but left out by exclude in the configuration';
    notes.push({ path: reportPath(absolute, cwd), message });
    return true;
  }

  function addDirectory(argument: string, absolute: string): void {
    const entries = readDirectory(absolute);
    if (!Array.isArray(entries)) {
      const detail = entries?.detail ?? 'this directory does not exist';
      problems.push({ argument, message: `${detail}; ${adviceFor(entries)}` });
    } else if (!leftOut(absolute)) {
      directories.push({ absolute, real: files.realDirectory(absolute) });
    }
  }

  function addFile(argument: string, absolute: string, virtual: boolean): void {
    const name = basename(absolute);
    const home = homeOf(absolute, files);
    const kind = kindOf(absolute)?.name ?? home?.prose.kind;
    const host = foreignHost(absolute);
    if (host !== undefined) {
      const message = `this is a manifest for ${host}, and no rule understands it; name the manifest of Antigravity or a directory`;
      problems.push({ argument, message });
    } else if (kind === undefined) {
      const message = `no rule understands a file of this name; understood: ${understoodNames()}`;
      problems.push({
        argument,
        message: virtual ? message : `${message}. Name one of these or a directory`,
      });
    } else if (!leftOut(absolute)) {
      const refused = virtual ? undefined : refusalToOpen(absolute);
      if (refused !== undefined) {
        problems.push({ argument, message: `${refused.detail}; ${adviceFor(refused)}` });
        return;
      }
      const directory = files.realDirectory(dirname(absolute));
      named.push({ absolute, directory, name, kind, virtual, ...(home === undefined ? {} : { home }) });
    }
  }

  function addPath(argument: string): void {
    if (argument === '') {
      problems.push({
        argument,
        message: 'this argument is empty; name a file or a directory, or leave it out',
      });
      return;
    }
    const absolute = resolve(cwd, argument);
    const seen = look(absolute);
    if ('code' in seen) {
      problems.push({ argument, message: `${seen.detail}; ${adviceFor(seen)}` });
    } else if (seen.isDirectory() && kindOf(absolute) !== undefined) {
      problems.push({
        argument,
        message: 'this is a directory under the name of a file; rename or remove it',
      });
    } else if (seen.isDirectory()) addDirectory(argument, absolute);
    else if (seen.isFile()) addFile(argument, absolute, false);
    else {
      const message = `this is ${describeKind(seen)}, not a file; give its contents on standard input with - and --stdin-filename`;
      problems.push({ argument, message });
    }
  }

  const paths = request.paths.length === 0 && stdin === undefined ? ['.'] : request.paths;
  for (const argument of paths) addPath(argument);
  if (stdin !== undefined) {
    const absolute = resolve(cwd, stdin.filename);
    files.overlay(absolute, stdin.bytes);
    addFile(stdin.filename, absolute, true);
  }
  return { directories, starts: startsOf(directories, excluded), files: named, problems, notes };
}

/** The root or plugin among whose rules, skills, agents or workflows a file lies, told by names and by a manifest. */
function homeOf(absolute: string, files: Files): Home | undefined {
  let path = basename(absolute);
  for (let at = dirname(absolute); dirname(at) !== at; at = dirname(at)) {
    path = `${basename(at)}/${path}`;
    const above = dirname(at);
    const prose = prosePlace(path);
    if (prose === undefined || !(isRootName(basename(above)) || holdsManifest(above))) continue;
    return { absolute: above, directory: files.realDirectory(above), prose };
  }
  return undefined;
}

function holdsManifest(directory: string): boolean {
  const folders = ['', ...Object.keys(MANIFEST_FOLDERS).filter(holdsOwnManifest)];
  return folders.some((folder) => exists(resolve(directory, folder, PLUGIN_MANIFEST)));
}

/** The host that alone reads a manifest at a place; undefined for any other file. */
function foreignHost(path: string): string | undefined {
  const folder = basename(dirname(path));
  if (basename(path) !== PLUGIN_MANIFEST || !Object.hasOwn(MANIFEST_FOLDERS, folder)) return undefined;
  const fact: ManifestFolder = MANIFEST_FOLDERS[folder as keyof typeof MANIFEST_FOLDERS];
  return fact.since === undefined ? fact.host : undefined;
}

/** The file names that a rule exists for, for messages. */
export function understoodNames(): string {
  return FILE_KINDS.flatMap(namesOfKind).join(', ');
}

function kindOf(path: string): FileKind | undefined {
  return kindByFileName(basename(path), basename(dirname(path)));
}

/** What a path is, links followed. */
function look(absolute: string): Stats | FileProblem {
  try {
    return statSync(absolute);
  } catch (error) {
    const problem = problemOf(error);
    // Links that lead to each other are `changed`, which is true of a file that was a file a moment ago.
    if ((problem.code === 'missing' || problem.code === 'changed') && exists(absolute)) {
      return { code: 'broken-link', detail: 'this link leads nowhere' };
    }
    return problem.code === 'missing'
      ? { ...problem, detail: `there is no such file or directory${lossy(absolute)}` }
      : problem;
  }
}

/** Node gives arguments as text, so that a name of other bytes arrives damaged. */
function lossy(absolute: string): string {
  return absolute.includes('\ufffd')
    ? ' (a name that is not UTF-8 cannot be given; name a directory above it)'
    : '';
}

function adviceFor(problem: FileProblem | undefined): string {
  return problem?.code === 'permission' ? 'make it readable or leave it out' : 'check the spelling';
}

/** Without the directories that the walk of another one comes to. */
function startsOf(directories: readonly NamedDirectory[], excluded: Excluded): NamedDirectory[] {
  const starts = new Map<string, NamedDirectory>();
  const shortestFirst = [...directories].sort((a, b) => shown(a.real).length - shown(b.real).length);
  for (const directory of shortestFirst) {
    const outer = nearest(directory.real, starts);
    if (outer === undefined || !walkComesTo(outer, directory.real, excluded)) {
      starts.set(keyOf(directory.real), directory);
    }
  }
  return [...starts.values()];
}

function nearest(real: RawPath, starts: ReadonlyMap<string, NamedDirectory>): NamedDirectory | undefined {
  for (let at = real; ; at = parent(at)) {
    const found = starts.get(keyOf(at));
    if (found !== undefined || keyOf(parent(at)) === keyOf(at)) return found;
  }
}

function walkComesTo(outer: NamedDirectory, real: RawPath, excluded: Excluded): boolean {
  for (let at = real; keyOf(at) !== keyOf(outer.real); at = parent(at)) {
    if (PRUNED.has(nameOf(at))) return false;
  }
  const rest = below(outer.real, real);
  return rest === '' || rest === undefined || !excluded(shown(join(outer.absolute, rest)));
}

function exists(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return problemOf(error).code !== 'missing';
  }
}
