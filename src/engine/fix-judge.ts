import { type Dialect, parseJson } from '../json/parse.ts';
import type { FileKindName } from '../kinds/index.ts';
import type { Consequence } from '../rule.ts';
import type { EditedFile } from '../text/edited.ts';
import { spanMover } from '../text/moved.ts';
import type { Span } from '../text/span.ts';
import { MAX_FILE_BYTES } from '../workspace/files.ts';
import type { Finding } from './finding.ts';
import { editsOf, type FixableFinding, type Plan } from './fix-plan.ts';

/** What makes the loader give up on a file, so that nobody can say what else is wrong in it. */
const HIDING: ReadonlySet<Consequence> = new Set(['session-fatal', 'file-lost', 'file-inert', 'plugin-lost']);

/**
 * The findings of a plan whose fixes hold: the finding is gone, and nothing new stands where its fix wrote. What a
 * defect of the whole file hid may come to light anywhere.
 * @param before all findings about the file
 * @param after all findings about the file with the plan in it
 */
export function holding(
  { findings }: Plan,
  before: readonly Finding[],
  after: readonly Finding[],
): readonly FixableFinding[] {
  const moved = spanMover(editsOf(findings));
  const old = new Set(before.map((finding) => kindAt(finding, moved(finding.span).start)));
  const isThere = finder(after);
  const fresh = after.filter((finding) => !old.has(kindAt(finding)));
  const meetsFresh = meeting(fresh.map(({ span }) => span));
  return findings.filter((finding) => {
    if (isThere(finding, moved(finding.span))) return false;
    return HIDING.has(finding.consequence) || !finding.fix.edits.some(({ at }) => meetsFresh(moved(at)));
  });
}

/** Tells whether a finding of the same kind begins in a span, in the time of a binary search. */
function finder(findings: readonly Finding[]): (kind: Finding, within: Span) => boolean {
  const starts = new Map<string, number[]>();
  const kindOf = (finding: Finding): string => kindAt(finding, 0);
  for (const finding of findings) {
    const list = starts.get(kindOf(finding)) ?? [];
    list.push(finding.span.start);
    starts.set(kindOf(finding), list);
  }
  for (const list of starts.values()) list.sort((a, b) => a - b);
  return (kind, { start, end }) => {
    const list = starts.get(kindOf(kind)) ?? [];
    const next = list[firstFrom(list.length, (index) => (list[index] as number) >= start)];
    return next !== undefined && (next === start || next < end);
  };
}

/** The first index from which on something holds. */
function firstFrom(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** By what a finding is known again in a file that has changed: its kind, and where it begins. */
export function kindAt({ ruleId, messageId, span }: Finding, start: number = span.start): string {
  return `${ruleId}\0${messageId}\0${start}`;
}

/** Tells whether a span touches one of others, in the time of a binary search. */
function meeting(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  let furthest = -1;
  const reaches = sorted.map(({ end }) => {
    furthest = Math.max(furthest, end);
    return furthest;
  });
  return ({ start, end }) => {
    const behind = firstFrom(sorted.length, (index) => (sorted[index] as Span).start > end);
    return behind > 0 && (reaches[behind - 1] as number) >= start;
  };
}

/** How the kinds of file are read that are JSON. */
const DIALECTS: Readonly<Partial<Record<FileKindName, Dialect>>> = {
  'mcp-config': 'strict',
  hooks: 'strict',
  'plugin-manifest': 'strict',
  registry: 'jsonc',
};

/** Whether a file can still be checked, and parses if it did before; whatever rules are on. */
export function staysReadable({ file, before, after }: Plan): boolean {
  if (after.bytes.length > MAX_FILE_BYTES) return false;
  const dialect = DIALECTS[file.kind];
  if (dialect === undefined) return true;
  const parses = ({ bytes }: EditedFile): boolean => parseJson(bytes, { dialect }).ok;
  return parses(after) || !parses(before);
}
