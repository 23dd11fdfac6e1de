import {
  AUTH_PROVIDER_TYPES,
  type FieldType,
  MCP_EVIDENCE,
  MCP_FIELDS,
  MCP_WRAPPER,
  OAUTH_DOES,
} from '../agy/facts.ts';
import { foldName } from '../agy/fold.ts';
import {
  GROUP_DOES,
  HANDLER_FIELDS,
  HANDLER_TYPES,
  HOOK_EVENTS,
  HOOK_SWITCH,
  HOOKS_EVIDENCE,
  type HookShape,
} from '../agy/hook-facts.ts';
import { ACCEPTED_WORDS } from '../agy/mcp-words.ts';
import { PLUGIN_EVIDENCE, PLUGIN_FIELDS } from '../agy/plugin-facts.ts';
import {
  ENTRY_DOES,
  PARENT_DOES,
  REGISTRY_DOES,
  REGISTRY_EVIDENCE,
  REGISTRY_PATH,
} from '../agy/registry-facts.ts';
import type { FileKindName } from '../kinds/index.ts';

/** What stands in a field: how a value of it begins. */
export type FieldForm = 'text' | 'switch' | 'number' | 'list' | 'map';

/** A key that agy reads, for people. */
export interface Field {
  /** As the loader spells it. */
  readonly name: string;
  readonly form: FieldForm;
  /** In words. */
  readonly type: string;
  readonly does: string;
  readonly evidence: string;
  /** The values it can have, where they are known; texts but for a switch. */
  readonly values?: readonly string[];
}

/** The keys of an object that agy reads. */
export interface Keys {
  readonly fields: readonly Field[];
  /** Whether the letter case of a key makes no difference. */
  readonly folds: boolean;
}

type Path = readonly (string | number)[];

const TEXT = { form: 'text', type: 'a string' } as const;
const SWITCH = { form: 'switch', type: 'true or false', values: ['true', 'false'] } as const;
const LIST = { form: 'list', type: 'a list of strings' } as const;

const FORMS: Readonly<Record<FieldType, Pick<Field, 'form' | 'type' | 'values'>>> = {
  string: TEXT,
  boolean: SWITCH,
  'string-list': LIST,
  'string-map': { form: 'map', type: 'a map of strings' },
  oauth: { form: 'map', type: 'an object with clientId and clientSecret' },
  'auth-provider': { form: 'text', type: 'a string', values: AUTH_PROVIDER_TYPES },
};

const mcp = (name: string, field: Omit<Field, 'name' | 'evidence'>): Field => ({
  name,
  evidence: MCP_EVIDENCE,
  ...field,
});

const WRAPPER: Keys = {
  folds: false,
  fields: [
    mcp(MCP_WRAPPER, {
      form: 'map',
      type: 'a map of servers by their names',
      does: 'the servers; agy reads no other key of the file',
    }),
  ],
};

const SERVER: Keys = {
  folds: true,
  fields: Object.entries(MCP_FIELDS).map(([name, { type, does }]) =>
    mcp(name, { ...FORMS[type], type: ACCEPTED_WORDS[type], does }),
  ),
};

const OAUTH: Keys = {
  folds: true,
  fields: Object.entries(OAUTH_DOES).map(([name, does]) => mcp(name, { ...TEXT, does })),
};

const hooks = (name: string, field: Omit<Field, 'name' | 'evidence'>): Field => ({
  name,
  evidence: HOOKS_EVIDENCE,
  ...field,
});

const SHAPES: Readonly<Record<HookShape, string>> = {
  grouped: 'a list of groups: a matcher, and hooks to run',
  flat: 'a list of what to run',
};

const HOOK: Keys = {
  folds: true,
  fields: [
    hooks(HOOK_SWITCH.name, { ...SWITCH, does: HOOK_SWITCH.does }),
    ...Object.entries(HOOK_EVENTS).map(([name, { shape, runs }]) =>
      hooks(name, { form: 'list', type: SHAPES[shape], does: `runs ${runs}` }),
    ),
  ],
};

