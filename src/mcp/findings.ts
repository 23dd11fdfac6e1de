import * as z from 'zod/v4';
import type { Finding } from '../engine/finding.ts';
import { findingJson } from '../report/json.ts';
import { printable } from '../text/quote.ts';
import { type Bounded, bounded, pathText } from './bounds.ts';

const MOST_FINDINGS = 100;
const MOST_RELATED = 5;

const place = z.object({ line: z.number().int(), column: z.number().int(), offset: z.number().int() });
const range = z.object({ start: place, end: place });

export const findingSchema = z.object({
  ruleId: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  scope: z.string(),
  consequence: z.string().describe('What Antigravity makes of it.'),
  message: z.string(),
  path: z.string().describe('Relative to the directory; absolute when the file lies outside of it.'),
  range: range.describe('Lines and columns from 1, columns in UTF-16 units; offsets in bytes from 0.'),
  server: z.string().optional(),
  field: z.string().optional(),
  pointer: z.string().optional().describe('A JSON pointer to the place.'),
  related: z.array(z.object({ message: z.string(), path: z.string(), range })),
  fix: z
    .object({ kind: z.enum(['safe', 'suggested']), title: z.string() })
    .optional()
    .describe('What preview_fix can do about it.'),
  help: z.string().describe('How it can be mended.'),
});

type FindingData = z.input<typeof findingSchema>;

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** The findings that an answer has room for, severest first. */
export function shownFindings(findings: readonly Finding[]): Bounded<FindingData> {
  const bySeverity = [...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  const { kept } = bounded(bySeverity.slice(0, MOST_FINDINGS).map(findingData), MOST_FINDINGS);
  return { kept, omitted: findings.length - kept.length };
}

/** As in the JSON report, but names are escaped and cut: they come out of a file, and go to a model. */
function findingData(finding: Finding): FindingData {
  const { server, field, pointer, related, fingerprint: _, ...rest } = findingJson(finding);
  return {
    ...rest,
    path: pathText(finding.path),
    ...(server === undefined ? {} : { server: printable(server) }),
    ...(field === undefined ? {} : { field: printable(field) }),
    ...(pointer === undefined ? {} : { pointer: pathText(pointer) }),
    related: related.slice(0, MOST_RELATED).map((one) => ({ ...one, path: pathText(one.path) })),
  };
}
