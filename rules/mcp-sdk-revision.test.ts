import { describe, expect, test } from 'vitest';
import { tempTree } from '../src/test/helpers.ts';
import { lintTree } from '../src/test/lint-tree.ts';

const CLAIM = '# Tools\n\nOur server follows revision 2026-07-28 of the Model Context Protocol.\n';
const manifest = (dependencies: object, field = 'dependencies'): string =>
  JSON.stringify({ name: 'tide-mcp', [field]: dependencies });
const OLD = manifest({ '@modelcontextprotocol/sdk': '^1.32.2' });
const NEW = manifest({ '@modelcontextprotocol/server': '^2.4.0' });
const starts = (...args: string[]): string =>
  JSON.stringify({ mcpServers: { tide: { command: 'node', args } } });
const WITH_TRANSPORT = `import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
await new McpServer({ name: 'tide' }).connect(new StdioServerTransport());
`;
const WITH_SERVE = `import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
serveStdio(() => new McpServer({ name: 'tide' }));
`;

async function found(files: Record<string, string>): Promise<readonly string[]> {
  const findings = await lintTree(tempTree(files));
  return findings
    .filter(({ ruleId }) => ruleId === 'mcp-sdk-revision')
    .map(({ messageId, severity, path, source, span, related }) => {
      const { line, column } = source?.lines.position(span.start) ?? { line: 0, column: 0 };
      const others = related.map((other) => {
        const at = other.source?.lines.position(other.span.start);
        return ` ~ ${other.path}:${at?.line}:${at?.column}`;
      });
      return `${messageId} ${severity} ${path}:${line}:${column}${others.join('')}`;
    });
}

describe('the claim and the package', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'the old line',
      { 'GEMINI.md': CLAIM, 'package.json': OLD },
      ['old-line warning GEMINI.md:3:29 ~ package.json:1:36'],
    ],
    [
      'in AGENTS.md',
      { 'AGENTS.md': CLAIM, 'package.json': OLD },
      ['old-line warning AGENTS.md:3:29 ~ package.json:1:36'],
    ],
    [
      'in a customization root',
      { '.agents/GEMINI.md': CLAIM, 'package.json': OLD },
      ['old-line warning .agents/GEMINI.md:3:29 ~ package.json:1:36'],
    ],
    [
      'in a directory of its own',
      { 'tide/GEMINI.md': CLAIM, 'tide/package.json': OLD, 'package.json': NEW },
      ['old-line warning tide/GEMINI.md:3:29 ~ tide/package.json:1:36'],
    ],
    [
      'both lines',
      {
        'GEMINI.md': CLAIM,
        'package.json': manifest({
          '@modelcontextprotocol/server': '~2.4.0',
          '@modelcontextprotocol/sdk': '1.x',
        }),
      },
      ['both-lines warning GEMINI.md:3:29 ~ package.json:1:76'],
    ],
    [
      'the new line, started the old way',
      {
        'GEMINI.md': CLAIM,
        'package.json': NEW,
        'src/tide.mjs': WITH_TRANSPORT,
        '.agents/mcp_config.json': starts('src/tide.mjs'),
      },
      ['old-transport warning GEMINI.md:3:29 ~ src/tide.mjs:1:1'],
    ],
    [
      'of a server that another client starts',
      {
        'GEMINI.md': CLAIM,
        'package.json': NEW,
        'src/tide.mjs': WITH_TRANSPORT,
        '.mcp.json': starts('--no-warnings', './src/tide.mjs'),
      },
      ['old-transport warning GEMINI.md:3:29 ~ src/tide.mjs:1:1'],
    ],
    [
      'of a package further down',
      {
        'GEMINI.md': CLAIM,
        'packages/tide/package.json': OLD,
        'packages/tide/dist/tide.js':
          "const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');",
        '.agents/mcp_config.json': starts('packages/tide/dist/tide.js'),
      },
      ['old-line warning GEMINI.md:3:29 ~ packages/tide/package.json:1:36'],
    ],
    [
      'in code within the text, and over two lines',
      { 'GEMINI.md': 'The spec this server follows\nis `2026-07-28`.\n', 'package.json': OLD },
      ['old-line warning GEMINI.md:2:5 ~ package.json:1:36'],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await found(files)).toEqual(expected);
  });

  test.each<[string, Record<string, string>]>([
    ['no claim', { 'GEMINI.md': '# Tools\n\nRun the tests.\n', 'package.json': OLD }],
    ['no context', { 'README.md': CLAIM, 'package.json': OLD, '.agents/mcp_config.json': '{}' }],
    ['no package', { 'GEMINI.md': CLAIM }],
    [
      'a claim that is true',
      {
        'GEMINI.md': CLAIM,
        'package.json': NEW,
        'a.mjs': WITH_SERVE,
        '.agents/mcp_config.json': starts('a.mjs'),
      },
    ],
    ['a script that nobody starts', { 'GEMINI.md': CLAIM, 'package.json': NEW, 'a.mjs': WITH_TRANSPORT }],
    [
      'the old line for tests alone',
      {
        'GEMINI.md': CLAIM,
        'package.json': manifest({ '@modelcontextprotocol/sdk': '^1.0.0' }, 'devDependencies'),
      },
    ],
    [
      'a range that says little',
      { 'GEMINI.md': CLAIM, 'package.json': manifest({ '@modelcontextprotocol/sdk': '*' }) },
    ],
    ['a package elsewhere', { 'tide/GEMINI.md': CLAIM, 'package.json': OLD }],
    ['a package that does not parse', { 'GEMINI.md': CLAIM, 'package.json': `${OLD},` }],
    ['a day, and no revision', { 'GEMINI.md': 'We meet on 2026-07-28.\n', 'package.json': OLD }],
    ['a plan', { 'GEMINI.md': 'Move to revision 2026-07-28 of MCP later.\n', 'package.json': OLD }],
    ['the opposite', { 'GEMINI.md': "This server doesn't speak MCP 2026-07-28.\n", 'package.json': OLD }],
    ['a fence', { 'GEMINI.md': '```\nrevision 2026-07-28 of MCP\n```\n', 'package.json': OLD }],
    ['a comment', { 'GEMINI.md': '<!-- revision 2026-07-28 of MCP -->\n', 'package.json': OLD }],
    [
      'a transport in a comment',
      {
        'GEMINI.md': CLAIM,
        'package.json': NEW,
        'a.mjs': `// new StdioServerTransport()\n${WITH_SERVE}`,
        '.agents/mcp_config.json': starts('a.mjs'),
      },
    ],
    [
      'a script outside the repository',
      { 'GEMINI.md': CLAIM, 'package.json': NEW, '.agents/mcp_config.json': starts('../tide.mjs') },
    ],
  ])('keeps quiet: %s', async (_, files) => {
    expect(await found(files)).toEqual([]);
  });
});

