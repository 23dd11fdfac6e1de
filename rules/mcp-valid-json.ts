import {
  connectionUriPassword,
  defineRule,
  findTokens,
  flag,
  type JsonDoc,
  jsonPointer,
  type LoadedServer,
  type Located,
  listOf,
  type McpConfigView,
  type NodeId,
  namedCredential,
  option,
  type RawFinding,
  scanArgs,
  text,
  urlQueryCredentials,
  urlUserInfo,
} from '../src/rule.ts';

const OUT = 'Take it out of the file and revoke it.';
const INHERIT =
  'A local server inherits the environment of agy, so set the variable there and drop the entry; ${NAME} in its place keeps the secret out of the file, too.';
const REMOTE =
  'Let agy sign in (oauth or authProviderType), or keep the server in your own configuration outside the repository; ${NAME} in its place keeps the secret out of the file, too.';

interface CredentialArgs extends Record<string, string | number> {
  readonly server: string;
  readonly field: string;
  readonly what: string;
}

/** A string of a server, and where it stands below the server. */
interface Value {
  readonly node: NodeId;
  readonly value: string;
  /** The field as spelled, then the name or index inside it. */
  readonly path: readonly (string | number)[];
}

export default defineRule({
  id: 'mcp-valid-json',
  summary: 'An MCP configuration must not carry credentials',
  category: 'security',
  repositoryTypes: ['any'],
  kinds: ['mcp-config'],
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
      help: () => `Write the address without the part before the @, and revoke it. ${REMOTE}`,
    },
    credential: {
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": ${a.field} holds ${a.what}; everybody who can read this file can use it`,
      help: (a) => `${OUT} ${/^(?:env|[eE][nN][vV])\b/.test(a.field) ? INHERIT : REMOTE}`,
    },
    'args-credential': {
      since: '0.20.0',
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": ${a.field} passes ${a.what} on the command line; everybody who can read this file, or list processes, can use it`,
      help: () =>
        `${OUT} Most programs read such a value from the environment, which a local server inherits from agy.`,
    },
    'url-query': {
      since: '0.20.0',
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": the address in ${a.field} carries ${a.what} in its query; everybody who can read this file, or a log of requests, can use it`,
      help: () => `${OUT} ${REMOTE}`,
    },
    'uri-password': {
      since: '0.20.0',
      severity: 'error',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": the connection string in ${a.field} carries ${a.what}; everybody who can read this file can use it`,
      help: () => `${OUT} ${INHERIT}`,
    },
    'uri-password-loopback': {
      since: '0.20.0',
      severity: 'warning',
      scope: 'field',
      consequence: 'credential-exposed',
      text: (a: CredentialArgs) =>
        `Server "${a.server}": the connection string in ${a.field} carries ${a.what} for a service on this machine; it is committed with the file`,
      help: () => INHERIT,
    },
  },

  *check({ config }: McpConfigView, { report, options }) {
    const placeholders = options['additional-placeholders'];
    const { doc } = config;
    if (doc === undefined) return;
    for (const server of config.servers) {
      const effective = effectiveValues(doc, server);
      yield* scanServer(server.name, effective);
      if (!options.shadowed) continue;
      const counted = new Set(
        [effective.urls, effective.named, effective.args, effective.plain].flat().map(({ node }) => node),
      );
      yield* scanServer(server.name, spelledValues(doc, server), counted);
    }
    if (options.shadowed) {
      for (const { server } of config.replaced) yield* scanServer(server.name, spelledValues(doc, server));
    }

    function* scanServer(
      server: string,
      values: ServerValues,
      skip?: ReadonlySet<NodeId>,
    ): Generator<RawFinding> {
      const fresh = (list: readonly Value[]): readonly Value[] =>
        skip === undefined ? list : list.filter(({ node }) => !skip.has(node));
      for (const value of fresh(values.urls)) yield* scanUrl(server, value);
      for (const value of fresh(values.named)) yield* scanNamed(server, value);
      for (const value of fresh(values.plain)) yield* scanPlain(server, value);
      yield* scanArguments(server, values.args, skip);
    }

    function* scanUrl(server: string, value: Value): Generator<RawFinding> {
      const userInfo = urlUserInfo(value.value, placeholders);
      if (userInfo !== undefined) yield found('url-user-info', server, value, userInfo.what);
      const inQuery = urlQueryCredentials(value.value, placeholders);
      for (const hit of inQuery) yield found('url-query', server, value, hit.what);
      if (userInfo === undefined && inQuery.length === 0) yield* scanPlain(server, value);
    }

    function* scanNamed(server: string, value: Value): Generator<RawFinding> {
      const uri = connectionUriPassword(value.value, placeholders);
      if (uri !== undefined) {
        yield found(uri.loopback ? 'uri-password-loopback' : 'uri-password', server, value, uri.what);
        return;
      }
      const named = namedCredential(String(value.path.at(-1)), value.value, placeholders);
      if (named !== undefined) {
        yield found('credential', server, value, named.what);
        return;
      }
      const [inUrl] = [
        urlUserInfo(value.value, placeholders),
        ...urlQueryCredentials(value.value, placeholders),
      ].filter((hit) => hit !== undefined);
      if (inUrl !== undefined) yield found('uri-password', server, value, inUrl.what);
    }

    function* scanPlain(server: string, value: Value): Generator<RawFinding> {
      for (const { start, end, what } of findTokens(value.value)) {
        if (placeholders.includes(value.value.slice(start, end))) continue;
        yield found('credential', server, value, what);
      }
    }

    function* scanArguments(
      server: string,
      args: readonly Value[],
      skip?: ReadonlySet<NodeId>,
    ): Generator<RawFinding> {
      for (const hit of scanArgs(
        args.map(({ value }) => value),
        placeholders,
      )) {
        const value = args[hit.index] as Value;
        if (skip?.has(value.node)) continue;
        if (hit.form === 'uri') {
          yield found(hit.loopback ? 'uri-password-loopback' : 'uri-password', server, value, hit.what);
        } else yield found('args-credential', server, value, hit.what);
      }
    }

    function found(
      id:
        | 'credential'
        | 'url-user-info'
        | 'args-credential'
        | 'url-query'
        | 'uri-password'
        | 'uri-password-loopback',
      server: string,
      { node, path }: Value,
      what: string,
    ): RawFinding {
      const field = path
        .map((part, depth) => (typeof part === 'number' ? `[${part}]` : depth === 0 ? part : `.${part}`))
        .join('');
      const at = (doc as JsonDoc).span(node);
      const pointer = jsonPointer('mcpServers', server, ...path);
      return report(id, at, { server, field, what }, { server, field, pointer });
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
  const top = (located: Located<string> | undefined): Value[] =>
    located === undefined
      ? []
      : [{ node: located.node, value: located.value, path: [doc.text(located.key as NodeId)] }];
  const inside = (members: Iterable<readonly [string | number, Located<string>]>): Value[] =>
    [...members].map(([name, { node, value, key, field }]) => ({
      node,
      value,
      path: [doc.text(field as NodeId), key === undefined ? name : doc.text(key)],
    }));
  return {
    urls: [...top(fields.serverUrl), ...top(fields.url)],
    named: [
      ...inside(fields.env ?? []),
      ...inside(fields.headers ?? []),
      ...inside(Object.entries(fields.oauth ?? {})),
      ...top(stray.clientId),
      ...top(stray.clientSecret),
    ],
    args: inside((fields.args ?? []).entries()),
    plain: [...top(fields.command), ...top(fields.cwd)],
  };
}

/** Every spelling in the file, whether or not a later one replaces it. */
function spelledValues(doc: JsonDoc, { occurrences }: LoadedServer): ServerValues {
  const values = { urls: [] as Value[], named: [] as Value[], args: [] as Value[], plain: [] as Value[] };
  for (const { field, key, value: node } of occurrences) {
    const spelled = doc.text(key);
    const whole = doc.kind(node) === 'string' ? [{ node, value: doc.text(node), path: [spelled] }] : [];
    const members = [...doc.members(node)]
      .filter(({ value }) => doc.kind(value) === 'string')
      .map((member) => ({
        node: member.value,
        value: doc.text(member.value),
        path: [spelled, doc.text(member.key)],
      }));
    if (field === 'serverUrl' || field === 'url') values.urls.push(...whole);
    else if (field === 'env' || field === 'headers' || field === 'oauth') values.named.push(...members);
    else if (field === 'command' || field === 'cwd') values.plain.push(...whole);
    else if (field === 'args') {
      [...doc.items(node)].forEach((item, index) => {
        const value = doc.kind(item) === 'string' ? doc.text(item) : '';
        values.args.push({ node: item, value, path: [spelled, index] });
      });
    } else if (field === undefined && /^client(?:id|secret)$/i.test(spelled)) values.named.push(...whole);
  }
  return values;
}
