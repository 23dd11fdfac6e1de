/** What is known of the files that agents read as text: where they are looked for, and how much of them is read. */

/** Read as they are, in every directory and in a customization root. Source: the vendor's page on rules. */
export const CONTEXT_FILE_NAMES: readonly string[] = ['GEMINI.md', 'AGENTS.md'];

/** Source: the vendor's page on skills. */
export const SKILL_FILE_NAME = 'SKILL.md';

/** The file of an agent that has a folder of its own. Source: the vendor's page on agents. */
export const AGENT_FILE_NAME = 'agent.md';

/** What an agent was written in before agy 1.0.16, which no longer reads it. Source: a public list of breaking changes. */
export const OLD_AGENT_FILE_NAME = 'agent.json';

/** A limit of what agy takes from a file, and where it is known from. */
export interface Limit {
  readonly value: number;
  readonly source: string;
  /** The agy release it was seen on, where one is known. */
  readonly version?: string;
}

/** In bytes of a rule after its includes; what is over is cut off. */
export const RULE_BYTES: Limit = { value: 24_000, source: "the vendor's page on rules" };

/** In characters; newer releases take more. */
export const RULE_CHARACTERS: Limit = {
  value: 12_000,
  source: "the vendor's page on rules before it was changed",
};

/** In bytes of a skill without its head; what is over never reaches the model. */
export const SKILL_BYTES: Limit = { value: 24_000, source: 'runs with a long skill', version: '1.5.0' };

/** In characters. */
export const SKILL_DESCRIPTION: Limit = { value: 1024, source: 'the open standard for skills' };
export const SKILL_NAME: Limit = { value: 64, source: 'the open standard for skills' };

/** Source: the vendor's page on rules. Compared byte for byte; a rule with another one is dropped. */
export const RULE_TRIGGERS = ['always_on', 'model_decision', 'glob', 'manual'] as const;
export type RuleTrigger = (typeof RULE_TRIGGERS)[number];
export const TRIGGER_DOES: Readonly<Record<RuleTrigger, string>> = {
  always_on: 'the rule always holds',
  model_decision: 'the model decides by the description',
  glob: 'the rule holds for files that match globs',
  manual: 'the rule holds where somebody mentions it',
};

/** Either is read, as one text with commas. Source: the vendor's page on rules. */
export const GLOBS_KEYS: readonly string[] = ['globs', 'glob'];

/** Names that agy has agents of its own for. Source: the vendor's page on agents. */
export const BUILT_IN_AGENTS: readonly string[] = ['research', 'browser', 'self'];

/** Since this day workflows are no longer indexed. Source: the vendor's documentation. */
export const WORKFLOWS_RETIRED = '2026-11-01';

/** Lines of a workflow that let steps run without being asked. Source: the vendor's page on workflows. */
export const TURBO_LINES = ['// turbo', '// turbo-all'] as const;

export type ProseKind = 'rule' | 'skill' | 'agent' | 'workflow';

/** A key of a head, as far as people are told of it. */
export interface HeadFact {
  readonly type: 'string' | 'trigger' | 'name list' | 'boolean' | 'model';
  readonly does: string;
  readonly evidence: string;
}

const VENDOR = "the vendor's page";

