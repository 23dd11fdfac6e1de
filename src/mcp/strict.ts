import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod/v4';
import { maskText } from '../credentials/index.ts';
import { plural } from '../report/report.ts';
import { printable } from '../text/quote.ts';

const MOST_ISSUES = 5;
const ISSUE_LIMIT = 200;

/**
 * A schema with words of ours for what is wrong: what zod says repeats names as they came, whatever their length and
 * whatever is in them.
 */
export function strict<T extends z.ZodObject>(schema: T): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'skillsaw',
      jsonSchema: schema['~standard'].jsonSchema,
      validate(value) {
        const result = schema.safeParse(value);
        if (result.success) return { value: result.data };
        const issues = result.error.issues
          .slice(0, MOST_ISSUES)
          .map((issue) => ({ message: issueText(issue) }));
        const rest = result.error.issues.length - issues.length;
        return { issues: rest > 0 ? [...issues, { message: `and ${rest} more` }] : issues };
      },
    },
  };
}

function issueText(issue: z.core.$ZodIssue): string {
  const at = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  return printable(maskText(at + what(issue)), ISSUE_LIMIT);
}

function what(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.slice(0, MOST_ISSUES).map((key) => printable(maskText(key)));
    return `there is no field ${unknown.join(', ')}`;
  }
  if (issue.code === 'too_big') {
    return `at most ${amount(issue.maximum, issue.origin)}`;
  }
  if (issue.code === 'too_small') return `at least ${amount(issue.minimum, issue.origin)}`;
  if (issue.code === 'invalid_type') return `${KINDS[issue.expected] ?? issue.expected} must stand here`;
  return issue.message;
}

function amount(count: number | bigint, origin: string): string {
  return plural(Number(count), origin === 'string' ? 'character' : 'item');
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'a list',
  boolean: 'true or false',
  object: 'an object',
};
