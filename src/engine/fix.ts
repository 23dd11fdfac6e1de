import { maskText } from '../credentials/index.ts';
import { compareText } from '../text/compare.ts';
import { EditedFile } from '../text/edited.ts';
import type { Finding } from './finding.ts';
import { holding, staysReadable } from './fix-judge.ts';
import { apart, editsOf, fixableByFile, type Linted, type Plan, planFor } from './fix-plan.ts';
import type { LintFile } from './lint.ts';
import { Refusals } from './refusals.ts';

/** Fixes that overlap wait for the next pass; so many passes are made at most. */
export const MAX_PASSES = 10;

/** A pass in which nothing turned out to be good does not count, but there must be an end. */
const MAX_ROUNDS = 2 * MAX_PASSES;

/** How often a pass is tried anew without what turned out to be bad: enough to find one fix among tens of thousands. */
const MAX_TRIES = 20;

export interface FixRequest<L extends Linted> {
  /**
   * Lints everything, with these bytes in the place of what lies on the disk.
   * @param contents by absolute path
   */
  lint(contents: ReadonlyMap<string, Uint8Array>): Promise<L>;
  /** Whether the suggested fixes are wanted too. */
  readonly suggested: boolean;
}

/** A file that was mended in memory. */
export interface FixedFile {
  /** As it was read. */
  readonly file: LintFile;
  readonly edited: EditedFile;
  /** In the order in which it was done. */
  readonly mended: readonly Mended[];
}

export interface Mended {
  readonly ruleId: string;
  readonly title: string;
}

export interface FixOutcome<L extends Linted> {
  /** By path. */
  readonly files: readonly FixedFile[];
  /** What is left, linted with the mended contents. */
  readonly left: L;
  /** Findings whose fix does not do what it promises where it stands, and was not applied. */
  readonly refused: number;
  /** Whether there is more to do than so many passes can. */
  readonly unfinished: boolean;
}

/**
 * Mends what can be mended, in memory: all fixes at once that leave each other alone, then lints again and goes on with
 * what is left. A fix counts only when the file still parses if it did, its finding is gone, and nothing new stands
 * where it wrote. Unless `unfinished`, what comes out has nothing more to mend.
 */
export async function mend<L extends Linted>({ lint, suggested }: FixRequest<L>): Promise<FixOutcome<L>> {
  const files = new Map<string, FixedFile>();
  const refusals = new Refusals();
  let left = await lint(new Map());
  for (let pass = 0, round = 0; pass < MAX_PASSES && round < MAX_ROUNDS; round++) {
    const step = await nextStep(lint, left, plans(), files);
    for (const { file, findings } of step.refused) refusals.add(file.absolute, findings);
    if (step.after !== undefined) {
      left = step.after;
      pass++;
      for (const plan of step.plans) {
        const { absolute } = plan.file;
        files.set(absolute, extended(files.get(absolute), plan));
        refusals.edited(absolute, editsOf(plan.findings));
      }
    } else if (step.refused.length === 0) break;
  }
  const unwanted = [...fixableByFile(left, suggested)].flatMap(([{ absolute }, findings]) =>
    findings.filter((finding) => refusals.has(absolute, finding)),
  );
  return {
    files: [...files.values()].sort((a, b) => compareText(a.file.path, b.file.path)),
    left,
    refused: unwanted.length,
    unfinished: plans().length > 0,
  };

  /** What can be done now, without what was refused. */
  function plans(): readonly Plan[] {
    return [...fixableByFile(left, suggested)].flatMap(([file, findings]) => {
      const { absolute, source } = file;
      const wanted = findings.filter((finding) => !refusals.has(absolute, finding));
      const before = files.get(absolute)?.edited ?? new EditedFile(source.bytes);
      return wanted.length === 0 ? [] : [planFor(file, before, apart(wanted))];
    });
  }
}

interface Step<L extends Linted> {
  /** Absent when nothing was accepted. */
  readonly after?: L;
  readonly plans: readonly Plan[];
  /** What was found to be no good, in whatever try. What only did not hold beside others that did is not among it: it has another turn. */
  readonly refused: readonly Pick<Plan, 'file' | 'findings'>[];
}

/** Tries plans, and what holds of them again, until all of it holds. */
async function nextStep<L extends Linted>(
  lint: FixRequest<L>['lint'],
  before: L,
  wanted: readonly Plan[],
  files: ReadonlyMap<string, FixedFile>,
): Promise<Step<L>> {
  const old = byFile(before);
  const refused: Pick<Plan, 'file' | 'findings'>[] = [];
  // What stands beside a fix may have come with another one, far away, which the next pass finds done.
  const notBesideOthers: Pick<Plan, 'file' | 'findings'>[] = [];
  let plans = wanted;
  for (let tries = 0; plans.length > 0 && tries < MAX_TRIES; tries++) {
    const contents = new Map([...files].map(([path, { edited }]) => [path, edited.bytes]));
    for (const { file, after } of plans) contents.set(file.absolute, after.bytes);
    const after = await lint(contents);
    const now = byFile(after);
    const crashed = new Set(after.result.crashes.map(({ path }) => path));
    const kept: Plan[] = [];
    let changed = false;
    for (const plan of plans) {
      const { file, findings } = plan;
      const sound = !crashed.has(maskText(file.path)) && staysReadable(plan);
      // Which of them it was cannot be told, so half of them try again; the others have the next pass.
      const good = sound
        ? holding(plan, old.get(file.absolute) ?? [], now.get(file.absolute) ?? [])
        : findings.slice(0, findings.length >> 1);
      if (good.length === findings.length) {
        kept.push(plan);
        continue;
      }
      changed = true;
      if (good.length > 0) kept.push(planFor(file, plan.before, good));
      if (!sound && findings.length > 1) continue;
      const holds = new Set<Finding>(good);
      const list = sound ? notBesideOthers : refused;
      list.push({ file, findings: findings.filter((finding) => !holds.has(finding)) });
    }
    if (!changed) return { after, plans, refused };
    plans = kept;
  }
  return { plans: [], refused: [...refused, ...notBesideOthers] };
}

function extended(fixed: FixedFile | undefined, { file, after, findings }: Plan): FixedFile {
  const mended = findings.map(({ ruleId, fix }) => ({ ruleId, title: fix.title }));
  return { file: fixed?.file ?? file, edited: after, mended: [...(fixed?.mended ?? []), ...mended] };
}

function byFile({ result, fileOf }: Linted): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of result.findings) {
    const path = finding.source === undefined ? undefined : fileOf(finding.source)?.absolute;
    if (path === undefined) continue;
    const group = groups.get(path) ?? [];
    group.push(finding);
    groups.set(path, group);
  }
  return groups;
}
