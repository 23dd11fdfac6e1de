import {
  BRIDGE_NAME,
  bridgeCertainty,
  type Certainty,
  CLIENT_TIMEOUT,
  type CodexConfigView,
  type CodexServer,
  defineRule,
  FULL_AUTONOMY,
  type JsonDoc,
  jsonPointer,
  LONGEST_CALL,
  type LoadedServer,
  loadCodexServers,
  looksLikeSetting,
  type McpConfigView,
  type McpJsonView,
  type NodeId,
  type RawFinding,
  type RelatedPlace,
  type SettingFault,
  type Span,
  settingFault,
} from '../src/rule.ts';

/** A setting as some client hands it on. */
interface Setting {
  readonly name: string;
  readonly value: string;
  /** The value, or the argument that holds name and value. */
  readonly at: Span;
  /** The name, where it stands by itself. */
  readonly nameAt: Span;
  /** The field of the server, whatever its spelling, and the whole path as spelled. */
  readonly in: 'env' | 'args';
  readonly field: string;
  readonly pointer?: string;
}

interface BridgeServer {
  readonly server: string;
  readonly certainty: Certainty;
  readonly settings: readonly Setting[];
}

/** A variable among the arguments: of `env`, of `docker run -e`, of `codex mcp add --env`. */
const ASSIGNMENT = /^(?:--env=|-e=?)?(\w+)=(.*)$/s;

/** Settings of a server that are looked at, and further bad ones that are told; there are fourteen. */
const MAX_SETTINGS = 200;
const MAX_OTHERS = 50;

/** What a file of Codex must hold to be looked at; both are ASCII in any spelling that matters. */
const TRACE = new RegExp(`${BRIDGE_NAME}|AGY_MCP_`, 'i');

export default defineRule({
  id: 'agy-bridge-env',
  summary: `The settings of ${BRIDGE_NAME} must be ones that it reads and takes`,
  category: 'mcp',
  repositoryTypes: ['any'],
  kinds: ['mcp-config', 'mcp-json', 'codex-config'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'Which settings there are, what they take, and what holds without them.',
      source: `the configuration reference in the documentation of ${BRIDGE_NAME}`,
      level: 'documented',
    },
    {
      claim: 'A request may last up to 3,600 seconds, and the client should wait a little longer.',
      source: `the documentation of ${BRIDGE_NAME}`,
      level: 'documented',
    },
  ],
  messages: {
    'unknown-setting': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: { server: string; name: string; meant: string }) =>
        `Server "${a.server}": ${BRIDGE_NAME} reads no setting called ${a.name}${a.meant === '' ? '' : ` (did you mean ${a.meant}?)`}; what it is set to has no effect`,
      help: (a) =>
        a.meant === ''
          ? 'Take it out, or look its name up among the settings on the page of this rule.'
          : `Rename it to ${a.meant}, or take it out.`,
    },
    'bad-value': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: { server: string; name: string; value: string; takes: string; fallback: string }) =>
        `Server "${a.server}": ${a.name} is "${a.value}", and ${BRIDGE_NAME} takes only ${a.takes}`,
      help: (a) => `Write ${a.takes}, or take the entry out: without it the default holds (${a.fallback}).`,
    },
    'full-autonomy': {
      severity: 'info',
      scope: 'field',
      consequence: 'dangerous',
      text: (a: { server: string; name: string }) =>
        `Server "${a.server}": ${a.name} lets a request start agy with --dangerously-skip-permissions, so that nobody is asked about anything`,
      help: () =>
        'Take it out where requests need no more than the permissions that agy is set to, or keep it to an isolated machine.',
    },
    'client-timeout': {
      severity: 'warning',
      scope: 'field',
      consequence: 'truncated',
      text: (a: { server: string; field: string; seconds: number }) =>
        `Server "${a.server}": ${a.field} is ${a.seconds}, so the client gives up before ${BRIDGE_NAME} does: a request may last up to ${LONGEST_CALL} seconds`,
      help: () =>
        `Write ${CLIENT_TIMEOUT}: the limit of the request then ends it first, and its answer arrives.`,
    },
  },

  check(view: McpConfigView | McpJsonView | CodexConfigView, { report }) {
    if (view.kind === 'codex-config') return TRACE.test(view.source.text) ? inCodex(view.source.bytes) : [];
    const { doc, wrapper } = view.config;
    if (doc === undefined || !doc.mayHold(TRACE)) return [];
    const servers = view.config.servers.filter(mayHoldSetting);
    return servers.length === 0 ? [] : inJson(doc, wrapper, servers);

    function* inJson(
      doc: JsonDoc,
      wrapper: readonly string[],
      servers: readonly LoadedServer[],
    ): Iterable<RawFinding> {
      for (const server of servers) {
        const settings = settingsIn(jsonGiven(doc, [...wrapper, server.name], server));
        yield* faults(declared(server.name, server.fields, settings));
      }
    }

    async function inCodex(bytes: Uint8Array): Promise<readonly RawFinding[]> {
      const codexServers = await loadCodexServers();
      return codexServers(bytes).flatMap((server) => {
        const bridge = declared(server.name, server, settingsIn(codexGiven(server)));
        return [...faults(bridge), ...timeout(bridge, server)];
      });
    }

    function* faults({ server, settings, certainty }: BridgeServer): Iterable<RawFinding> {
      if (certainty === 'none') return;
      for (const field of ['env', 'args'] as const) {
        const wrong = settings.flatMap((setting) => {
          const fault =
            setting.in === field ? settingFault(setting.name, setting.value, certainty) : undefined;
          return fault === undefined ? [] : [{ setting, fault }];
        });
        const [first, ...others] = wrong;
        if (first === undefined) continue;
        const related = others
          .slice(0, MAX_OTHERS)
          .map((one): RelatedPlace => ({ message: `${one.setting.field} as well`, at: placeOf(one) }));
        yield faultFinding(server, first, related);
      }
      const free = settings.find(({ name, value }) => name === FULL_AUTONOMY && value === 'true');
      if (free === undefined) return;
      yield report('full-autonomy', free.at, { server, name: free.name }, detailsOf(server, free));
    }

    function faultFinding(
      server: string,
      { setting, fault }: Faulty,
      related: readonly RelatedPlace[],
    ): RawFinding {
      const details = { ...detailsOf(server, setting), related };
      const { name, value } = setting;
      if (fault.code === 'unknown') {
        return report('unknown-setting', setting.nameAt, { server, name, meant: fault.meant ?? '' }, details);
      }
      const { takes, fallback } = fault;
      return report('bad-value', setting.at, { server, name, value, takes, fallback }, details);
    }

    function timeout({ certainty }: BridgeServer, { name, toolTimeout }: CodexServer): readonly RawFinding[] {
      if (certainty === 'none' || toolTimeout === undefined || toolTimeout.value > LONGEST_CALL) return [];
      const field = 'tool_timeout_sec';
      const args = { server: name, field, seconds: toolTimeout.value };
      return [report('client-timeout', toolTimeout.at, args, { server: name, field })];
    }
  },
});

