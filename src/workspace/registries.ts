import {
  keepRegistry,
  loadRegistry,
  looksLikeRegistry,
  type Registry,
  type RegistryEntry,
} from '../agy/registry.ts';
import { MAX_INHERITS, REGISTRY_ITEMS, type RegistryFileName } from '../agy/registry-facts.ts';
import { ESCAPING_LINK, type FileProblem, type Files } from './files.ts';
import type { EntryKind, Layout } from './layout.ts';
import { kindOf, type Location, locate } from './locate.ts';
import { join, keyOf, lastComponent, nameOf, parent, type RawPath } from './raw-path.ts';
import { readDirectory } from './walk.ts';

/**
 * What became of a path in a registry. `empty`: something is there, and no item is in it. `outside`: not in the repository,
 * so nobody looked. `no-path`: there is none.
 */
export type EntryState = 'found' | 'empty' | 'missing' | 'outside' | 'unreadable' | 'no-path';

/** The same for a registry that another one inherits. `too-deep`: nothing is followed so far. */
export type InheritState = Exclude<EntryState, 'empty'> | 'directory' | 'too-deep';

/** An agent, a skill and so on that an entry names. */
export interface Item {
  /** Real path: of a plugin its directory, of the others the file that makes them. */
  readonly real: RawPath;
  /** Of a plugin, from its directory. */
  readonly manifest?: string;
}

export interface FollowedEntry {
  /** As the file gives it; '' when it gives none. */
  readonly path: string;
  readonly state: EntryState;
  readonly items: readonly Item[];
  /** Set when a filter holds a path, so that items deeper in this directory may be meant (agy 1.2.10). */
  readonly deep?: RawPath;
}

export interface FollowedInherit {
  /** As the file gives it; '' when it gives none. */
  readonly path: string;
  readonly state: InheritState;
  /** The registry, when it was found. */
  readonly real?: RawPath;
}

/** A registry, and what it leads to inside the repository. */
export interface FollowedRegistry {
  readonly path: RawPath;
  readonly repositoryRoot: RawPath;
  /** The first registry that inherits it; absent for one that lies in a customization root. */
  readonly inheritedBy?: RawPath;
  /** `skipped`: agy uses nothing of it. */
  readonly state: 'loaded' | 'skipped' | 'unreadable';
  readonly entries: readonly FollowedEntry[];
  readonly inherits: readonly FollowedInherit[];
}

export interface Followed {
  readonly registries: readonly FollowedRegistry[];
  /** What could not be read on the way. */
  readonly problems: readonly {
    readonly path: RawPath;
    readonly repositoryRoot: RawPath;
    readonly problem: FileProblem;
  }[];
}

export interface RegistryStart {
  /** Real path, but for a link in its own place. */
  readonly path: RawPath;
  readonly repositoryRoot: RawPath;
  /** What the listing of its directory calls it. */
  readonly seen?: EntryKind;
}

/** So much of registries is kept decoded for whoever lints them, in bytes of the files: decoded, one may take forty times as much. */
const KEPT_BYTES = 512 * 1024;

/**
 * Follows all registries of one name, and what they inherit, each file once. Breadth first, so that a file is come to by the
 * shortest way. Filters are not applied: the linter looks at what the repository holds. What lies outside
 * the repository or is not there yields no item here: it is the business of a rule.
 */