describe('imports of a script that a server starts', () => {
  test.each<[string, string[]]>([
    ["import { x } from '@modelcontextprotocol/core-internal';\n", ['internal-import warning a.mjs:1:19']],
    [
      "\nconst x = require('@modelcontextprotocol/core-internal/types');\n",
      ['internal-import warning a.mjs:2:19'],
    ],
    ["await import('@modelcontextprotocol/core-internal')", ['internal-import warning a.mjs:1:14']],
    ["import '@modelcontextprotocol/core-internal'", ['internal-import warning a.mjs:1:8']],
    [
      "import {\n  McpServer,\n  serveStdio as serve,\n} from '@modelcontextprotocol/server';\n",
      ['root-import warning a.mjs:4:8'],
    ],
    [
      "const { serveStdio } = await import('@modelcontextprotocol/server')",
      ['root-import warning a.mjs:1:37'],
    ],
    ["import { serveStdio } from '@modelcontextprotocol/server/stdio';", []],
    ["import { McpServer } from '@modelcontextprotocol/server';\nconst serveStdio = 1;", []],
    ["// import { x } from '@modelcontextprotocol/core-internal';", []],
    ["/* import { x } from '@modelcontextprotocol/core-internal' */", []],
    ["const text = `import '@modelcontextprotocol/core-internal'`;", []],
    ["const name = '@modelcontextprotocol/core-internal';", []],
    ["import x from '@modelcontextprotocol/core';", []],
  ])('%j', async (script, expected) => {
    expect(await found({ 'a.mjs': script, '.agents/mcp_config.json': starts('a.mjs') })).toEqual(expected);
  });

  test('a script that two servers start is read once', async () => {
    const script = "import '@modelcontextprotocol/core-internal'";
    const files = {
      'a.mjs': script,
      '.agents/mcp_config.json': starts('a.mjs'),
      '.mcp.json': starts('./a.mjs'),
    };
    expect(await found(files)).toHaveLength(1);
  });

  test.each([
    "'".repeat(200_000),
    '/*'.repeat(200_000),
    '`'.repeat(200_001),
    "from '@modelcontextprotocol/x'".repeat(50_000),
  ])('hostile text does not hang it', async (script) => {
    expect(await found({ 'a.mjs': script, '.agents/mcp_config.json': starts('a.mjs') })).toEqual([]);
  });
});
