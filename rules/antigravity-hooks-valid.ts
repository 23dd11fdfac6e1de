import {
  ACCEPTED,
  type Defect,
  defects,
  defineRule,
  detailsOf,
  type Equivalent,
  explainSyntax,
  type FilePlace,
  foreignEvent,
  foreignHooksFile,
  HOOK_EVENT_NAMES,
  HOOK_EVENTS,
  HOOK_HOSTS,
  type HookEvent,
  type HookOrigin,
  type HooksView,
  holdsEvents,
  hookOf,
  hookOrigin,
  hooksFix,
  hostsInWords,
  isLesser,
  type JsonDoc,
  KIND_NAMES,
  listOf,
  losesFile,
  nearestEvent,
  option,
  ownEventFor,
  type ProblemPlace,
  remarkOnEvent,
  remarks,
  remarksOnAll,
  remarksOnMatchers,
  SYNTAX_HELP,
  type SyntaxCause,
  syntaxFix,
  text,
  withoutEchoes,
} from '../src/rule.ts';

const REFUSED = 'Antigravity refuses the file and loads no hook of it';
const HANDLERS = '[{"command": "…"}]';
const GROUPS = '[{"matcher": "…", "hooks": [{"command": "…"}]}]';
const EVENTS = `${HOOK_EVENT_NAMES.slice(0, -1).join(', ')} and ${HOOK_EVENT_NAMES.at(-1)}`;

const CAUSE_HELP: Readonly<Record<SyntaxCause, string>> = {
  ...SYNTAX_HELP,
  'empty-file': 'Write {} for a file without hooks, or delete the file.',
  comment:
    'Take the comment out: this file is strict JSON. A note can stand inside a hook, under a key that is not read, such as "//".',
};

const BAD_INTEGER = {
  fraction: ', a number with a fraction,',
  exponent: ', a number with an exponent,',
  'out-of-range': ', too large a number,',
} as const;

/** What people mean by keys of a handler that are not read, lower case. Several are read by other hosts. */
const KEY_HELP: ReadonlyMap<string, string> = new Map([
  ...['async', 'background', 'asyncrewake'].map(
    (key) =>
      [
        key,
        'Antigravity waits for every handler. Take the key out; a command that ends in & does not wait.',
      ] as const,
  ),
  ['env', 'Set variables in the command: NAME=value program.'],
  ...['cwd', 'workingdirectory', 'working_directory', 'dir'].map(
    (key) =>
      [key, 'Handlers run in the folder of hooks.json; begin the command with cd to leave it.'] as const,
  ),
  ...['timeoutsec', 'timeoutseconds', 'timeout_sec', 'timeout_seconds', 'timeouts'].map(
    (key) => [key, 'Rename it to timeout, which is in whole seconds.'] as const,
  ),
  ...['timeoutms', 'timeout_ms', 'timeoutmilliseconds', 'timeoutmillis'].map(
    (key) => [key, 'Write timeout, which is in whole seconds: a thousandth of this value.'] as const,
  ),
  ['args', 'Write the arguments into command: it is a line for the shell.'],
  ['shell', 'Antigravity runs command with sh -c. Name another shell in the command itself.'],
  ['once', 'A handler runs each time; let the command itself remember that it has run.'],
  ['if', 'Use the matcher of the group to choose tools, or let the command itself decide.'],
  ['disabled', 'Write "enabled": false beside the events of the hook: it switches all of them off.'],
  ['enabled', 'Write enabled beside the events of the hook: it counts for all of them.'],
  ['timeout', 'Write timeout inside the handler, beside its command.'],
]);

/** Types of handlers that Claude Code has besides. */
const CLAUDE_TYPES: ReadonlySet<string> = new Set(['agent', 'http', 'mcp_tool']);

const andMore = (count: number): string => (count === 0 ? '' : ` (and ${count} more under this event)`);

interface FieldArgs extends Record<string, string | number> {
  readonly hook: string;
  readonly field: string;
  readonly more: number;
}

