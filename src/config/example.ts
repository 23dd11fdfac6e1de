import type { AnyRule } from '../rule.ts';
import { commonKeys, topKeys } from './schema.ts';
import type { OptionSet, OptionSpec } from './shape.ts';
import { compareVersions } from './version.ts';

const WIDTH = 100;

/**
 * The text of `.skillsaw.yaml.example`, which `init` writes: every key with its default and one line on it. Copied
 * whole it changes nothing.
 */
export function exampleConfig(rules: readonly AnyRule[]): string {
  const { version, rules: ruleMap, ...top } = topKeys(rules);
  return [
    ...comment('', 'skillsaw: configuration of this repository'),
    ...comment(
      '',
      'Every key stands here with its default, so this file changes nothing until you change it.',
    ),
    ...comment('', 'What a rule is about: skillsaw explain RULE'),
    '',
    ...comment('', `${sentence(version.summary)} Not set here, since it would switch rules off.`),
    `# version: "${newest(rules)}"`,
    ...Object.entries(top).flatMap(([name, spec]) => ['', ...keyLines('', name, spec)]),
    '',
    ...comment('', sentence(ruleMap.summary)),
    ...comment('', 'Keys that every rule takes:'),
    ...Object.entries(commonKeys({ enabled: 'auto' })).flatMap(([name, spec]) =>
      comment('', `  ${name}: ${spec.summary}`),
    ),
    ...comment(
      '',
      '    e.g. ignore: [{ path: "examples/**", at: "/mcpServers/kiln/env", reason: "a made-up key" }]',
    ),
    ...(rules.length === 0 ? ['rules: {}'] : ['rules:', ...rules.flatMap(ruleLines)]),
    '',
  ].join('\n');
}

function ruleLines(rule: AnyRule, index: number): readonly string[] {
  const { enabled, ...common } = commonKeys(rule);
  return [
    ...(index === 0 ? [] : ['']),
    ...comment('  ', sentence(rule.summary)),
    `  ${rule.id}:`,
    ...(enabled.default === true
      ? comment(
          '    ',
          'enabled: true (the default; written out, it also switches on what `version` holds back)',
        )
      : [`    enabled: ${inlineYaml(enabled.default)}`]),
    ...Object.entries(common).map(([name, spec]) => `    ${name}: ${inlineYaml(spec.default)}`),
    ...Object.entries(rule.options as OptionSet).flatMap(([name, spec]) => keyLines('    ', name, spec)),
  ];
}

function keyLines(indent: string, name: string, spec: OptionSpec<unknown>): readonly string[] {
  return [
    ...comment(indent, `${sentence(spec.summary)} Allowed: ${spec.shape.describe}`),
    `${indent}${name}: ${inlineYaml(spec.default)}`,
  ];
}

/** The release that holds everything these rules do. */
function newest(rules: readonly AnyRule[]): string {
  return rules.map((rule) => rule.since).reduce((a, b) => (compareVersions(a, b) < 0 ? b : a), '0.20.0');
}

/** Words that some YAML reader takes for a boolean or null. */
const READ_AS_OTHER = /^(?:true|false|null|yes|no|on|off|y|n)$/;

/** A default as it is written in YAML: flow style is JSON, and plain words need no quotes. */
export function inlineYaml(value: unknown): string {
  if (typeof value === 'string' && /^[a-z]+$/.test(value) && !READ_AS_OTHER.test(value)) return value;
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
  return JSON.stringify(value);
}

export function sentence(summary: string): string {
  // The name of a file keeps its letters.
  const first = /^\S*\w\.\w/.test(summary) ? summary : summary.charAt(0).toUpperCase() + summary.slice(1);
  return first.endsWith('.') ? first : `${first}.`;
}

function comment(indent: string, text: string): readonly string[] {
  const lead = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(' ')) {
    if (line !== '' && indent.length + lead.length + line.length + word.length + 3 > WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((part) => `${indent}# ${lead}${part}`);
}
