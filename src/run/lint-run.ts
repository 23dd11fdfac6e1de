import { resolve } from 'node:path';
import { baselineFolder, holdsBaseline } from '../config/find.ts';
import type { Config } from '../config/load.ts';
import type { Finding } from '../engine/finding.ts';
import type { Linted } from '../engine/fix-plan.ts';
import { type LintFile, lint, type RuleCrash, type UnreadFile } from '../engine/lint.ts';
import { ruleState, type Selection } from '../engine/policy.ts';
import { compileSuppression, type Suppression } from '../engine/suppression.ts';
import type { FileKindName, KindName } from '../kinds/index.ts';
import { loadLoaders } from '../kinds/loaders.ts';
import { crashText } from '../report/report.ts';
import type { AnyRule } from '../rule.ts';
import type { RuleSource } from '../rule-source.ts';
import { SourceFile } from '../text/source.ts';
import { VERSION } from '../version.ts';
import { createFiles, type Files } from '../workspace/files.ts';
import type { InputRequest } from '../workspace/inputs.ts';
import { isInside } from '../workspace/raw-path.ts';
import {
  type Discovery,
  discover,
  type FileProblemCode,
  type WorkspaceFile,
} from '../workspace/workspace.ts';
import type { BaselineRun } from './baseline.ts';
import type { ConfigArguments } from './configuration.ts';
import { compilePatterns, configuration } from './configuration.ts';
import { printBug, printNote, printWarning, shownWord, UsageError } from './errors.ts';
import type { Io } from './io.ts';
import { expandPaths } from './paths.ts';
import { progress } from './progress.ts';
import type { Since } from './since.ts';
import { noteText, usageText } from './usage.ts';

/** What to look at, and with which rules. */
export interface LintRequest extends ConfigArguments {
  /** As named on the command line; without `-`. */
  readonly paths: readonly string[];
  readonly selection: Selection;
  readonly stdin?: InputRequest['stdin'];
  /** Whether findings that a baseline knows are left out. */
  readonly useBaseline: boolean;
  /** A revision: only findings that a change since then has to do with are reported. */
  readonly since?: string;
  /** Asked before each file; what it gives is waited for, and when it throws the run ends. */
  readonly pause?: () => Promise<void> | undefined;
  /** What else must be mended before anything is linted, in sentences. */
  readonly refuse?: (found: Discovery) => Promise<readonly string[]>;
}

export interface LintRun {
  readonly config: Config;
  /** Absolute; what was named, a pattern replaced by what it matches. */
  readonly named: readonly string[];
  /** The rules that were loaded. */
  readonly rules: readonly AnyRule[];
  /** What was linted, and what should have been; without what no change has to do with. */
  readonly linted: Pick<Discovery, 'files' | 'problems'>;
  /** How many of these could be told anything about. */
  readonly files: number;
  /** In order, without those that the baseline knows and those that no change has to do with. */
  readonly findings: readonly Finding[];
  readonly baselined: number;
  readonly suppressed: number;
  /** Told on stderr already. */
  readonly crashes: readonly RuleCrash[];
}

/** A run that was set up: it can be done several times, as if files held something else. */
export interface PreparedLint {
  /**
   * Finds, reads and checks.
   * @param contents what files are taken to hold, by absolute path
   */
  check(contents?: ReadonlyMap<string, Uint8Array>): Promise<Checked>;
}

/** What one go has come to. */
export interface Checked extends Linted {
  readonly run: LintRun;
  /** Says on stderr what there is to say besides findings. */
  tell(): Promise<void>;
  readonly scope: LintScope;
}

/** What a go was made with, for a program that stays and lints some of it again. */
export interface LintScope {
  readonly found: Discovery;
  /** What the discovery was made through; contents that are put into it count from then on. */
  readonly disk: Files;
  /** Everything that is linted. */
  readonly files: readonly WorkspaceFile[];
  /** What was not named and is to be known; looked for once. */
  readonly besides: (kinds: ReadonlySet<FileKindName>) => readonly LintFile[];
  readonly rules: readonly AnyRule[];
  readonly ids: readonly string[];
  readonly config: Config;
  readonly selection: Selection;
  readonly suppression: Suppression;
  /** Without the findings that the baseline knows. */
  readonly fresh: (findings: readonly Finding[]) => readonly Finding[];
}

/**
 * Finds, reads and checks. What there is to say besides findings goes to stderr; throws `UsageError` for what the user must
 * mend first.
 */
