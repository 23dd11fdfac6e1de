import { statSync } from 'node:fs';
import { isManifestFolder } from '../agy/plugin-layout-facts.ts';
import {
  REGISTRY_FILE_NAMES,
  REGISTRY_ITEMS,
  type RegistryFileName,
  type RegistryItems,
} from '../agy/registry-facts.ts';
import {
  FILE_KINDS,
  type FileKind,
  type FileKindName,
  type FilePlace,
  type FoundFolder,
} from '../kinds/index.ts';
import { compareText } from '../text/compare.ts';
import { ESCAPING_LINK, type FileProblem, type Files } from './files.ts';
import type { InputRequest, Inputs, NamedDirectory, NamedFile, Note } from './inputs.ts';
import {
  createLayout,
  isRootName,
  type Layout,
  pluginsEntry,
  survey,
  tellsSomething,
  type Why,
} from './layout.ts';
import {
  below,
  isInside,
  join,
  keyOf,
  nameOf,
  parent,
  type RawPath,
  reportPath,
  shown,
  slashed,
} from './raw-path.ts';
import { type FollowedRegistry, followRegistries, type Item, type RegistryStart } from './registries.ts';
import { createSurroundings } from './surroundings.ts';
import type {
  CustomizationRoot,
  Discovery,
  NamedItem,
  Place,
  Plugin,
  RegistryReport,
  WorkspaceFile,
  WorkspaceProblem,
} from './types.ts';
import { walk } from './walk.ts';

/** A directory under both of its names, and the repository it belongs to. */
interface Spot {
  /** As it is reached from what was named. */
  readonly absolute: RawPath;
  readonly real: RawPath;
  readonly repositoryRoot: RawPath;
}

type Owner = CustomizationRoot | Plugin;

const AT_REPOSITORY_ROOT: Why = { code: 'at-repository-root', text: 'it lies at the repository root' };
const isOfRepository = ({ liesIn }: FileKind): boolean => liesIn.includes('repository');

/** One run of the discovery: what it has found so far. */
export class Search {
  readonly #inputs: Inputs;
  readonly #files: Files;
  readonly #layout: Layout;
  readonly #named: ReadonlySet<string>;
  readonly #cwd: string;
  readonly #readLater: boolean;
  readonly #excluded: (absolutePath: string) => boolean;
  readonly #spots: Spot[] = [];
  readonly #links: Spot[] = [];
  readonly #roots = new Map<string, CustomizationRoot>();
  readonly #rootSpots = new Map<CustomizationRoot, Spot>();
  readonly #plugins = new Map<string, Plugin>();
  readonly #registries: RegistryReport[] = [];
  readonly #items = new Map<string, NamedItem>();
  /** Lists of items that were gone through: entries that name the same share one. */
  readonly #listed = new Set<readonly Item[]>();
  readonly #taken = new Set<string>();
  readonly #found: WorkspaceFile[] = [];
  readonly #problems = new Map<string, WorkspaceProblem>();
  readonly #notes: Note[];

  constructor(request: InputRequest, inputs: Inputs, files: Files) {
    this.#inputs = inputs;
    this.#files = files;
    this.#layout = createLayout(files);
    this.#named = new Set(inputs.directories.map(({ real }) => keyOf(real)));
    this.#cwd = request.cwd;
    this.#readLater = request.readLater === true;
    this.#excluded = request.excluded ?? (() => false);
    this.#notes = [...inputs.notes];
  }

