import {
  PROSE_FOLDERS,
  type ProsePlace,
  prosePlace,
  type Reach,
  SKILL_FILE_NAME,
} from '../agy/prose-facts.ts';
import type { RegistryItems } from '../agy/registry-facts.ts';
import type { InnerDirectory } from './inner.ts';
import { type EntryKind, entryKind, type Layout } from './layout.ts';
import { isInside, join, keyOf, nameOf, parent, type RawPath } from './raw-path.ts';
import type { CustomizationRoot, NamedItem, Plugin } from './types.ts';

/** Where rules, skills, agents and workflows are looked for, and what is known by then. */
export interface ProseRequest {
  readonly directories: readonly InnerDirectory[];
  readonly layout: Pick<Layout, 'ownFile'>;
  /** The root or plugin that a directory is, by its real path. */
  rootAt(real: RawPath): CustomizationRoot | undefined;
  pluginAt(real: RawPath): Plugin | undefined;
  readonly registries: NamedByRegistries;
}

export interface NamedByRegistries {
  /** Whether there are any items: most trees have none, and many skills. */
  any(): boolean;
  /** The file at a real path as a registry names it. */
  item(kind: ProsePlace['kind'], real: RawPath): NamedItem | undefined;
  /** Directories of which a registry means items further down. */
  readonly deep: readonly { readonly kind: RegistryItems['kind']; readonly real: RawPath }[];
}

/** A rule, a skill, an agent or a workflow that was found. */
export interface ProseFile {
  readonly directory: InnerDirectory;
  readonly name: string;
  readonly seen: EntryKind;
  readonly owner: CustomizationRoot | Plugin;
  readonly kind: ProsePlace['kind'];
  readonly prose: Pick<ProsePlace, 'name' | 'reach'>;
  /** Set when Antigravity comes to it by a registry that names it. */
  readonly item?: NamedItem;
}

export interface FoundProse {
  readonly files: readonly ProseFile[];
  /** Links in the place of a folder, which are not followed. */
  readonly links: readonly { readonly directory: InnerDirectory; readonly name: string }[];
  /** Whether nothing in a root tells that it is Antigravity's; its skills are then nobody's in particular, and not among the files. */
  isShared(root: CustomizationRoot): boolean;
}

/** Sorts out what the walk came by in roots and plugins. Reads nothing but what tells whose a root is. */
export function findProse(request: ProseRequest): FoundProse {
  const { directories, layout, registries } = request;
  const proven = provenRoots(request);
  const shared = new Map<CustomizationRoot, boolean>();
  const files: ProseFile[] = [];
  const links: FoundProse['links'][number][] = [];
  /** Directories with a `SKILL.md` so far: what lies deeper in one is part of it. Parents come first. */
  const skills = new Set<string>();

  function isShared(root: CustomizationRoot): boolean {
    let known = shared.get(root);
    if (known === undefined) {
      known = !proven.has(root) && layout.ownFile(root.real) === undefined;
      shared.set(root, known);
    }
    return known;
  }

  function look(directory: InnerDirectory, owner: CustomizationRoot | Plugin, path: string): void {
    const [folder = ''] = path.split('/');
    if (path !== '' && !Object.hasOwn(PROSE_FOLDERS, folder)) return;
    const ofAnyTool = owner.type === 'root' && isShared(owner);
    for (const entry of directory.entries) {
      const { name } = entry;
      if (entry.isDirectory()) continue;
      const prose = prosePlace(path === '' ? name : `${path}/${name}`);
      if (prose === undefined) {
        const likeFolder = path === '' ? Object.hasOwn(PROSE_FOLDERS, name) : path === 'skills';
        if (likeFolder && !ofAnyTool && entry.isSymbolicLink()) links.push({ directory, name });
        continue;
      }
      if (name === SKILL_FILE_NAME && prose.kind === 'skill') {
        skills.add(keyOf(directory.real));
        if (prose.reach === 'too-deep' && liesInSkill(directory.real, path)) continue;
      }
      const item = registries.any() ? registries.item(prose.kind, join(directory.real, name)) : undefined;
      // A name that is no UTF-8 shows as another, which opens nothing.
      if ((ofAnyTool && item === undefined) || name.includes('\ufffd')) continue;
      const reach =
        prose.reach === 'place' ? prose.reach : reachOf(prose, join(directory.real, name), registries);
      files.push({
        directory,
        name,
        seen: entryKind(entry),
        owner,
        kind: prose.kind,
        prose: { name: prose.name, reach },
        ...(item !== undefined && reach === 'registry' ? { item } : {}),
      });
    }
  }

  /** Whether a directory above, below `skills`, has a `SKILL.md` of its own. */
  function liesInSkill(directory: RawPath, path: string): boolean {
    let at = directory;
    for (let depth = path.split('/').length; depth > 2; depth--) {
      at = parent(at);
      if (skills.has(keyOf(at))) return true;
    }
    return false;
  }

  for (const directory of directories) {
    const found = ownerOf(directory, request);
    if (found !== undefined) look(directory, found.owner, found.path);
  }
  return { files, links, isShared };
}

/** How agy comes to a file, registries considered. */
export function reachOf({ kind, reach }: ProsePlace, real: RawPath, registries: NamedByRegistries): Reach {
  if (reach === 'place') return reach;
  const named =
    registries.item(kind, real) ??
    registries.deep.find((deep) => deep.kind === kind && isInside(deep.real, real));
  return named === undefined ? reach : 'registry';
}

/** The nearest plugin or root that a directory lies in, and the path from there. */
function ownerOf(
  { root: inRoot, plugin: inPlugin }: InnerDirectory,
  { rootAt, pluginAt }: ProseRequest,
): { readonly owner: CustomizationRoot | Plugin; readonly path: string } | undefined {
  const plugin = inPlugin === undefined ? undefined : pluginAt(inPlugin.base);
  if (plugin !== undefined && inPlugin !== undefined) return { owner: plugin, path: inPlugin.path };
  const root = inRoot === undefined ? undefined : rootAt(inRoot.base);
  return root === undefined || inRoot === undefined ? undefined : { owner: root, path: inRoot.path };
}

/**
 * Roots that hold what no other tool keeps there: rules, at any depth, and workflows; in `.agent`, which no other tool has, agents as
 * well. Skills, and agents in `.agents`, lie there for many.
 */
function provenRoots({ directories, rootAt }: ProseRequest): ReadonlySet<CustomizationRoot> {
  const proven = new Set<CustomizationRoot>();
  for (const { root: inRoot, entries } of directories) {
    if (inRoot === undefined) continue;
    const { base, path } = inRoot;
    const slash = path.indexOf('/');
    const folder = slash === -1 ? path : path.slice(0, slash);
    const tells =
      folder === 'rules' || folder === 'workflows' || (folder === 'agents' && nameOf(base) === '.agent');
    if (!tells || !entries.some(({ name }) => prosePlace(`${path}/${name}`) !== undefined)) continue;
    const root = rootAt(base);
    if (root !== undefined) proven.add(root);
  }
  return proven;
}
