import { type FixOutcome, mend } from '../../engine/fix.ts';
import { unifiedDiff } from '../../report/diff.ts';
import { fixable, PATH_LIMIT, plural } from '../../report/report.ts';
import type { RuleSource } from '../../rule-source.ts';
import type { ConfigArguments } from '../../run/configuration.ts';
import { EXIT, printNote, UsageError } from '../../run/errors.ts';
import {
  mendedCounts,
  problemsOf,
  restTexts,
  type Target,
  targetsOf,
  writeTarget,
} from '../../run/fix-targets.ts';
import type { Io } from '../../run/io.ts';
import { type Checked, type LintRequest, type LintRun, prepareLint } from '../../run/lint-run.ts';
import { printable } from '../../text/quote.ts';
import { reportPath, shown } from '../../workspace/raw-path.ts';

export interface FixArguments extends ConfigArguments {
  readonly paths: readonly string[];
  readonly dryRun: boolean;
  readonly suggest: boolean;
}

/** `skillsaw fix`: mends what can be mended without guessing, or shows what it would do. */
export async function runFix(args: FixArguments, source: RuleSource, io: Io): Promise<number> {
  if (args.paths.includes('-')) {
    throw new UsageError([
      '- is standard input, and there is nothing to write to; name files or directories',
    ]);
  }
  const { config, noConfig, paths, suggest } = args;
  const request = { config, noConfig, paths, selection: { only: [], skip: [] }, useBaseline: true };
  const prepared = await prepareLint(request, source, io);
  const outcome = await mend({ lint: prepared.check, suggested: suggest });
  const { run } = outcome.left;
  await outcome.left.tell();
  const targets = args.dryRun ? targetsOf(outcome) : targetsOf(outcome).map(writeTarget);
  const done = targets.filter(({ problem }) => problem === undefined);
  if (args.dryRun) {
    printDiffs(done, io);
    const what = done.length === 0 ? 'Nothing' : total(done);
    io.stderr.write(`${what} would be mended; nothing was written.\n`);
  } else io.stdout.write(done.map(listing).join('') + closing(done, run, suggest));
  tellRest(outcome, io);
  const problems = problemsOf(targets);
  if (problems.length > 0) throw new UsageError(problems, 'Everything else was mended.');
  return run.crashes.length > 0 ? EXIT.bug : EXIT.ok;
}

/**
 * What `lint --fix` does before it reports: the safe fixes, written.
 * @returns what is left, and a sentence for each file that could not be written
 */
export async function lintAndFix(
  request: LintRequest,
  source: RuleSource,
  io: Io,
): Promise<{ readonly run: LintRun; readonly problems: readonly string[] }> {
  const prepared = await prepareLint(request, source, io);
  const outcome = await mend({ lint: prepared.check, suggested: false });
  const targets = targetsOf(outcome).map(writeTarget);
  const problems = problemsOf(targets);
  // What was not written is still to be reported.
  const { run, tell } = problems.length === 0 ? outcome.left : await prepared.check();
  await tell();
  const done = targets.filter(({ problem }) => problem === undefined);
  if (done.length > 0) printNote(`${total(done)} mended`, io);
  tellRest(outcome, io);
  return { run, problems };
}

function printDiffs(targets: readonly Target[], io: Io): void {
  let exact = true;
  for (const { fixed, real } of targets) {
    const path = real === undefined ? fixed.file.path : reportPath(shown(real), io.cwd);
    const diff = unifiedDiff(path, fixed.edited);
    exact &&= diff.exact;
    io.stdout.write(diff.text);
  }
  if (!exact) {
    printNote(
      'something in this diff is masked or escaped, so git apply does not take it; skillsaw fix does the same',
      io,
    );
  }
}

/** Lines that a file has in the list of what was mended. */
const MOST_LINES = 20;

function listing({ fixed }: Target): string {
  const lines = mendedCounts(fixed).map(({ title, ruleId, count }) => {
    const line = `${title}  ${ruleId}`;
    return count === 1 ? line : `${line}  (${count} times)`;
  });
  const rest = lines.length - MOST_LINES;
  const listed = rest > 0 ? [...lines.slice(0, MOST_LINES), `and ${rest} more`] : lines;
  return `${printable(fixed.file.path, PATH_LIMIT)}\n${listed.map((line) => `  ${line}\n`).join('')}\n`;
}

function total(targets: readonly Target[]): string {
  const count = targets.reduce((sum, { fixed }) => sum + fixed.mended.length, 0);
  return `${plural(count, 'finding')} in ${plural(targets.length, 'file')}`;
}

function closing(targets: readonly Target[], { findings }: LintRun, suggest: boolean): string {
  const mended = targets.length === 0 ? 'Nothing was mended' : `Mended ${total(targets)}`;
  if (findings.length === 0) return `${mended}; nothing is left.\n`;
  const suggested = suggest ? 0 : fixable(findings, 'suggested').length;
  const more = suggested === 0 ? '' : `, and skillsaw fix --suggest mends ${suggested} of them`;
  return `${mended}; ${plural(findings.length, 'finding')} left: skillsaw lint -v shows them${more}.\n`;
}

function tellRest(outcome: FixOutcome<Checked>, io: Io): void {
  for (const text of restTexts(outcome)) printNote(text, io);
}
