import {
  type CredentialForm,
  defineRule,
  detailsOf,
  effectiveValues,
  explainSyntax,
  type FoundCredential,
  fieldOfValue,
  findTokens,
  flag,
  type JsonDoc,
  jsonPointer,
  KIND_NAMES,
  type LoadedServer,
  listOf,
  loadBrokenServers,
  type McpConfigView,
  type McpJsonProblem,
  type McpJsonView,
  type NodeId,
  option,
  type RawFinding,
  type ServerValue,
  type ServerValues,
  SYNTAX_HELP,
  type SyntaxCause,
  scanValues,
  spelledValues,
  text,
} from '../src/rule.ts';

const OUT = 'Take it out of the file and revoke it.';
const REFERENCE = '${NAME} in its place keeps the secret out of the file, too';

/** What reads the file, in words. */
const CLIENTS = { 'mcp-config': 'agy', 'mcp-json': 'the client' } as const;

const inherit = ({ client }: CredentialArgs): string =>
  `A local server inherits the environment of ${client}, so set the variable there and drop the entry; ${REFERENCE}.`;
const remote = ({ client }: CredentialArgs): string =>
  `Let ${client} sign in${client === 'agy' ? ' (oauth or authProviderType)' : ''}, or keep the server in your own configuration outside the repository; ${REFERENCE} (a local server needs no entry: it inherits the environment of ${client}).`;

/** Files that do not parse are read for credentials since this version. */
const BROKEN_SINCE = '0.20.0';

const QUOTE = 0x22;

interface CredentialArgs extends Record<string, string | number> {
  readonly client: (typeof CLIENTS)[keyof typeof CLIENTS];
  readonly server: string;
  readonly field: string;
  readonly what: string;
}

