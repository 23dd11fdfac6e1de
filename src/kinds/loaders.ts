import type { FileKindName } from './index.ts';
import type { Load } from './load.ts';

export type Loaders = ReadonlyMap<FileKindName, Load<FileKindName>>;

/** A kind that does not occur costs nothing at start. */
const LOADERS: { readonly [K in FileKindName]: () => Promise<{ readonly load: Load<K> }> } = {
  'mcp-config': () => import('./mcp-config.ts'),
  'mcp-json': () => import('./mcp-json.ts'),
  'codex-config': () => import('./codex-config.ts'),
  hooks: () => import('./hooks.ts'),
  'plugin-manifest': () => import('./plugin-manifest.ts'),
  registry: () => import('./registry.ts'),
};

/** The loaders for some kinds. */
export async function loadLoaders(kinds: Iterable<FileKindName>): Promise<Loaders> {
  const loaders = new Map<FileKindName, Load<FileKindName>>();
  for (const kind of new Set(kinds)) loaders.set(kind, (await LOADERS[kind]()).load);
  return loaders;
}