interface Faulty {
  readonly setting: Setting;
  readonly fault: SettingFault;
}

function placeOf({ setting, fault }: Faulty): Span {
  return fault.code === 'unknown' ? setting.nameAt : setting.at;
}

function detailsOf(
  server: string,
  { field, pointer }: Setting,
): Pick<RawFinding, 'server' | 'field' | 'pointer'> {
  return { server, field, ...(pointer === undefined ? {} : { pointer }) };
}

function declared(
  server: string,
  { command, args = [], cwd }: Start,
  settings: readonly Setting[],
): BridgeServer {
  const words = [server, ...[command, ...args, cwd].flatMap((one) => (one === undefined ? [] : [one.value]))];
  return {
    server,
    settings,
    certainty: bridgeCertainty(
      words,
      settings.map(({ name }) => name),
    ),
  };
}

/** How a server is started, in a file of whatever client. */
interface Start {
  readonly command?: { readonly value: string };
  readonly args?: readonly { readonly value: string }[];
  readonly cwd?: { readonly value: string };
}

/** Nearly no server has one, and then no place need be looked up. */
function mayHoldSetting({ fields: { env, args = [] } }: LoadedServer): boolean {
  for (const name of env?.keys() ?? []) if (looksLikeSetting(name)) return true;
  return args.some(({ value }) => /AGY_MCP_/i.test(value));
}

/** A server's environment and arguments, from whatever kind of file. */
interface Given {
  readonly env: Iterable<{ name: string; value: string; at: Span; nameAt: Span; field: string }>;
  readonly args: readonly { value: string; at: Span; field: string }[];
  /** The keys that lead to the server, where the file can be pointed into. */
  readonly above?: readonly string[];
}

function settingsIn({ env, args, above }: Given): readonly Setting[] {
  const settings: Setting[] = [];
  const pointTo = (...below: (string | number)[]): Pick<Setting, 'pointer'> =>
    above === undefined ? {} : { pointer: jsonPointer(...above, ...below) };
  for (const { field, ...one } of env) {
    const { name } = one;
    if (!looksLikeSetting(name)) continue;
    settings.push({ ...one, in: 'env', field: `${field}.${name}`, ...pointTo(field, name) });
  }
  args.forEach(({ value: whole, at, field }, index) => {
    const [, name = '', value = ''] = ASSIGNMENT.exec(whole) ?? [];
    if (!looksLikeSetting(name)) return;
    const place = { at, nameAt: at, field: `${field}[${index}]`, ...pointTo(field, index) };
    settings.push({ name, value, in: 'args', ...place });
  });
  return settings.slice(0, MAX_SETTINGS);
}

function jsonGiven(doc: JsonDoc, above: readonly string[], { fields: { env, args } }: LoadedServer): Given {
  const keyText = (key: NodeId | undefined): string => doc.text(key as NodeId);
  return {
    above,
    env: [...(env ?? [])].map(([name, { value, node, key, field }]) => {
      return { name, value, at: doc.span(node), nameAt: doc.span(key as NodeId), field: keyText(field) };
    }),
    args: (args ?? []).map(({ value, node, field }) => ({
      value,
      at: doc.span(node),
      field: keyText(field),
    })),
  };
}

function codexGiven({ env, args }: CodexServer): Given {
  return {
    env: [...env].map(([name, { value, at, key }]) => ({ name, value, at, nameAt: key, field: 'env' })),
    args: args.map(({ value, at }) => ({ value, at, field: 'args' })),
  };
}