  run(): Discovery {
    for (const start of this.#inputs.starts) this.#walk(start);
    for (const spot of this.#spots) this.#classify(spot);
    const named = this.#inputs.files.map((file) => ({ file, spot: this.#spotOfFile(file) }));
    for (const { spot } of named) this.#owner(spot, false);
    for (const name of REGISTRY_FILE_NAMES) this.#followRegistries(name);
    for (const { file, spot } of named) this.#addNamed(file, spot);
    for (const link of this.#links) this.#judgeLink(link);
    const roots = sorted(this.#roots.values());
    const plugins = sorted(this.#plugins.values());
    const makeFolders = () => this.#folders(roots, plugins);
    let folders: Discovery['folders'] | undefined;
    return {
      roots,
      plugins,
      // Only for rules about more than one file, and a large tree has many roots.
      get folders() {
        folders ??= makeFolders();
        return folders;
      },
      holdsPlugins:
        plugins.length > 0 || roots.some(({ real }) => this.#pluginsIn(real).plugins !== undefined),
      isSelected: (path) => this.#isSelected(path),
      registries: sorted(this.#registries),
      items: sorted(this.#items.values()),
      files: sorted(this.#found),
      problems: sorted(this.#problems.values()),
      notes: sorted(this.#notes),
      usage: [],
    };
  }

  #walk(start: NamedDirectory): void {
    const realPath = (absolute: RawPath): RawPath => {
      const rest = start.absolute === start.real ? undefined : below(start.absolute, absolute);
      return rest === undefined ? absolute : rest === '' ? start.real : join(start.real, rest);
    };
    const spot = (absolute: RawPath): Spot => {
      const real = realPath(absolute);
      return { absolute, real, repositoryRoot: this.#files.repositoryRoot(real) ?? start.real };
    };
    walk(start.absolute, {
      enter: (directory) => !this.#excluded(shown(directory)),
      directory: (directory, entries) => {
        const { listing, holdsGit, links } = survey(directory, entries);
        this.#files.knowGit(realPath(directory), holdsGit);
        if (tellsSomething(listing) || isRootName(nameOf(directory))) {
          const here = spot(directory);
          this.#layout.add(here.real, listing);
          this.#spots.push(here);
        }
        for (const name of links) {
          const { real, repositoryRoot } = spot(directory);
          this.#links.push({ absolute: join(directory, name), real: join(real, name), repositoryRoot });
        }
      },
      unreadable: (directory, problem) => this.#report(spot(directory), problem),
    });
  }

  #classify(spot: Spot): void {
    const owner = this.#owner(spot, true);
    if (owner !== undefined) this.#takeAll(spot, owner);
    if (keyOf(spot.real) === keyOf(spot.repositoryRoot))
      this.#takeListed(spot, AT_REPOSITORY_ROOT, isOfRepository);
    const name = nameOf(spot.real);
    const inFolder = ({ folder }: FileKind): boolean => folder === name;
    if (FILE_KINDS.some(inFolder)) {
      this.#takeListed(
        spot,
        { code: 'in-named-folder', text: `it lies in a folder named ${name}` },
        inFolder,
      );
    }
  }

  /** The customization root or plugin that a directory is. */
  #owner(spot: Spot, selected: boolean): Owner | undefined {
    const key = keyOf(spot.real);
    const known = this.#roots.get(key) ?? this.#plugins.get(key);
    if (known !== undefined) return known;
    const rootWhy = this.#layout.rootWhy(spot.real);
    if (rootWhy !== undefined) {
      const root: CustomizationRoot = { type: 'root', ...this.#directory(spot, selected, rootWhy) };
      this.#roots.set(key, root);
      this.#rootSpots.set(root, spot);
      return root;
    }
    const fact = this.#layout.plugin(spot.real, spot.repositoryRoot, this.#named.has(key));
    if (fact === undefined) return undefined;
    const { why, manifest, root } = fact;
    const owner =
      root === undefined ? undefined : this.#owner(this.#spotOf(root, spot.repositoryRoot), false);
    return this.#addPlugin(spot, {
      selected,
      why,
      manifest,
      root: owner?.type === 'root' ? owner : undefined,
    });
  }

  #addPlugin(
    spot: Spot,
    fact: { selected: boolean; why: Why; manifest: string; root: CustomizationRoot | undefined },
  ): Plugin {
    const { selected, why, manifest, root } = fact;
    const directory = this.#directory(spot, selected, why);
    const plugin: Plugin = {
      type: 'plugin',
      ...directory,
      manifest,
      ...(root === undefined ? {} : { root }),
    };
    this.#plugins.set(keyOf(spot.real), plugin);
    return plugin;
  }

  #followRegistries(name: RegistryFileName): void {
    const starts: RegistryStart[] = [];
    const holders = [...this.#roots.values()].filter((root) => {
      const entry = this.#layout.listing(root.real).get(name);
      return entry !== undefined && entry !== 'directory';
    });
    for (const root of sorted(holders)) {
      const { repositoryRoot } = this.#rootSpots.get(root) as Spot;
      starts.push({ path: join(root.real, name), repositoryRoot });
    }
    if (starts.length === 0) return;
    const { registries, problems } = followRegistries(name, starts, this.#files, this.#layout);
    for (const { path, repositoryRoot, problem } of problems) {
      this.#report(this.#spotOf(path, repositoryRoot), problem);
    }
    for (const registry of registries) this.#addRegistry(name, registry);
  }

  #addRegistry(name: RegistryFileName, registry: FollowedRegistry): void {
    const { repositoryRoot, inheritedBy, state, entries, inherits } = registry;
    const spot = this.#spotOf(registry.path, repositoryRoot);
    const place = this.#place(spot);
    const why: Why = { code: 'registry', text: `the registry ${place.path} names it` };
    const by =
      inheritedBy === undefined ? undefined : this.#place(this.#spotOf(inheritedBy, repositoryRoot)).path;
    this.#registries.push({
      ...place,
      name,
      ...(by === undefined ? {} : { inheritedBy: by }),
      state,
      entries,
      inherits,
    });
    if (by !== undefined && this.#outermost(registry.path) !== undefined) {
      const inherits: Why = { code: 'registry', text: `the registry ${by} inherits it` };
      this.#take(above(spot), nameOf(registry.path), 'registry', inherits, undefined, { inherited: true });
    }
    for (const { items } of entries) {
      if (this.#listed.has(items)) continue;
      this.#listed.add(items);
      for (const item of items) this.#addItem(item, REGISTRY_ITEMS[name].kind, why, repositoryRoot);
    }
  }

  #addItem({ real, manifest }: Item, kind: RegistryItems['kind'], why: Why, fallback: RawPath): void {
    const spot = this.#spotOf(real, fallback);
    const key = keyOf(real);
    if (this.#excluded(shown(spot.absolute))) return;
    const selected = this.#outermost(real) !== undefined;
    if (kind !== 'plugin') {
      if (this.#items.has(`${kind}\0${key}`)) return;
      this.#items.set(`${kind}\0${key}`, { ...this.#place(spot), kind, selected, why });
    } else if (manifest !== undefined && !this.#roots.has(key) && !this.#plugins.has(key)) {
      const plugin = this.#addPlugin(spot, { selected, why, manifest, root: undefined });
      if (selected) this.#takeAll(spot, plugin);
    }
  }

  /** Takes the files of every known kind that lie directly in a root or plugin. */
  #takeAll(spot: Spot, owner: Owner): void {
    const why: Why =
      owner.type === 'root'
        ? { code: 'in-root', text: 'it lies in a customization root' }
        : { code: 'in-plugin', text: 'it lies in a plugin' };
    const listing = this.#layout.listing(spot.real);
    for (const { fileNames, liesIn, name } of FILE_KINDS) {
      if (!liesIn.includes(owner.type)) continue;
      for (const fileName of fileNames) {
        if (listing.has(fileName)) this.#take(spot, fileName, name, why, owner);
      }
    }
    if (owner.type !== 'plugin') return;
    for (const manifest of this.#layout.manifests(spot.real)) this.#takeManifest(spot, owner, manifest, why);
  }

  /** Takes the files of some kinds that belong to no root and no plugin. */
  #takeListed(spot: Spot, why: Why, belongs: (kind: FileKind) => boolean): void {
    const listing = this.#layout.listing(spot.real);
    for (const { fileNames, name } of FILE_KINDS.filter(belongs)) {
      for (const fileName of fileNames) {
        if (listing.has(fileName)) this.#take(spot, fileName, name, why, undefined, { listed: true });
      }
    }
  }

  #takeManifest(spot: Spot, plugin: Plugin, manifest: string, why: Why): void {
    const slash = manifest.indexOf('/');
    const name = manifest.slice(slash + 1);
    const inside = manifest.slice(0, Math.max(slash, 0));
    const folder =
      inside === ''
        ? spot
        : { ...spot, absolute: join(spot.absolute, inside), real: join(spot.real, inside) };
    this.#take(folder, name, 'plugin-manifest', why, plugin);
  }

  #folders(roots: readonly CustomizationRoot[], plugins: readonly Plugin[]): Discovery['folders'] {
    const known = new Map<Owner, FoundFolder>();
    const folder = (owner: Owner): FoundFolder => {
      const root = owner.type === 'plugin' && owner.root !== undefined ? known.get(owner.root) : undefined;
      const { type, selected, path, repositoryPath, absolute } = owner;
      const found: FoundFolder = {
        type,
        selected,
        folder: { path, repositoryPath, absolute },
        ...this.#pluginsIn(owner.real),
        surroundings: this.#surroundings(this.#spotOf(owner.real, owner.repositoryRoot)),
        ...(owner.type === 'plugin' ? { manifest: owner.manifest } : {}),
        ...(root === undefined ? {} : { root }),
      };
      known.set(owner, found);
      return found;
    };
    const rootFolders = roots.map(folder);
    const nested = this.#nested((root) => known.get(root));
    return { roots: rootFolders, plugins: plugins.map(folder), nested };
  }

  /** Directories with a manifest that lie deeper in `plugins/` of a root than agy looks, and that no registry names. */
  #nested(folderOf: (root: CustomizationRoot) => FoundFolder | undefined): readonly FoundFolder[] {
    const nested: FoundFolder[] = [];
    for (const spot of this.#spots) {
      const key = keyOf(spot.real);
      const manifest = this.#layout.manifest(spot.real);
      if (manifest === undefined || this.#roots.has(key) || this.#plugins.has(key)) continue;
      if (isManifestFolder(nameOf(spot.real))) continue;
      const real = this.#layout.rootOfNested(spot.real, spot.repositoryRoot);
      const root = real === undefined ? undefined : this.#roots.get(keyOf(real));
      const folder = root === undefined ? undefined : folderOf(root);
      if (folder === undefined) continue;
      nested.push({
        type: 'plugin',
        selected: true,
        folder: this.#place(spot),
        surroundings: this.#surroundings(spot),
        manifest,
        root: folder,
        ...this.#pluginsIn(spot.real),
      });
    }
    return nested.sort((a, b) => compareText(a.folder.path, b.folder.path));
  }

  #pluginsIn(real: RawPath): Pick<FoundFolder, 'plugins'> {
    const plugins = pluginsEntry(this.#layout.listing(real));
    return plugins === undefined ? {} : { plugins };
  }

  #isSelected(path: string): boolean {
    const named =
      this.#inputs.directories.some(({ absolute }) => isInside(absolute, path)) ||
      this.#inputs.files.some(({ absolute }) => absolute === path);
    return named && !this.#excluded(path);
  }

