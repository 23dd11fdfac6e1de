import type { AnyRule } from '../rule.ts';
import { inlineYaml, sentence } from './example.ts';
import { CONFIG_NAMES } from './find.ts';
import { commonKeys, ignoreKeys, topKeys } from './schema.ts';
import type { OptionSet, OptionSpec } from './shape.ts';

/** A configuration with a mistake in most lines, and what is said of it; a test keeps the two together. */
export const BROKEN_EXAMPLE = {
  file: `version: 0.20
fail-on: warn
exclude: ["/srv/bakery"]
rules:
  antigravity-mcp-valid:
    severty: info
    ignore:
      - at: mcpServers/oven
`,
  messages: [
    '.skillsaw.yaml:1:10: version: found the number 0.20; allowed: a version of three numbers in quotes, such as "0.20.0"; write "0.20.0", with the quotes',
    '.skillsaw.yaml:2:10: fail-on: found "warn"; allowed: error, warning, info or never; did you mean warning?',
    '.skillsaw.yaml:3:11: exclude[0]: found "/srv/bakery"; allowed: a glob pattern relative to this file; it is absolute',
    '.skillsaw.yaml:6:5: rules.antigravity-mcp-valid: unknown key "severty"; allowed: KEYS; did you mean severity?',
    '.skillsaw.yaml:8:9: rules.antigravity-mcp-valid.ignore[0]: the key "reason" is missing; it is required',
    '.skillsaw.yaml:8:13: rules.antigravity-mcp-valid.ignore[0].at: found "mcpServers/oven"; allowed: a JSON pointer; a pointer starts with /, e.g. /mcpServers/kiln/env',
  ],
} as const;

/** The text of `docs/configuration.md`. */
export function configReference(rules: readonly AnyRule[]): string {
  return [
    head(),
    table(topKeys(rules)),
    sections(),
    '## Options of single rules\n',
    ...rules.map(ruleSection),
    messages(rules),
  ].join('\n');
}

function head(): string {
  const [first, second] = CONFIG_NAMES;
  return `# Configuration

<!-- Generated from the rules and src/config; edit src/config/reference.ts instead. -->

skillsaw works without a configuration. To change what it does, put a \`${first}\` into the root of the repository;
\`skillsaw init\` writes one in which every key stands with its default.

\`\`\`yaml
fail-on: warning
exclude: ["vendor/**"]
rules:
  antigravity-mcp-valid:
    exclude: ["examples/**"]
\`\`\`

## Where it is searched

From the first path that is linted upwards, to the folder that holds \`.git\`; outside a repository, to the top of the
file system. The first file found is the only one that is read, and with several paths it holds for all of them. In each
folder \`${first}\` comes before \`${second}\`; where both are there, the second is not read, and a warning says so.

\`--config FILE\` reads this file and does not search. \`--no-config\` uses the defaults. A configuration that the search
found and that is a link out of the repository is refused: name it with \`--config\`.

The file is YAML 1.2 in UTF-8, of at most 1 MiB, and one document. Aliases work up to a limit; merge keys (\`<<\`) and
tags of one's own do not. \`yes\`, \`no\`, \`on\` and \`off\` are strings in YAML 1.2: write \`true\` and \`false\`. Nothing
in a configuration makes code run.

## Top-level keys
`;
}

