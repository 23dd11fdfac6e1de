import {
  defineRule,
  detailsOf,
  GAP_MARK,
  holdsGap,
  type JsonDoc,
  type LoadedServer,
  type Located,
  loadExpandedArguments,
  type McpConfigView,
  type McpField,
  mayHoldPlaceholder,
  PLACEHOLDER_MARK,
  type Placeholder,
  placeholderIn,
  type RawFinding,
  type ValueRole,
  valuePlace,
} from '../src/rule.ts';

/** What a value is for: the server's environment, its arguments, what is started, where, or what goes over the network. */
type Way = 'env' | 'args' | 'program' | 'folder' | 'remote';

interface Value {
  readonly field: McpField;
  readonly way: Way;
  readonly role: ValueRole;
  readonly located: Located<string>;
  /** Of an element of `args`. */
  readonly index?: number;
}

/** A value that stands for something else; without a placeholder it is a gap to fill. */
interface Hit extends Value {
  readonly placeholder?: Placeholder;
}

type MessageId = 'variable' | 'foreign-syntax' | 'gap';

interface Args extends Record<string, string | number> {
  readonly server: string;
  readonly field: string;
  readonly way: Way;
  /** The variable to set: that of `env`, or the one that is asked for; empty where nobody can tell. */
  readonly variable: string;
  readonly more: number;
}

const INHERITS = 'a local server inherits the environment of agy, so that works whatever agy expands';
const PROGRAM =
  'Name a program that is on the PATH of agy, or start sh with -c and a line in args, in which the shell puts the variable in.';
const FOLDER =
  'Antigravity puts no folder in its place; leave the path out where the server finds it by itself, or write one that is the same on every machine.';
const SIGN_IN =
  'Let agy sign in to a remote server (oauth or authProviderType), or reach it through a local one, which inherits the environment of agy.';

/** How to do without the value. */
function without({ way, variable }: Args): string {
  const set = variable === '' ? 'the variable' : variable;
  switch (way) {
    case 'env':
      return `Drop the entry and set ${set} where agy is started: ${INHERITS}.`;
    case 'args':
      return `Let the server read ${set} from the environment: ${INHERITS}.`;
    case 'program':
      return PROGRAM;
    case 'folder':
      return FOLDER;
    case 'remote':
      return SIGN_IN;
  }
}

const andMore = (count: number): string =>
  count === 0 ? '' : ` (and ${count} more ${count === 1 ? 'value' : 'values'})`;

/** Related places of one finding. */
const MAX_RELATED = 100;

export default defineRule({
  id: 'antigravity-mcp-placeholder',
  summary: 'A value of a server must not wait for somebody to put another in its place',
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
      claim: '${NAME}, $NAME and ${env:NAME} in env, headers, args and command reach the server as written.',
      source: 'reports on agy 1.1.19 and 1.2.16',
      version: '1.2.16',
      level: 'reported',
    },
    {
      claim: 'A server that agy starts inherits the environment of agy.',
      source: 'reported for the command-line program',
      version: '1.2.16',
      level: 'reported',
    },
    {
      claim: 'Whose syntax the other placeholders are.',
      source: 'the documentation of the programs that the findings name',
      level: 'documented',
    },
  ],
  messages: {
    variable: {
      severity: 'info',
      scope: 'server',
      consequence: 'value-literal',
      text: (a: Args & { readonly shown: string }) =>
        `Server "${a.server}": ${a.field} holds ${a.shown}${andMore(a.more)}; Antigravity is reported to hand it on as written`,
      help: without,
    },
    'foreign-syntax': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-literal',
      text: (a: Args & { readonly shown: string; readonly host: string; readonly means: string }) =>
        `Server "${a.server}": ${a.field} holds ${a.shown}, which is the syntax of ${a.host}${andMore(a.more)}; Antigravity hands it on as written`,
      help: (a) =>
        a.means === 'place'
          ? FOLDER
          : `${a.means === 'answer' ? 'Nobody is asked for it. ' : ''}${without(a)}`,
    },
    gap: {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-literal',
      text: (a: Args) =>
        `Server "${a.server}": ${a.field} is left for whoever installs the plugin to fill in${andMore(a.more)}; Antigravity hands it on as it stands`,
      help: (a) => `${without(a)} Say in the plugin's own text what has to be set.`,
    },
  },

  check({ config: { doc, servers }, place }: McpConfigView, { report }) {
    const inPlugin = place.owner === 'plugin';
    if (doc === undefined || !(doc.mayHold(PLACEHOLDER_MARK) || (inPlugin && doc.mayHold(GAP_MARK))))
      return [];
    const isSuspect = inPlugin
      ? (text: string) => mayHoldPlaceholder(text) || holdsGap(text)
      : mayHoldPlaceholder;
    const suspects = servers.filter((server) => someText(server, isSuspect));
    return suspects.length === 0 ? [] : judge(doc);

    async function judge(document: JsonDoc): Promise<readonly RawFinding[]> {
      const findings: RawFinding[] = [];
      for (const server of suspects) {
        const groups = new Map<string, Group>();
        let isExpanded: ((hit: Hit) => boolean) | undefined;
        for (const hit of hitsOf(server, inPlugin)) {
          if (hit.field === 'args') {
            isExpanded ??= await argumentsReader(server);
            if (isExpanded(hit)) continue;
          }
          addTo(groups, document, hit);
        }
        for (const group of groups.values()) findings.push(findingOf(document, server.name, group));
      }
      return findings;
    }

    function findingOf(document: JsonDoc, server: string, { first, others, count }: Group): RawFinding {
      const placeOf = ({ located, index }: Hit) => valuePlace(document, server, located, index);
      const at = placeOf(first);
      const related = others.sort(byPlace(document)).map((hit) => {
        const { span, field } = placeOf(hit);
        return { message: `${field} as well`, at: span };
      });
      const details = { ...detailsOf(at), server, related };
      const { placeholder, way } = first;
      const variable = variableOf(document, first);
      const args = { server, field: at.field as string, way, variable, more: count - 1 };
      if (placeholder === undefined) return report('gap', at.span, args, details);
      const { shown } = placeholder;
      if (placeholder.form === 'variable') return report('variable', at.span, { ...args, shown }, details);
      const { host, means } = placeholder;
      return report('foreign-syntax', at.span, { ...args, shown, host, means }, details);
    }
  },
});