  #surroundings(folder: Spot): FilePlace['surroundings'] {
    return createSurroundings({
      files: this.#files,
      folder: folder.real,
      absolute: shown(folder.absolute),
      repositoryRoot: folder.repositoryRoot,
      cwd: this.#cwd,
    });
  }

  #addNamed(file: NamedFile, spot: Spot): void {
    const why: Why = file.virtual
      ? { code: 'stdin', text: 'standard input is linted under this name' }
      : { code: 'named', text: 'it was named on the command line' };
    this.#take(spot, file.name, file.kind, why, this.#owner(spot, false));
  }

  #take(
    directory: Spot,
    name: string,
    kind: FileKindName,
    why: Why,
    owner: Owner | undefined,
    {
      listed = owner !== undefined,
      ...more
    }: Pick<FilePlace, 'inherited'> & { readonly listed?: boolean } = {},
  ): void {
    const spot: Spot = {
      absolute: join(directory.absolute, name),
      real: join(directory.real, name),
      repositoryRoot: directory.repositoryRoot,
    };
    const key = keyOf(spot.real);
    if (this.#taken.has(key) || this.#excluded(shown(spot.absolute))) return;
    this.#taken.add(key);
    const seenAs = listed && this.#layout.listing(directory.real).get(name) === 'file' ? 'file' : undefined;
    const read = () => this.#files.readIn(directory.real, name, directory.repositoryRoot, seenAs);
    if (seenAs === undefined || !this.#readLater) {
      const result = read();
      if (!result.ok) {
        this.#report(spot, result.problem);
        return;
      }
    }
    this.#found.push({
      ...this.#place(spot),
      kind,
      repositoryRoot: shown(spot.repositoryRoot),
      why,
      ...(owner === undefined ? {} : { owner }),
      filePlace: this.#filePlace(directory, owner, more),
      read,
    });
  }

  #filePlace(directory: Spot, owner: Owner | undefined, more: Pick<FilePlace, 'inherited'>): FilePlace {
    const make = () => this.#surroundings(directory);
    let surroundings: FilePlace['surroundings'] | undefined;
    return {
      owner: owner?.type ?? 'none',
      ...(owner?.type === 'root' ? { rootName: shown(nameOf(owner.real)) } : {}),
      ...more,
      // Most files are judged by themselves.
      get surroundings() {
        surroundings ??= make();
        return surroundings;
      },
    };
  }

  /** A link that would be a root or a plugin: reported when it leaves the repository, else mentioned if it hides something. */
  #judgeLink(link: Spot): void {
    if (this.#excluded(shown(link.absolute))) return;
    const target = this.#files.followLink(link.real, link.repositoryRoot);
    if (target.state === 'escaping') {
      if (!leadsToFile(link.real)) this.#report(link, ESCAPING_LINK);
    } else if (target.state === 'broken') {
      this.#note(link, 'this link leads nowhere');
    } else if (this.#holdsUnseen(target.real)) {
      const { path } = this.#place(this.#spotOf(target.real, link.repositoryRoot));
      this.#note(link, `this link to a directory was not followed; to lint what it leads to, name ${path}`);
    }
  }

  #holdsUnseen(directory: RawPath): boolean {
    const seen = (real: RawPath): boolean => this.#roots.has(keyOf(real)) || this.#plugins.has(keyOf(real));
    if (seen(directory)) return false;
    if (tellsSomething(this.#layout.listing(directory))) return true;
    return this.#layout
      .directoriesIn(directory)
      .some((child) => !seen(child) && this.#layout.manifest(child) !== undefined);
  }

  #report(spot: Spot, problem: FileProblem): void {
    const place = this.#place(spot);
    const key = `${keyOf(spot.real)}\0${problem.code}`;
    this.#problems.set(key, { ...place, code: problem.code, message: problem.detail });
  }

  #note(spot: Spot, message: string): void {
    this.#notes.push({ path: this.#place(spot).path, message });
  }

  #directory(spot: Spot, selected: boolean, why: Why): Omit<CustomizationRoot, 'type'> {
    const repositoryRoot = shown(spot.repositoryRoot);
    return { ...this.#place(spot), real: spot.real, repositoryRoot, selected, why };
  }

  #place(spot: Spot): Place {
    const absolute = shown(spot.absolute);
    const fromRoot = below(spot.repositoryRoot, spot.real);
    return {
      absolute,
      path: reportPath(absolute, this.#cwd),
      repositoryPath: fromRoot === '' ? '.' : slashed(shown(fromRoot ?? spot.real)),
    };
  }

  #spotOfFile(file: NamedFile): Spot {
    const repositoryRoot =
      this.#files.repositoryRoot(file.directory) ??
      this.#outermost(file.directory) ??
      this.#layout.rootWithoutGit(file.directory);
    return { absolute: parent(file.absolute), real: file.directory, repositoryRoot };
  }

  /** The directory that was named and that a place lies at or below. */
  #outermost(directory: RawPath): RawPath | undefined {
    return this.#inputs.starts.find((start) => below(start.real, directory) !== undefined)?.real;
  }

  /** Finds back the name under which a real path is reached. */
  #spotOf(real: RawPath, fallback: RawPath): Spot {
    const repositoryRoot = this.#files.repositoryRoot(real) ?? this.#outermost(real) ?? fallback;
    for (const start of this.#inputs.starts) {
      const rest = below(start.real, real);
      if (rest !== undefined) {
        return { absolute: rest === '' ? start.absolute : join(start.absolute, rest), real, repositoryRoot };
      }
    }
    return { absolute: real, real, repositoryRoot };
  }
}

/** The directory that a file lies in. */
function above({ absolute, real, repositoryRoot }: Spot): Spot {
  return { absolute: parent(absolute), real: parent(real), repositoryRoot };
}

/** Whether there is a file behind a link; one that lies among plugins is no plugin. Nothing is opened. */
function leadsToFile(link: RawPath): boolean {
  try {
    return statSync(link).isFile();
  } catch {
    return false;
  }
}

function sorted<T extends { readonly path: string }>(items: Iterable<T>): T[] {
  const list = [...items];
  // Without surrogates the order of code units is that of code points, and the engine compares them itself.
  const simple = !list.some(({ path }) => /[\ud800-\udfff]/.test(path));
  return list.sort((a, b) =>
    simple ? (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) : compareText(a.path, b.path),
  );
}
