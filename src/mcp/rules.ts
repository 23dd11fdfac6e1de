import * as z from 'zod/v4';

/** What `list-rules --format json` says of a rule. */
export const ruleSchema = z.object({
  id: z.string(),
  summary: z.string(),
  category: z.string(),
  repositoryTypes: z.array(z.string()),
  files: z.array(z.string()).describe('The kinds of file that it looks at.'),
  severity: z.string(),
  severities: z.array(z.string()),
  enabled: z.union([z.boolean(), z.literal('auto')]),
  fixable: z.boolean(),
  since: z.string(),
});
