import { resolve } from 'node:path';
import { type LintFile, lint, type UnreadFile } from '../../engine/lint.ts';
import { fails, ruleState } from '../../engine/policy.ts';
import { compileSuppression } from '../../engine/suppression.ts';
import type { KindName } from '../../kinds/index.ts';
import { loadLoaders } from '../../kinds/loaders.ts';
import { wantsColor } from '../../report/colors.ts';
import { type Format, formatEntry } from '../../report/formats.ts';
import { crashText, NO_BACKGROUND, type Report } from '../../report/report.ts';
import type { AnyRule } from '../../rule.ts';
import type { RuleSource } from '../../rule-source.ts';
import { SourceFile } from '../../text/source.ts';
import { suggest } from '../../text/suggest.ts';
import { VERSION } from '../../version.ts';
import { expandGlobs, type InputRequest } from '../../workspace/inputs.ts';
import { isInside } from '../../workspace/raw-path.ts';
import {
  type Discovery,
  discover,
  type FileProblemCode,
  type WorkspaceFile,
} from '../../workspace/workspace.ts';
import type { LintArguments } from '../arguments.ts';
import { EXIT, printBug, printNote, printWarning, shownWord, UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Output } from '../outputs.ts';
import { progress } from '../progress.ts';
import { compilePatterns, configuration } from './configuration.ts';
import { usageText } from './usage.ts';

/** `skillsaw lint`: finds, reads, checks, reports; gives the exit status. */
export async function runLint(args: LintArguments, source: RuleSource, io: Io): Promise<number> {
  const outputs = await checkArguments(args, source.ids, io);
  const stdin = standardInput(args, io);
  const named = args.paths.filter((path) => path !== '-');
  const firstPath = named[0] ?? args.stdinFilename ?? '.';
  const config = await configuration(args, firstPath, source, io);
  const globs = await expandGlobs(named, io.cwd);
  const request = {
    paths: globs.paths,
    cwd: io.cwd,
    excluded: await compilePatterns(config.exclude, config.directory),
    readLater: true,
    ...(stdin === undefined ? {} : { stdin }),
  };
  const found = discover(request);
  const problems = [...globs.problems, ...found.usage].map(usageText);
  if (outputs.length > 0) {
    const { overwrites } = await import('../outputs.ts');
    const linted = [...found.files, ...found.rootFiles].map(({ absolute }) => absolute);
    problems.push(...overwrites(outputs, io.cwd, new Set(linted)));
  }
  if (problems.length > 0) throw new UsageError(problems);
  for (const { path, message } of found.notes) printNote(`${shownWord(path)}: ${message}`, io);

  const kinds = new Set<KindName>(found.files.map(({ kind }) => kind));
  // Rules that look at the workspace alone are about plugins; without any, they need not be loaded.
  if (found.holdsPlugins) kinds.add('workspace');
  if (found.holdsRootFiles) kinds.add('root-file');
  const rules = await source.forKinds(kinds, (id) => args.only.includes(id) || config.rules.has(id));
  const selection = { only: args.only, skip: args.skip };
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

  const checked = {
    rules: new Set(rules.filter((rule) => ruleState(rule, config, selection).on).map(({ id }) => id)),
    files: found.files.map(({ absolute }) => absolute),
    whole: directoriesOf(request).some((directory) => isInside(directory, config.directory)),
  };
  for (const { ruleId, entry } of suppression.unused(checked)) {
    printWarning(
      `the ignore entry of ${ruleId} in line ${entry.line} of the configuration matches nothing; delete it`,
      io,
    );
  }
  for (const crash of result.crashes) printBug(crashText(crash, VERSION), crash.error, io);

  const failOn = args.failOn ?? config.failOn;
  const report: Report = {
    tool: { name: 'skillsaw', version: VERSION },
    findings: result.findings,
    files: result.files,
    suppressed: result.suppressed,
    baselined: 0,
    failOn,
    failing: result.findings.filter(({ severity }) => fails(severity, failOn)).length,
    crashes: result.crashes,
    background: wantsBackground(args, outputs)
      ? (await import('./background.ts')).backgroundOf(result, { files, problems: found.problems }, rules, io)
      : NO_BACKGROUND,
  };
  await print(report, args, io);
  await writeOutputs(report, outputs, io);
  if (result.crashes.length > 0) return EXIT.bug;
  return report.failing > 0 ? EXIT.findings : EXIT.ok;
}

/** Everything that can be said about the arguments before a file is touched, all at once. */
async function checkArguments(
  args: LintArguments,
  ids: readonly string[],
  io: Io,
): Promise<readonly Output[]> {
  const problems: string[] = [];
  for (const id of [...args.only, ...args.skip]) {
    if (ids.includes(id)) continue;
    const hint = suggest(id, ids);
    problems.push(
      `there is no rule ${shownWord(id)}${hint === undefined ? '' : `; did you mean ${hint}?`} (skillsaw list-rules shows them all)`,
    );
  }
  const outputs: Output[] = [];
  if (args.outputs.length > 0) {
    const { outputProblems, parseOutput } = await import('../outputs.ts');
    for (const output of args.outputs.map(parseOutput)) {
      if ('problem' in output) problems.push(output.problem);
      else outputs.push(output);
    }
    problems.push(...outputProblems(outputs, io.cwd));
  }
  if (args.paths.includes('-') && args.stdinFilename === undefined) {
    problems.push('- reads standard input: say with --stdin-filename which file it stands for');
  }
  if (args.stdinFilename !== undefined && !args.paths.includes('-')) {
    problems.push('--stdin-filename goes with the path -, which reads standard input');
  }
  if (problems.length > 0) throw new UsageError(problems);
  return outputs;
}

function wantsBackground(args: LintArguments, outputs: readonly Output[]): boolean {
  const formats = [args.format as Format, ...outputs.map(({ format }) => format)];
  return formats.some((format) => formatEntry(format).background === true);
}

function standardInput(args: LintArguments, io: Io): { filename: string; bytes: Uint8Array } | undefined {
  if (args.stdinFilename === undefined) return undefined;
  return { filename: args.stdinFilename, bytes: io.readStdin() };
}

/** What was named, made absolute; a file among it holds no directory. */
function directoriesOf({ paths, cwd, stdin }: InputRequest): readonly string[] {
  const named = paths.length === 0 && stdin === undefined ? ['.'] : paths;
  return named.map((path) => resolve(cwd, path));
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

async function print(report: Report, args: LintArguments, io: Io): Promise<void> {
  const format = args.format as Format;
  if (format === 'text' && report.files === 0 && report.findings.length === 0) {
    const where = args.paths.length === 0 ? '.' : args.paths.map(shownWord).join(', ');
    io.stderr.write(`no Antigravity files found under ${where}\n`);
    return;
  }
  const color = wantsColor({ flag: args.color, env: io.env, isTerminal: io.stdout.isTerminal });
  const render = await formatEntry(format).load();
  io.stdout.write(render(report, { level: args.level, color }));
}

async function writeOutputs(report: Report, outputs: readonly Output[], io: Io): Promise<void> {
  if (outputs.length === 0) return;
  const { writeOutput } = await import('../outputs.ts');
  const problems: string[] = [];
  for (const output of outputs) {
    const render = await formatEntry(output.format).load();
    problems.push(...writeOutput(output, render(report, { level: 'verbose', color: false }), io.cwd));
  }
  if (problems.length > 0) throw new UsageError(problems, 'Everything was linted.');
}