/** What agy reads in the head of a file. Source: the vendor's pages; of agents what was measured stands with its release. */
export const HEAD_FIELDS: Readonly<Record<ProseKind, Readonly<Record<string, HeadFact>>>> = {
  rule: {
    trigger: {
      type: 'trigger',
      does: 'when the rule holds; without one of the four values agy drops the rule',
      evidence: VENDOR,
    },
    globs: {
      type: 'string',
      does: 'with trigger: glob, the files it holds for: patterns in one text, with commas',
      evidence: VENDOR,
    },
    description: {
      type: 'string',
      does: 'with trigger: model_decision, what the model decides by',
      evidence: VENDOR,
    },
  },
  skill: {
    name: { type: 'string', does: 'the name of the skill, which is that of its folder', evidence: VENDOR },
    description: { type: 'string', does: 'what the model chooses the skill by', evidence: VENDOR },
  },
  agent: {
    name: { type: 'string', does: 'the name by which the agent is invoked', evidence: VENDOR },
    description: {
      type: 'string',
      does: 'what the agent is for; without one it is not listed',
      evidence: 'measured on agy 1.1.8',
    },
    tools: {
      type: 'name list',
      does: 'the tools it may use, as a list; with a text the loader skips the agent',
      evidence: 'measured on agy 1.4.8',
    },
    model: { type: 'model', does: 'the model it runs on', evidence: VENDOR },
    mainAgent: {
      type: 'boolean',
      does: 'whether people can choose it; true when absent',
      evidence: 'measured on agy 1.2.14',
    },
    subagent: {
      type: 'boolean',
      does: 'whether other agents can invoke it; true when absent',
      evidence: 'measured on agy 1.2.14',
    },
  },
  workflow: {
    description: { type: 'string', does: 'what the workflow is for', evidence: VENDOR },
  },
};

/** Folders of a customization root and of a plugin. */
export const PROSE_FOLDERS: Readonly<Record<string, ProseKind>> = {
  rules: 'rule',
  skills: 'skill',
  agents: 'agent',
  workflows: 'workflow',
};

/**
 * How agy comes to a file. `place`: it lies where such files are looked for. `too-deep`: it lies deeper. `flat`: it lies where
 * folders with a `SKILL.md` are looked for. `registry`: a registry names it.
 */
export type Reach = 'place' | 'too-deep' | 'flat' | 'registry';

export interface ProsePlace {
  readonly kind: ProseKind;
  /** Of a skill, and of an agent with a folder, the name of the folder; else that of the file without its ending. */
  readonly name: string;
  readonly reach: Reach;
}

/** Files that explain a folder to people. Whoever writes one does not mean it to be loaded. Lower case, without ending. */
const DOCUMENTATION: ReadonlySet<string> = new Set([
  'authors',
  'changelog',
  'code_of_conduct',
  'contributing',
  'index',
  'licence',
  'licences',
  'license',
  'licenses',
  'notice',
  'readme',
  'security',
  'support',
  'template',
  'todo',
]);

/**
 * What a file is, by its path from the customization root or the plugin, with `/`. Undefined for everything that agents do
 * not read by itself. Only direct children are looked at, and skills have a folder each. Source: the vendor's pages; that nested and
 * flat skills are not loaded was reported.
 */
export function prosePlace(path: string): ProsePlace | undefined {
  const [folder = '', ...below] = path.split('/');
  const kind = Object.hasOwn(PROSE_FOLDERS, folder) ? PROSE_FOLDERS[folder] : undefined;
  const file = below.at(-1);
  if (kind === undefined || file === undefined || CONTEXT_FILE_NAMES.includes(file)) return undefined;
  const own = below.at(-2) ?? '';
  if (kind === 'skill' && file === SKILL_FILE_NAME)
    return {
      kind,
      name: own,
      reach: below.length === 2 ? 'place' : below.length === 1 ? 'flat' : 'too-deep',
    };
  if (kind === 'agent' && below.length > 1) {
    const isAgent = file === AGENT_FILE_NAME || (file === OLD_AGENT_FILE_NAME && below.length === 2);
    return isAgent ? { kind, name: own, reach: below.length === 2 ? 'place' : 'too-deep' } : undefined;
  }
  if (!file.endsWith('.md')) return undefined;
  const name = file.slice(0, -'.md'.length);
  if (DOCUMENTATION.has(name.toLowerCase())) return undefined;
  if (kind === 'rule') return { kind, name, reach: below.length === 1 ? 'place' : 'too-deep' };
  if (below.length > 1) return undefined;
  return { kind, name, reach: kind === 'skill' ? 'flat' : 'place' };
}
