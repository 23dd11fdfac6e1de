/**
 * The files of a new rule. They are a whole rule that works, typechecks and passes its test: it reports a server
 * called `example`. Whoever adds a rule puts their own in its place, a piece at a time, and sees it go on working.
 */

function rule(id: string, since: string): string {
  return `import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: '${id}',
  summary: 'one line for lists: what must hold',
  category: 'mcp',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['mcp-config'],
  severity: 'info',
  enabled: 'auto',
  since: '${since}',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'What Antigravity does, in one sentence.',
      source: 'where that is known from',
      level: 'reported',
    },
  ],
  messages: {
    example: {
      severity: 'info',
      scope: 'server',
      consequence: 'policy',
      text: (a: { server: string }) => \`Server "\${a.server}": what is wrong, what Antigravity does\`,
      help: () => 'How to mend it.',
    },
  },
  *check({ config }, { report }) {
    for (const { name, key } of config.servers) {
      if (config.doc === undefined || name !== 'example') continue;
      yield report('example', config.doc.span(key), { server: name }, { server: name });
    }
  },
});
`;
}

function ruleTest(id: string): string {
  return `import { describe, expect, test } from 'vitest';
import { checkFile } from '../src/test/rules.ts';
import rule from './${id}.ts';

describe('${id}', () => {
  test.each<[string, string, string[]]>([
    ['another name', '{"mcpServers": {"orchard": {"command": "orchard-mcp"}}}', []],
    ['the name', '{"mcpServers": {"example": {"command": "orchard-mcp"}}}', ['example "example"']],
  ])('%s', (_, content, expected) => {
    const found = checkFile(rule, 'mcp_config.json', content).map(
      ({ messageId, at }) => \`\${messageId} \${content.slice(at.start, at.end)}\`,
    );
    expect(found).toEqual(expected);
  });
});
`;
}

function fixture(server: string): string {
  return `${JSON.stringify({ mcpServers: { [server]: { command: 'orchard-mcp' } } }, null, 2)}\n`;
}

function expected(id: string): string {
  const finding = {
    file: '.agents/mcp_config.json',
    rule: id,
    finding: 'example',
    severity: 'info',
    at: '3:5-3:14',
    server: 'example',
  };
  return `${JSON.stringify([finding], null, 2)}\n`;
}

function page(id: string): string {
  return `# ${id}

<!-- head -->
<!-- /head -->

## What

What is reported, and in which files.

<!-- findings -->
<!-- /findings -->

## Why

What Antigravity does with such a file, and what its author loses.

## Examples

<!-- example: bad-example -->
<!-- /example -->

## What is not reported

What looks alike and is right.

## How to fix

What to write in its place.

## When to switch it off

Who does not need it.

## Configuration

<!-- configuration -->
<!-- /configuration -->

## Evidence

<!-- evidence -->
<!-- /evidence -->
`;
}

/** Path from the project's root → content, for a rule called \`id\` that comes with version \`since\`. */
export function ruleFiles(id: string, since: string): Readonly<Record<string, string>> {
  return {
    [`rules/${id}.ts`]: rule(id, since),
    [`rules/${id}.test.ts`]: ruleTest(id),
    [`fixtures/rules/${id}/good-other-name/.agents/mcp_config.json`]: fixture('orchard'),
    [`fixtures/rules/${id}/bad-example/.agents/mcp_config.json`]: fixture('example'),
    [`fixtures/rules/${id}/bad-example/expected.json`]: expected(id),
    [`docs/rules/${id}.md`]: page(id),
  };
}
