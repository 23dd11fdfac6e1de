import {
  argumentsOf,
  defineRule,
  detailsOf,
  type FilePlace,
  type JsonDoc,
  judgeStarts,
  type LoadedServer,
  type Located,
  localParts,
  MACHINE_PATH_MARK,
  type MachinePath,
  type McpConfigView,
  type McpJsonView,
  machinePathIn,
  OUTPOST_NAMES,
  type RawFinding,
  type RelatedPlace,
  type Start,
  valuePlace,
} from '../src/rule.ts';

interface PathArgs extends Record<string, string | number> {
  readonly server: string;
  readonly field: string;
  readonly path: string;
}

const help = ({ field }: PathArgs): string => {
  if (/^env\b/i.test(field)) {
    return 'Take the entry out and set the variable on each machine: a local server inherits the environment of whatever starts it.';
  }
  return /^command$/i.test(field)
    ? 'Name a program that is found on PATH, or start a package with its version.'
    : 'Write what is the same on every machine, such as a package with its version, or let the server read the path from a variable that each machine sets.';
};

export default defineRule({
  id: 'mcp-machine-path',
  summary: 'A server must not depend on a path that is there on one machine alone',
  category: 'mcp',
  repositoryTypes: ['any'],
  kinds: ['mcp-config', 'mcp-json'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'Whoever clones the repository gets the path, and not what lies there.',
      source: 'a property of version control, not of Antigravity',
      level: 'measured',
    },
    {
      claim: 'Antigravity hands command, args, cwd and env on as they are written.',
      source: 'the command-line program',
      version: '1.2.16',
      level: 'reported',
    },
  ],
  messages: {
    'home-path': {
      severity: 'warning',
      scope: 'field',
      consequence: 'unportable',
      text: (a: PathArgs) =>
        `Server "${a.server}": ${a.field} leads to ${a.path}, the home folder of one user; it is handed on as written, and elsewhere nothing is there`,
      help,
    },
    'drive-path': {
      severity: 'warning',
      scope: 'field',
      consequence: 'unportable',
      text: (a: PathArgs) =>
        `Server "${a.server}": ${a.field} leads to ${a.path}, a place on a Windows drive; it is handed on as written, and elsewhere nothing is there`,
      help,
    },
  },

  check({ config: { doc, servers, wrapper }, place }: McpConfigView | McpJsonView, { report }) {
    if (doc === undefined || !doc.mayHold(MACHINE_PATH_MARK)) return [];
    const suspects = servers.flatMap((server): readonly Suspect[] => {
      // Of a server with an address nothing is started.
      if (server.connection.kind === 'remote') return [];
      const values = pathValues(server);
      return values.length === 0 ? [] : [{ server, values, argv: outpostArguments(server) }];
    });
    return suspects.length === 0 || isUserLevel(place) ? [] : judgeStarts(suspects, judge);

    function judge({ server, values }: Suspect, starts: readonly Start[]): readonly RawFinding[] {
      const remaining = onThisMachine(values, starts);
      return FIELDS.flatMap((field) => {
        const [first, ...others] = remaining.filter((value) => value.field === field);
        return first === undefined ? [] : [finding(server.name, first, others)];
      });
    }

    function finding(server: string, first: PathValue, others: readonly PathValue[]): RawFinding {
      const at = ({ located, index }: PathValue) =>
        valuePlace(doc as JsonDoc, server, located, index, wrapper);
      const place = at(first);
      const related = others.slice(0, MAX_OTHERS).map((other): RelatedPlace => {
        const { span, field } = at(other);
        return { message: `${field} as well`, at: span };
      });
      const { kind, path } = first.path;
      const args = { server, field: place.field as string, path };
      const where = { server, ...detailsOf(place), related };
      return report(kind === 'home' ? 'home-path' : 'drive-path', place.span, args, where);
    }
  },
});

/** Nobody reads more of them. */
const MAX_OTHERS = 100;

const FIELDS = ['command', 'args', 'cwd', 'env'] as const;

/** A value of a server, and the path of one machine in it. */
interface PathValue {
  readonly field: (typeof FIELDS)[number];
  readonly located: Located<string>;
  /** Of an element of `args`. */
  readonly index?: number;
  /** Of a member of `env`. */
  readonly name?: string;
  readonly path: MachinePath;
}

interface Suspect {
  readonly server: LoadedServer;
  readonly values: readonly PathValue[];
  readonly argv: readonly string[];
}

function pathValues({ fields: { command, args, cwd, env } }: LoadedServer): readonly PathValue[] {
  const values: PathValue[] = [];
  function add(value: Omit<PathValue, 'path'>): void {
    const path = machinePathIn(value.located.value);
    if (path !== undefined) values.push({ ...value, path });
  }
  if (command !== undefined) add({ field: 'command', located: command });
  for (const [index, located] of args?.entries() ?? []) add({ field: 'args', located, index });
  if (cwd !== undefined) add({ field: 'cwd', located: cwd });
  for (const [name, located] of env ?? []) add({ field: 'env', located, name });
  return values;
}

/** The command line of a server that may start something in a container or on another machine; nothing for any other. */
function outpostArguments(server: LoadedServer): readonly string[] {
  const argv = argumentsOf(server).map(({ value }) => value);
  return argv.some((word) => OUTPOST_NAMES.test(word)) ? argv : [];
}

/** Leaves out what is about a container or another machine. */
function onThisMachine(values: readonly PathValue[], starts: readonly Start[]): readonly PathValue[] {
  const parts = starts.map(({ invocation }) => localParts(invocation));
  if (parts.every((one) => one === undefined)) return values;
  const handedOn = new Set(parts.flatMap((one) => [...(one?.handedOn ?? [])]));
  const texts = new Map<number, string[]>();
  for (const [i, { invocation, argumentOf }] of starts.entries()) {
    const words = [invocation.word, ...invocation.args];
    for (const word of words) if (!texts.has(argumentOf(word))) texts.set(argumentOf(word), []);
    const local = parts[i]?.texts ?? words.map((word) => ({ word, text: word.raw }));
    for (const { word, text } of local) texts.get(argumentOf(word))?.push(text);
  }
  return values.flatMap((value) => {
    const { field, index = 0, name = '' } = value;
    if (field === 'env') return handedOn.has(name) ? [] : [value];
    const own = field === 'args' ? texts.get(index + 1) : undefined;
    if (own === undefined) return [value];
    const path = own.map(machinePathIn).find((one) => one !== undefined);
    return path === undefined ? [] : [{ ...value, path }];
  });
}

/**
 * Antigravity's own folders below a home folder, where everything is one user's anyway; a repository of dotfiles keeps
 * them as well.
 */
const USER_LEVEL = /[\\/]\.gemini(?:[\\/](?:config|antigravity[\w-]*)(?:[\\/]plugins[\\/][^\\/]+)?)?$/;

function isUserLevel({ surroundings }: FilePlace): boolean {
  return USER_LEVEL.test(surroundings.file('.', 'folder')?.absolute ?? '');
}