export function followRegistries(
  name: RegistryFileName,
  starts: readonly RegistryStart[],
  files: Files,
  layout: Layout,
): Followed {
  const registries: FollowedRegistry[] = [];
  const problems: Followed['problems'][number][] = [];
  const seen = new Set<string>();
  const known = new Map<string, readonly Item[] | undefined>();
  const queue: Pending[] = [];
  let keptBytes = 0;

  function add(next: Pending): void {
    const key = keyIn(next.path, next.repositoryRoot);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(next);
  }

  function target(path: string, repositoryRoot: RawPath): Target {
    // The home directory is not part of a repository, even where it holds one.
    if (path === '~' || path.startsWith('~/')) return { state: 'outside' };
    const found = locate(path, repositoryRoot, repositoryRoot, files);
    if (found.state === 'unclear') return { state: 'unreadable' };
    if (found.state === 'outside' && found.link !== undefined) {
      problems.push({ path: found.link, repositoryRoot, problem: ESCAPING_LINK });
    }
    return found;
  }

  function itemsAt(place: Inside, repositoryRoot: RawPath): readonly Item[] | undefined {
    const key = keyIn(place.real, repositoryRoot);
    if (!known.has(key)) known.set(key, lookInto(place, itemIn(repositoryRoot)));
    return known.get(key);
  }

  function itemIn(repositoryRoot: RawPath): ItemTest {
    const fact = REGISTRY_ITEMS[name];
    return (path, kind) => {
      if (kind === 'file')
        return fact.ending !== undefined && nameOf(path).endsWith(fact.ending) ? { real: path } : undefined;
      if (fact.kind === 'plugin') {
        const manifest = layout.manifest(path);
        return manifest === undefined ? undefined : { real: path, manifest };
      }
      if (fact.mainFile === undefined) return undefined;
      const main = files.followLink(join(path, fact.mainFile), repositoryRoot);
      return main.state === 'inside' && kindOf(main) === 'file'
        ? { real: join(path, fact.mainFile) }
        : undefined;
    };
  }

  function entry({ path: located, includeOnly }: RegistryEntry, repositoryRoot: RawPath): FollowedEntry {
    const path = located?.value ?? '';
    if (path === '') return NO_PATH;
    const found = target(path, repositoryRoot);
    if (found.state !== 'inside') return { path, state: found.state, items: NO_ITEMS };
    const items = itemsAt(found, repositoryRoot);
    if (items === undefined) return { path, state: 'unreadable', items: NO_ITEMS };
    const state = items.length === 0 ? 'empty' : 'found';
    return includeOnly.some(({ value }) => value.includes('/'))
      ? { path, state, items, deep: found.real }
      : { path, state, items };
  }

  function inherit(path: string, from: Pending): FollowedInherit {
    if (path === '') return NO_PATH_INHERITED;
    const { repositoryRoot, depth } = from;
    const found = target(path, repositoryRoot);
    if (found.state !== 'inside') return { path, state: found.state };
    const kind = kindOf(found);
    if (kind !== 'file') return { path, state: kind === 'unclear' ? 'unreadable' : kind };
    if (depth === MAX_INHERITS) return { path, state: 'too-deep' };
    add({ path: found.real, repositoryRoot, inheritedBy: from.path, depth: depth + 1 });
    return { path, state: 'found', real: found.real };
  }

  /** Reads and decodes a registry; both will be asked for again when it is linted. */
  function load(pending: Pending): LoadResult {
    const { path, repositoryRoot, seen } = pending;
    const result =
      seen === 'file'
        ? files.readIn(parent(path), lastComponent(path), repositoryRoot, seen, 'again')
        : files.read(path, repositoryRoot);
    if (!result.ok) return result;
    const { bytes } = result;
    const registry = loadRegistry(bytes);
    if (keptBytes + bytes.length <= KEPT_BYTES) {
      keptBytes += bytes.length;
      keepRegistry(bytes, registry);
    }
    return { ok: true, bytes, registry };
  }

  function follow(pending: Pending): void {
    const { path, repositoryRoot } = pending;
    const result = load(pending);
    if (!result.ok) {
      problems.push({ path, repositoryRoot, problem: result.problem });
      registries.push(followed(pending, 'unreadable'));
      return;
    }
    const { bytes, registry } = result;
    // Files of other tools go by these names too.
    if (pending.depth === 0 && !looksLikeRegistry(registry, bytes)) return;
    registries.push(
      registry.state === 'skipped'
        ? followed(pending, 'skipped')
        : followed(
            pending,
            'loaded',
            registry.entries.map((one) => entry(one, repositoryRoot)),
            registry.inherits.map((one) => inherit(one.path?.value ?? '', pending)),
          ),
    );
  }

  for (const start of starts) add({ ...start, depth: 0 });
  // The queue grows while it is worked through.
  for (const pending of queue) follow(pending);
  return { registries, problems };
}

interface Pending extends RegistryStart {
  readonly inheritedBy?: RawPath;
  readonly depth: number;
}

type LoadResult =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly registry: Registry }
  | { readonly ok: false; readonly problem: FileProblem };

type Inside = Location & { readonly state: 'inside' };
type Target = Inside | { readonly state: 'outside' | 'missing' | 'unreadable' };

/** Written out, since a tree may hold very many. */
function followed(
  { path, repositoryRoot, inheritedBy }: Pending,
  state: FollowedRegistry['state'],
  entries: FollowedRegistry['entries'] = [],
  inherits: FollowedRegistry['inherits'] = [],
): FollowedRegistry {
  return inheritedBy === undefined
    ? { path, repositoryRoot, state, entries, inherits }
    : { path, repositoryRoot, inheritedBy, state, entries, inherits };
}

const NO_ITEMS: readonly Item[] = [];
/** There may be millions of empty elements in a list. */
const NO_PATH: FollowedEntry = { path: '', state: 'no-path', items: NO_ITEMS };
const NO_PATH_INHERITED: FollowedInherit = { path: '', state: 'no-path' };

/** The item that a file or a directory is. */
type ItemTest = (path: RawPath, kind: 'file' | 'directory') => Item | undefined;

/** The items that a path names: itself, or what lies in it; undefined when that cannot be told. */
function lookInto(place: Inside, itemOf: ItemTest): readonly Item[] | undefined {
  const { real } = place;
  const kind = kindOf(place);
  if (kind === 'unclear') return undefined;
  if (kind === 'missing') return [];
  const itself = itemOf(real, kind);
  if (itself !== undefined) return [itself];
  if (kind === 'file') return [];
  const entries = readDirectory(real);
  if (!Array.isArray(entries)) return undefined;
  return entries.flatMap((entry) => {
    if (!entry.isFile() && !entry.isDirectory()) return [];
    return itemOf(join(real, entry.name), entry.isFile() ? 'file' : 'directory') ?? [];
  });
}

function keyIn(path: RawPath, repositoryRoot: RawPath): string {
  return `${keyOf(path)}\0${keyOf(repositoryRoot)}`;
}