function sections(): string {
  return `
\`version\` is three numbers in quotes. Rules, and additions to rules, that came with a later release stay off, so an
update brings no new findings; \`enabled: true\` switches a rule on all the same. Without \`version\` every rule runs.
A version later than the installed skillsaw holds nothing back; a warning says so.

\`fail-on: never\` makes the exit status 0 whatever is found. With \`strict: true\` beside \`fail-on: info\`, info holds: it
is the stricter of the two. \`--fail-on\` and \`--strict\` of the command line override both keys.

A list or map with nothing after its key (\`rules:\` with every rule commented out) has its default.

The keys \`custom-rules\`, \`content-paths\`, \`plugins\` and \`lint-external-content\` belong to the Python tool of the same
name. They are ignored with a warning, and so are rules that do not exist here.

## Keys of every rule

They stand below \`rules\`, below the id of the rule:

${table(commonKeys({ enabled: 'auto' }), { enabled: 'the rule’s own' })}

A rule with \`enabled: auto\` runs as soon as a file of the kinds it reads is found. \`severity\` is set for every finding of
the rule at once: an error and an info of the same rule both become what you write. Leave it \`null\` unless you want that.

## Patterns

\`exclude\`, and \`path\` of an ignore entry, are glob patterns relative to the folder of the configuration file, with \`/\`
between folders on every system:

| pattern | matches |
|---|---|
| \`*\` | any characters but \`/\` |
| \`**\` | any number of folders, none included |
| \`?\` | one character but \`/\` |
| \`[abc]\` | one of these characters |
| \`{tide,moss}\` | one of these words |

A folder that matches is left out with all it holds: \`herbarium\`, \`herbarium/\` and \`herbarium/**\` come to the same.
\`herbarium\` is the one beside the configuration, \`**/herbarium\` is every one.
\`exclude\` also holds for files named on the command line. In YAML a pattern that starts with \`*\`, \`{\`, \`[\` or \`!\` must
be in quotes.

Refused are patterns that are empty or absolute, hold \`..\`, start with \`!\`, or would take a matcher too long: repeats
such as \`+(a)\`, ranges such as \`{1..9}\`, and more than four \`*\` between two \`/\`.

## Ignoring single findings

JSON has no comments, so a finding in a JSON file is ignored from here:

\`\`\`yaml
rules:
  mcp-valid-json:
    ignore:
      - path: ".agents/mcp_config.json"
        at: "/mcpServers/herbarium/env"
        reason: "a key of the public test server, printed in its manual"
\`\`\`

${table(ignoreKeys, { reason: 'required' })}

\`at\` is a JSON pointer (RFC 6901): \`/\` before each name, \`~1\` for a slash and \`~0\` for a tilde inside a name, numbers
from 0 for the items of a list. It covers the value there and all below it, and every one of them when a key is repeated.
An entry that matches no finding is named on stderr, so that it can be removed.

## Comments

Where a file may have comments, they do the same. A rule must be named; several stand with a comma or a space between them.

| in | comment | keeps quiet |
|---|---|---|
| markdown | \`<!-- skillsaw-disable-next-line RULE -->\` | findings that begin in the line below |
| markdown | \`<!-- skillsaw-disable RULE -->\` … \`<!-- skillsaw-enable RULE -->\` | findings that begin between the two, or anywhere below the first |
| the head of a markdown file | \`# …\`, in a line of its own | the same; a \`disable\` in the head holds from the top of the file |
| registries | \`// …\` | the same |

A comment in a fenced block or between backticks is an example and does nothing. One that keeps nothing quiet, names no rule or one that does not exist is
named on stderr, so that it can be removed. What is kept quiet is counted as suppressed.
`;
}

function ruleSection(rule: AnyRule): string {
  const options = rule.options as OptionSet;
  const body = Object.keys(options).length === 0 ? 'No options of its own.\n' : `${table(options)}\n`;
  return `### [\`${rule.id}\`](rules/${rule.id}.md)\n\n${sentence(rule.summary)} Enabled by default: \`${rule.enabled}\`.\n\n${body}`;
}

function messages(rules: readonly AnyRule[]): string {
  const rule = rules.find(({ id }) => id === 'antigravity-mcp-valid');
  const keys = [...Object.keys(rule?.options ?? {}), ...Object.keys(commonKeys({ enabled: 'auto' }))].join(
    ', ',
  );
  const lines = BROKEN_EXAMPLE.messages.map((line) => line.replace('KEYS', keys));
  return `## When something is wrong

A key that does not exist, a value of the wrong type, or a file that is no YAML ends the run with exit status 2, before
anything is linted. All problems are told at once, each with its place. Of this file

\`\`\`yaml
${BROKEN_EXAMPLE.file}\`\`\`

is said, each line after the word \`error:\`

\`\`\`text
${lines.join('\n')}
\`\`\`

A syntax error is told alone, since it hides what comes after it. An unknown rule is only a warning, with the id that was
probably meant.
`;
}

/** @param defaults words for the defaults that differ from what the options say */
function table(keys: OptionSet, defaults: Readonly<Record<string, string>> = {}): string {
  const rows = Object.entries(keys).map(([name, spec]) => {
    const fallback = defaults[name] ?? defaultText(spec);
    return `| \`${name}\` | ${cell(spec.shape.describe)} | ${fallback} | ${cell(spec.summary + since(spec))} |`;
  });
  return ['| key | allowed | default | what it does |', '|---|---|---|---|', ...rows].join('\n');
}

function defaultText(spec: OptionSpec<unknown>): string {
  const { default: value } = spec;
  if (value === undefined) return 'absent';
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? 'see below'
    : `\`${cell(inlineYaml(value))}\``;
}

function since(spec: OptionSpec<unknown>): string {
  return spec.since === undefined ? '' : ` (since ${spec.since})`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
