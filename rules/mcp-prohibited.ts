import {
  defineRule,
  type LoadedServer,
  listOf,
  type McpConfigView,
  type McpJsonView,
  option,
  startedPackage,
  text,
} from '../src/rule.ts';

export default defineRule({
  id: 'mcp-prohibited',
  summary: 'A server must be on the allowlist, by name, command, package or host',
  category: 'policy',
  repositoryTypes: ['any'],
  kinds: ['mcp-config', 'mcp-json'],
  severity: 'error',
  enabled: false,
  since: '0.20.0',
  fixable: false,
  options: {
    allowlist: option(listOf(text()), {
      default: [],
      summary:
        'Servers that may be configured: a name, a command, a package with or without its version, or a host',
    }),
  },
  evidence: [
    {
      claim: 'The rule compares texts; it says what the configuration asks for, nothing about Antigravity.',
      source: 'a property of this rule, not of Antigravity',
      level: 'measured',
    },
  ],
  messages: {
    prohibited: {
      severity: 'error',
      scope: 'server',
      consequence: 'policy',
      text: (a: { server: string; starts: string }) =>
        `Server "${a.server}"${a.starts === '' ? '' : ` (${a.starts})`} is not on the allowlist of mcp-prohibited`,
      help: () =>
        'Take the server out, or have its name, command, package or host added to the allowlist in .skillsaw.yaml.',
    },
  },

  *check({ config: { doc, servers } }: McpConfigView | McpJsonView, { report, options }) {
    if (doc === undefined) return;
    const allowed = new Set(options.allowlist);
    for (const server of servers) {
      const { name } = server;
      const ways = waysToName(server);
      if (allowed.has(name) || ways.some((way) => allowed.has(way))) continue;
      yield report(
        'prohibited',
        doc.span(server.key),
        { server: name, starts: ways[0] ?? '' },
        { server: name },
      );
    }
  },
});

/** What a server can be allowed by, besides its name; the most telling first. */
function waysToName({ connection, fields }: LoadedServer): readonly string[] {
  if (connection.kind === 'remote') {
    const host = hostOf(connection.url.value);
    return host === undefined ? [] : [host];
  }
  const command = fields.command?.value ?? '';
  if (command === '') return [];
  const started = startedPackage([command, ...(fields.args ?? []).map(({ value }) => value)]);
  // Who allows npx as such, allows every package.
  return started === undefined ? [command] : [started.name, started.spec, command];
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
