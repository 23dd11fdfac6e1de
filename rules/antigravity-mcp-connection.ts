import {
  addressProblem,
  defineRule,
  detailsOf,
  type JsonDoc,
  keyPlace,
  type LoadedServer,
  type Located,
  type McpConfigView,
  type NodeId,
  sameAddress,
  valuePlace,
} from '../src/rule.ts';

interface FieldArgs extends Record<string, string | number> {
  readonly server: string;
  readonly field: string;
}

interface PairArgs extends FieldArgs {
  /** The field that counts. */
  readonly other: string;
}

interface AddressArgs extends FieldArgs {
  /** In front of `://`; empty where it is not what is wrong. */
  readonly scheme: string;
}

export default defineRule({
  id: 'antigravity-mcp-connection',
  summary: 'A server must say in one way, and safely, what Antigravity connects to',
  category: 'mcp',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['mcp-config'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'A serverUrl that is not empty wins over command and over url.',
      source: 'the command-line program in an empty home',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim:
        'Earlier releases refuse a server with url and without serverUrl, and so does agy plugin validate.',
      source: 'reports on agy 1.0.10 and 1.1.19',
      level: 'reported',
    },
    {
      claim: 'What an address is made of, and what neither Go nor a browser takes for one.',
      source: 'https://pkg.go.dev/net/url and https://url.spec.whatwg.org',
      level: 'documented',
    },
  ],
  messages: {
    'two-addresses': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: PairArgs) =>
        `Server "${a.server}": ${a.field} is not the address in ${a.other}; Antigravity connects to ${a.other} and passes over ${a.field}`,
      help: (a) =>
        `Keep under serverUrl the address that is meant. ${a.field} may stay with the same address, for programs that read only that.`,
    },
    'no-address': {
      severity: 'warning',
      scope: 'field',
      consequence: 'server-inert',
      text: (a: AddressArgs) =>
        `Server "${a.server}": ${a.field} is no whole address; Antigravity cannot connect to the server`,
      help: () => 'Write the address from its scheme on, such as https://host/path.',
    },
    scheme: {
      severity: 'warning',
      scope: 'field',
      consequence: 'server-inert',
      text: (a: AddressArgs) =>
        `Server "${a.server}": ${a.field} begins with ${a.scheme}://; Antigravity connects to no address but https, http, wss and ws`,
      help: () =>
        'Write the https:// address of a remote server; a local one is started by command and args.',
    },
    'clear-text': {
      severity: 'warning',
      scope: 'field',
      consequence: 'insecure',
      text: (a: AddressArgs) =>
        `Server "${a.server}": ${a.field} is an http:// address of another machine; what Antigravity sends there, headers too, can be read and changed on the way`,
      help: () => 'Write https://; only a server on the same machine does without.',
    },
    'command-unused': {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: PairArgs) =>
        `Server "${a.server}": ${a.field} never runs, because ${a.other} wins; Antigravity connects to the address`,
      help: (a) => `Take out ${a.field} and its args for a remote server, or ${a.other} for a local one.`,
    },
    'older-spelling': {
      severity: 'info',
      scope: 'field',
      consequence: 'unportable',
      text: (a: FieldArgs) =>
        `Server "${a.server}": the address stands under ${a.field} alone; older releases of Antigravity, and agy plugin validate, read only serverUrl`,
      help: (a) =>
        `Write it as serverUrl. ${a.field} may stay beside it with the same address, for programs that read only that.`,
    },
  },

  check({ config: { doc, servers } }: McpConfigView, { report }) {
    return doc === undefined || servers.every(isPlain) ? [] : defects(doc);

    function* defects(document: JsonDoc) {
      for (const { name: server, connection, fields } of servers) {
        if (connection.kind !== 'remote') continue;
        const used = valuePlace(document, server, connection.url);
        const other = used.field as string;
        const problem = addressProblem(connection.url.value);
        if (problem !== undefined) {
          const scheme = problem.code === 'scheme' ? problem.scheme : '';
          const args = { server, field: other, scheme };
          yield report(problem.code, used.span, args, { ...detailsOf(used), server });
        }
        if (connection.field === 'url') {
          const key = keyPlace(document, server, connection.url.key as NodeId);
          yield report('older-spelling', key.span, { server, field: other }, { ...detailsOf(key), server });
          continue;
        }
        const { url, command } = fields;
        if (isGiven(url) && !sameAddress(url.value, connection.url.value)) {
          const place = valuePlace(document, server, url);
          const args = { server, field: place.field as string, other };
          const related = [{ message: `${other} counts`, at: used.span }];
          yield report('two-addresses', place.span, args, { ...detailsOf(place), server, related });
        }
        if (isGiven(command)) {
          const key = keyPlace(document, server, command.key as NodeId);
          const args = { server, field: key.field as string, other };
          yield report('command-unused', key.span, args, { ...detailsOf(key), server });
        }
      }
    }
  },
});

/** Null and an empty text count as absent. */
function isGiven(value: Located<string> | undefined): value is Located<string> {
  return value !== undefined && value.value !== '';
}

/** Whether a server is started by its command, or has one sound address and nothing beside it. */
function isPlain({ connection, fields }: LoadedServer): boolean {
  if (connection.kind !== 'remote') return true;
  const alone = connection.field === 'serverUrl' && !isGiven(fields.url) && !isGiven(fields.command);
  return alone && addressProblem(connection.url.value) === undefined;
}
