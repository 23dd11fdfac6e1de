import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { RULES } from '../../rules/index.ts';
import { exampleConfig, inlineYaml } from '../config/example.ts';
import { configReference } from '../config/reference.ts';
import type { OptionSet } from '../config/shape.ts';
import { maskText } from '../credentials/index.ts';
import { FILE_KINDS, namesOfKind } from '../kinds/index.ts';
import type { AnyRule, Messages } from '../rule.ts';
import { severitiesOf } from '../run/rule-details.ts';
import { SCHEMA_NAMES, type SchemaName, schemaText } from '../schema/index.ts';
import { inFixture, runSource } from '../test/lint-tree.ts';
import { replaceBlocks } from './blocks.ts';

/**
 * Everything in the docs that is generated, as path from the project's root → content. Pages are made of what is
 * written by hand and of blocks that are made anew:
 *
 * - `<!-- head -->`, `<!-- findings -->`, `<!-- configuration -->`, `<!-- evidence -->` in the page of a rule
 * - `<!-- example: NAME -->` there: a file of `fixtures/rules/<id>/NAME` and what the program says of it
 * - `<!-- run: ARGS -->` anywhere: a command and its real output
 * - `<!-- rules -->` anywhere: the list of rules
 */
export async function generateDocs(root: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>([
    ['.skillsaw.yaml.example', exampleConfig(RULES)],
    ['docs/configuration.md', configReference(RULES)],
    ...SCHEMA_NAMES.map((name) => [schemaPath(name), schemaText(name, RULES)] as const),
  ]);
  const pages = [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md') && name !== 'configuration.md')
      .map((name) => `docs/${name}`),
    ...RULES.map(({ id }) => `docs/rules/${id}.md`),
  ];
  for (const page of pages) {
    const rule = RULES.find(({ id }) => page === `docs/rules/${id}.md`);
    const text = readFileSync(join(root, page), 'utf8');
    files.set(page, await replaceBlocks(text, (name, argument) => block(root, page, rule, name, argument)));
  }
  return files;
}

/** Where the schema of a kind of file stands, such as `docs/schema/hooks.schema.json`. */
function schemaPath(name: SchemaName): string {
  return `docs/schema/${name.replace(/^\.|\.(?:json|yaml)$/g, '')}.schema.json`;
}

async function block(
  root: string,
  page: string,
  rule: AnyRule | undefined,
  name: string,
  argument: string,
): Promise<string> {
  if (name === 'run') return await commandOutput(root, argument);
  if (name === 'rules') return ruleList(page);
  if (rule !== undefined) {
    if (name === 'head') return head(rule);
    if (name === 'findings') return findings(rule);
    if (name === 'configuration') return options(rule);
    if (name === 'evidence') return evidence(rule);
    if (name === 'example') return await example(root, rule, argument);
  }
  throw new Error(`${page}: nothing is known of a block called ${name}`);
}

function head(rule: AnyRule): string {
  const names = FILE_KINDS.filter(({ name }) => rule.kinds.includes(name)).flatMap((kind) =>
    kind.name === 'root-file'
      ? ['every other file of a root']
      : namesOfKind(kind).map((name) => `\`${name}\``),
  );
  return [
    `${rule.summary}.`,
    '',
    '| | |',
    '|---|---|',
    `| severity | ${severitiesOf(rule).join(', ')} |`,
    `| enabled | ${rule.enabled} |`,
    `| files | ${names.join(', ')} |`,
    `| repositories | ${rule.repositoryTypes.join(', ')} |`,
    `| category | ${rule.category} |`,
    `| fixable | ${rule.fixable ? 'yes' : 'no'} |`,
    `| since | ${rule.since} |`,
  ].join('\n');
}

function findings(rule: AnyRule): string {
  const messages: Messages = rule.messages;
  const rows = Object.entries(messages).map(
    ([id, { severity, consequence, since }]) =>
      `| ${id}${since === undefined ? '' : ` (since ${since})`} | ${severity} | ${consequence} |`,
  );
  return ['| finding | severity | consequence |', '|---|---|---|', ...rows].join('\n');
}

function options(rule: AnyRule): string {
  const own: OptionSet = rule.options;
  const lines = Object.entries(own).map(([name, spec]) => `    ${name}: ${inlineYaml(spec.default)}`);
  const rows = Object.entries(own).map(
    ([name, spec]) => `| \`${name}\` | ${spec.shape.describe} | ${spec.summary} |`,
  );
  const table = rows.length === 0 ? [] : ['', '| option | allowed | |', '|---|---|---|', ...rows];
  return [
    '```yaml',
    'rules:',
    `  ${rule.id}:`,
    `    enabled: ${rule.enabled}`,
    '    severity: null  # null: each finding keeps its own',
    ...lines,
    '```',
    ...table,
  ].join('\n');
}

function evidence(rule: AnyRule): string {
  return rule.evidence
    .map(({ claim, source, version, level }) => {
      const where = version === undefined ? source : `${source}, agy ${version}`;
      return `- ${claim} (${level}: ${where})`;
    })
    .join('\n');
}

/** What a fenced block is called, by the ending of the file in it. */
const FENCES: Readonly<Record<string, string>> = {
  '.json': 'json',
  '.yaml': 'yaml',
  '.toml': 'toml',
  '.md': 'markdown',
  '.sh': 'sh',
  '.py': 'python',
  '.js': 'js',
  '.mjs': 'js',
};

async function example(root: string, rule: AnyRule, name: string): Promise<string> {
  return await inFixture(join(root, 'fixtures', 'rules', rule.id, name), async (directory) => {
    const { stdout } = await runSource(['lint', '-v'], directory, root);
    const parts = readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'expected.json')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => {
        const language = FENCES[extname(file)] ?? 'text';
        return `\`${file.slice(directory.length + 1)}\`\n\n\`\`\`${language}\n${maskText(readFileSync(file, 'utf8')).trimEnd()}\n\`\`\``;
      });
    return [...parts, `\`\`\`text\n${stdout.trimEnd()}\n\`\`\``].join('\n\n');
  });
}

async function commandOutput(root: string, line: string): Promise<string> {
  const { stdout, stderr } = await runSource(line.split(' '), root, root);
  return `\`\`\`console\n$ npx skillsaw ${line}\n${(stdout + stderr).trimEnd()}\n\`\`\``;
}

function ruleList(page: string): string {
  const base = page.startsWith('docs/') ? 'rules/' : 'docs/rules/';
  const rows = RULES.map(
    (rule) =>
      `| [\`${rule.id}\`](${base}${rule.id}.md) | ${severitiesOf(rule).join(', ')} | ${rule.summary} |`,
  );
  return ['| rule | severity | |', '|---|---|---|', ...rows].join('\n');
}
