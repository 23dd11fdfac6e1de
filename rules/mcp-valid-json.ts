import {
  connectionUriPassword,
  defineRule,
  detailsOf,
  explainSyntax,
  fieldOccurrences,
  flag,
  type JsonDoc,
  jsonPointer,
  KIND_NAMES,
  type LoadedServer,
  type Located,
  listOf,
  type McpConfigView,
  type McpJsonProblem,
  type McpJsonView,
  type NodeId,
  namedCredential,
  option,
  type RawFinding,
  SYNTAX_HELP,
  type SyntaxCause,
  scanArgs,
  text,
  textCredential,
  urlQueryCredentials,
  urlUserInfo,
} from '../src/rule.ts';

const OUT = 'Take it out of the file and revoke it.';
const REFERENCE = '${NAME} in its place keeps the secret out of the file, too.';

/** What reads the file, in words. */
const CLIENTS = { 'mcp-config': 'agy', 'mcp-json': 'the client' } as const;

const inherit = ({ client }: CredentialArgs): string =>
  `A local server inherits the environment of ${client}, so set the variable there and drop the entry; ${REFERENCE}`;
const remote = ({ client }: CredentialArgs): string =>
  `Let ${client} sign in${client === 'agy' ? ' (oauth or authProviderType)' : ''}, or keep the server in your own configuration outside the repository; ${REFERENCE}`;

const LOOPBACK = 'uri-password-loopback';

interface CredentialArgs extends Record<string, string | number> {
  readonly client: (typeof CLIENTS)[keyof typeof CLIENTS];
  readonly server: string;
  readonly field: string;
  readonly what: string;
}

/** A string of a server, and where it stands below the server. */
interface Value {
  readonly node: NodeId;
  readonly value: string;
  /** What the string is called: a field, a member or an index. */
  readonly name: string | number;
  /** The key of the field it stands in, when it is not the field itself. */
  readonly field?: NodeId | undefined;
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
    const { doc, wrapper } = view.config;
    const findings: RawFinding[] = [];
    if (view.kind === 'mcp-json') findings.push(...view.config.problems.map(shapeFinding));
    if (doc === undefined) return findings;
    for (const server of view.config.servers) {
      const effective = effectiveValues(doc, server);
      scanServer(server.name, effective);
      if (!options.shadowed) continue;
      const counted = new Set(
        [effective.urls, effective.named, effective.args, effective.plain].flat().map(({ node }) => node),
      );
      scanServer(server.name, spelledValues(doc, server), counted);
    }
    if (options.shadowed) {
      for (const { server } of view.config.replaced) scanServer(server.name, spelledValues(doc, server));
    }
    return findings;

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

    function scanServer(server: string, values: ServerValues, skip?: ReadonlySet<NodeId>): void {
      const fresh = ({ node, value }: Value): boolean => value !== '' && skip?.has(node) !== true;
      for (const value of values.urls) if (fresh(value)) scanUrl(server, value);
      for (const value of values.named) if (fresh(value)) scanNamed(server, value);
      for (const value of values.plain) if (fresh(value)) scanPlain(server, value);
      if (values.args.length > 0) scanArguments(server, values.args, skip);
    }

    function scanUrl(server: string, value: Value): void {
      const userInfo = urlUserInfo(value.value, placeholders);
      if (userInfo !== undefined) found('url-user-info', server, value, userInfo.what);
      const inQuery = urlQueryCredentials(value.value, placeholders);
      for (const hit of inQuery) found('url-query', server, value, hit.what);
      if (userInfo === undefined && inQuery.length === 0) scanPlain(server, value);
    }

