/** One file of the built program. */
export interface ManifestChunk {
  readonly bytes: number;
  /** Files this one loads at once. */
  readonly imports: readonly string[];
  /** Files this one loads when it needs them. */
  readonly dynamicImports: readonly string[];
  /** Source modules whose code is in it, relative to the project, with `/`. */
  readonly modules: readonly string[];
}

/** What `dist/manifest.json` holds: which source module went into which file of the built program. */
export interface Manifest {
  readonly entry: string;
  readonly chunks: Readonly<Record<string, ManifestChunk>>;
}

/** The files that are loaded as soon as `file` is: itself and what it imports at once, directly or not. */
export function loadedWith(manifest: Manifest, file: string): readonly string[] {
  const loaded = new Set<string>();
  const waiting = [file];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    waiting.push(...(manifest.chunks[name]?.imports ?? []));
  }
  return [...loaded].sort();
}

/** The folder of the package that a module belongs to; undefined for the project's own modules. */
export function packageFolder(module: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0];
}

/** The name of the package that a module belongs to; undefined for the project's own modules. */
export function packageOf(module: string): string | undefined {
  return packageFolder(module)?.replace(/^.*node_modules\//, '');
}
