import {
  AGENT_MODELS,
  BUILT_IN_AGENTS,
  defineRule,
  entryDetails,
  firstLine,
  foreignModel,
  HEAD_KIND_NAMES,
  type HeadEntry,
  type HeadNode,
  headEntry,
  headMessages,
  headProblem,
  isFilled,
  listFix,
  loadForeignTools,
  OLD_AGENT_FILE_NAME,
  type ProseView,
  quotingFix,
  type RawFinding,
  type RelatedPlace,
  scalarText,
} from '../src/rule.ts';

const SKIPPED = 'Antigravity skips the agent';

export default defineRule({
  id: 'antigravity-agent-valid',
  summary: 'An agent must be listed, and be able to use the tools it names',
  category: 'prose',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['agent'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: true,
  options: {},
  evidence: [
    {
      claim: 'tools is a list: a text makes the loader skip the agent.',
      source: 'agy plugin validate on a plugin of agents',
      version: '1.4.8',
      level: 'measured',
    },
    {
      claim: 'A key hooks of any shape hides the agent.',
      source: 'runs with agents that differ by one key',
      version: '1.2.14',
      level: 'measured',
    },
    {
      claim: 'name and description are needed; an agent without a description is not listed.',
      source: "the vendor's page on agents, and a run without one",
      version: '1.1.8',
      level: 'measured',
    },
    {
      claim: 'With mainAgent: false an agent is not listed, with subagent: false nobody can invoke it.',
      source: 'runs with agents that differ by one key',
      version: '1.2.14',
      level: 'measured',
    },
    {
      claim:
        'Agents lie in agents/*.md and agents/*/agent.md; agent.json is the form of releases before 1.0.16.',
      source: "the vendor's page on agents, and a public list of breaking changes",
      level: 'documented',
    },
    {
      claim: `${BUILT_IN_AGENTS.join(', ')} are agents of Antigravity's own. A tool of another name may let a subagent hang.`,
      source: "the vendor's page on agents",
      level: 'documented',
    },
  ],
  messages: {
    ...headMessages(SKIPPED, 'name: and description: of the agent'),
    'old-format': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-not-read',
      text: () =>
        `${OLD_AGENT_FILE_NAME} is what agents were written in before agy 1.0.16; Antigravity no longer reads it`,
      help: () =>
        'Write the agent as agent.md: a head with name and description, and below it what the agent is to do.',
    },
    'too-deep': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-not-read',
      text: ({ name }: { name: string }) =>
        `The agent "${name}" lies deeper in agents/ than Antigravity looks; it is not loaded`,
      help: () => 'Move its folder directly into agents/, or name the folder in an entry of agents.json.',
    },
    incomplete: {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-lost',
      text: ({ missing }: { missing: string }) =>
        `The head has no ${missing}; Antigravity does not list the agent`,
      help: ({ missing }) => `Write ${missing} into the head.`,
    },
    'tools-type': {
      severity: 'warning',
      scope: 'field',
      consequence: 'file-lost',
      text: ({ found }: { found: string; list: string }) =>
        `tools is ${found} where only a list is read; ${SKIPPED}`,
      help: ({ list }) =>
        list === '' ? 'Write tools as a list of names, or take it out.' : `Write a list: tools: [${list}].`,
    },
    'hooks-key': {
      severity: 'warning',
      scope: 'field',
      consequence: 'file-lost',
      text: () => 'The head has a key hooks, whatever stands under it; Antigravity hides the agent',
      help: () => 'Take it out. Hooks are declared in hooks.json, and see the calls of subagents as well.',
    },
    unreachable: {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-inert',
      text: () => 'mainAgent and subagent are both false; nobody can start the agent',
      help: () => 'Take one of them out: both are true when absent.',
    },
    'built-in-name': {
      severity: 'warning',
      scope: 'field',
      consequence: 'duplicate',
      text: ({ name }: { name: string }) =>
        `"${name}" is an agent of Antigravity's own; which of the two is started is not said anywhere`,
      help: () => 'Give the agent a name of its own.',
    },
    'foreign-tool': {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: ({ name, hosts }: { name: string; hosts: string; instead: string }) =>
        `tools names "${name}", a tool of ${hosts}; Antigravity has none of this name`,
      help: ({ instead }) =>
        instead === '' ? 'Antigravity has nothing like it: take it out.' : `Write ${instead}.`,
    },
    'foreign-model': {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: ({ name, host }: { name: string; host: string }) =>
        `model is "${name}", as agents of ${host} have it; Antigravity knows ${AGENT_MODELS.slice(0, 3).join(', ')}`,
      help: () => 'Write one of these, or take model out.',
    },
  },

  check({ source: { bytes, path }, place: { prose }, markdown }: ProseView<'agent'>, { report }) {
    const { head } = markdown;
    if (path.endsWith(`/${OLD_AGENT_FILE_NAME}`) || path === OLD_AGENT_FILE_NAME)
      return [report('old-format', firstLine(bytes), {})];
    if (prose?.reach === 'too-deep') return [report('too-deep', firstLine(bytes), { name: prose.name })];
    const problem = headProblem(markdown, bytes);
    if (problem !== undefined) {
      return [report(problem.id, problem.at, problem.args, { fix: quotingFix(bytes, head) })];
    }
    const tools = headEntry(head, 'tools');
    return tools === undefined ? findings() : loadForeignTools().then((hosts) => findings({ tools, hosts }));

    function findings(named?: NamedTools): RawFinding[] {
      const lost = [...incompleteFinding(), ...toolsFinding(named), ...hooksFinding()];
      // What else is odd counts once the agent is there.
      return lost.length > 0 ? lost : [...unreachableFinding(), ...nameFinding(), ...foreignFinding(named)];
    }

    function incompleteFinding(): RawFinding[] {
      const fields = ['name', 'description'];
      const missing = fields.filter((field) => !isFilled(headEntry(head, field)));
      if (missing.length === 0) return [];
      const empty = missing.map((field) => headEntry(head, field)).find((entry) => entry !== undefined);
      const first = head.state === 'read' ? head.entries[0] : undefined;
      const at = (empty ?? first)?.key.span ?? firstLine(bytes);
      return [report('incomplete', at, { missing: missing.join(' and no ') }, empty && entryDetails(empty))];
    }

    function toolsFinding(named: NamedTools | undefined): RawFinding[] {
      if (named === undefined || named.tools.value.kind === 'list' || named.tools.value.kind === 'null')
        return [];
      const { value } = named.tools;
      const args = { found: HEAD_KIND_NAMES[value.kind], list: listFor(value, named.hosts) };
      const fix = listFix(bytes, value);
      return [report('tools-type', value.span, args, { ...entryDetails(named.tools), fix })];
    }

    function hooksFinding(): RawFinding[] {
      const entry = headEntry(head, 'hooks');
      return entry === undefined ? [] : [report('hooks-key', entry.key.span, {}, entryDetails(entry))];
    }

    function unreachableFinding(): RawFinding[] {
      const [first, second] = ['mainAgent', 'subagent']
        .map((key) => headEntry(head, key))
        .filter((entry) => entry?.value.kind === 'boolean' && !entry.value.value)
        .filter((entry) => entry !== undefined)
        .sort((a, b) => a.key.span.start - b.key.span.start);
      if (first === undefined || second === undefined) return [];
      const related = [{ message: `${first.key.name} is false here`, at: first.value.span }];
      return [report('unreachable', second.value.span, {}, { ...entryDetails(second), related })];
    }

    function nameFinding(): RawFinding[] {
      const entry = headEntry(head, 'name');
      const name = scalarText(entry?.value)?.trim() ?? '';
      if (entry === undefined || !BUILT_IN_AGENTS.includes(name)) return [];
      return [report('built-in-name', entry.value.span, { name }, entryDetails(entry))];
    }

    /** Tools and a model of other hosts: one finding, for none of them keeps the agent from being there. */
    function foreignFinding(named: NamedTools | undefined): RawFinding[] {
      const model = foreignModelFinding();
      if (named?.tools.value.kind !== 'list') return model;
      const { foreignTool, hostsInWords, insteadOf } = named.hosts;
      const [first, ...others] = named.tools.value.items.flatMap((node) => {
        const tool = node.kind === 'string' ? foreignTool(bareName(node.value)) : undefined;
        return tool === undefined
          ? []
          : [{ at: node.span, tool, instead: insteadOf([tool]).replaceAll('|', ', ') }];
      });
      if (first === undefined) return model;
      const related: RelatedPlace[] = [
        ...others.map(({ at, tool, instead }) => ({
          message: `"${tool.name}" as well${instead === '' ? '' : `: write ${instead}`}`,
          at,
        })),
        ...model.map(({ at }) => ({ message: 'the model is of another host, too', at })),
      ];
      const { at, tool, instead } = first;
      const args = { name: tool.name, hosts: hostsInWords(tool.hosts), instead };
      return [report('foreign-tool', at, args, { ...entryDetails(named.tools), related })];
    }

    function foreignModelFinding(): RawFinding[] {
      const entry = headEntry(head, 'model');
      const name = scalarText(entry?.value) ?? '';
      const host = foreignModel(name);
      if (entry === undefined || host === undefined) return [];
      return [report('foreign-model', entry.value.span, { name, host }, entryDetails(entry))];
    }
  },
});

interface NamedTools {
  readonly tools: HeadEntry;
  readonly hosts: Awaited<ReturnType<typeof loadForeignTools>>;
}

/** `Bash(make:*)` allows a part of what the tool `Bash` can do. */
function bareName(tool: string): string {
  return tool.replace(/\(.*\)$/s, '');
}

/** The items that a text names, as a list has them, in Antigravity's words; empty when it is none of names with commas. */
function listFor(value: HeadNode, { foreignTool }: NamedTools['hosts']): string {
  const names = (value.kind === 'string' ? value.value : '').split(/[,\s]+/).filter((name) => name !== '');
  if (names.length === 0 || !names.every((name) => /^[\w-]+$/.test(name))) return '';
  const own = names.flatMap((name) => {
    const tool = foreignTool(name);
    return tool === undefined || tool.instead.length === 0 ? [name] : tool.instead;
  });
  return [...new Set(own)].join(', ');
}
