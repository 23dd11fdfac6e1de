import {
  type CommandFault,
  createInspector,
  defineRule,
  escapedPipe,
  type ForeignTool,
  foreignMatcher,
  type HooksView,
  handlersOf,
  hostsInWords,
  insteadOf,
  type Located,
  listOf,
  MILLISECONDS,
  option,
  type PlacedGroup,
  type PlacedHandler,
  placeIn,
  type RawFinding,
  type RelatedPlace,
  re2Problem,
  runningGroups,
  text,
} from '../src/rule.ts';

/** Further places that a finding lists. */
const MOST_RELATED = 50;

const andMore = (count: number): string => (count === 0 ? '' : ` (and ${count} more under this event)`);

interface HookArgs extends Record<string, string | number> {
  readonly hook: string;
  readonly more: number;
}

const DENIES = 'on PreToolUse that refuses every call it matches';

export default defineRule({
  id: 'antigravity-hooks-effect',
  summary: 'A hook that loads must also run, and do what it was written for',
  category: 'hooks',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['hooks'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {
    'extra-tools': option(listOf(text()), {
      default: [],
      summary: 'Tools that Antigravity has besides those of this release, as a matcher names them',
    }),
  },
  evidence: [
    {
      claim:
        'Commands run in the folder of hooks.json. A script that is not there fails, and on PreToolUse a failure refuses the call.',
      source: 'the hooks page that agy carries with it, and three independent runs',
      version: '1.2.15',
      level: 'measured',
    },
    {
      claim:
        'On PreToolUse the decision is read from standard output: {} and words of Claude Code such as hookSpecificOutput do not allow the call.',
      source: 'runs with a logging hook',
      version: '1.2.15',
      level: 'measured',
    },
    {
      claim: 'PLUGIN_ROOT, CLAUDE_PLUGIN_ROOT and CLAUDE_PROJECT_DIR are not set for hooks.',
      source: 'runs with a hook that prints its environment',
      version: '1.5.0',
      level: 'measured',
    },
    {
      claim: 'timeout is in seconds, 30 when absent, and the session waits for a hook.',
      source: 'the hooks page that agy carries with it',
      version: '1.1.26',
      level: 'documented',
    },
    {
      claim: 'A matcher is not compiled when the file is loaded; "" and "*" match every tool.',
      source: 'the command-line program in an empty home, and the hooks page',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim: 'A hook that starts agy with a prompt starts the same hooks again.',
      source: 'a public bug report',
      level: 'reported',
    },
  ],
  messages: {
    'foreign-matcher': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { matcher: string; hosts: string; instead: string }) =>
        `Hook "${a.hook}": the matcher "${a.matcher}" names tools of ${a.hosts} and none of Antigravity${andMore(a.more)}; the hook does not run for any of them`,
      help: ({ instead }) =>
        instead === ''
          ? 'Antigravity has no such tool. Take the group out, or name in the option extra-tools what is newer than this release.'
          : `Write "${instead}": so they are called in Antigravity.`,
    },
    'escaped-pipe': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { matcher: string }) =>
        `Hook "${a.hook}": the matcher "${a.matcher}" asks for the character | itself${andMore(a.more)}, which no tool has in its name`,
      help: () => 'Write | without a backslash: that is what separates alternatives.',
    },
    'bad-matcher': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { matcher: string; why: string }) =>
        `Hook "${a.hook}": the matcher "${a.matcher}" is no regular expression of Go: ${a.why}${andMore(a.more)}; it fails when a tool is called`,
      help: () =>
        'Matchers are in the syntax of RE2, without look-around and back-references. "*" alone, or no matcher, means every tool.',
    },
    milliseconds: {
      severity: 'warning',
      scope: 'field',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { field: string; value: number; time: string }) =>
        `Hook "${a.hook}": ${a.field} is ${a.value} seconds, ${a.time}${andMore(a.more)}; a command that hangs holds the session for so long`,
      help: ({ value }) =>
        `Antigravity counts in seconds, other hosts in milliseconds. Write ${Math.ceil(value / 1000)} if that was meant.`,
    },
    'script-elsewhere': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { path: string; right: string; denies: number }) =>
        `Hook "${a.hook}": ${a.path} is there from the repository root, but the command runs in the folder of hooks.json, where it is not${andMore(a.more)}; ${a.denies === 1 ? DENIES : 'it never runs'}`,
      help: ({ right }) => `Write ${right} instead.`,
    },
    'script-missing': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { path: string; denies: number }) =>
        `Hook "${a.hook}": ${a.path} is not there, seen from the folder of hooks.json where the command runs${andMore(a.more)}; ${a.denies === 1 ? DENIES : 'it never runs'}`,
      help: () => 'Name the script from the folder of hooks.json, and commit it.',
    },
    'not-executable': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { path: string; denies: number }) =>
        `Hook "${a.hook}": nobody may execute ${a.path}${andMore(a.more)}; ${a.denies === 1 ? DENIES : 'it never runs'}`,
      help: ({ path }) =>
        `Commit it with the mark (git update-index --chmod=+x), or name an interpreter in front of it, such as sh ${path}.`,
    },
    'no-shebang': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { path: string }) =>
        `Hook "${a.hook}": ${a.path} is called directly and does not say in its first line what runs it${andMore(a.more)}; whether it runs is up to the shell`,
      help: () => 'Begin the script with a line such as #!/bin/sh, or name an interpreter in the command.',
    },
    'unset-variable': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { name: string; host: string; others: number; right: string }) => {
        const whose = a.host === '' ? '' : `, a variable of ${a.host},`;
        const others = a.others === 0 ? '' : ` (nor ${a.others} more in this command)`;
        return `Hook "${a.hook}": ${a.name}${whose} is not set by Antigravity${others}${andMore(a.more)} and expands to nothing`;
      },
      help: ({ right, name }) =>
        right === ''
          ? `Commands run in the folder of hooks.json: write a path from there, or give a default, such as \${${name}:-.}.`
          : `Commands run in the folder of hooks.json: write ${right} instead.`,
    },
    'empty-answer': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { what: string; event: string }) =>
        `Hook "${a.hook}": ${a.what} answers {}${andMore(a.more)}, which ${a.event} takes for a refusal; no tool that it matches can be used`,
      help: () =>
        'Print {"decision": "allow"} to let the call through, {"decision": "deny", "reason": "…"} to stop it.',
    },
    'foreign-answer': {
      severity: 'warning',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { what: string; word: string; event: string }) =>
        `Hook "${a.hook}": ${a.what} answers ${a.event} in the words of Claude Code (${a.word})${andMore(a.more)}, which Antigravity does not understand`,
      help: () =>
        'Print {"decision": "allow"}, {"decision": "ask"} or {"decision": "deny", "reason": "…"} on standard output.',
    },
    'prompt-handler': {
      severity: 'info',
      scope: 'hook',
      consequence: 'hook-ineffective',
      text: (a: HookArgs & { field: string }) =>
        `Hook "${a.hook}": ${a.field} is a handler of type prompt${andMore(a.more)}; it loads, and PostToolUse refuses to run it`,
      help: () => 'Write a command; handlers of type prompt are not documented.',
    },
    recursion: {
      severity: 'warning',
      scope: 'hook',
      consequence: 'recursion',
      text: (a: HookArgs & { event: string }) =>
        `Hook "${a.hook}": ${a.event} starts agy with a prompt${andMore(a.more)}; that session runs the same hook, and so on without end`,
      help: () => 'Call a program that starts no session, or test a variable before and set it for the call.',
    },
  },

  *check({ hooks, place }: HooksView, { report, options }) {
    const { doc, state } = hooks;
    if (doc === undefined || state === 'lost') return;
    const extraTools = options['extra-tools'];
    const inspect = createInspector(place.surroundings);
    const found = new Map<string, Merged>();

    /** Puts a finding to the others of its kind under the same event; `remark` is said of its place when it is not the first. */
    function add({ hook, entries }: PlacedGroup, finding: RawFinding, remark: string): void {
      const key = [finding.messageId, hook.name, entries.event].join('\0');
      const earlier = found.get(key);
      if (earlier === undefined) found.set(key, { finding, others: [], count: 0 });
      else {
        earlier.count++;
        if (earlier.others.length < MOST_RELATED) earlier.others.push({ message: remark, at: finding.at });
      }
    }

    for (const group of runningGroups(hooks.hooks)) {
      matcherFinding(group);
      for (const handler of handlersOf(doc, group)) handlerFindings(handler);
    }
    for (const { finding, others, count } of found.values()) {
      const related = [...(finding.related ?? []), ...others];
      yield { ...finding, related, args: { ...finding.args, more: count } };
    }

    function where({ hook, path }: PlacedGroup, { node, key }: Located<unknown>) {
      const below = key === undefined || doc === undefined ? [] : [doc.text(key)];
      const span = doc?.span(node) ?? { start: 0, end: 0 };
      const { field = '', pointer = '' } = placeIn(hook.name, [...path, ...below], span);
      return { at: span, details: { field, pointer } };
    }

    function matcherFinding(placed: PlacedGroup): void {
      const { group, hook, entries } = placed;
      const { matcher } = group;
      if (matcher === undefined || entries.shape === 'flat' || group.handlers.length === 0) return;
      const isEscaped = escapedPipe(matcher.value) !== -1;
      const tools = isEscaped ? undefined : foreignMatcher(matcher.value, extraTools);
      if (!isEscaped && tools === undefined && NAMES.test(matcher.value)) return;
      const { at, details } = where(placed, matcher);
      const args = { hook: hook.name, matcher: matcher.value, more: 0 };
      const remark = `${details.field} as well`;
      if (isEscaped) {
        add(placed, report('escaped-pipe', at, args, details), remark);
        return;
      }
      if (tools !== undefined) {
        const hosts = hostsInWords(hostsOf(tools));
        const instead = insteadOf(tools);
        const finding = report('foreign-matcher', at, { ...args, hosts, instead }, details);
        add(placed, finding, instead === '' ? remark : `for Antigravity "${instead}"`);
        return;
      }
      const problem = re2Problem(matcher.value);
      if (problem === undefined) return;
      add(placed, report('bad-matcher', at, { ...args, why: problem.why }, details), remark);
    }

    function handlerFindings(placed: PlacedHandler): void {
      const { handler, hook, entries } = placed;
      const { timeout, type, givenType, command } = handler;
      if (timeout !== undefined && timeout.value >= MILLISECONDS) {
        const { at, details } = where(placed, timeout);
        const { field } = details;
        const { value } = timeout;
        const args = { hook: hook.name, field, value, time: duration(value), more: 0 };
        add(placed, report('milliseconds', at, args, details), `${field} as well`);
      }
      if (type === 'prompt' && givenType !== undefined && entries.event === 'PostToolUse') {
        const { at, details } = where(placed, givenType);
        const { field } = details;
        const finding = report('prompt-handler', at, { hook: hook.name, field, more: 0 }, details);
        add(placed, finding, `${field} as well`);
      }
      if (type !== 'command' || command === undefined || command.value === '') return;
      for (const fault of inspect(command.value, entries.event === 'PreToolUse')) {
        commandFinding(placed, fault, command);
      }
    }

    function commandFinding(placed: PlacedHandler, fault: CommandFault, command: Located<string>): void {
      const { at, details } = where(placed, command);
      const { event } = placed.entries;
      const base = { hook: placed.hook.name, more: 0 };
      const denies = event === 'PreToolUse' ? 1 : 0;
      switch (fault.code) {
        case 'recursion':
          add(placed, report(fault.code, at, { ...base, event }, details), `${details.field} as well`);
          return;
        case 'unset-variable': {
          const [first, ...others] = fault.uses;
          const { name, host, right = '' } = first;
          const args = { ...base, name, host, right, others: others.length };
          const remark = right === '' ? `${name} as well` : `write ${right} here`;
          add(placed, report(fault.code, at, args, details), remark);
          return;
        }
        case 'script-missing': {
          const { path, right } = fault;
          const args = { ...base, path, denies: fault.fails ? denies : 0 };
          if (right === undefined) add(placed, report(fault.code, at, args, details), `${path} as well`);
          else
            add(placed, report('script-elsewhere', at, { ...args, right }, details), `write ${right} here`);
          return;
        }
        case 'not-executable':
        case 'no-shebang': {
          const { path } = fault;
          add(placed, report(fault.code, at, { ...base, path, denies }, details), `${path} as well`);
          return;
        }
        case 'bad-answer': {
          const { answer, path, place: inScript } = fault;
          const related: RelatedPlace[] =
            inScript === undefined ? [] : [{ message: 'it is printed here', ...inScript }];
          const id = answer.kind === 'empty' ? 'empty-answer' : 'foreign-answer';
          const args = { ...base, what: path ?? 'the command', event, word: answer.word };
          add(placed, report(id, at, args, { ...details, related }), `${path ?? details.field} as well`);
        }
      }
    }
  },
});

/** What needs no look as a regular expression. */
const NAMES = /^(?:\w+(?:\|\w+)*|\*)$/;

/** A finding, and what else is wrong in the same way under its event. */
interface Merged {
  readonly finding: RawFinding;
  readonly others: RelatedPlace[];
  /** Of all the others, listed or not. */
  count: number;
}

/** The hosts that have all of the tools; those of the first tool when none has. */
function hostsOf(tools: readonly ForeignTool[]): ForeignTool['hosts'] {
  const [first, ...rest] = tools;
  const all = first?.hosts.filter((host) => rest.every(({ hosts }) => hosts.includes(host))) ?? [];
  return all.length > 0 ? all : (first?.hosts ?? []);
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
