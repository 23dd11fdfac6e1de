import { createColors, wantsColor } from '../../report/colors.ts';
import type { AnyRule } from '../../rule.ts';
import { EXIT } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { ruleJson, severitiesOf } from '../../run/rule-details.ts';

/** `skillsaw list-rules`: every rule and what is known of it before it runs. */
export function runListRules(format: 'text' | 'json', rules: readonly AnyRule[], io: Io): number {
  if (format === 'json') {
    const document = { schemaVersion: 1, rules: rules.map(ruleJson) };
    io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return EXIT.ok;
  }
  const colors = createColors(wantsColor({ flag: undefined, env: io.env, isTerminal: io.stdout.isTerminal }));
  const blocks = rules.map((rule) =>
    [
      colors.bold(rule.id),
      `  ${rule.summary}`,
      `  ${[
        `severity ${severitiesOf(rule).join(', ')}`,
        `enabled ${rule.enabled}`,
        `category ${rule.category}`,
        `for ${rule.repositoryTypes.join(', ')}`,
        `since ${rule.since}`,
        rule.fixable ? 'fixable' : 'not fixable',
      ].join(' · ')}`,
    ].join('\n'),
  );
  io.stdout.write(`${blocks.join('\n\n')}\n\nskillsaw explain RULE says more.\n`);
  return EXIT.ok;
}
