import { defineRule, type JsonDoc, jsonPointer, type LoadedServer, type McpConfigView } from '../src/rule.ts';

/** What a tool name may hold, and so a server's name, which stands in front of it. */
const PLAIN = /^[A-Za-z0-9_-]+$/;

/** Of the 64 characters that a tool name may have; the rest is for the tool itself and what stands between the two. */
const LONGEST = 40;

const PREFIX = 'Antigravity puts it in front of the names of its tools';

export default defineRule({
  id: 'antigravity-mcp-server-name',
  summary: 'A server name must leave its tools with names that a model accepts',
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
      claim:
        'The name of a tool, with the name of its server in front, must hold 1 to 64 letters, digits, _ and -; other tools are refused.',
      source: 'reported by authors of several servers',
      level: 'reported',
    },
    {
      claim: 'A permission names a tool as mcp(server/tool).',
      source: 'the documentation of Antigravity',
      level: 'documented',
    },
  ],
  messages: {
    characters: {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-inert',
      text: (a: { server: string; taken: number }) =>
        `Server "${a.server}": the name holds more than letters, digits, _ and -; ${PREFIX}, and models refuse such tool names`,
      help: (a) => {
        const example = a.taken === 0 ? plainName(a.server) : undefined;
        return `Rename the server${example === undefined ? '' : `, for example to "${example}"`}; permissions that name it have to follow.`;
      },
    },
    length: {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-inert',
      text: (a: { server: string; length: number }) =>
        `Server "${a.server}": the name has ${a.length} characters; ${PREFIX}, and models refuse tool names of more than 64`,
      help: () => `Give it a name of at most ${LONGEST} characters; permissions that name it have to follow.`,
    },
    empty: {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-inert',
      text: () =>
        `A server has an empty name; ${PREFIX}, and no permission such as mcp(server/tool) can name them`,
      help: () => 'Give the server a name of letters, digits, _ and -.',
    },
  },

  check({ config: { doc, servers } }: McpConfigView, { report }) {
    return doc === undefined || servers.every(isGood) ? [] : defects(doc);

    function* defects(document: JsonDoc) {
      const names = new Set(servers.map(({ name }) => name));
      for (const { name, key } of servers.filter((server) => !isGood(server))) {
        const at = document.span(key);
        const where = { server: name, pointer: jsonPointer('mcpServers', name) };
        if (name === '') yield report('empty', at, {}, where);
        else if (PLAIN.test(name)) {
          yield report('length', at, { server: name, length: name.length }, where);
        } else {
          const taken = names.has(plainName(name) ?? '') ? 1 : 0;
          yield report('characters', at, { server: name, taken }, where);
        }
      }
    }
  },
});

function isGood({ name }: LoadedServer): boolean {
  return name.length <= LONGEST && PLAIN.test(name);
}

/** What separates the words of a name that somebody chose. Anything else could be part of an address or a secret. */
const SEPARATED = /^[A-Za-z0-9_-]+(?:[ ./&+()]+[A-Za-z0-9_-]+)*[ )]*$/;

/** The name that a name becomes with hyphens between its words; undefined where that is no name to propose. */
function plainName(name: string): string | undefined {
  if (name.length > LONGEST || !SEPARATED.test(name)) return undefined;
  return name.replace(/[^A-Za-z0-9_-]+$/, '').replace(/[^A-Za-z0-9_-]+/g, '-');
}