export default defineRule({
  id: 'antigravity-hooks-valid',
  summary: 'hooks.json must parse and hold hooks that Antigravity can load and will call',
  category: 'hooks',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['hooks'],
  severity: 'error',
  enabled: 'auto',
  since: '0.20.0',
  fixable: true,
  options: {
    'extra-events': option(listOf(text()), {
      default: [],
      summary: 'Events that Antigravity has besides those of this release, in any case of letters',
    }),
  },
  evidence: [
    {
      claim:
        'A structural error anywhere in the file loses every hook of it: exit status 0, one line in the debug log.',
      source: 'the command-line program in an empty home',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim:
        'Every value at the top must be an object; a fraction, a string or an overflow in timeout loses the file.',
      source: 'the command-line program in an empty home',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim:
        'Unknown events and keys are passed over without a word; events and keys match by simple folding, names of hooks exactly.',
      source: 'the command-line program in an empty home, and Go encoding/json',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim:
        'A group under an event that takes handlers loses the file ("command hook must specify \'command\'"); one measurement saw it load. It runs nothing in either case.',
      source: 'logs in public bug reports',
      level: 'reported',
    },
    {
      claim: 'Several tools keep a hooks.json of their own format in .agents/ and .agent/.',
      source: 'public repositories, and the pages of the hosts',
      level: 'documented',
    },
  ],
  messages: {
    syntax: {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { found: string; expected: string; cause: string }) =>
        `Invalid JSON: found ${a.found}, expected ${a.expected}; ${REFUSED}`,
      help: (a) => CAUSE_HELP[a.cause as SyntaxCause],
    },
    'root-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { found: string }) => `The document is ${a.found} where an object must stand; ${REFUSED}`,
      help: () =>
        `Write an object that maps the name of each hook to its events: {"my-hook": {"Stop": ${HANDLERS}}}.`,
    },
    'event-at-top': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { event: string; hosts: string; instead: string; more: number }) => {
        const whose = a.hosts === '' ? '' : `, as in the format of ${a.hosts}`;
        const more = a.more === 0 ? '' : ` (and ${a.more} more event${a.more === 1 ? '' : 's'})`;
        return `${a.event} stands at the top of the file${more}${whose}, where only named hooks may stand; ${REFUSED}`;
      },
      help: ({ event, instead }) => {
        const own = instead === '' ? 'Stop' : instead;
        const layer = `Put a name around the events: {"my-hook": {"${own}": […]}}.`;
        if (instead === '') return `${layer} Antigravity has nothing like ${event}.`;
        return instead.toLowerCase() === event.toLowerCase()
          ? layer
          : `${layer} For Antigravity ${event} is ${instead}.`;
      },
    },
    'top-value': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { key: string; found: string; hosts: string }) => {
        const whose = a.hosts === '' ? '' : `, as in the format of ${a.hosts}`;
        return `"${a.key}" is ${a.found} at the top of the file${whose}, where only named hooks may stand; ${REFUSED}`;
      },
      help: ({ key, found }) => {
        if (key.toLowerCase() === 'enabled') return 'Put enabled into the hook that it is meant for.';
        if (found === KIND_NAMES.array) {
          return `Write "${key}" as an object with events in it: {"Stop": ${HANDLERS}}.`;
        }
        return `Take "${key}" out. A note can stand inside a hook, under a key that is not read, such as "//".`;
      },
    },
    'event-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { hook: string; field: string; found: string; event: string }) =>
        `Hook "${a.hook}": ${a.field} is ${a.found} where a list must stand; ${REFUSED}`,
      help: ({ event }) => `Write it as a list: ${example(event as HookEvent)}.`,
    },
    'entry-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: FieldArgs & { found: string; what: string }) =>
        `Hook "${a.hook}": ${a.field} is ${a.found} where ${a.what} must stand${andMore(a.more)}; ${REFUSED}`,
      help: ({ what }) =>
        what === 'a group'
          ? `Write the group as an object: ${GROUPS.slice(1, -1)}.`
          : `Write the handler as an object: ${HANDLERS.slice(1, -1)}.`,
    },
    'field-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: FieldArgs & { found: string; accepted: string }) =>
        `Hook "${a.hook}": ${a.field} is ${a.found} where only ${a.accepted} is read${andMore(a.more)}; ${REFUSED}`,
      help: ({ field, accepted }) =>
        accepted === ACCEPTED.int32
          ? 'Write a whole number of seconds without quotes, such as 30, which is the default.'
          : `Write ${field} as ${accepted}, or take it out.`,
    },
    'handler-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: FieldArgs & { type: string; hosts: string }) => {
        const whose = a.hosts === '' ? '' : `, a type of ${a.hosts},`;
        return `Hook "${a.hook}": ${a.field} is "${a.type}"${whose} where only "command" and "prompt" are read${andMore(a.more)}; ${REFUSED}`;
      },
      help: ({ type }) => {
        const lower = type.trim().toLowerCase();
        return lower === 'command' || lower === 'prompt'
          ? `Write "${lower}", in lower case and without spaces.`
          : 'Write a command that does the same, with "type": "command", or without a type.';
      },
    },
    'handler-mix': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: FieldArgs & { name: string; type: string }) =>
        `Hook "${a.hook}": ${a.field} stands in a handler of type ${a.type}, which may have no ${a.name}${andMore(a.more)}; ${REFUSED}`,
      help: ({ name, type }) =>
        type === 'command'
          ? `Take ${name} out, or make it a handler of type "prompt" without a command.`
          : 'Take command out, or make it a handler of type "command" without prompt and model.',
    },
    'grouped-entry': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: FieldArgs & { event: string; hosts: string }) =>
        `Hook "${a.hook}": ${a.event} holds a group with hooks in it, as in the format of ${a.hosts}, where handlers must stand${andMore(a.more)}; ${REFUSED}`,
      help: ({ event }) =>
        `Lift the handlers out of the group: {"${event}": ${HANDLERS}}. A matcher has no meaning for ${event}.`,
    },
    'unknown-event': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ignored',
      text: (a: { hook: string; event: string; hosts: string; instead: string; matcher: string }) =>
        a.hosts === ''
          ? `Hook "${a.hook}": Antigravity knows no event ${a.event}; nothing under it runs`
          : `Hook "${a.hook}": ${a.event} is an event of ${a.hosts} and none of Antigravity; nothing under it runs`,
      help: ({ instead, matcher, hosts, event }) => {
        if (instead !== '') return `${useInstead(instead as HookEvent, matcher)}.`;
        if (hosts !== '')
          return `Take ${event} out: Antigravity has nothing like it. Its events are ${EVENTS}.`;
        return `The events are ${EVENTS}. One that is newer than this release can be named in the option extra-events.`;
      },
    },
    'nested-hook': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ignored',
      text: (a: { hook: string; key: string }) =>
        `Hook "${a.hook}": "${a.key}" is no event, so the events inside it are not read and nothing under it runs`,
      help: ({ key, hook }) =>
        key.toLowerCase() === 'hooks'
          ? `Write the events of "${hook}" directly into it, without "${key}" around them.`
          : `Move "${key}" to the top of the file: names of hooks stand there, and events right below them.`,
    },
    'loose-handler': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: { hook: string; key: string }) =>
        `Hook "${a.hook}": ${a.key} stands directly in the hook, where only enabled and events are read; nothing of it runs`,
      help: () => `Handlers stand under an event: {"Stop": ${HANDLERS}}, or {"PreToolUse": ${GROUPS}}.`,
    },
    'ignored-key': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: FieldArgs & { key: string }) =>
        `Hook "${a.hook}": ${a.field} is not read${andMore(a.more)}; Antigravity passes over it without a word`,
      help: ({ key }) =>
        KEY_HELP.get(key.toLowerCase()) ??
        `Take "${key}" out. A handler has type, command and timeout, a group matcher and hooks, a hook enabled and events.`,
    },
    'flat-matcher': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: FieldArgs & { event: string }) =>
        `Hook "${a.hook}": ${a.field} is not read${andMore(a.more)}; ${a.event} is about no tool, and the handler runs every time`,
      help: () => 'Take matcher out; if it narrowed something, let the command itself decide.',
    },
    'group-without-hooks': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: FieldArgs & { bare: number }) =>
        a.bare === 1
          ? `Hook "${a.hook}": ${a.field} stands where a group with hooks must stand${andMore(a.more)}; Antigravity reads an empty group and runs nothing`
          : `Hook "${a.hook}": ${a.field} has no hooks in it${andMore(a.more)} and runs nothing`,
      help: () => `Put the handlers into hooks: ${GROUPS.slice(1, -1)}.`,
    },
    'empty-command': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: FieldArgs & { because: string }) =>
        a.because === 'missing'
          ? `Hook "${a.hook}": ${a.field} has no command${andMore(a.more)} and runs nothing`
          : `Hook "${a.hook}": ${a.field} is empty${andMore(a.more)}; the handler runs nothing`,
      help: () => 'Write the command line to run, or take the handler out.',
    },
    'command-key': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: FieldArgs & { key: string }) =>
        `Hook "${a.hook}": ${a.field} is not read${andMore(a.more)}, and the handler has no command; it runs nothing`,
      help: ({ key }) => `Rename "${key}" to command.`,
    },
    'foreign-file': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { hosts: string; home: string }) =>
        `This file is in the format of ${a.hosts}; Antigravity refuses it and loads no hook from it`,
      help: ({ hosts, home }) =>
        `For Antigravity write named hooks, with nothing else at the top, and put handlers directly under Stop, SessionStart, PreInvocation and PostInvocation; the places below say what else. ${leaveTo(hosts, home)}`,
    },
    'foreign-events': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-inert',
      text: (a: { hosts: string; home: string }) =>
        `This file is in the format of ${a.hosts} and has no event of Antigravity, which loads no hook from it`,
      help: ({ hosts, home }) =>
        `For Antigravity write {"my-hook": {"PreToolUse": […]}} with its own events, which are ${EVENTS}. ${leaveTo(hosts, home)}`,
    },
  },

  *check({ hooks, source, place }: HooksView, { report, options }) {
    const { doc, problems, state } = hooks;
    const extraEvents = options['extra-events'];
    const settings = { extraEvents, extraTools: [] };
    const origin = foreignHooksFile(hooks, hooksPlace(place), settings);
    if (origin !== undefined && doc !== undefined) {
      yield foreignFinding(doc, origin);
      return;
    }
    if (problems.length === 0) return;
    const told =
      state === 'lost'
        ? problems.filter(losesFile)
        : withoutEchoes(doc, problems.filter(isLesser), extraEvents);
    const looks = state === 'lost' ? hookOrigin(hooks, settings) : undefined;
    const hostsOfFile = hostsInWords(looks?.hosts ?? []);
    const whoseWrapper = looks?.wrapper === undefined ? '' : hostsOfFile;
    for (const defect of defects(told)) yield finding(defect);

    function foreignFinding(doc: JsonDoc, origin: HookOrigin) {
      const [only, ...rest] = origin.hosts;
      const hosts = hostsInWords(origin.hosts) || OTHER_PROGRAM;
      const home = only === undefined || rest.length > 0 ? '' : HOOK_HOSTS[only].file;
      const key =
        origin.wrapper?.key ?? origin.foreignEvents[0]?.key ?? doc.members(doc.root).next().value?.key;
      const at = doc.span(key ?? doc.root);
      const related = remarks(doc, hooks, origin);
      return report(state === 'lost' ? 'foreign-file' : 'foreign-events', at, { hosts, home }, { related });
    }

    function finding(defect: Defect) {
      const { first: problem, others } = defect;
      const { place } = problem;
      const more = others.length;
      const related = others.map(({ place: { span, field } }) => ({
        message: `${field ?? 'this'} as well`,
        at: span,
      }));
      const where = { ...detailsOf(place), related, fix: hooksFix(hooks, defect) };
      const { field = '' } = place;
      switch (problem.code) {
        case 'syntax': {
          const { cause, found, expected, start, end, open } = explainSyntax(source.bytes, problem.error);
          const opened =
            open === undefined ? [] : [{ message: 'opened here', at: { start: open, end: open + 1 } }];
          const fix = syntaxFix(source.bytes, cause);
          return report('syntax', { start, end }, { found, expected, cause }, { related: opened, fix });
        }
        case 'root-type':
          return report('root-type', place.span, { found: KIND_NAMES[problem.found] }, where);
        case 'hook-type': {
          const { hook } = problem;
          const instead = ownEventFor(hook);
          if (instead === undefined) {
            return report(
              'top-value',
              place.span,
              { key: hook, found: KIND_NAMES[problem.found], hosts: whoseWrapper },
              where,
            );
          }
          const events = others.map((other) => ({
            message: remarkOnEvent(hookOf(other)),
            at: other.place.span,
          }));
          const args = { event: hook, hosts: hostsOfFile, instead: instead?.event ?? '', more };
          const tools = doc === undefined ? [] : remarksOnAll(doc);
          return report('event-at-top', place.span, args, { ...where, related: [...events, ...tools] });
        }
        case 'event-type': {
          const { hook, event, found } = problem;
          return report(problem.code, place.span, { hook, event, field, found: KIND_NAMES[found] }, where);
        }
        case 'entry-type': {
          const { hook, event, found } = problem;
          const what = HOOK_EVENTS[event].shape === 'grouped' && depth(place) === 3 ? 'a group' : 'a handler';
          return report(
            problem.code,
            place.span,
            { hook, field, what, found: KIND_NAMES[found], more },
            where,
          );
        }
        case 'field-type': {
          const { hook, wanted, found, badInteger } = problem;
          const value = new TextDecoder().decode(source.bytes.subarray(place.span.start, place.span.end));
          const what = badInteger === undefined ? KIND_NAMES[found] : value + BAD_INTEGER[badInteger];
          return report(
            problem.code,
            place.span,
            { hook, field, found: what, accepted: ACCEPTED[wanted], more },
            where,
          );
        }
        case 'handler-type': {
          const { hook, text: type } = problem;
          const hosts = CLAUDE_TYPES.has(type) ? hostsInWords(['claude-code']) : '';
          return report(problem.code, place.span, { hook, field, type, hosts, more }, where);
        }
        case 'handler-mix': {
          const { hook, name, type } = problem;
          return report(problem.code, place.span, { hook, field, name, type, more }, where);
        }
        case 'grouped-entry': {
          const { hook, event } = problem;
          return report(
            problem.code,
            place.span,
            { hook, field, event, hosts: hostsOfFile || HOOK_HOSTS['claude-code'].label, more },
            where,
          );
        }
        case 'unknown-event': {
          const { hook, name: event, node } = problem;
          if (doc !== undefined && holdsEvents(doc, node)) {
            return report('nested-hook', place.span, { hook, key: event }, where);
          }
          const foreign = foreignEvent(event);
          const own = foreign === undefined ? nearestEvent(event) : undefined;
          const nearest: Equivalent | undefined = own === undefined ? foreign?.instead : { event: own };
          const args = {
            hook,
            event,
            hosts: hostsInWords(foreign?.hosts ?? []),
            instead: nearest?.event ?? '',
            matcher: nearest?.matcher ?? '',
          };
          const tools = doc === undefined ? [] : remarksOnMatchers(doc, node);
          return report(problem.code, place.span, args, { ...where, related: [...related, ...tools] });
        }
        case 'ignored-key': {
          const { hook, name: key } = problem;
          return report(problem.code, place.span, { hook, field, key, more }, where);
        }
        case 'loose-handler': {
          const { hook, name: key } = problem;
          return report(problem.code, place.span, { hook, key }, where);
        }
        case 'command-key': {
          const { hook, name: key } = problem;
          return report(problem.code, place.span, { hook, field, key, more }, where);
        }
        case 'flat-matcher': {
          const { hook, event } = problem;
          return report(problem.code, place.span, { hook, field, event, more }, where);
        }
        case 'group-without-hooks': {
          const { hook, bare } = problem;
          return report(problem.code, place.span, { hook, field, bare: bare ? 1 : 0, more }, where);
        }
        case 'empty-command': {
          const { hook, because } = problem;
          return report(problem.code, place.span, { hook, field, because, more }, where);
        }
      }
    }
  },
});

/** How the format of a file is called when nothing in it tells a host. */
const OTHER_PROGRAM = 'another program';

/** Only a file directly in a customization root can be another host's. */
function hooksPlace({ owner, rootName }: FilePlace): 'root' | 'dot-agent' | 'plugin' {
  if (owner !== 'root') return 'plugin';
  return rootName === '.agent' ? 'dot-agent' : 'root';
}

/** Steps of a place from the top of the file. */
function depth({ pointer = '' }: ProblemPlace): number {
  return pointer.split('/').length - 1;
}

function example(event: HookEvent): string {
  return `{"${event}": ${HOOK_EVENTS[event].shape === 'flat' ? HANDLERS : GROUPS}}`;
}

function useInstead(event: HookEvent, matcher: string): string {
  if (matcher !== '') return `Use ${event} with the matcher "${matcher}"`;
  const how = HOOK_EVENTS[event].shape === 'flat' ? 'which takes handlers directly' : 'which takes groups';
  return `Use ${event}, ${how}: ${example(event)}`;
}

function leaveTo(hosts: string, home: string): string {
  return home === ''
    ? 'If it is not meant for Antigravity, keep it where only the other program looks.'
    : `If only ${hosts} is to run them, keep them in ${home}.`;
}
