/** Files of a customization root that name further agents, plugins, skills, workflows and rules. */
export const REGISTRY_FILE_NAMES = [
  'agents.json',
  'plugins.json',
  'skills.json',
  'workflows.json',
  'rules.json',
] as const;

export type RegistryFileName = (typeof REGISTRY_FILE_NAMES)[number];

/** What the entries of a registry name, and how such an item is told. */
export interface RegistryItems {
  readonly kind: 'agent' | 'plugin' | 'skill' | 'workflow' | 'rule';
  /** A directory with a file of this name is one. */
  readonly mainFile?: string;
  /** A file that ends so is one. */
  readonly ending?: string;
}

/**
 * By the name of the registry. An entry names one item or a directory of items. A plugin is told by its manifest, which may
 * lie in a folder of its own. Source: measured on agy 1.1.25 for plugins, the vendor's pages for the rest.
 */
export const REGISTRY_ITEMS: Readonly<Record<RegistryFileName, RegistryItems>> = {
  'agents.json': { kind: 'agent', mainFile: 'agent.md', ending: '.md' },
  'plugins.json': { kind: 'plugin' },
  'skills.json': { kind: 'skill', mainFile: 'SKILL.md' },
  'workflows.json': { kind: 'workflow', ending: '.md' },
  'rules.json': { kind: 'rule', ending: '.md' },
};

/** Where what the tables say is known from, for people. */
export const REGISTRY_EVIDENCE = "measured on agy 1.1.25 for plugins, the vendor's pages for the rest";

/** The fields of a registry, whatever the letter case. */
export const REGISTRY_DOES = {
  entries: 'what the registry names',
  inherits: 'registries whose entries count as well',
} as const;

/** The fields of an entry, whatever the letter case. */
export const ENTRY_DOES = {
  path: 'one item, or a directory of items',
  include_only: 'regular expressions: only items with such a name count',
  exclude: 'regular expressions: items with such a name do not count',
} as const;

/** The fields of what is inherited. */
export const PARENT_DOES = { path: 'another registry file' } as const;

/** What a path in a registry is. */
export const REGISTRY_PATH = 'from the repository root; also an absolute path, or one below ~/';

/** agy survives cycles of `inherits`; a chain longer than this is nobody's intention. */
export const MAX_INHERITS = 8;
