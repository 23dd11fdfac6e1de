import {
  addressFix,
  defineRule,
  detailsOf,
  type Fix,
  type JsonDoc,
  jsonPointer,
  keyPlace,
  type LoadedServer,
  type McpConfigView,
  type NodeId,
  type ProblemPlace,
  switchFix,
  type UnreadServerKey,
  unreadServerKeys,
} from '../src/rule.ts';

interface KeyArgs extends Record<string, string | number> {
  readonly server: string;
  readonly field: string;
  /** Further keys that the same finding is about. */
  readonly more: number;
  /** What a misspelt key was meant to be; the field that connects, beside an address that does not; else empty. */
  readonly other: string;
}

const unread = ({ server, field, more }: KeyArgs): string =>
  `Server "${server}": ${field} is not read${more === 0 ? '' : ` (and ${more} more)`}`;

const TAKE_OUT = 'Take it out, unless another program reads this file.';

/** Related places of one finding. */
const MAX_RELATED = 100;

/** What somebody may ask for in an editor. */
const INPUTS = 'inputs';

export default defineRule({
  id: 'antigravity-mcp-ignored-keys',
  summary: 'A server must not rely on a key that Antigravity does not read',
  category: 'mcp',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['mcp-config'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: true,
  options: {},
  evidence: [
    {
      claim: 'A key that is no field of a server is passed over, enabled, timeout and trust among them.',
      source: 'the command-line program in an empty home',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim: 'Of oauth nothing but clientId and clientSecret is read.',
      source: 'the command-line program in an empty home',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim: 'What the keys mean to the programs that read them.',
      source: 'the documentation of Gemini CLI, VS Code, Cline, Kiro, Roo Code and OpenCode',
      level: 'documented',
    },
  ],
  messages: {
    'enabled-false': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) => `${unread(a)}; to Antigravity the server is switched on`,
      help: () => 'Write "disabled": true in its place, or take the server out.',
    },
    'excluded-tools': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) => `${unread(a)}; Antigravity offers the tools in it all the same`,
      help: () => 'Name the tools in disabledTools.',
    },
    'included-tools': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) => `${unread(a)}; Antigravity offers the tools that are not in it all the same`,
      help: () =>
        'Name in disabledTools the tools that are to stay off; no field takes the ones that are to stay on.',
    },
    'no-connection': {
      severity: 'warning',
      scope: 'field',
      consequence: 'server-inert',
      text: (a: KeyArgs) =>
        `${unread(a)}, and there is no serverUrl and no command; Antigravity loads the server and never connects to it`,
      help: (a) => `Write the address under serverUrl; ${a.field} may stay for programs that read it.`,
    },
    inputs: {
      severity: 'warning',
      scope: 'file',
      consequence: 'value-ignored',
      text: () => 'inputs is not read; Antigravity asks nobody for the values, and no server gets them',
      help: () =>
        'A local server inherits the environment of agy: set the variables there, and drop their entries. Let agy sign in to a remote one (oauth or authProviderType).',
    },
    address: {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) => `${unread(a)}; Antigravity goes by ${a.other}`,
      help: () => TAKE_OUT,
    },
    approval: {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) => `${unread(a)}; Antigravity asks before it calls a tool as if it were not there`,
      help: () =>
        `${TAKE_OUT} What may run without being asked for is set in the permissions of Antigravity.`,
    },
    transport: {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) => `${unread(a)}; Antigravity tells by serverUrl or command how to connect`,
      help: () => TAKE_OUT,
    },
    timeout: {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) => `${unread(a)}; Antigravity keeps to limits of its own`,
      help: () => TAKE_OUT,
    },
    'oauth-member': {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) =>
        `${unread(a)}; Antigravity takes clientId and clientSecret from there and nothing else`,
      help: (a) => (a.other === '' ? TAKE_OUT : `Write ${a.other}, if that is meant.`),
    },
    'near-miss': {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: KeyArgs) => `${unread(a)}; did you mean ${a.other}?`,
      help: (a) => `Write ${a.other}, if that is meant; a note may stand under a key such as "//".`,
    },
  },

  check({ config: { doc, servers, state } }: McpConfigView, { report }) {
    if (doc === undefined || state !== 'loaded') return [];
    const inputs = inputsOf(doc);
    if (inputs === undefined && !servers.some(({ mayHoldUnread }) => mayHoldUnread)) return [];
    const suspects = servers
      .map((server) => ({ server, keys: unreadServerKeys(doc, server) }))
      .filter(({ keys }) => keys.length > 0);
    return inputs === undefined && suspects.length === 0 ? [] : defects(doc);

    function* defects(document: JsonDoc) {
      if (inputs !== undefined) {
        yield report('inputs', document.span(inputs), {}, { field: INPUTS, pointer: jsonPointer(INPUTS) });
      }
      for (const { server, keys } of suspects) {
        for (const { id, members } of findingsOf(server, keys)) {
          const [first, ...others] = members as [UnreadServerKey, ...UnreadServerKey[]];
          const place = placeOf(document, server, first);
          const related = others.slice(0, MAX_RELATED).map((key) => {
            const { span, field } = placeOf(document, server, key);
            return { message: `${field} as well`, at: span };
          });
          const other = otherOf(document, server, first);
          const args = { server: server.name, field: place.field as string, more: others.length, other };
          const fix = others.length > 0 ? undefined : fixFor(document, server, id, first.key);
          yield report(id, place.span, args, { ...detailsOf(place), server: server.name, related, fix });
        }
      }
    }
  },
});

