import { createHash } from 'node:crypto';
import * as z from 'zod/v4';
import { plural } from '../../report/report.ts';
import { shownWord, UsageError } from '../../run/errors.ts';
import { problemsOf, restTexts, type Target, targetsOf, writeTarget } from '../../run/fix-targets.ts';
import { bounded, pathText } from '../bounds.ts';
import { directoryField, notesField, omittedField, pathsField, suggestedField } from '../fields.ts';
import { mendedIn, mendedSchema } from '../fixes.ts';
import { type Place, placeOf } from '../place.ts';
import { mendIn } from '../runs.ts';
import type { Session } from '../session.ts';
import { defineTool, type Tool } from '../tool.ts';

const MOST_FILES = 50;
/** Files and fixes that a question names; a dialogue has little room. */
const MOST_NAMED = 10;
const MOST_TITLES = 3;

const outcomeSchema = z.enum(['applied', 'nothing-to-fix', 'declined', 'cancelled']);
const SAID = { accept: 'applied', decline: 'declined', cancel: 'cancelled' } as const;

/** Does what `skillsaw fix` does, once the user has agreed. */
export function applyFixTool(session: Session): Tool {
  return defineTool({
    name: 'apply_fix',
    title: 'Apply fixes',
    description:
      'Destructive: overwrites files with what preview_fix shows. The user is asked first, in the client; no argument stands for his consent. ' +
      'Nothing is written when a file has changed meanwhile.',
    input: z.strictObject({
      directory: directoryField(session),
      paths: pathsField,
      suggested: suggestedField,
    }),
    output: z.object({
      outcome: outcomeSchema,
      files: z
        .array(z.object({ path: z.string(), mended: z.array(mendedSchema), omitted: omittedField }))
        .describe('What was written.'),
      omitted: omittedField,
      left: z.number().int().optional().describe('Findings that are left, once everything was written.'),
      notes: notesField,
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async run({ directory, paths = [], suggested = false }, { signal, consent }) {
      const place = placeOf(directory, session);
      const { outcome, notes } = await mendIn(place, { paths, suggested, signal }, session);
      const left = outcome.left.run.findings.length;
      const told = [...restTexts(outcome), ...notes.lines()];
      const found = targetsOf(outcome);
      const targets = found.filter(({ problem }) => problem === undefined);
      if (targets.length === 0) {
        return {
          outcome: 'nothing-to-fix' as const,
          files: [],
          omitted: 0,
          left,
          notes: [...problemsOf(found), ...told],
        };
      }
      const plan = planOf(targets);
      const said = consent.given(plan);
      if (said === undefined) {
        if (!consent.possible) throw new UsageError([cannotAsk(place)]);
        return consent.ask(question(targets, place), plan);
      }
      if (said !== 'accept') {
        return { outcome: SAID[said], files: [], omitted: 0, notes: ['nothing was written'] };
      }
      signal.throwIfAborted();
      const written = found.map(writeTarget);
      const problems = problemsOf(written);
      const done = written.filter(({ problem }) => problem === undefined).map(fileData);
      const { kept, omitted } = bounded(done, MOST_FILES);
      return {
        outcome: SAID[said],
        files: kept,
        omitted,
        ...(problems.length === 0 ? { left } : {}),
        notes: [...problems, ...told],
      };
    },
  });
}

function fileData({ fixed }: Target) {
  const { kept, omitted } = mendedIn(fixed);
  return { path: pathText(fixed.file.path), mended: kept, omitted };
}

/** Stands for every byte that would be read and written, so that consent to one plan is none to another. */
function planOf(targets: readonly Target[]): string {
  const hash = createHash('sha256');
  for (const { fixed, real } of targets) {
    for (const part of [real ?? '', fixed.edited.original, fixed.edited.bytes]) {
      hash.update(`${part.length}:`).update(part);
    }
  }
  return hash.digest('hex');
}

function question(targets: readonly Target[], { directory }: Place): string {
  const fixes = targets.reduce((sum, { fixed }) => sum + fixed.mended.length, 0);
  const lines = targets.slice(0, MOST_NAMED).map(({ fixed }) => {
    const titles = mendedIn(fixed).kept.map(({ title }) => title);
    const rest = fixed.mended.length > MOST_TITLES ? ' …' : '';
    return `- ${shownWord(fixed.file.path)}: ${titles.slice(0, MOST_TITLES).join('; ')}${rest}`;
  });
  const more = targets.length - lines.length;
  return [
    `skillsaw is about to apply ${plural(fixes, 'fix', 'fixes')} in ${shownWord(directory)}. ${plural(targets.length, 'file is', 'files are')} overwritten:`,
    ...lines,
    ...(more > 0 ? [`- and ${plural(more, 'more file')}`] : []),
    'Accept to write them.',
  ].join('\n');
}

function cannotAsk({ directory }: Place): string {
  return `this client cannot ask its user, and nothing is written without that; let the user run skillsaw fix in ${shownWord(directory)}`;
}
