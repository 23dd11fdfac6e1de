import * as z from 'zod/v4';
import { unifiedDiff } from '../../report/diff.ts';
import { problemsOf, restTexts, targetsOf } from '../../run/fix-targets.ts';
import { bounded, boundedLines, pathText } from '../bounds.ts';
import { directoryField, notesField, omittedField, pathsField, suggestedField } from '../fields.ts';
import { mendedIn, mendedSchema } from '../fixes.ts';
import { placeOf } from '../place.ts';
import { mendIn } from '../runs.ts';
import type { Session } from '../session.ts';
import { defineTool, READS, type Tool } from '../tool.ts';

const MOST_FILES = 50;
const DIFF_ROOM = 20_000;

/** Shows what `skillsaw fix` would change. */
export function previewFixTool(session: Session): Tool {
  return defineTool({
    name: 'preview_fix',
    title: 'Preview fixes',
    description:
      'Shows as unified diffs what can be mended without guessing. Writes nothing. Credentials are masked in the diffs, so they are for reading.',
    input: z.strictObject({
      directory: directoryField(session),
      paths: pathsField,
      suggested: suggestedField,
    }),
    output: z.object({
      files: z.array(
        z.object({
          path: z.string(),
          diff: z.string(),
          omittedLines: z.number().int().describe('Lines of the diff that this answer has no room for.'),
          mended: z.array(mendedSchema),
          omitted: omittedField,
        }),
      ),
      omitted: omittedField,
      left: z.number().int().describe('Findings that would be left.'),
      notes: notesField,
    }),
    annotations: READS,
    async run({ directory, paths = [], suggested = false }, { signal }) {
      const place = placeOf(directory, session);
      const { outcome, notes } = await mendIn(place, { paths, suggested, signal }, session);
      const targets = targetsOf(outcome);
      const files = targets
        .filter(({ problem }) => problem === undefined)
        .map(({ fixed }) => {
          const { path } = fixed.file;
          const diff = boundedLines(unifiedDiff(path, fixed.edited).text, DIFF_ROOM);
          const mended = mendedIn(fixed);
          return {
            path: pathText(path),
            diff: diff.text,
            omittedLines: diff.omitted,
            mended: mended.kept,
            omitted: mended.omitted,
          };
        });
      const { kept, omitted } = bounded(files, MOST_FILES);
      return {
        files: kept,
        omitted,
        left: outcome.left.run.findings.length,
        notes: [...problemsOf(targets), ...restTexts(outcome), ...notes.lines()],
      };
    },
  });
}
