import { createColors, wantsColor } from '../../report/colors.ts';
import type { AnyRule } from '../../rule.ts';
import type { RuleSource } from '../../rule-source.ts';
import type { ConfigArguments } from '../../run/configuration.ts';
import { configuration } from '../../run/configuration.ts';
import { EXIT } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { ruleJson } from '../../run/rule-details.ts';
import { type RuleSetting, ruleHere, ruleNamed } from '../../run/rule-here.ts';
import { readPage } from '../../run/rule-page.ts';
import { escapeForJson, printable } from '../../text/quote.ts';
import { renderMarkdown } from '../render-markdown.ts';

export interface ExplainArguments extends ConfigArguments {
  readonly rule: string;
  readonly format: 'text' | 'markdown' | 'json';
}

/** `skillsaw explain`: a rule's page, its configuration here and where that comes from, and whether it is on. */
export async function runExplain(args: ExplainArguments, source: RuleSource, io: Io): Promise<number> {
  const rule = await ruleNamed(args.rule, source);
  const config = await configuration(args, '.', source, io);
  const page = readPage(rule.id, io);
  const here = await ruleHere(rule, config, io.cwd);
  if (args.format === 'json') {
    const document = {
      schemaVersion: 1,
      rule: ruleJson(rule),
      here,
      documentation: page,
    };
    io.stdout.write(`${escapeForJson(JSON.stringify(document, null, 2))}\n`);
    return EXIT.ok;
  }
  const { on, reason, settings } = here;
  const section = `## Here\n\n${on ? 'On' : 'Off'}: ${reason}.\n\n\`\`\`yaml\n${yamlOf(rule, settings)}\`\`\`\n`;
  const markdown = `${page.trimEnd()}\n\n${section}`;
  if (args.format === 'markdown') {
    io.stdout.write(markdown);
    return EXIT.ok;
  }
  const colors = createColors(wantsColor({ flag: undefined, env: io.env, isTerminal: io.stdout.isTerminal }));
  const width = Math.max(50, Math.min(io.stdout.columns ?? 100, 110));
  io.stdout.write(renderMarkdown(markdown, colors, width));
  return EXIT.ok;
}

function yamlOf(rule: AnyRule, settings: readonly RuleSetting[]): string {
  const lines = settings.map(({ key, value, origin }) => {
    const written = printable(JSON.stringify(value), 200);
    return `    ${key}: ${typeof value === 'string' ? written.slice(1, -1) : written}  # ${printable(origin, 200)}`;
  });
  return `rules:\n  ${rule.id}:\n${lines.join('\n')}\n`;
}