const GROUP: Keys = {
  folds: true,
  fields: [
    hooks('matcher', { ...TEXT, does: GROUP_DOES.matcher }),
    hooks('hooks', { form: 'list', type: SHAPES.flat, does: GROUP_DOES.hooks }),
  ],
};

const HANDLER: Keys = {
  folds: true,
  fields: Object.entries(HANDLER_FIELDS).map(([name, { type, does }]) => {
    const values = name === 'type' ? { values: HANDLER_TYPES } : {};
    return type === 'int32'
      ? hooks(name, { form: 'number', type: 'a whole number', does })
      : hooks(name, { ...TEXT, ...values, does });
  }),
};

const MANIFEST: Keys = {
  folds: false,
  fields: Object.entries(PLUGIN_FIELDS).map(([name, { type, does }]) => ({
    name,
    does,
    evidence: PLUGIN_EVIDENCE,
    ...FORMS[type],
  })),
};

const registry = (name: string, field: Omit<Field, 'name' | 'evidence'>): Field => ({
  name,
  evidence: REGISTRY_EVIDENCE,
  ...field,
});

const REGISTRY: Keys = {
  folds: true,
  fields: Object.entries(REGISTRY_DOES).map(([name, does]) =>
    registry(name, { form: 'list', type: 'a list of objects', does }),
  ),
};

const ENTRY: Keys = {
  folds: true,
  fields: [
    registry('path', { ...TEXT, does: `${ENTRY_DOES.path}; ${REGISTRY_PATH}` }),
    registry('include_only', { ...LIST, does: ENTRY_DOES.include_only }),
    registry('exclude', { ...LIST, does: ENTRY_DOES.exclude }),
  ],
};

const PARENT: Keys = {
  folds: true,
  fields: [registry('path', { ...TEXT, does: `${PARENT_DOES.path}; ${REGISTRY_PATH}` })],
};

/** The keys that agy reads in the object at a path; undefined where it takes any, or none. */
export function keysAt(kind: FileKindName, path: Path): Keys | undefined {
  switch (kind) {
    case 'mcp-config':
      return mcpKeys(path);
    case 'hooks':
      return hookKeys(path);
    case 'plugin-manifest':
      return path.length === 0 ? MANIFEST : undefined;
    case 'registry':
      return registryKeys(path);
    default:
      return undefined;
  }
}

function mcpKeys(path: Path): Keys | undefined {
  if (path.length === 0) return WRAPPER;
  if (path[0] !== MCP_WRAPPER || path.length === 1) return undefined;
  if (path.length === 2) return SERVER;
  return path.length === 3 && isKey(path[2], 'oauth') ? OAUTH : undefined;
}

function hookKeys(path: Path): Keys | undefined {
  const [hook, event, entry, list, handler, ...below] = path;
  if (typeof hook !== 'string' || below.length > 0) return undefined;
  if (event === undefined) return HOOK;
  const shape = Object.entries(HOOK_EVENTS).find(([name]) => isKey(event, name))?.[1].shape;
  if (shape === undefined || typeof entry !== 'number') return undefined;
  if (list === undefined) return shape === 'grouped' ? GROUP : HANDLER;
  return shape === 'grouped' && isKey(list, 'hooks') && typeof handler === 'number' ? HANDLER : undefined;
}

function registryKeys(path: Path): Keys | undefined {
  if (path.length === 0) return REGISTRY;
  if (path.length !== 2 || typeof path[1] !== 'number') return undefined;
  return isKey(path[0], 'entries') ? ENTRY : isKey(path[0], 'inherits') ? PARENT : undefined;
}

function isKey(segment: string | number | undefined, name: string): boolean {
  return typeof segment === 'string' && foldName(segment) === foldName(name);
}

/** The field that a key names. */
export function fieldNamed({ fields, folds }: Keys, key: string): Field | undefined {
  return fields.find(({ name }) => (folds ? isKey(key, name) : key === name));
}
