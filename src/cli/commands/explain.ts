import type { Config } from '../../config/load.ts';
import { maskText } from '../../credentials/index.ts';
import { ruleConfig, ruleState } from '../../engine/policy.ts';
import { createColors, wantsColor } from '../../report/colors.ts';
import type { AnyRule } from '../../rule.ts';
import type { RuleSource } from '../../rule-source.ts';
import type { ConfigArguments } from '../../run/configuration.ts';
import { compilePatterns, configuration } from '../../run/configuration.ts';
import { EXIT, shownWord, UsageError } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { escapeForJson, printable } from '../../text/quote.ts';
import { suggest } from '../../text/suggest.ts';
import { discover } from '../../workspace/workspace.ts';
import { renderMarkdown } from '../render-markdown.ts';
import { ruleJson } from './rule-details.ts';
import { readPage } from './rule-page.ts';

interface Setting {
  readonly key: string;
  readonly value: unknown;
  /** `default`, or `file:line`. */
  readonly origin: string;
}

export interface ExplainArguments extends ConfigArguments {
  readonly rule: string;
  readonly format: 'text' | 'markdown' | 'json';
}

/** `skillsaw explain`: a rule's page, its configuration here and where that comes from, and whether it is on. */
export async function runExplain(args: ExplainArguments, source: RuleSource, io: Io): Promise<number> {
  const rules = await source.all();
  const rule = rules.find(({ id }) => id === args.rule);
  if (rule === undefined) {
    const ids = rules.map(({ id }) => id);
    const hint = suggest(args.rule, ids);
    throw new UsageError([
      `there is no rule ${shownWord(args.rule)}${hint === undefined ? '' : `; did you mean ${hint}?`} (skillsaw list-rules shows them all)`,
    ]);
  }
  const config = await configuration(args, '.', source, io);
  const page = readPage(rule.id, io);
  const settings = settingsOf(rule, config);
  const state = await stateHere(rule, config, io);
  if (args.format === 'json') {
    const document = {
      schemaVersion: 1,
      rule: ruleJson(rule),
      here: { ...state, settings },
      documentation: page,
    };
    io.stdout.write(`${escapeForJson(JSON.stringify(document, null, 2))}\n`);
    return EXIT.ok;
  }
  const here = `## Here\n\n${state.on ? 'On' : 'Off'}: ${state.reason}.\n\n\`\`\`yaml\n${yamlOf(rule, settings)}\`\`\`\n`;
  const markdown = `${page.trimEnd()}\n\n${here}`;
  if (args.format === 'markdown') {
    io.stdout.write(markdown);
    return EXIT.ok;
  }
  const colors = createColors(wantsColor({ flag: undefined, env: io.env, isTerminal: io.stdout.isTerminal }));
  const width = Math.max(50, Math.min(io.stdout.columns ?? 100, 110));
  io.stdout.write(renderMarkdown(markdown, colors, width));
  return EXIT.ok;
}

function settingsOf(rule: AnyRule, config: Config): readonly Setting[] {
  const { options, ...common } = ruleConfig(rule, config);
  const ignore = common.ignore.map(({ line: _, ...entry }) => entry);
  return Object.entries({ ...common, ignore, ...options }).map(([key, value]) => ({
    key,
    value: masked(value),
    origin: config.origin('rules', rule.id, key),
  }));
}

/** A value as it may be shown: a configuration may name a credential to say that it is none. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]));
}

/** Whether the rule runs in the working directory, and why. */
async function stateHere(rule: AnyRule, config: Config, io: Io): Promise<{ on: boolean; reason: string }> {
  const { on, reason } = ruleState(rule, config, { only: [], skip: [] });
  if (!on) return { on, reason };
  const excluded = await compilePatterns(config.exclude, config.directory);
  const files = discover({ paths: [], cwd: io.cwd, excluded }).files.filter(({ kind }) =>
    rule.kinds.includes(kind),
  );
  const found =
    files.length === 0
      ? 'no file of its kinds lies below this directory, so it has nothing to do'
      : `${files.length} file${files.length === 1 ? '' : 's'} of its kinds below this directory`;
  return { on, reason: `${reason}; ${found}` };
}

function yamlOf(rule: AnyRule, settings: readonly Setting[]): string {
  const lines = settings.map(({ key, value, origin }) => {
    const written = printable(JSON.stringify(value), 200);
    return `    ${key}: ${typeof value === 'string' ? written.slice(1, -1) : written}  # ${printable(origin, 200)}`;
  });
  return `rules:\n  ${rule.id}:\n${lines.join('\n')}\n`;
}
