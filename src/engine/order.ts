import { compareText } from '../text/compare.ts';
import type { Finding } from './finding.ts';

/** The order of every report: path, offset, rule id; then what is left to tell two findings apart. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.path, b.path) ||
    a.span.start - b.span.start ||
    compareText(a.ruleId, b.ruleId) ||
    a.span.end - b.span.end ||
    compareText(a.message, b.message)
  );
}

/**
 * Sorts, numbers the findings that are equal but for their place, and then leaves out the silenced ones: they keep
 * their number, so that the fingerprints of the others do not depend on them.
 */
export function inOrder(findings: readonly Finding[], silenced: ReadonlySet<Finding>): Finding[] {
  const seen = new Map<string, number>();
  const ordered: Finding[] = [];
  for (const finding of [...findings].sort(compareFindings)) {
    // File by file: repositories that lie in one another have files of one path, and each must count by itself.
    const key = [finding.path, ...identity(finding)].join('\0');
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    if (!silenced.has(finding)) ordered.push(ordinal === 0 ? finding : { ...finding, ordinal });
  }
  return ordered;
}

/**
 * What a finding is about, without its place and without any value: rule, path from the repository root, server,
 * field (positions in a list left out, so that a new argument before it changes nothing), kind of problem.
 */
export function identity(finding: Finding): readonly string[] {
  return [
    finding.ruleId,
    finding.messageId,
    finding.repositoryPath,
    finding.server ?? '',
    (finding.field ?? '').replace(/\[\d+\]/g, ''),
  ];
}
