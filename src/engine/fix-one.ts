import { EditedFile } from '../text/edited.ts';
import { holding, staysReadable } from './fix-judge.ts';
import { type FixableFinding, type Linted, planFor } from './fix-plan.ts';
import type { LintFile } from './lint.ts';

/**
 * Whether a fix does what it promises when it is the only one: see `mend`.
 * @param before what was found in the file
 * @param lint lints the file with other bytes
 */
export async function holdsAlone(
  file: LintFile,
  finding: FixableFinding,
  before: Linted,
  lint: (bytes: Uint8Array) => Promise<Linted>,
): Promise<boolean> {
  const plan = planFor(file, new EditedFile(file.source.bytes), [finding]);
  if (!staysReadable(plan)) return false;
  const after = await lint(plan.after.bytes);
  if (after.result.crashes.length > 0) return false;
  return holding(plan, before.result.findings, after.result.findings).length === 1;
}
