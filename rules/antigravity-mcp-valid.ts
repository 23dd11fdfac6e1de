import {
  ACCEPTED_WORDS,
  defineRule,
  detailsOf,
  explainSyntax,
  KIND_NAMES,
  listOf,
  MCP_FIELDS,
  type McpConfigView,
  type McpProblem,
  option,
  type RelatedPlace,
  type ServerProblem,
  SYNTAX_HELP,
  type SyntaxCause,
  serverFix,
  syntaxFix,
  text,
  wrapperFix,
} from '../src/rule.ts';

const FATAL = 'agy exits 1 with one message and starts no session';
const DROPPED = 'Antigravity drops the whole server without a word';

const CAUSE_HELP: Readonly<Record<SyntaxCause, string>> = {
  ...SYNTAX_HELP,
  'empty-file': 'Write {"mcpServers": {}} for a file without servers, or delete the file.',
};

interface FieldArgs extends Record<string, string | number> {
  readonly server: string;
  readonly field: string;
  readonly found: string;
  readonly accepted: string;
  readonly more: number;
}

const andMore = (count: number): string => (count === 0 ? '' : ` (and ${count} more in this field)`);

export default defineRule({
  id: 'antigravity-mcp-valid',
  summary: 'mcp_config.json must parse and hold servers that Antigravity can load',
  category: 'mcp',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['mcp-config'],
  severity: 'error',
  enabled: 'auto',
  since: '0.20.0',
  fixable: true,
  options: {
    'extra-auth-provider-types': option(listOf(text()), {
      default: [],
      summary:
        'Values of authProviderType to accept besides google_credentials, for providers newer than this release',
    }),
  },
  evidence: [
    {
      claim:
        'Bytes that are not strict JSON, or a root or mcpServers of another type, stop every session at start-up.',
      source: 'the command-line program in an empty home',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim: 'A wrong type in one server drops that server; the exit status stays 0 and nothing is printed.',
      source: 'the command-line program in an empty home',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim: 'Field names compare by simple folding, maps merge, an earlier type error still counts.',
      source: 'behaviour of Go encoding/json, which agy is built with',
      version: '1.1.26',
      level: 'measured',
    },
  ],
  messages: {
    syntax: {
      severity: 'error',
      scope: 'file',
      consequence: 'session-fatal',
      text: (a: { found: string; expected: string; cause: string }) =>
        `Invalid JSON: found ${a.found}, expected ${a.expected}; ${FATAL}`,
      help: (a) => CAUSE_HELP[a.cause as SyntaxCause],
    },
    'root-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'session-fatal',
      text: (a: { found: string }) => `The document is ${a.found} where an object must stand; ${FATAL}`,
      help: () => 'Write an object with the servers in it: {"mcpServers": {…}}.',
    },
    'servers-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'session-fatal',
      text: (a: { found: string }) => `mcpServers is ${a.found} where an object must stand; ${FATAL}`,
      help: () => 'Write mcpServers as an object that maps each server name to its settings.',
    },
    'null-document': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-inert',
      text: () => 'The document is null; Antigravity reads it and finds no server in it',
      help: () => 'Write {"mcpServers": {…}}, or delete the file.',
    },
    'null-servers': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-inert',
      text: () => 'mcpServers is null; Antigravity reads the file and finds no server in it',
      help: () => 'Put the servers into mcpServers, or write {} if there are none on purpose.',
    },
    'no-servers': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-inert',
      text: () => 'There is no mcpServers in this file; Antigravity reads it and finds no server in it',
      help: () => 'Put the servers into an object under the key mcpServers, spelled exactly so.',
    },
    'other-wrapper': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-inert',
      text: (a: { key: string; inner: string }) =>
        `"${a.key}" is not the key that is read; without mcpServers Antigravity finds no server in this file`,
      help: (a) =>
        a.inner === ''
          ? `Rename "${a.key}" to mcpServers, spelled exactly so.`
          : `Move what stands under "${a.inner}" in it to the key mcpServers at the top of the file.`,
    },
    'bare-map': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-inert',
      text: (a: { key: string }) =>
        `"${a.key}" looks like a server outside mcpServers; Antigravity finds no server in this file`,
      help: () => 'Wrap all servers of the file: {"mcpServers": {…}}.',
    },
    'server-type': {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-dropped',
      text: (a: { server: string; found: string }) =>
        `Server "${a.server}" is ${a.found} where an object must stand; ${DROPPED}`,
      help: () => 'Write the server as an object with command and args, or with serverUrl.',
    },
    'field-type': {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-dropped',
      text: (a: FieldArgs) =>
        `Server "${a.server}": ${a.field} is ${a.found} where only ${a.accepted} is read${andMore(a.more)}; ${DROPPED}`,
      help: (a) => `Write ${a.field} as ${a.accepted}, or take it out.`,
    },
    'member-type': {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-dropped',
      text: (a: FieldArgs) =>
        `Server "${a.server}": ${a.field} is ${a.found} where only a string is read${andMore(a.more)}; ${DROPPED}`,
      help: (a) =>
        a.found === KIND_NAMES.object || a.found === KIND_NAMES.array
          ? `Write ${a.field} as one string, or take it out.`
          : `Put the value of ${a.field} in double quotes.`,
    },
    'auth-provider': {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-dropped',
      text: (a: { server: string; field: string; found: string; more: number }) =>
        `Server "${a.server}": ${a.field} is ${a.found} where only "google_credentials" is read${andMore(a.more)}; ${DROPPED}`,
      help: () =>
        'Write "google_credentials" or leave the field out. A provider newer than this release can be named in the option extra-auth-provider-types.',
    },
    'empty-command': {
      severity: 'warning',
      scope: 'server',
      consequence: 'server-inert',
      text: (a: { server: string; field: string }) =>
        `Server "${a.server}": ${a.field} is empty and there is no serverUrl or url; the server loads and starts nothing`,
      help: () => 'Name the program to start, give a serverUrl, or take the server out.',
    },
  },

  check({ config, source }: McpConfigView, { report }) {
    const sound =
      config.problems.length === 0 && config.servers.every(({ problems }) => problems.length === 0);
    return sound ? [] : defects();

    function* defects() {
      for (const problem of config.problems) yield fileFinding(problem);
      for (const server of config.servers) {
        for (const problem of server.problems) yield serverFinding(server.name, problem);
      }
    }

    function fileFinding(problem: McpProblem) {
      const { place } = problem;
      const where = detailsOf(place);
      switch (problem.code) {
        case 'syntax': {
          const { cause, found, expected, start, end, open } = explainSyntax(source.bytes, problem.error);
          const related =
            open === undefined ? [] : [{ message: 'opened here', at: { start: open, end: open + 1 } }];
          const fix = syntaxFix(source.bytes, cause);
          return report('syntax', { start, end }, { found, expected, cause }, { related, fix });
        }
        case 'root-type':
        case 'servers-type':
          return report(problem.code, place.span, { found: KIND_NAMES[problem.found] }, where);
        case 'no-servers':
          if (problem.because === 'null-root') return report('null-document', place.span, {}, where);
          if (problem.because === 'null-wrapper') return report('null-servers', place.span, {}, where);
          if (problem.lookalike === undefined) return report('no-servers', place.span, {}, where);
          return report(
            problem.bareMap ? 'bare-map' : 'other-wrapper',
            place.span,
            { key: problem.lookalike, inner: problem.inner ?? '' },
            { ...where, fix: wrapperFix(config, problem) },
          );
      }
    }

    function serverFinding(server: string, problem: ServerProblem) {
      const { place, others, code } = problem;
      const more = problem.count - 1;
      const related = others.map(
        ({ span, field }): RelatedPlace => ({ message: `${field} as well`, at: span }),
      );
      const where = { ...detailsOf(place), server, related, fix: serverFix(config, problem) };
      const found = KIND_NAMES[problem.found];
      if (code === 'server-type' || problem.field === undefined) {
        return report('server-type', place.span, { server, found }, where);
      }
      const field = place.field ?? problem.field;
      if (code === 'empty-command') return report(code, place.span, { server, field }, where);
      if (code === 'auth-provider') {
        const value =
          problem.text === undefined ? found : problem.text === '' ? 'empty' : `"${problem.text}"`;
        return report(code, place.span, { server, field, found: value, more }, where);
      }
      const accepted = ACCEPTED_WORDS[MCP_FIELDS[problem.field].type];
      return report(code, place.span, { server, field, found, accepted, more }, where);
    }
  },
});
