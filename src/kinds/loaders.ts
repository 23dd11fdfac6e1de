import type { LoaderSettings } from '../agy/mcp-config.ts';
import type { SourceFile } from '../text/source.ts';
import type { FileKindName, FilePlace, FileViewOf } from './index.ts';

/** Makes a view of a file. Never throws for bad content: what is wrong is part of the view. */
export type Load<K extends FileKindName> = (
  source: SourceFile,
  place: FilePlace,
  settings: LoaderSettings,
) => FileViewOf<K>;

export type Loaders = ReadonlyMap<FileKindName, Load<FileKindName>>;

/** A kind that does not occur costs nothing at start. */
const LOADERS: { readonly [K in FileKindName]: () => Promise<{ readonly load: Load<K> }> } = {
  'mcp-config': () => import('./mcp-config.ts'),
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