export async function lintPaths(request: LintRequest, source: RuleSource, io: Io): Promise<LintRun> {
  const checked = await (await prepareLint(request, source, io)).check();
  await checked.tell();
  return checked.run;
}

/** Reads the configuration and the baseline; throws `UsageError` for what is wrong with them, and so does `check`. */
export async function prepareLint(request: LintRequest, source: RuleSource, io: Io): Promise<PreparedLint> {
  const { selection, stdin } = request;
  const config = await configuration(request, request.paths[0] ?? stdin?.filename ?? '.', source, io);
  const baseline = request.useBaseline ? await openBaseline(config, request, io) : undefined;
  const globs = await expandPaths(request, io.cwd);
  const excluded = await compilePatterns(config.exclude, config.directory);
  return { check };

  async function check(contents: ReadonlyMap<string, Uint8Array> = new Map()): Promise<Checked> {
    const since = request.since === undefined ? undefined : await openSince(request.since, io);
    const input: InputRequest = {
      paths: globs.paths,
      cwd: io.cwd,
      ...(since === undefined ? {} : { onLook: since.onLook }),
      excluded,
      readLater: true,
      ...(stdin === undefined ? {} : { stdin }),
    };
    const disk = since?.files ?? createFiles(request.within);
    for (const [path, bytes] of contents) disk.overlay(path, bytes);
    const found = discover(input, disk);
    const problems = [...globs.problems, ...found.usage].map(usageText);
    problems.push(...((await request.refuse?.(found)) ?? []));
    if (problems.length > 0) throw new UsageError(problems);
    const named = namedPaths(input);
    since?.open(found, named);

    const kinds = new Set<KindName>(found.files.map(({ kind }) => kind));
    // Rules that look at the workspace alone need not be loaded where there is nothing for them.
    if (found.concernsWorkspace) kinds.add('workspace');
    if (found.holdsRootFiles) kinds.add('root-file');
    const rules = await source.forKinds(kinds, (id) => selection.only.includes(id) || config.rules.has(id));
    const suppression = await compileSuppression(config, compilePatterns);
    const files = filesToLint(found, rules);
    const origins = new WeakMap<SourceFile, LintFile>();
    const sources = sourcesOf(found.problems, files, origins);
    const besides = lookedForOnce(found);
    const result = await lint({
      files: progress(since?.reading(sources) ?? sources, found.problems.length + files.length, io.stderr),
      loaders: await loadLoaders(files.map(({ kind }) => kind)),
      workspace: found,
      besides,
      rules,
      config,
      selection,
      suppression,
      ids: source.ids,
      ...(request.pause === undefined ? {} : { pause: request.pause }),
    });
    const { crashes, silenced } = result;
    const applied = await baseline?.apply({ findings: result.findings, named, config, selection }, source);
    const { fresh, known, stale } = applied ?? { fresh: result.findings, known: [], stale: 0 };
    const touched = since?.touched({
      found,
      linted: { files, problems: found.problems },
      findings: [...result.findings, ...silenced],
      config,
      start: named[0] ?? io.cwd,
      ignored: { config: request.noConfig, baseline: !request.useBaseline },
    });
    const isTouched = ({ absolute }: { readonly absolute: string }): boolean =>
      touched === undefined || touched.files.has(absolute);
    const counts = (finding: Finding): boolean => touched === undefined || touched.findings.has(finding);
    const findings = fresh.filter(counts);
    return {
      result: { ...result, findings },
      fileOf: (one) => origins.get(one),
      run: {
        config,
        named,
        rules,
        crashes,
        linted: { files: files.filter(isTouched), problems: found.problems.filter(isTouched) },
        files: touched?.files.size ?? result.files,
        findings,
        baselined: known.filter(counts).length,
        suppressed: silenced.filter(counts).length,
      },
      tell,
      scope: {
        found,
        disk,
        files,
        besides,
        rules,
        ids: source.ids,
        config,
        selection,
        suppression,
        fresh: (findings) => baseline?.fresh(findings) ?? findings,
      },
    };

    async function tell(): Promise<void> {
      for (const note of found.notes) printNote(noteText(note), io);
      const checked = {
        rules: new Set(rules.filter((rule) => ruleState(rule, config, selection).on).map(({ id }) => id)),
        files: found.files.map(({ absolute }) => absolute),
        whole: named.some((directory) => isInside(directory, config.directory)),
      };
      for (const { ruleId, entry } of suppression.unused(checked)) {
        printWarning(
          `the ignore entry of ${ruleId} in line ${entry.line} of the configuration matches nothing; delete it`,
          io,
        );
      }
      if (result.idle.length > 0) {
        const { idleText } = await import('./idle-comments.ts');
        for (const comment of result.idle) printWarning(idleText(comment, source.ids), io);
      }
      for (const crash of crashes) printBug(crashText(crash, VERSION), crash.error, io);
      if (baseline !== undefined && stale > 0 && crashes.length === 0) {
        printNote(staleEntries(stale, baseline.shown), io);
      }
      if (touched?.everything === true) printNote(everythingDiffers(request.since ?? ''), io);
    }
  }
}

