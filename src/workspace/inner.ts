import type { Dirent } from 'node:fs';
import { PROSE_FOLDERS } from '../agy/prose-facts.ts';
import { join, keyOf, type RawPath } from './raw-path.ts';

/** A directory that a path starts from, and the path from it, with `/`; '' for the directory itself. */
export interface PathFrom {
  /** Real path. */
  readonly base: RawPath;
  readonly path: string;
}

/** What a directory may lie in, by names alone: which of them are roots and plugins is known when all was seen. */
export interface Containers {
  readonly root?: PathFrom;
  /** Something with a manifest, deeper than the root if there is one. */
  readonly plugin?: PathFrom;
}

/** A directory in what may be a customization root, at any depth, or among the rules, skills and so on of what may be a plugin. */
export interface InnerDirectory extends Containers {
  readonly absolute: RawPath;
  readonly real: RawPath;
  readonly entries: readonly Dirent[];
}

/** Collects these directories while the walk comes by, parents first. A directory elsewhere costs one look-up. */
export class InnerDirectories {
  readonly found: InnerDirectory[] = [];
  readonly #entries = new Map<string, readonly Dirent[]>();
  readonly #expected = new Map<string, Containers>();

  /** Tells of a directory in which a walk starts, that lies in something the walk does not see. */
  startIn(real: RawPath, inside: Containers): void {
    this.#expected.set(keyOf(real), inside);
  }

  /** @param is what the directory may be itself, by its name or its manifest */
  visit(
    absolute: RawPath,
    real: RawPath,
    entries: readonly Dirent[],
    is: 'root' | 'plugin' | undefined,
  ): void {
    if (is === undefined && this.#expected.size === 0) return;
    const key = keyOf(real);
    const inside = this.#expected.get(key);
    if (is === undefined && inside === undefined) return;
    this.#expected.delete(key);
    const itself = { base: real, path: '' };
    const containers =
      is === 'root' ? { root: itself } : is === 'plugin' ? { ...inside, plugin: itself } : inside;
    if (containers === undefined) return;
    this.found.push({ ...containers, absolute, real, entries });
    this.#entries.set(key, entries);
    for (const entry of entries) {
      if (entry.isDirectory()) this.#expect(real, entry.name, containers);
    }
  }

  /** What the walk saw in one of them; undefined for any other directory. */
  entriesOf(real: RawPath): readonly Dirent[] | undefined {
    return this.#entries.get(keyOf(real));
  }

  #expect(directory: RawPath, name: string, { root, plugin }: Containers): void {
    if (root === undefined && plugin?.path === '' && !Object.hasOwn(PROSE_FOLDERS, name)) return;
    const inside: { -readonly [K in keyof Containers]: Containers[K] } = {};
    if (root !== undefined) inside.root = into(root, name);
    if (plugin !== undefined) inside.plugin = into(plugin, name);
    this.#expected.set(keyOf(join(directory, name)), inside);
  }
}

function into({ base, path }: PathFrom, name: string): PathFrom {
  return { base, path: path === '' ? name : `${path}/${name}` };
}
