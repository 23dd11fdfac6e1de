import { isAbsolute, resolve } from 'node:path';
import { loadRegistry } from '../agy/registry.ts';
import { ESCAPING_LINK, type FileProblem, type Files } from './files.ts';
import type { Layout } from './layout.ts';
import { isInside, join, keyOf, type RawPath, shown } from './raw-path.ts';

/** agy survives cycles; a chain longer than this is nobody's intention. */
const MAX_INHERITS = 8;

/** What a registry leads to, inside the repository. */
export interface Followed {
  /** Directories with a manifest, in the order in which they are named. */
  readonly plugins: readonly {
    readonly real: RawPath;
    readonly manifest: string;
    readonly registry: RawPath;
  }[];
  /** What could not be read on the way. */
  readonly problems: readonly { readonly path: RawPath; readonly problem: FileProblem }[];
}

/**
 * Follows a `plugins.json` and the registries it inherits. An entry names a plugin or a directory of plugins. What lies
 * outside the repository or is not there yields nothing here: it is the business of a rule.
 */
export function followPlugins(
  registry: RawPath,
  repositoryRoot: RawPath,
  files: Files,
  layout: Layout,
): Followed {
  const plugins = new Map<string, Followed['plugins'][number]>();
  const problems: { path: RawPath; problem: FileProblem }[] = [];
  const seen = new Set<string>();

  function target(path: string | undefined): RawPath | undefined {
    const lexical = path === undefined ? undefined : insideRepository(path, repositoryRoot);
    if (lexical === undefined) return undefined;
    const followed = files.followLink(lexical, repositoryRoot);
    if (followed.state === 'inside') return followed.real;
    if (followed.state === 'escaping') problems.push({ path: lexical, problem: ESCAPING_LINK });
    return undefined;
  }

  function addPlugin(real: RawPath, from: RawPath): boolean {
    const manifest = layout.manifest(real);
    if (manifest === undefined) return false;
    if (!plugins.has(keyOf(real))) plugins.set(keyOf(real), { real, manifest, registry: from });
    return true;
  }

  function follow(path: RawPath, depth: number): void {
    if (seen.has(keyOf(path))) return;
    seen.add(keyOf(path));
    const result = files.read(path, repositoryRoot);
    if (!result.ok) {
      if (depth === 0 || result.problem.code !== 'not-a-file')
        problems.push({ path, problem: result.problem });
      return;
    }
    const loaded = loadRegistry(result.bytes);
    if (loaded.state === 'skipped') return;
    for (const entry of loaded.entries) {
      const real = target(entry.path?.value);
      if (real === undefined || addPlugin(real, path)) continue;
      for (const child of layout.directoriesIn(real)) addPlugin(child, path);
    }
    if (depth === MAX_INHERITS) return;
    for (const { path: named } of loaded.inherits) {
      const real = target(named?.value);
      if (real !== undefined) follow(real, depth + 1);
    }
  }

  follow(registry, 0);
  return { plugins: [...plugins.values()], problems };
}

/** A path of an entry, from the repository root; undefined when it lies outside. The home directory does. */
function insideRepository(path: string, repositoryRoot: RawPath): RawPath | undefined {
  if (path === '' || path === '~' || path.startsWith('~/')) return undefined;
  if (typeof repositoryRoot !== 'string') return isAbsolute(path) ? undefined : join(repositoryRoot, path);
  const absolute = resolve(repositoryRoot, path);
  return isInside(repositoryRoot, shown(absolute)) ? absolute : undefined;
}