type MessageId =
  | 'enabled-false'
  | 'excluded-tools'
  | 'included-tools'
  | 'no-connection'
  | 'address'
  | 'approval'
  | 'transport'
  | 'timeout'
  | 'oauth-member'
  | 'near-miss';

const WARNINGS: ReadonlySet<MessageId> = new Set([
  'enabled-false',
  'excluded-tools',
  'included-tools',
  'no-connection',
]);

/** Keys that make one finding. */
interface Group {
  readonly id: MessageId;
  readonly members: UnreadServerKey[];
}

/** One finding for each kind of loss, and one for all that is only worth knowing, of the kind of the first key. */
function findingsOf(server: LoadedServer, keys: readonly UnreadServerKey[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const key of keys) {
    const id = messageOf(server, key);
    const name = WARNINGS.has(id) ? id : 'info';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { id, members: [key] });
    else group.members.push(key);
  }
  return groups.values();
}

function messageOf({ connection }: LoadedServer, key: UnreadServerKey): MessageId {
  if (key.code !== 'purpose') return key.code;
  switch (key.purpose) {
    case 'switch':
      return 'enabled-false';
    case 'address':
      return connection.kind === 'none' ? 'no-connection' : 'address';
    default:
      return key.purpose;
  }
}

function fixFor(doc: JsonDoc, { node }: LoadedServer, id: MessageId, key: NodeId): Fix | undefined {
  if (id === 'enabled-false') return switchFix(doc, node, key);
  return id === 'no-connection' ? addressFix(doc, node, key) : undefined;
}

function placeOf(doc: JsonDoc, { name }: LoadedServer, key: UnreadServerKey): ProblemPlace {
  return keyPlace(doc, name, key.key, key.code === 'oauth-member' ? key.outer : undefined);
}

function otherOf(doc: JsonDoc, { connection }: LoadedServer, key: UnreadServerKey): string {
  if (key.code !== 'purpose') return key.meant ?? '';
  if (connection.kind === 'none') return '';
  const { key: counts } = connection.kind === 'stdio' ? connection.command : connection.url;
  return counts === undefined ? '' : doc.text(counts);
}

/** The key of what an editor would ask for; of several the last. Undefined where it holds nothing. */
function inputsOf(doc: JsonDoc): NodeId | undefined {
  let found: NodeId | undefined;
  doc.forEachMember(doc.root, (key, value) => {
    if (doc.text(key) === INPUTS) found = holdsSomething(doc, value) ? key : undefined;
  });
  return found;
}

function holdsSomething(doc: JsonDoc, value: NodeId): boolean {
  const kind = doc.kind(value);
  return (kind === 'array' || kind === 'object') && !doc.isEmpty(value);
}
