import type { SessionFolder } from '../kinds/index.ts';
import type { Files } from './files.ts';
import { isRootName, type Layout, pluginsEntry } from './layout.ts';
import { isInside, join, keyOf, nameOf, parent, type RawPath } from './raw-path.ts';
import type { FollowedRegistry } from './registries.ts';
import type { CustomizationRoot } from './types.ts';

/** The folders that sessions may start in, each made once. */
export interface SessionFolders {
  /** @param directory a real path in the repository */
  at(directory: RawPath, repositoryRoot: RawPath): SessionFolder;
}

export function createSessionFolders(): SessionFolders {
  const repositories = new Map<string, Map<string, SessionFolder>>();

  function at(directory: RawPath, repositoryRoot: RawPath): SessionFolder {
    const top = keyOf(repositoryRoot);
    const known = repositories.get(top) ?? new Map<string, SessionFolder>();
    repositories.set(top, known);
    const missing: string[] = [];
    let above: SessionFolder | undefined;
    for (let one = directory; ; ) {
      const key = keyOf(one);
      above = known.get(key);
      if (above !== undefined) break;
      missing.push(key);
      one = parent(one);
      if (key === top || keyOf(one) === key) break;
    }
    // From the top down, so that each is made with the one above it.
    for (let i = missing.length - 1; i >= 0; i--) {
      above = { above };
      known.set(missing[i] as string, above);
    }
    return above as SessionFolder;
  }

  return { at };
}

/**
 * The customization roots whose registries name a plugin, what they inherit included, by the real path of the plugin.
 * @param registries all that are called `plugins.json`, or are inherited by one
 */
export function rootsByPlugin(
  roots: Iterable<CustomizationRoot>,
  registries: readonly FollowedRegistry[],
): ReadonlyMap<string, ReadonlySet<CustomizationRoot>> {
  const found = new Map<string, Set<CustomizationRoot>>();
  const byPath = new Map(registries.map((registry) => [keyOf(registry.path), registry]));
  if (byPath.size === 0) return found;
  for (const root of roots) {
    const own = byPath.get(keyOf(join(root.real, 'plugins.json')));
    const reached = new Set(own === undefined ? [] : [own]);
    // The set grows while it is gone through.
    for (const { entries, inherits } of reached) {
      for (const { real: plugin } of entries.flatMap(({ items }) => items)) {
        const holders = found.get(keyOf(plugin)) ?? new Set();
        found.set(keyOf(plugin), holders.add(root));
      }
      for (const { real } of inherits) {
        const next = real === undefined ? undefined : byPath.get(keyOf(real));
        if (next !== undefined) reached.add(next);
      }
    }
  }
  return found;
}

/** The customization roots in the directories above some others, up to the repository root. */
export function* rootsAbove(
  starts: readonly RawPath[],
  files: Files,
  layout: Layout,
): Generator<{ readonly real: RawPath; readonly repositoryRoot: RawPath }> {
  const seen = new Set<string>();
  for (const start of starts) {
    const repositoryRoot = files.repositoryRoot(start);
    if (repositoryRoot === undefined) continue;
    for (let at = parent(start); isInside(repositoryRoot, at) && !seen.has(keyOf(at)); at = parent(at)) {
      seen.add(keyOf(at));
      for (const real of layout.directoriesIn(at)) {
        if (isRootName(nameOf(real))) yield { real, repositoryRoot };
      }
    }
  }
}

/** The directories of a customization root that may be plugins. */
export function pluginCandidates(root: RawPath, layout: Layout): readonly RawPath[] {
  return pluginsEntry(layout.listing(root)) === 'directory'
    ? layout.directoriesIn(join(root, 'plugins'))
    : [];
}
