import * as z from 'zod/v4';
import { ruleJson } from '../../run/rule-details.ts';
import { ruleSchema } from '../rules.ts';
import type { Session } from '../session.ts';
import { defineTool, READS, type Tool } from '../tool.ts';

/** Lists every rule there is. */
export function listRulesTool({ rules }: Session): Tool {
  return defineTool({
    name: 'list_rules',
    title: 'List rules',
    description: 'Lists every rule of skillsaw with what it checks. explain_rule says more of one.',
    input: z.strictObject({}),
    output: z.object({ rules: z.array(ruleSchema) }),
    annotations: READS,
    async run() {
      return { rules: (await rules.all()).map(ruleJson) };
    },
  });
}
