import { maskText } from '../../credentials/index.ts';
import { BUILTIN_FINDINGS } from '../../engine/builtin.ts';
import type { LintResult } from '../../engine/lint.ts';
import { createColors } from '../../report/colors.ts';
import { type Background, type RuleNote, sentence } from '../../report/report.ts';
import type { AnyRule } from '../../rule.ts';
import type { Io } from '../../run/io.ts';
import { readPage } from '../../run/rule-page.ts';
import { compareText } from '../../text/compare.ts';
import type { Discovery } from '../../workspace/workspace.ts';
import { renderMarkdown } from '../render-markdown.ts';

/** Gathers what some reports tell beside the findings of a run. */
export function backgroundOf(
  { findings, crashes }: Pick<LintResult, 'findings' | 'crashes'>,
  found: Pick<Discovery, 'files' | 'problems'>,
  rules: readonly AnyRule[],
  io: Io,
): Background {
  const told = new Set([...findings, ...crashes].map(({ ruleId }) => ruleId));
  const builtin = Object.entries(BUILTIN_FINDINGS).map(([id, spec]) => ({
    ...spec,
    id,
    category: 'skillsaw',
  }));
  return {
    paths: [...found.problems, ...found.files].map(({ path }) => maskText(path)).sort(compareText),
    rules: [...rules, ...builtin]
      .filter(({ id }) => told.has(id))
      .sort((a, b) => compareText(a.id, b.id))
      .map((rule) => ruleNote(rule, io)),
  };
}

function ruleNote(
  { id, summary, category, severity }: Pick<AnyRule, 'id' | 'summary' | 'category' | 'severity'>,
  io: Io,
): RuleNote {
  const page = pageOf(id, io);
  return { id, summary: sentence(summary), category, severity, ...(page === undefined ? {} : { page }) };
}

/** Columns of a page as plain text. */
const WIDTH = 100;

function pageOf(id: string, io: Io): RuleNote['page'] {
  let markdown: string;
  try {
    markdown = withoutOwnLinks(readPage(id, io));
  } catch {
    return undefined;
  }
  const plain = createColors(false);
  const [, lead = ''] = /^## What\n\n((?:.+\n)+)/m.exec(markdown) ?? [];
  return {
    lead: renderMarkdown(lead, plain, Number.POSITIVE_INFINITY).trimEnd(),
    text: renderMarkdown(markdown, plain, WIDTH),
    markdown,
  };
}

/** A link from one page to another leads nowhere once the page stands in a report. */
function withoutOwnLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
}
