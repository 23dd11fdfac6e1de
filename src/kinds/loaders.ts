import type { FileKindName } from './index.ts';
import type { Load } from './load.ts';

export type Loaders = ReadonlyMap<FileKindName, Load<FileKindName>>;

/** A kind that does not occur costs nothing at start. */
const LOADERS: { readonly [K in FileKindName]: () => Promise<{ readonly load: Load<K> }> } = {
  'mcp-config': () => import('./mcp-config.ts'),
  'mcp-json': () => import('./mcp-json.ts'),
  'codex-config': () => import('./codex-config.ts'),
  settings: () => import('./settings.ts'),
  hooks: () => import('./hooks.ts'),
  'plugin-manifest': () => import('./plugin-manifest.ts'),
  registry: () => import('./registry.ts'),
  rule: async () => ({ load: (await import('./prose.ts')).loadRule }),
  skill: async () => ({ load: (await import('./prose.ts')).loadSkill }),
  agent: async () => ({ load: (await import('./prose.ts')).loadAgent }),
  workflow: async () => ({ load: (await import('./prose.ts')).loadWorkflow }),
  context: async () => ({ load: (await import('./text.ts')).loadContext }),
  'root-file': async () => ({ load: (await import('./text.ts')).loadRootFile }),
};

/** The loaders for some kinds. */
export async function loadLoaders(kinds: Iterable<FileKindName>): Promise<Loaders> {
  const loaders = new Map<FileKindName, Load<FileKindName>>();
  for (const kind of new Set(kinds)) loaders.set(kind, (await LOADERS[kind]()).load);
  return loaders;
}
