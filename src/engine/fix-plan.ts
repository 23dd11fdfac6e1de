import type { Fix, TextEdit } from '../text/edit.ts';
import type { EditedFile } from '../text/edited.ts';
import type { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';
import type { Finding } from './finding.ts';
import type { LintFile, LintResult } from './lint.ts';

/** What was found, and in which files. */
export interface Linted {
  readonly result: LintResult;
  /** The file that a finding's source was read from; undefined for what was not linted. */
  fileOf(source: SourceFile): LintFile | undefined;
}

export type FixableFinding = Finding & { readonly fix: Fix };

/** What is to be done to one file in one pass. */
export interface Plan {
  readonly file: LintFile;
  readonly before: EditedFile;
  readonly findings: readonly FixableFinding[];
  readonly after: EditedFile;
}

export function planFor(file: LintFile, before: EditedFile, findings: readonly FixableFinding[]): Plan {
  return { file, before, findings, after: before.edit(editsOf(findings)) };
}

export function editsOf(findings: readonly FixableFinding[]): readonly TextEdit[] {
  return findings.flatMap(({ fix }) => fix.edits);
}

/** The findings with a fix of a wanted kind, by file. */
export function fixableByFile(
  { result, fileOf }: Linted,
  suggested: boolean,
): ReadonlyMap<LintFile, readonly FixableFinding[]> {
  const wanted = new Map<LintFile, FixableFinding[]>();
  for (const finding of result.findings) {
    const { fix, source } = finding;
    if (fix === undefined || source === undefined || fix.edits.length === 0) continue;
    if (fix.kind === 'suggested' && !suggested) continue;
    const file = fileOf(source);
    if (file === undefined) continue;
    const list = wanted.get(file) ?? [];
    list.push({ ...finding, fix });
    wanted.set(file, list);
  }
  return wanted;
}

/** Those that leave each other alone; fixes that so much as touch wait. */
export function apart(findings: readonly FixableFinding[]): readonly FixableFinding[] {
  const ordered = findings
    .map((finding) => ({ finding, reach: reachOf(finding.fix.edits) }))
    .sort((a, b) => a.reach.start - b.reach.start || a.reach.end - b.reach.end);
  const chosen: FixableFinding[] = [];
  let end = -1;
  for (const { finding, reach } of ordered) {
    if (reach.start <= end) continue;
    chosen.push(finding);
    end = reach.end;
  }
  return chosen;
}

/** From the first place that is edited to the last. */
function reachOf(edits: readonly TextEdit[]): Span {
  let { start, end } = (edits[0] as TextEdit).at;
  for (const { at } of edits) {
    start = Math.min(start, at.start);
    end = Math.max(end, at.end);
  }
  return { start, end };
}