export default defineRule({
  id: 'mcp-valid-json',
  summary: 'An MCP configuration must not carry credentials; .mcp.json must be a map of servers',
  category: 'security',
  repositoryTypes: ['any'],
  kinds: ['mcp-config', 'mcp-json'],
  severity: 'error',
  enabled: true,
  since: '0.1.0',
  fixable: false,
  options: {
    'additional-placeholders': option(listOf(text()), {
      default: [],
      summary: 'Values that stand for a secret and are none, besides the usual spellings',
    }),
    shadowed: option(flag, {
      default: false,
      summary: 'Report credentials in values that a later spelling of the same key replaces, too',
    }),
  },
  evidence: [
    {
      claim: 'What the file holds is committed with it, whether or not agy uses it.',
      source: 'a property of version control, not of Antigravity',
      level: 'measured',
    },
    {
      claim: 'A server that agy starts inherits the environment of agy.',
      source: 'reported for the command-line program',
      version: '1.2.16',
      level: 'reported',
    },
  ],
  messages: {
    'url-user-info': {
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": the address in ${a.field} carries ${a.what}; everybody who can read this file can use it`,
      help: (a) => `Write the address without the part before the @, and revoke it. ${remote(a)}`,
    },
    credential: {
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": ${a.field} holds ${a.what}; everybody who can read this file can use it`,
      help: (a) => `${OUT} ${/^(?:env|[eE][nN][vV])\b/.test(a.field) ? inherit(a) : remote(a)}`,
    },
    token: {
      since: '0.20.0',
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": ${a.field} holds ${a.what}; everybody who can read this file can use it`,
      help: (a) => `${OUT} A local server reads it from the environment, which it inherits from ${a.client}.`,
    },
    'args-credential': {
      since: '0.20.0',
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": ${a.field} passes ${a.what} on the command line; everybody who can read this file, or list processes, can use it`,
      help: (a) =>
        `${OUT} Most programs read such a value from the environment, which a local server inherits from ${a.client}.`,
    },
    'url-query': {
      since: '0.20.0',
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": the address in ${a.field} carries ${a.what} in its query; everybody who can read this file, or a log of requests, can use it`,
      help: (a) => `${OUT} ${remote(a)}`,
    },
    'uri-password': {
      since: '0.20.0',
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": the connection string in ${a.field} carries ${a.what}; everybody who can read this file can use it`,
      help: (a) => `${OUT} ${inherit(a)}`,
    },
    'uri-password-loopback': {
      since: '0.20.0',
      severity: 'warning',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": the connection string in ${a.field} carries ${a.what} for a service on this machine; it is committed with the file`,
      help: inherit,
    },
    syntax: {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { found: string; expected: string; cause: string }) =>
        `Invalid JSON: found ${a.found}, expected ${a.expected}; no client finds a server in this file`,
      help: (a) => SYNTAX_HELP[a.cause as SyntaxCause],
    },
    'root-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { found: string }) =>
        `The document is ${a.found} where an object must stand; no client finds a server in this file`,
      help: () => 'Write an object with the servers in it: {"mcpServers": {…}}.',
    },
    'servers-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { found: string }) =>
        `mcpServers is ${a.found} where an object must stand; no client finds a server in this file`,
      help: () => 'Write mcpServers as an object that maps each server name to its settings.',
    },
    'server-type': {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-dropped',
      text: (a: { server: string; found: string }) =>
        `Server "${a.server}" is ${a.found} where an object must stand; no client starts it`,
      help: () => 'Write the server as an object with command and args, or with type and url.',
    },
  },

  check(view: McpConfigView | McpJsonView, { report, options }) {
    const placeholders = options['additional-placeholders'];
    const client = CLIENTS[view.kind];
    const { doc, wrapper, servers, problems } = view.config;
    const isBroken = problems.some(({ code }) => code === 'syntax');
    const findings: RawFinding[] = [];
    if (view.kind === 'mcp-json') findings.push(...view.config.problems.map(shapeFinding));
    if (doc === undefined) return view.source.bytes.includes(QUOTE) ? scanBroken() : findings;
    scanServers({ doc, wrapper }, servers);
    if (options.shadowed) {
      for (const { server } of view.config.replaced) {
        scan({ doc, wrapper }, server.name, spelledValues(doc, server));
      }
    }
    return findings;

    /** Whatever a client makes of the file, it is committed. */
    async function scanBroken(): Promise<readonly RawFinding[]> {
      const found = (await loadBrokenServers())(view.source.bytes, view.kind);
      if (found === undefined) return findings;
      const { doc, servers } = found;
      // Half a placeholder looks like anything; half a token may be whole.
      const isUnsure = doc.cut !== undefined && findTokens(doc.text(doc.cut)).length === 0;
      scanServers(found, servers, isUnsure ? new Set([doc.cut]) : undefined);
      return findings;
    }

    function scanServers(
      within: Within,
      servers: readonly LoadedServer[],
      unsure?: ReadonlySet<NodeId>,
    ): void {
      const { doc } = within;
      for (const server of servers) {
        const effective = effectiveValues(server);
        scan(within, server.name, effective, unsure);
        if (!options.shadowed) continue;
        const counted = [effective.urls, effective.named, ...effective.args, effective.plain].flat();
        const skip = new Set([...(unsure ?? []), ...counted.map(({ node }) => node)]);
        scan(within, server.name, spelledValues(doc, server), skip);
      }
    }

    function shapeFinding(problem: McpJsonProblem): RawFinding {
      if (problem.code === 'syntax') {
        const { cause, found, expected, start, end, open } = explainSyntax(view.source.bytes, problem.error);
        const related =
          open === undefined ? [] : [{ message: 'opened here', at: { start: open, end: open + 1 } }];
        return report('syntax', { start, end }, { found, expected, cause }, { related });
      }
      const { place, code } = problem;
      const found = KIND_NAMES[problem.found];
      if (code !== 'server-type') return report(code, place.span, { found }, detailsOf(place));
      const { server } = problem;
      return report(code, place.span, { server, found }, { server, ...detailsOf(place) });
    }

    function scan(within: Within, server: string, values: ServerValues, skip?: ReadonlySet<NodeId>): void {
      const tell: FoundCredential = (form, value, what) => found(within, form, server, value, what);
      scanValues({ doc: within.doc, placeholders, found: tell, skip }, values);
    }

    function found(
      { doc: document, wrapper }: Within,
      form: CredentialForm,
      server: string,
      value: ServerValue,
      what: string,
    ): void {
      const { node, name, field: within } = value;
      const field = fieldOfValue(document, value);
      const outer = within === undefined ? [] : [document.text(within)];
      const pointer = jsonPointer(...wrapper, server, ...outer, name);
      const details = { server, field, pointer, ...(isBroken ? { since: BROKEN_SINCE } : {}) };
      findings.push(report(form, document.span(node), { client, server, field, what }, details));
    }
  },
});

/** A document, and the keys that lead to the servers in it. */
interface Within {
  readonly doc: JsonDoc;
  readonly wrapper: readonly string[];
}
