import { resolve } from 'node:path';
import { baselineFolder, holdsBaseline } from '../../config/find.ts';
import type { Config } from '../../config/load.ts';
import type { Finding } from '../../engine/finding.ts';
import { type LintFile, lint, type RuleCrash, type UnreadFile } from '../../engine/lint.ts';
import { ruleState, type Selection } from '../../engine/policy.ts';
import { compileSuppression } from '../../engine/suppression.ts';
import type { KindName } from '../../kinds/index.ts';
import { loadLoaders } from '../../kinds/loaders.ts';
import { crashText } from '../../report/report.ts';
import type { AnyRule } from '../../rule.ts';
import type { RuleSource } from '../../rule-source.ts';
import { SourceFile } from '../../text/source.ts';
import { VERSION } from '../../version.ts';
import { expandGlobs, type InputRequest } from '../../workspace/inputs.ts';
import { isInside } from '../../workspace/raw-path.ts';
import {
  type Discovery,
  discover,
  type FileProblemCode,
  type WorkspaceFile,
} from '../../workspace/workspace.ts';
import type { ConfigArguments } from '../arguments.ts';
import type { BaselineRun } from '../baseline.ts';
import { printBug, printNote, printWarning, shownWord, UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { progress } from '../progress.ts';
import { compilePatterns, configuration } from './configuration.ts';
import { usageText } from './usage.ts';

/** What to look at, and with which rules. */
export interface LintRequest extends ConfigArguments {
  /** As named on the command line; without `-`. */
  readonly paths: readonly string[];
  readonly selection: Selection;
  readonly stdin?: InputRequest['stdin'];
  /** Whether findings that a baseline knows are left out. */
  readonly useBaseline: boolean;
  /** What else must be mended before anything is linted, in sentences. */
  readonly refuse?: (found: Discovery) => Promise<readonly string[]>;
}

export interface LintRun {
  readonly config: Config;
  /** Absolute; what was named, a pattern replaced by what it matches. */
  readonly named: readonly string[];
  /** The rules that were loaded. */
  readonly rules: readonly AnyRule[];
  /** What was linted, and what should have been. */
  readonly linted: Pick<Discovery, 'files' | 'problems'>;
  /** In order, without those that the baseline knows. */
  readonly findings: readonly Finding[];
  readonly baselined: number;
  readonly files: number;
  readonly suppressed: number;
  /** Told on stderr already. */
  readonly crashes: readonly RuleCrash[];
}

/**
 * Finds, reads and checks. What there is to say besides findings goes to stderr; throws `UsageError` for what the user must
 * mend first.
 */
export async function lintPaths(request: LintRequest, source: RuleSource, io: Io): Promise<LintRun> {
  const { selection, stdin } = request;
  const config = await configuration(request, request.paths[0] ?? stdin?.filename ?? '.', source, io);
  const baseline = request.useBaseline ? await openBaseline(config, io) : undefined;
  const globs = await expandGlobs(request.paths, io.cwd);
  const input: InputRequest = {
    paths: globs.paths,
    cwd: io.cwd,
    excluded: await compilePatterns(config.exclude, config.directory),
    readLater: true,
    ...(stdin === undefined ? {} : { stdin }),
  };
  const found = discover(input);
  const problems = [...globs.problems, ...found.usage].map(usageText);
  problems.push(...((await request.refuse?.(found)) ?? []));
  if (problems.length > 0) throw new UsageError(problems);
  for (const { path, message } of found.notes) printNote(`${shownWord(path)}: ${message}`, io);

  const kinds = new Set<KindName>(found.files.map(({ kind }) => kind));
  // Rules that look at the workspace alone are about plugins; without any, they need not be loaded.
  if (found.holdsPlugins) kinds.add('workspace');
  if (found.holdsRootFiles) kinds.add('root-file');
  const rules = await source.forKinds(kinds, (id) => selection.only.includes(id) || config.rules.has(id));
  const suppression = await compileSuppression(config, compilePatterns);
  const files = filesToLint(found, rules);
  const result = await lint({
    files: progress(sourcesOf(found.problems, files), found.problems.length + files.length, io.stderr),
    loaders: await loadLoaders(files.map(({ kind }) => kind)),
    workspace: found,
    rules,
    config,
    selection,
    suppression,
  });

  const named = namedPaths(input);
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
  for (const crash of result.crashes) printBug(crashText(crash, VERSION), crash.error, io);

  const { suppressed, crashes } = result;
  const linted = { files, problems: found.problems };
  const run = { config, named, rules, linted, files: result.files, suppressed, crashes };
  if (baseline === undefined) return { ...run, findings: result.findings, baselined: 0 };
  const applied = await baseline.apply({ ...run, findings: result.findings, selection }, source);
  if (applied.stale > 0 && crashes.length === 0) printNote(staleEntries(applied.stale, baseline.shown), io);
  return { ...run, findings: applied.fresh, baselined: applied.known };
}

/** The baseline of a run; undefined when there is none, and then what reads it is not loaded. */
async function openBaseline(config: Config, io: Io) {
  const folder = baselineFolder(config);
  if (!holdsBaseline(folder)) return undefined;
  const { applyBaseline, baselineIn } = await import('../baseline.ts');
  const place = baselineIn(folder, io.cwd);
  const entries = place.read();
  return {
    shown: place.shown,
    apply: (run: BaselineRun, source: RuleSource) => applyBaseline(place, entries, run, source),
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

/** Reads what was found, one file at a time, as the engine asks for it. */
export function* sourcesOf(
  problems: Discovery['problems'],
  files: readonly WorkspaceFile[],
): Generator<LintFile | UnreadFile> {
  for (const { path, repositoryPath, code, message } of problems) {
    yield { path, repositoryPath, problem: problemId(code), why: message };
  }
  for (const file of files) {
    const { path, repositoryPath, absolute, kind, filePlace: place } = file;
    const content = file.read();
    // Any file may lie in a root, a film as well as a pipe; none of them is Antigravity's to read.
    if (!content.ok && kind === 'root-file') continue;
    yield content.ok
      ? { path, repositoryPath, absolute, kind, place, source: new SourceFile(path, content.bytes) }
      : { path, repositoryPath, problem: problemId(content.problem.code), why: content.problem.detail };
  }
}
