import * as z from 'zod/v4';
import { count, fixable } from '../../report/report.ts';
import { UsageError } from '../../run/errors.ts';
import { directoryField, notesField, omittedField, pathsField } from '../fields.ts';
import { findingSchema, shownFindings } from '../findings.ts';
import { placeOf } from '../place.ts';
import { prepareIn } from '../runs.ts';
import type { Session } from '../session.ts';
import { defineTool, READS, type Tool } from '../tool.ts';

/** Longest text that can be given to be linted, in UTF-16 units. */
const MAX_CONTENT = 1 << 20;

/** Says what Antigravity would make of files, or of one that is still to be written. */
export function lintTool(session: Session): Tool {
  return defineTool({
    name: 'lint',
    title: 'Lint',
    description:
      "Checks Google Antigravity's customization files (mcp_config.json, hooks.json, plugin.json, registries, rules, skills, agents, " +
      'workflows, context files) and says what Antigravity will silently lose, with the place and how to mend it. Reads only. ' +
      'With content, one path is checked as if it held that text, before it is written.',
    input: z.strictObject({
      directory: directoryField(session),
      paths: pathsField,
      content: z
        .string()
        .max(MAX_CONTENT)
        .optional()
        .describe('Text to check in the place of what the one path holds. The file need not exist.'),
    }),
    output: z.object({
      findings: z.array(findingSchema).describe('Severest first.'),
      omitted: omittedField,
      summary: z.object({
        files: z.number().int(),
        errors: z.number().int(),
        warnings: z.number().int(),
        infos: z.number().int(),
        fixable: z.number().int(),
        suppressed: z.number().int(),
        baselined: z.number().int(),
      }),
      notes: notesField,
    }),
    annotations: READS,
    async run({ directory, paths = [], content }, { signal }) {
      if (content !== undefined && paths.length !== 1) {
        throw new UsageError(['content goes with exactly one path: the file that it is to stand in']);
      }
      const place = placeOf(directory, session);
      const request = { paths, signal, ...(content === undefined ? {} : { content }) };
      const { prepared, notes } = await prepareIn(place, request, session);
      const { run, tell } = await prepared.check();
      await tell();
      const { findings, files, suppressed, baselined } = run;
      const { kept, omitted } = shownFindings(findings);
      return {
        findings: kept,
        omitted,
        summary: {
          files,
          ...count(findings),
          fixable: fixable(findings).length,
          suppressed,
          baselined,
        },
        notes: [...(files === 0 ? ['no Antigravity files were found there'] : []), ...notes.lines()],
      };
    },
  });
}