    function scanNamed(server: string, value: Value): void {
      // Most values have none of these, and then no other way to be a credential than their name.
      const saysMore = /[:=@{\s]/.test(value.value);
      const uri = saysMore ? connectionUriPassword(value.value, placeholders) : undefined;
      const named =
        uri === undefined ? namedCredential(String(value.name), value.value, placeholders) : undefined;
      if (named !== undefined) found('credential', server, value, named.what);
      else if (uri !== undefined) found(uri.loopback ? LOOPBACK : 'uri-password', server, value, uri.what);
      else if (saysMore) {
        const hit = textCredential(value.value, placeholders);
        if (hit === undefined) return;
        found(hit.form === 'url' ? 'uri-password' : 'credential', server, value, hit.what);
      }
    }

    function scanPlain(server: string, value: Value): void {
      const hit = textCredential(value.value, placeholders);
      if (hit === undefined) return;
      if (hit.form === 'uri') found(hit.loopback ? LOOPBACK : 'uri-password', server, value, hit.what);
      else found('token', server, value, hit.what);
    }

    function scanArguments(server: string, args: readonly Value[], skip?: ReadonlySet<NodeId>): void {
      const words = args.map(({ value }) => value);
      for (const hit of scanArgs(words, placeholders)) {
        const value = args[hit.index] as Value;
        if (skip?.has(value.node)) continue;
        if (hit.form === 'uri') {
          found(hit.loopback ? LOOPBACK : 'uri-password', server, value, hit.what);
        } else found('args-credential', server, value, hit.what);
      }
    }

    function found(
      id:
        | 'credential'
        | 'token'
        | 'url-user-info'
        | 'args-credential'
        | 'url-query'
        | 'uri-password'
        | typeof LOOPBACK,
      server: string,
      { node, name, field: within }: Value,
      what: string,
    ): void {
      const document = doc as JsonDoc;
      const outer = within === undefined ? undefined : document.text(within);
      const inner = typeof name === 'number' ? `[${name}]` : `.${name}`;
      const field = outer === undefined ? String(name) : `${outer}${inner}`;
      const pointer = jsonPointer(...wrapper, server, ...(outer === undefined ? [] : [outer]), name);
      findings.push(
        report(id, document.span(node), { client, server, field, what }, { server, field, pointer }),
      );
    }
  },
});

/** The strings of a server by how they are read for credentials. */
interface ServerValues {
  readonly urls: readonly Value[];
  /** Strings under a name that may say what they are. */
  readonly named: readonly Value[];
  readonly args: readonly Value[];
  readonly plain: readonly Value[];
}

/** What agy holds after loading. */
function effectiveValues(doc: JsonDoc, { fields, stray }: LoadedServer): ServerValues {
  const urls: Value[] = [];
  const named: Value[] = [];
  const args: Value[] = [];
  const plain: Value[] = [];
  const top = (list: Value[], located: Located<string> | undefined): void => {
    if (located === undefined) return;
    const { node, value, key } = located;
    list.push({ node, value, name: doc.text(key as NodeId) });
  };
  const member = (located: Located<string>): void => {
    const { node, value, key, field } = located;
    named.push({ node, value, name: doc.text(key as NodeId), field });
  };
  top(urls, fields.serverUrl);
  top(urls, fields.url);
  fields.env?.forEach(member);
  fields.headers?.forEach(member);
  if (fields.oauth !== undefined) Object.values(fields.oauth).forEach(member);
  top(named, stray.clientId);
  top(named, stray.clientSecret);
  fields.args?.forEach(({ node, value, field }, index) => {
    args.push({ node, value, name: index, field });
  });
  top(plain, fields.command);
  top(plain, fields.cwd);
  return { urls, named, args, plain };
}

/** Every spelling in the file, whether or not a later one replaces it. */
function spelledValues(doc: JsonDoc, server: LoadedServer): ServerValues {
  const values = { urls: [] as Value[], named: [] as Value[], args: [] as Value[], plain: [] as Value[] };
  for (const { field, key, value: node } of fieldOccurrences(doc, server)) {
    const name = doc.text(key);
    const whole = doc.kind(node) === 'string' ? [{ node, value: doc.text(node), name }] : [];
    if (field === 'serverUrl' || field === 'url') values.urls.push(...whole);
    else if (field === 'env' || field === 'headers' || field === 'oauth') {
      for (const member of doc.members(node)) {
        if (doc.kind(member.value) !== 'string') continue;
        const value = doc.text(member.value);
        values.named.push({ node: member.value, value, name: doc.text(member.key), field: key });
      }
    } else if (field === 'command' || field === 'cwd') values.plain.push(...whole);
    else if (field === 'args') {
      let index = 0;
      for (const item of doc.items(node)) {
        const value = doc.kind(item) === 'string' ? doc.text(item) : '';
        values.args.push({ node: item, value, name: index++, field: key });
      }
    } else if (field === undefined && /^client(?:id|secret)$/i.test(name)) values.named.push(...whole);
  }
  return values;
}
