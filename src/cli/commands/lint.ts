import { fails } from '../../engine/policy.ts';
import { wantsColor } from '../../report/colors.ts';
import { type Format, formatEntry } from '../../report/formats.ts';
import { NO_BACKGROUND, type Report } from '../../report/report.ts';
import type { RuleSource } from '../../rule-source.ts';
import { EXIT, shownWord, UsageError } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { lintPaths } from '../../run/lint-run.ts';
import { noSuchRule } from '../../run/usage.ts';
import { VERSION } from '../../version.ts';
import type { Discovery } from '../../workspace/workspace.ts';
import type { LintArguments } from '../arguments.ts';
import type { Output } from '../outputs.ts';

/** `skillsaw lint`: finds, reads, checks, reports; gives the exit status. */
export async function runLint(args: LintArguments, source: RuleSource, io: Io): Promise<number> {
  const outputs = await checkArguments(args, source.ids, io);
  const stdin = standardInput(args, io);
  const request = {
    config: args.config,
    noConfig: args.noConfig,
    paths: args.paths.filter((path) => path !== '-'),
    selection: { only: args.only, skip: args.skip },
    useBaseline: !args.noBaseline,
    refuse: (found: Discovery) => overwritten(outputs, found, io),
    ...(args.since === undefined ? {} : { since: args.since }),
    ...(stdin === undefined ? {} : { stdin }),
  };
  const { run, problems } = args.fix
    ? await (await import('./fix.ts')).lintAndFix(request, source, io)
    : { run: await lintPaths(request, source, io), problems: [] };
  const failOn = args.failOn ?? run.config.failOn;
  const report: Report = {
    tool: { name: 'skillsaw', version: VERSION },
    findings: run.findings,
    files: run.files,
    suppressed: run.suppressed,
    baselined: run.baselined,
    failOn,
    failing: run.findings.filter(({ severity }) => fails(severity, failOn)).length,
    crashes: run.crashes,
    background: wantsBackground(args, outputs)
      ? (await import('./background.ts')).backgroundOf(run, run.linted, run.rules, io)
      : NO_BACKGROUND,
  };
  await print(report, args, io);
  await writeOutputs(report, outputs, io);
  if (problems.length > 0) throw new UsageError(problems, 'Everything was linted.');
  if (run.crashes.length > 0) return EXIT.bug;
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
    if (!ids.includes(id)) problems.push(noSuchRule(id, ids));
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
  if (args.fix && args.paths.includes('-')) {
    problems.push('--fix has nothing to write to with standard input; leave out --fix or -');
  }
  if (args.paths.includes('-') && args.stdinFilename === undefined) {
    problems.push('- reads standard input: say with --stdin-filename which file it stands for');
  }
  if (args.stdinFilename !== undefined && !args.paths.includes('-')) {
    problems.push('--stdin-filename goes with the path -, which reads standard input');
  }
  problems.push(...sinceProblems(args));
  if (problems.length > 0) throw new UsageError(problems);
  return outputs;
}

/** The outputs that would take the place of what is linted. */
async function overwritten(outputs: readonly Output[], found: Discovery, io: Io): Promise<readonly string[]> {
  if (outputs.length === 0) return [];
  const { overwrites } = await import('../outputs.ts');
  const linted = [...found.files, ...found.rootFiles].map(({ absolute }) => absolute);
  return overwrites(outputs, io.cwd, new Set(linted));
}

function wantsBackground(args: LintArguments, outputs: readonly Output[]): boolean {
  const formats = [args.format as Format, ...outputs.map(({ format }) => format)];
  return formats.some((format) => formatEntry(format).background === true);
}

function sinceProblems({ since, paths }: LintArguments): readonly string[] {
  if (since === undefined) return [];
  if (since === '' || since.startsWith('-')) {
    return [`--since ${shownWord(since)}: this is no revision; name a commit, a branch or a tag`];
  }
  return paths.includes('-')
    ? ['--since goes with files that git knows, and - is standard input; leave out one of them']
    : [];
}

function standardInput(args: LintArguments, io: Io): { filename: string; bytes: Uint8Array } | undefined {
  if (args.stdinFilename === undefined) return undefined;
  return { filename: args.stdinFilename, bytes: io.readStdin() };
}

async function print(report: Report, args: LintArguments, io: Io): Promise<void> {
  const format = args.format as Format;
  if (format === 'text' && report.files === 0 && report.findings.length === 0) {
    if (args.since !== undefined) {
      io.stderr.write(
        `no Antigravity file differs from ${shownWord(args.since)}, or depends on one that does\n`,
      );
      return;
    }
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
