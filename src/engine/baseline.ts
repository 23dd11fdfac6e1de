import { compareText } from '../text/compare.ts';
import { BUILTIN_FINDINGS } from './builtin.ts';
import type { Finding } from './finding.ts';
import { fingerprint } from './fingerprint.ts';
import { identity } from './order.ts';

/** A finding that is known and is not to be reported: what it is about, without its place and without any value. */
export interface BaselineEntry {
  /** From the repository root, with `/`. */
  readonly path: string;
  readonly rule: string;
  /** What the rule calls this kind of finding. */
  readonly kind: string;
  readonly server?: string;
  /** Positions in a list are left out. */
  readonly field?: string;
  readonly fingerprint: string;
}

/** Findings that a baseline has no entry for, those that it has one for, and entries that have no finding. */
export interface Compared {
  readonly fresh: readonly Finding[];
  readonly known: readonly Finding[];
  readonly unmatched: readonly BaselineEntry[];
}

/** How a finding's file is called in the baseline: its path from the repository root that the baseline belongs to. */
export type PathOf = (finding: Finding) => string;

/** Whether the engine reports it by itself: nothing unread passes for known. */
export function staysOutside({ ruleId }: Finding): boolean {
  return Object.hasOwn(BUILTIN_FINDINGS, ruleId);
}

/** The entries for all findings that can have one, in the order of the file. */
export function baselineEntries(findings: readonly Finding[], pathOf: PathOf): readonly BaselineEntry[] {
  return inFileOrder(
    findings.filter((finding) => !staysOutside(finding)).map((finding) => entryOf(finding, pathOf(finding))),
  );
}

/** Holds findings against the entries of a baseline. An entry counts only as a whole: its words must fit its fingerprint. */
export function compareWithBaseline(
  entries: readonly BaselineEntry[],
  findings: readonly Finding[],
  pathOf: PathOf,
): Compared {
  const open = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const fresh: Finding[] = [];
  const known: Finding[] = [];
  for (const finding of findings) {
    const isKnown = !staysOutside(finding) && open.delete(keyOf(entryOf(finding, pathOf(finding))));
    (isKnown ? known : fresh).push(finding);
  }
  return { fresh, known, unmatched: [...open.values()] };
}

/** Sorted, and each once: two branches may have added the same entry. */
export function inFileOrder(entries: readonly BaselineEntry[]): readonly BaselineEntry[] {
  const each = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return [...each.values()].sort(compareEntries);
}

function entryOf(finding: Finding, path: string): BaselineEntry {
  const here = { ...finding, repositoryPath: path };
  const [rule = '', kind = '', , server = '', field = ''] = identity(here);
  return {
    path,
    rule,
    kind,
    ...(server === '' ? {} : { server }),
    ...(field === '' ? {} : { field }),
    fingerprint: fingerprint(here),
  };
}

function keyOf(entry: BaselineEntry): string {
  return JSON.stringify(partsOf(entry));
}

function compareEntries(a: BaselineEntry, b: BaselineEntry): number {
  const theirs = partsOf(b);
  for (const [index, part] of partsOf(a).entries()) {
    const order = compareText(part, theirs[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** In the order by which entries are sorted. */
function partsOf({
  path,
  rule,
  server = '',
  field = '',
  kind,
  fingerprint,
}: BaselineEntry): readonly string[] {
  return [path, rule, server, field, kind, fingerprint];
}