/** Hits that make one finding. */
interface Group {
  first: Hit;
  readonly others: Hit[];
  count: number;
}

/** One finding for a server's variables, and one for each field and kind of the others. */
function addTo(groups: Map<string, Group>, doc: JsonDoc, hit: Hit): void {
  const id = messageOf(hit);
  const key = id === 'variable' ? id : `${id} ${hit.field}`;
  const group = groups.get(key);
  if (group === undefined) {
    groups.set(key, { first: hit, others: [], count: 1 });
    return;
  }
  group.count++;
  const isEarlier = byPlace(doc)(hit, group.first) < 0;
  const other = isEarlier ? group.first : hit;
  if (isEarlier) group.first = hit;
  if (group.others.length < MAX_RELATED) group.others.push(other);
}

/** The order of the file. */
function byPlace(doc: JsonDoc): (a: Hit, b: Hit) => number {
  return (a, b) => doc.start(a.located.node) - doc.start(b.located.node);
}

function messageOf({ placeholder }: Hit): MessageId {
  if (placeholder === undefined) return 'gap';
  return placeholder.form === 'variable' ? 'variable' : 'foreign-syntax';
}

/** The entry of `env` itself; else what `$NAME` asks for. */
function variableOf(doc: JsonDoc, { way, located, placeholder }: Hit): string {
  if (way === 'env' && located.key !== undefined) return doc.text(located.key);
  return placeholder?.form === 'variable' ? placeholder.name : '';
}

/** Tells of a placeholder among the arguments whether somebody puts a value in its place after all. */
async function argumentsReader({ fields }: LoadedServer): Promise<(hit: Hit) => boolean> {
  const expandedArguments = await loadExpandedArguments();
  const argv = [fields.command?.value ?? '', ...(fields.args ?? []).map(({ value }) => value)];
  const readers = expandedArguments(argv);
  return ({ index = 0, placeholder }) => {
    switch (readers.get(index + 1)) {
      case 'interpreter':
        return true;
      case 'cmd':
        return placeholder?.shown.startsWith('%') === true;
      case 'mcp-remote':
        return placeholder?.form === 'variable' && placeholder.shown.startsWith('${');
      default:
        return false;
    }
  };
}

function* hitsOf(server: LoadedServer, inPlugin: boolean): Generator<Hit> {
  for (const value of valuesOf(server)) {
    const text = value.located.value;
    const placeholder = placeholderIn(text, value.role);
    if (placeholder !== undefined) yield { ...value, placeholder };
    else if (inPlugin && holdsGap(text)) yield value;
  }
}

/** Every text of a server that reaches the program or the other end. */
function* valuesOf({ fields }: LoadedServer): Generator<Value> {
  for (const { field, way, role } of TEXTS) {
    const located = fields[field];
    if (located !== undefined) yield { field, way, role, located };
  }
  let index = 0;
  for (const located of fields.args ?? []) {
    yield { field: 'args', way: 'args', role: 'text', located, index: index++ };
  }
  for (const { field, way } of MAPS) {
    for (const located of fields[field]?.values() ?? []) yield { field, way, role: 'named', located };
  }
  for (const located of Object.values(fields.oauth ?? {})) {
    yield { field: 'oauth', way: 'remote', role: 'named', located };
  }
}

const TEXTS = [
  { field: 'command', way: 'program', role: 'text' },
  { field: 'cwd', way: 'folder', role: 'text' },
  { field: 'serverUrl', way: 'remote', role: 'named' },
  { field: 'url', way: 'remote', role: 'named' },
] as const;

const MAPS = [
  { field: 'env', way: 'env' },
  { field: 'headers', way: 'remote' },
] as const;

/** Whether a text of `valuesOf` passes a test; for every file, so nothing is made for a value. */
function someText({ fields }: LoadedServer, test: (text: string) => boolean): boolean {
  for (const { field } of TEXTS) if (fields[field] !== undefined && test(fields[field].value)) return true;
  if (fields.args?.some(({ value }) => test(value))) return true;
  for (const { field } of MAPS) {
    const map = fields[field];
    if (map !== undefined) for (const { value } of map.values()) if (test(value)) return true;
  }
  return fields.oauth !== undefined && Object.values(fields.oauth).some(({ value }) => test(value));
}