async function openSince(revision: string, io: Io): Promise<Since> {
  const { createSince } = await import('./since.ts');
  return createSince(revision, io);
}

function everythingDiffers(revision: string): string {
  return `the configuration or the baseline differs from ${shownWord(revision)}, so everything is linted`;
}

/** The baseline of a run; undefined when there is none, and then what reads it is not loaded. */
async function openBaseline(config: Config, { within }: ConfigArguments, io: Io) {
  const folder = baselineFolder(config);
  if (!holdsBaseline(folder)) return undefined;
  const [{ applyBaseline, baselineIn }, { compareWithBaseline }] = await Promise.all([
    import('./baseline.ts'),
    import('../engine/baseline.ts'),
  ]);
  const place = baselineIn(folder, io.cwd, within);
  const entries = place.read();
  return {
    shown: place.shown,
    apply: (run: BaselineRun, source: RuleSource) => applyBaseline(place, entries, run, source),
    fresh: (findings: readonly Finding[]) => compareWithBaseline(entries, findings, place.pathOf).fresh,
  };
}

function staleEntries(count: number, file: string): string {
  const entries = count === 1 ? '1 entry matches' : `${count} entries match`;
  return `${file}: ${entries} nothing any more; skillsaw baseline writes the file anew`;
}

function namedPaths({ paths, cwd, stdin }: InputRequest): readonly string[] {
  const named = paths.length === 0 && stdin === undefined ? ['.'] : paths;
  return [...named, ...(stdin === undefined ? [] : [stdin.filename])].map((path) => resolve(cwd, path));
}

function problemId(code: FileProblemCode): UnreadFile['problem'] {
  return code === 'escaping-link' ? 'escaping-link' : 'unreadable-file';
}

/** The files that were found; those that are just any file in a root only where a rule looks into them. */
export function filesToLint(found: Discovery, rules: readonly AnyRule[]): readonly WorkspaceFile[] {
  const wantsAll = rules.some((rule) => rule.kinds.includes('root-file'));
  return wantsAll ? [...found.files, ...found.rootFiles] : found.files;
}

/**
 * Reads what was found, one file at a time, as the engine asks for it.
 * @param origins takes down which file a source was read from
 */
export function* sourcesOf(
  problems: Discovery['problems'],
  files: readonly WorkspaceFile[],
  origins?: WeakMap<SourceFile, LintFile>,
): Generator<LintFile | UnreadFile> {
  for (const { path, repositoryPath, absolute, code, message } of problems) {
    yield { path, repositoryPath, absolute, problem: problemId(code), why: message };
  }
  for (const file of files) {
    const { path, repositoryPath, absolute, kind } = file;
    const content = file.read();
    if (!content.ok) {
      // Any file may lie in a root, a film as well as a pipe; none of them is Antigravity's to read.
      if (kind === 'root-file') continue;
      const { code, detail } = content.problem;
      yield { path, repositoryPath, absolute, problem: problemId(code), why: detail };
      continue;
    }
    const read = lintFile(file, content.bytes);
    origins?.set(read.source, read);
    yield read;
  }
}

/** The discovery looks for it once, so what was found then is kept. */
function lookedForOnce(found: Discovery): LintScope['besides'] {
  let known: readonly LintFile[] | undefined;
  return (kinds) => {
    known ??= [...besidesOf(found, kinds)];
    return known;
  };
}

/** Reads what was not named and is to be known; what cannot be read is left out, since nobody asked for it. */
export function* besidesOf(found: Discovery, kinds: ReadonlySet<FileKindName>): Generator<LintFile> {
  for (const file of found.besides(kinds)) {
    const content = file.read();
    if (content.ok) yield lintFile(file, content.bytes);
  }
}

/** A file with the bytes to check. */
export function lintFile(file: WorkspaceFile, bytes: Uint8Array): LintFile {
  const { path, repositoryPath, absolute, kind, filePlace: place } = file;
  return { path, repositoryPath, absolute, kind, place, source: new SourceFile(path, bytes) };
}
