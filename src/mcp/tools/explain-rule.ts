import * as z from 'zod/v4';
import { configuration } from '../../run/configuration.ts';
import { ruleJson } from '../../run/rule-details.ts';
import { ruleHere, ruleNamed } from '../../run/rule-here.ts';
import { readPage } from '../../run/rule-page.ts';
import { printable } from '../../text/quote.ts';
import { directoryField, notesField } from '../fields.ts';
import { takeNotes } from '../notes.ts';
import { placeOf } from '../place.ts';
import { ruleSchema } from '../rules.ts';
import type { Session } from '../session.ts';
import { defineTool, READS, type Tool } from '../tool.ts';

const MAX_ID = 100;
const VALUE_LIMIT = 500;

/** Gives the page of a rule, and how it is set in a directory. */
export function explainRuleTool(session: Session): Tool {
  const { root, rules, io } = session;
  return defineTool({
    name: 'explain_rule',
    title: 'Explain a rule',
    description:
      'Gives the documentation of one rule: what it reports, why, what it does not report, how to mend it; and how it is configured in a directory.',
    input: z.strictObject({
      rule: z.string().min(1).max(MAX_ID).describe('The id of a rule, such as antigravity-mcp-valid.'),
      directory: directoryField(session).optional(),
    }),
    output: z.object({
      rule: ruleSchema,
      here: z
        .object({
          on: z.boolean(),
          reason: z.string(),
          settings: z.array(z.object({ key: z.string(), value: z.string(), origin: z.string() })),
        })
        .optional()
        .describe('In the directory. Values as JSON.'),
      documentation: z.string().describe('Markdown.'),
      notes: notesField,
    }),
    annotations: READS,
    async run({ rule: id, directory }) {
      const rule = await ruleNamed(id, rules, 'list_rules');
      const answer = { rule: ruleJson(rule), documentation: readPage(rule.id, io) };
      if (root === undefined && directory === undefined) return { ...answer, notes: [] };
      const { directory: cwd, within } = placeOf(directory, session);
      const notes = takeNotes(cwd, io);
      const config = await configuration(
        { config: undefined, noConfig: false, within },
        '.',
        rules,
        notes.io,
      );
      const { on, reason, settings } = await ruleHere(rule, config, cwd, within);
      const here = settings.map(({ key, value, origin }) => ({
        key,
        value: printable(JSON.stringify(value), VALUE_LIMIT),
        origin: printable(origin, VALUE_LIMIT),
      }));
      return { ...answer, here: { on, reason, settings: here }, notes: notes.lines() };
    },
  });
}
