import {
  argumentPlace,
  argumentsOf,
  defineRule,
  detailsOf,
  type JsonDoc,
  judgeStarts,
  type LoadedServer,
  type Located,
  listOf,
  type McpConfigView,
  option,
  programNamed,
  type RawFinding,
  type Start,
  someArgument,
  text,
  valuePlace,
} from '../src/rule.ts';

/** Servers by which other clients hand work to Antigravity. */
const BRIDGES: readonly string[] = [
  'agy-bridge',
  'agy-mcp',
  'agy-orch-mcp',
  'agymcp',
  'antigravity-cli-mcp',
  'antigravity-mcp',
  'codex-agy-bridge',
];

/** What the names of all of them hold, and that of Antigravity's own program. */
const TRACE = new RegExp(['agy', ...BRIDGES].map((name) => name.replaceAll('-', '[-_]')).join('|'), 'i');

/** The command-line program itself. */
const AGY = /^agy(?:\.(?:cmd|bat|ps1))?$/;

interface RecursionArgs extends Record<string, string | number> {
  readonly server: string;
  readonly program: string;
}

export default defineRule({
  id: 'antigravity-mcp-recursion',
  summary: 'A server that Antigravity starts must not start Antigravity again',
  category: 'mcp',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['mcp-config'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {
    bridges: option(listOf(text()), {
      default: [],
      summary: 'Programs or packages that start Antigravity for other clients, besides the known ones',
    }),
  },
  evidence: [
    {
      claim:
        'A bridge is made for another client: a session of Antigravity that it starts must not call it again.',
      source: 'the documentation of agy-orch-mcp',
      level: 'documented',
    },
    {
      claim: 'No limit on how deep sessions start each other is documented.',
      source: 'the documentation of the command-line program',
      level: 'reported',
    },
  ],
  messages: {
    'starts-agy': {
      severity: 'warning',
      scope: 'server',
      consequence: 'recursion',
      text: (a: RecursionArgs) =>
        `Server "${a.server}" starts ${a.program}, which is Antigravity itself: every session starts another one, and no limit to that is known`,
      help: () => 'Take the server out; Antigravity has its own subagents for work that it hands on.',
    },
    bridge: {
      severity: 'warning',
      scope: 'server',
      consequence: 'recursion',
      text: (a: RecursionArgs) =>
        `Server "${a.server}" starts ${a.program}, a bridge through which other clients start Antigravity: here Antigravity starts itself, and no limit to that is known`,
      help: () =>
        'Take the server out of this file, and declare it where the client that hands work to Antigravity looks for its servers.',
    },
  },

  check({ config: { doc, servers, wrapper } }: McpConfigView, { report, options }) {
    if (doc === undefined || (options.bridges.length === 0 && !doc.mayHold(TRACE))) return [];
    const bridges = new Set([...BRIDGES, ...options.bridges.map(lastName)]);
    const hints = ['agy', ...bridges];
    const suspects = servers.flatMap((server): readonly Suspect[] => {
      // What is switched off or dropped does not start.
      if (server.state !== 'loaded' || server.connection.kind !== 'stdio') return [];
      const { cwd } = server.fields;
      const isHint = (word: string): boolean => hints.some((hint) => plain(word).includes(hint));
      if (!someArgument(server, isHint) && !(cwd !== undefined && isHint(cwd.value))) return [];
      return [{ server, argv: argumentsOf(server).map(({ value }) => value) }];
    });
    return suspects.length === 0 ? [] : judgeStarts(suspects, judge);

    function judge({ server }: Suspect, starts: readonly Start[]): readonly RawFinding[] {
      for (const { invocation, argumentOf } of starts) {
        const agy = AGY.test(invocation.name);
        const found = agy
          ? { name: 'agy', word: invocation.word }
          : programNamed(invocation, bridges, server.fields.cwd?.value);
        if (found === undefined) continue;
        const { name: program, word } = found;
        const place =
          word === undefined
            ? valuePlace(doc as JsonDoc, server.name, server.fields.cwd as Located<string>)
            : argumentPlace(doc as JsonDoc, server, argumentOf(word), wrapper);
        const where = { server: server.name, ...detailsOf(place) };
        return [report(agy ? 'starts-agy' : 'bridge', place.span, { server: server.name, program }, where)];
      }
      return [];
    }
  },
});

interface Suspect {
  readonly server: LoadedServer;
  readonly argv: readonly string[];
}

/** As names are compared. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** `@farm/orchard-bridge` goes by its last part. */
function lastName(name: string): string {
  return plain(name.slice(name.lastIndexOf('/') + 1));
}
