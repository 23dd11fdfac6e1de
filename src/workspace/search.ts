import { statSync } from 'node:fs';
import { isManifestFolder } from '../agy/plugin-layout-facts.ts';
import { AGENT_FILE_NAME, PROSE_FOLDERS, SKILL_FILE_NAME } from '../agy/prose-facts.ts';
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
import { type FoundDetails, PlaceOfFile, type PlaceSources } from './file-place.ts';
import { ESCAPING_LINK, type FileProblem, type Files } from './files.ts';
import { type Containers, InnerDirectories, type InnerDirectory } from './inner.ts';
import type { InputRequest, Inputs, NamedDirectory, NamedFile, Note } from './inputs.ts';
import {
  createLayout,
  type EntryKind,
  isRootName,
  type Layout,
  mayBePlugin,
  pluginsEntry,
  survey,
  tellsSomething,
  type Why,
} from './layout.ts';
import { Misplaced } from './misplaced.ts';
import { type FoundProse, findProse, type NamedByRegistries, reachOf } from './prose.ts';
import {
  below,
  isInside,
  join,
  keyOf,
  lastComponent,
  nameOf,
  parent,
  type RawPath,
  reportPath,
  shown,
  slashed,
} from './raw-path.ts';
import { type FollowedRegistry, followRegistries, type Item, type RegistryStart } from './registries.ts';
import { createSessionFolders, pluginCandidates, rootsAbove, rootsByPlugin } from './sessions.ts';
import { above, type Spot } from './spot.ts';
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

type Owner = CustomizationRoot | Plugin;

/** A file to be taken, and what is known of it. */
interface Candidate {
  readonly directory: Spot;
  readonly name: string;
  readonly kind: FileKindName;
  readonly why: Why;
  readonly owner?: Owner | undefined;
  /** What the listing of the directory calls it. */
  readonly seen?: EntryKind | undefined;
  readonly details?: FoundDetails | undefined;
}

const IN_ROOT: Why = { code: 'in-root', text: 'it lies in a customization root' };
const IN_PLUGIN: Why = { code: 'in-plugin', text: 'it lies in a plugin' };
const AT_REPOSITORY_ROOT: Why = { code: 'at-repository-root', text: 'it lies at the repository root' };
const CONTEXT: Why = { code: 'context', text: 'a file of this name is read in every directory' };

/** The kinds by where they are taken without being named. */
const KINDS_IN = {
  root: FILE_KINDS.filter(({ liesIn }) => liesIn.includes('root')),
  plugin: FILE_KINDS.filter(({ liesIn }) => liesIn.includes('plugin')),
  repository: FILE_KINDS.filter(({ liesIn }) => liesIn.includes('repository')),
  anywhere: FILE_KINDS.filter(({ liesIn }) => liesIn.includes('anywhere')),
};

/** One run of the discovery: what it has found so far. */
export class Search {
  readonly #inputs: Inputs;
  readonly #files: Files;
  readonly #layout: Layout;
  readonly #named: ReadonlySet<string>;
  readonly #cwd: string;
  readonly #readLater: boolean;
  readonly #excluded: (absolutePath: string) => boolean;
  readonly #onLook: InputRequest['onLook'];
  readonly #spots: Spot[] = [];
  /** What walks start in without seeing it: roots and plugins, or what may be such. */
  readonly #around: Spot[] = [];
  readonly #links: Spot[] = [];
  readonly #inner = new InnerDirectories();
  readonly #entriesOf = (real: RawPath) => this.#inner.entriesOf(real);
  readonly #misplaced: Misplaced;
  readonly #roots = new Map<string, CustomizationRoot>();
  readonly #rootSpots = new Map<CustomizationRoot, Spot>();
  readonly #plugins = new Map<string, Plugin>();
  readonly #registries: RegistryReport[] = [];
  /** Those that are about plugins. */
  readonly #pluginRegistries: FollowedRegistry[] = [];
  /** Whose registries name a plugin; made when somebody asks. */
  #rootsByPlugin: ReturnType<typeof rootsByPlugin> | undefined;
  readonly #sessionFolders = createSessionFolders();
  readonly #placeSources: PlaceSources = {
    surroundings: (directory, name) => this.#surroundings(directory, join(directory.real, name)),
    loadedFrom: (owner, { repositoryRoot }) => this.#loadedFrom(owner, repositoryRoot),
  };
  readonly #items = new Map<string, NamedItem & { readonly spot: Spot }>();
  readonly #deep: { readonly kind: RegistryItems['kind']; readonly real: RawPath }[] = [];
  readonly #byRegistries: NamedByRegistries;
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
    this.#onLook = request.onLook;
    this.#notes = [...inputs.notes];
    this.#byRegistries = {
      any: () => this.#items.size > 0,
      item: (kind, real) => this.#items.get(`${kind}\0${keyOf(real)}`),
      deep: this.#deep,
    };
    this.#misplaced = new Misplaced({
      files,
      layout: this.#layout,
      excluded: this.#excluded,
      walked: (directory) => this.#outermost(directory) !== undefined,
      ownerAt: (directory) => this.#roots.get(keyOf(directory)) ?? this.#plugins.get(keyOf(directory)),
      spotOfRoot: (root) => this.#rootSpots.get(root) as Spot,
      spotOf: (real, repositoryRoot) => this.#spotOf(real, repositoryRoot),
      place: (spot) => this.#place(spot),
      surroundings: (folder) => this.#surroundings(folder),
    });
  }

  run(): Discovery {
    for (const start of this.#inputs.starts) this.#walk(start);
    for (const spot of this.#spots) this.#classify(spot);
    for (const spot of this.#around) this.#owner(spot, false);
    const named = this.#inputs.files.map((file) => ({ file, ...this.#spotsOfFile(file) }));
    for (const { home } of named) this.#owner(home, false);
    for (const name of REGISTRY_FILE_NAMES) this.#followRegistries(name);
    const prose = findProse({
      directories: this.#inner.found,
      layout: this.#layout,
      rootAt: (real) => this.#roots.get(keyOf(real)),
      pluginAt: (real) => this.#plugins.get(keyOf(real)),
      registries: this.#byRegistries,
    });
    this.#takeProse(prose);
    for (const item of this.#items.values()) this.#takeItem(item);
    for (const { file, spot, home } of named) this.#addNamed(file, spot, this.#owner(home, false));
    for (const link of this.#links) this.#judgeLink(link);
    const roots = sorted(this.#roots.values());
    const plugins = sorted(this.#plugins.values());
    const misplaced = this.#misplaced.find(roots);
    const makeFolders = () => this.#folders(roots, plugins);
    let folders: Discovery['folders'] | undefined;
    let rootFiles: Discovery['rootFiles'] | undefined;
    const makeRootFiles = () => {
      rootFiles ??= sorted(this.#rootFiles(prose));
      return rootFiles;
    };
    return {
      roots,
      plugins,
      // Only for rules about more than one file, and a large tree has many roots.
      get folders() {
        folders ??= makeFolders();
        return folders;
      },
      concernsWorkspace:
        misplaced ||
        plugins.length > 0 ||
        roots.some(({ real }) => this.#pluginsIn(real).plugins !== undefined),
      isSelected: (path) => this.#isSelected(path),
      besides: (kinds) => this.#findBesides(kinds),
      registries: sorted(this.#registries),
      items: sorted([...this.#items.values()].map(({ spot: _, ...item }) => item)),
      files: sorted(this.#found),
      get holdsRootFiles() {
        return makeRootFiles().length > 0;
      },
      get rootFiles() {
        return makeRootFiles();
      },
      problems: sorted(this.#problems.values()),
      notes: sorted(this.#notes),
      usage: [],
    };
  }

  /** What a walk that starts among the rules, skills and so on of a root or a plugin lies in. */
  #startInside({ real }: NamedDirectory): void {
    const top = this.#files.repositoryRoot(real);
    if (top === undefined) return;
    const inside: { -readonly [K in keyof Containers]: Containers[K] } = {};
    let path = '';
    for (let at = real; inside.root === undefined && keyOf(at) !== keyOf(top); ) {
      const name = nameOf(at);
      path = path === '' ? name : `${name}/${path}`;
      at = parent(at);
      if (isRootName(nameOf(at))) inside.root = { base: at, path };
      else if (inside.plugin === undefined && Object.hasOwn(PROSE_FOLDERS, name)) {
        if (mayBePlugin(this.#layout.listing(at))) inside.plugin = { base: at, path };
      }
    }
    const bases = [inside.root?.base, inside.plugin?.base].filter((base) => base !== undefined);
    if (bases.length === 0) return;
    this.#inner.startIn(real, inside);
    for (const base of bases) this.#around.push(this.#spotOf(base, top));
  }

  #walk(start: NamedDirectory): void {
    this.#startInside(start);
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
        const { listing, holdsGit, ignores, links } = survey(directory, entries);
        const real = realPath(directory);
        this.#files.knowGit(real, holdsGit);
        if (ignores) this.#misplaced.seeIgnoreFile(real);
        const isRoot = isRootName(nameOf(directory));
        const is = isRoot ? 'root' : mayBePlugin(listing) ? 'plugin' : undefined;
        this.#inner.visit(directory, real, entries, is);
        if (tellsSomething(listing) || isRoot) {
          const here = spot(directory);
          this.#layout.add(here.real, listing);
          this.#spots.push(here);
          this.#misplaced.see(here, listing);
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
      this.#takeListed(spot, AT_REPOSITORY_ROOT, KINDS_IN.repository);
    this.#takeListed(spot, CONTEXT, KINDS_IN.anywhere, owner);
    const name = nameOf(spot.real);
    const inFolder = FILE_KINDS.filter(({ folder }) => folder === name);
    if (inFolder.length > 0) {
      const why: Why = { code: 'in-named-folder', text: `it lies in a folder named ${name}` };
      this.#takeListed(spot, why, inFolder);
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
    const above = root === undefined ? undefined : this.#spotOf(root, spot.repositoryRoot);
    // Where reading is bounded, the root may lie outside.
    const seen = above !== undefined && isInside(above.repositoryRoot, above.real);
    const owner = seen ? this.#owner(above, false) : undefined;
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
      const seen = this.#layout.listing(root.real).get(name) as EntryKind;
      starts.push({ path: join(root.real, name), repositoryRoot, seen });
    }
    if (starts.length === 0) return;
    const { registries, problems } = followRegistries(name, starts, this.#files, this.#layout);
    for (const { path, repositoryRoot, problem } of problems) {
      this.#report(this.#spotOf(path, repositoryRoot), problem);
    }
    for (const registry of registries) this.#addRegistry(name, registry);
    if (REGISTRY_ITEMS[name].kind === 'plugin') this.#pluginRegistries.push(...registries);
  }

  #addRegistry(name: RegistryFileName, registry: FollowedRegistry): void {
    const { repositoryRoot, inheritedBy, state, entries, inherits } = registry;
    const spot = this.#spotOfRegistry(registry.path, repositoryRoot);
    const { absolute, path, repositoryPath } = this.#place(spot);
    const by =
      inheritedBy === undefined
        ? undefined
        : this.#place(this.#spotOfRegistry(inheritedBy, repositoryRoot)).path;
    const report: RegistryReport = { absolute, path, repositoryPath, name, state, entries, inherits };
    this.#registries.push(by === undefined ? report : Object.assign(report, { inheritedBy: by }));
    if (by !== undefined && this.#outermost(registry.path) !== undefined) {
      const inherits: Why = { code: 'registry', text: `the registry ${by} inherits it` };
      this.#take({
        directory: above(spot),
        name: nameOf(registry.path),
        kind: 'registry',
        why: inherits,
        details: { inherited: true },
      });
    }
    const { kind } = REGISTRY_ITEMS[name];
    const why: Why = { code: 'registry', text: `the registry ${path} names it` };
    for (const { items, deep } of entries) {
      if (deep !== undefined) this.#deep.push({ kind, real: deep });
      if (this.#listed.has(items)) continue;
      this.#listed.add(items);
      for (const item of items) this.#addItem(item, kind, why, repositoryRoot);
    }
  }

  /** By its directory, whose repository is known: a file is not to be looked into for one. */
  #spotOfRegistry(real: RawPath, fallback: RawPath): Spot {
    return into(this.#spotOf(parent(real), fallback), lastComponent(real));
  }

  #addItem({ real, manifest }: Item, kind: RegistryItems['kind'], why: Why, fallback: RawPath): void {
    const spot = this.#spotOf(real, fallback);
    const key = keyOf(real);
    if (this.#excluded(shown(spot.absolute))) return;
    const selected = this.#outermost(real) !== undefined;
    if (kind !== 'plugin') {
      if (this.#items.has(`${kind}\0${key}`)) return;
      this.#items.set(`${kind}\0${key}`, { ...this.#place(spot), kind, selected, why, spot });
    } else if (manifest !== undefined && !this.#roots.has(key) && !this.#plugins.has(key)) {
      const plugin = this.#addPlugin(spot, { selected, why, manifest, root: undefined });
      if (selected) this.#takeAll(spot, plugin);
    }
  }

  /**
   * Files that nobody named, in roots and plugins that some session loads together with what was named: on the way up to
   * the repository root, and in the same root. Asked for once, when everything else was found.
   */
  #findBesides(kinds: ReadonlySet<FileKindName>): readonly WorkspaceFile[] {
    const named = this.#found.length;
    const roots = this.#roots.size;
    const starts = [
      ...this.#inputs.starts.map(({ real }) => real),
      ...this.#inputs.files.map(({ directory }) => directory),
    ];
    for (const { real, repositoryRoot } of rootsAbove(starts, this.#files, this.#layout)) {
      this.#owner(this.#spotOf(real, repositoryRoot), false);
    }
    if (this.#roots.size > roots) this.#followRegistries('plugins.json');
    for (const { selected, real, repositoryRoot } of [...this.#roots.values()]) {
      if (selected) continue;
      for (const child of pluginCandidates(real, this.#layout))
        this.#owner(this.#spotOf(child, repositoryRoot), false);
    }
    for (const owner of [...this.#roots.values(), ...this.#plugins.values()]) {
      if (!owner.selected) this.#takeAll(this.#spotOf(owner.real, owner.repositoryRoot), owner, kinds);
    }
    return sorted(this.#found.splice(named));
  }

  /** Takes the files of every known kind, or of some, that lie directly in a root or plugin. */
  #takeAll(spot: Spot, owner: Owner, kinds?: ReadonlySet<FileKindName>): void {
    const why = owner.type === 'root' ? IN_ROOT : IN_PLUGIN;
    const ofOwner = KINDS_IN[owner.type];
    const wanted = kinds === undefined ? ofOwner : ofOwner.filter(({ name }) => kinds.has(name));
    this.#takeListed(spot, why, wanted, owner);
    if (owner.type !== 'plugin' || kinds?.has('plugin-manifest') === false) return;
    for (const manifest of this.#layout.manifests(spot.real)) this.#takeManifest(spot, owner, manifest, why);
  }

  /** Takes the files of some kinds, by what the directory holds. */
  #takeListed(spot: Spot, why: Why, kinds: readonly FileKind[], owner?: Owner): void {
    const listing = this.#layout.listing(spot.real);
    if (listing.size === 0) return;
    // By index: there are few kinds, and very many directories.
    for (let i = 0; i < kinds.length; i++) {
      const { fileNames, name: kind } = kinds[i] as FileKind;
      for (let j = 0; j < fileNames.length; j++) {
        const name = fileNames[j] as string;
        const seen = listing.get(name);
        if (seen !== undefined) this.#take({ directory: spot, name, kind, why, owner, seen });
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
    const seen = this.#layout.listing(folder.real).get(name);
    this.#take({ directory: folder, name, kind: 'plugin-manifest', why, owner: plugin, seen });
  }

  #folders(roots: readonly CustomizationRoot[], plugins: readonly Plugin[]): Discovery['folders'] {
    const known = new Map<Owner, FoundFolder>();
    const folder = (owner: Owner): FoundFolder => {
      const root = owner.type === 'plugin' && owner.root !== undefined ? known.get(owner.root) : undefined;
      const { type, selected, path, repositoryPath, absolute } = owner;
      // Put together bit by bit: a large tree has many, and to spread what may be absent costs more than all the rest.
      const found: { -readonly [K in keyof FoundFolder]: FoundFolder[K] } = {
        type,
        selected,
        folder: { path, repositoryPath, absolute },
        surroundings: this.#surroundings(this.#spotOf(owner.real, owner.repositoryRoot)),
      };
      const plugins = pluginsEntry(this.#layout.listing(owner.real));
      if (plugins !== undefined) found.plugins = plugins;
      if (owner.type === 'plugin') {
        found.manifest = owner.manifest;
        if (root !== undefined) found.root = root;
      } else Object.assign(found, this.#misplaced.ignoreFilesOf(owner));
      known.set(owner, found);
      return found;
    };
    const rootFolders = roots.map(folder);
    const nested = this.#nested((root) => known.get(root));
    const pluginFolders = plugins.map(folder);
    const strays = this.#misplaced.strays((owner) => known.get(owner));
    return { roots: rootFolders, plugins: pluginFolders, nested, strays };
  }

  /** Directories with a manifest that lie deeper in `plugins/` of a root than agy looks, and that no registry names. */
  #nested(folderOf: (root: CustomizationRoot) => FoundFolder | undefined): readonly FoundFolder[] {
    const nested: FoundFolder[] = [];
    for (const spot of this.#spots) {
      const key = keyOf(spot.real);
      if (this.#roots.has(key) || this.#plugins.has(key)) continue;
      const manifest = this.#layout.manifest(spot.real);
      if (manifest === undefined) continue;
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

  #surroundings(folder: Spot, asker: RawPath = folder.real): FilePlace['surroundings'] {
    const onLook = this.#onLook;
    return createSurroundings({
      files: this.#files,
      folder: folder.real,
      absolute: shown(folder.absolute),
      repositoryRoot: folder.repositoryRoot,
      cwd: this.#cwd,
      entriesOf: this.#entriesOf,
      onLook: onLook && ((looked) => onLook(asker, looked)),
    });
  }

  #addNamed({ name, kind, virtual, home }: NamedFile, directory: Spot, owner: Owner | undefined): void {
    const why: Why = virtual
      ? { code: 'stdin', text: 'standard input is linted under this name' }
      : { code: 'named', text: 'it was named on the command line' };
    const details =
      home !== undefined
        ? {
            prose: {
              name: home.prose.name,
              reach: reachOf(home.prose, join(directory.real, name), this.#byRegistries),
            },
          }
        : kind === 'skill'
          ? { prose: { name: shown(nameOf(directory.real)), reach: 'place' as const } }
          : undefined;
    this.#take({ directory, name, kind, why, owner, details });
  }

  #take(candidate: Candidate): void {
    const { directory, name, seen } = candidate;
    const spot = into(directory, name);
    const key = keyOf(spot.real);
    if (this.#taken.has(key) || this.#excluded(shown(spot.absolute))) return;
    this.#taken.add(key);
    const file = this.#file(candidate, spot);
    if (seen !== 'file' || !this.#readLater) {
      const result = file.read();
      if (!result.ok) {
        this.#report(spot, result.problem);
        return;
      }
    }
    this.#found.push(file);
  }

  /** Written out, since a tree may hold very many: to spread objects and what may be absent costs more than to find the file. */
  #file({ directory, name, kind, why, owner, seen, details }: Candidate, spot: Spot): WorkspaceFile {
    const { real, repositoryRoot } = directory;
    const { absolute, path, repositoryPath } = this.#place(spot);
    // To follow a registry it was read, too.
    const again = kind === 'registry' ? 'again' : undefined;
    const file: WorkspaceFile = {
      absolute,
      path,
      repositoryPath,
      kind,
      repositoryRoot: shown(repositoryRoot),
      why,
      filePlace: new PlaceOfFile(this.#placeSources, directory, name, owner, details),
      read: () => this.#files.readIn(real, name, repositoryRoot, seen === 'file' ? seen : undefined, again),
    };
    return owner === undefined ? file : Object.assign(file, { owner });
  }

  /** Takes the rules, skills, agents and workflows of roots and plugins, as the walk came by them. */
  #takeProse({ files, links }: FoundProse): void {
    for (const { directory, name, seen, owner, kind, prose, item } of files) {
      const why = item?.why ?? (owner.type === 'root' ? IN_ROOT : IN_PLUGIN);
      this.#take({ directory: this.#spotIn(directory), name, kind, why, owner, seen, details: { prose } });
    }
    for (const { directory, name } of links) this.#links.push(into(this.#spotIn(directory), name));
  }

  /** Takes what a registry names and what lies in no root. */
  #takeItem({ kind, selected, why, spot }: NamedItem & { readonly spot: Spot }): void {
    if (!selected) return;
    const directory = above(spot);
    const name = nameOf(spot.real);
    const ofFolder = name === SKILL_FILE_NAME || name === AGENT_FILE_NAME;
    const called = ofFolder ? nameOf(directory.real) : name.replace(/\.md$/, '');
    this.#take({ directory, name, kind, why, details: { prose: { name: called, reach: 'registry' } } });
  }

  *#rootFiles({ isShared }: FoundProse): Iterable<WorkspaceFile> {
    for (const inner of this.#inner.found) {
      const owner = inner.root && this.#roots.get(keyOf(inner.root.base));
      if (owner === undefined) continue;
      const directory = this.#spotIn(inner);
      const details = isShared(owner) ? { shared: true as const } : undefined;
      for (const entry of inner.entries) {
        const { name } = entry;
        if (!entry.isFile() || name.includes('\ufffd')) continue;
        const spot = into(directory, name);
        if (this.#taken.has(keyOf(spot.real)) || this.#excluded(shown(spot.absolute))) continue;
        const candidate = {
          directory,
          name,
          kind: 'root-file',
          why: IN_ROOT,
          owner,
          seen: 'file',
          details,
        } as const;
        yield this.#file(candidate, spot);
      }
    }
  }

  #spotIn({ absolute, real, root, plugin }: InnerDirectory): Spot {
    const fallback = root?.base ?? plugin?.base ?? real;
    const repositoryRoot = this.#files.repositoryRoot(real) ?? this.#outermost(real) ?? fallback;
    return { absolute, real, repositoryRoot };
  }

  #loadedFrom(owner: Owner | undefined, repositoryRoot: RawPath): FilePlace['loadedFrom'] {
    if (owner === undefined) return [];
    const folder = ({ real }: CustomizationRoot) =>
      // A root that was named outside of git is its own repository.
      this.#sessionFolders.at(keyOf(real) === keyOf(repositoryRoot) ? real : parent(real), repositoryRoot);
    return owner.type === 'root' ? [folder(owner)] : [...this.#rootsThatLoad(owner)].map(folder);
  }

  #rootsThatLoad(owner: Plugin): ReadonlySet<CustomizationRoot> {
    this.#rootsByPlugin ??= rootsByPlugin(this.#roots.values(), this.#pluginRegistries);
    const named = this.#rootsByPlugin.get(keyOf(owner.real)) ?? [];
    return new Set(owner.root === undefined ? named : [owner.root, ...named]);
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
    const { absolute, path, repositoryPath } = this.#place(spot);
    const repositoryRoot = shown(spot.repositoryRoot);
    return { absolute, path, repositoryPath, real: spot.real, repositoryRoot, selected, why };
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

  /** The directory of a file, and the one that may be its root or its plugin. */
  #spotsOfFile({ absolute, directory, home }: NamedFile): { readonly spot: Spot; readonly home: Spot } {
    const repositoryRoot =
      this.#files.repositoryRoot(directory) ??
      this.#outermost(directory) ??
      this.#layout.rootWithoutGit(home?.directory ?? directory);
    const spot = { absolute: parent(absolute), real: directory, repositoryRoot };
    return {
      spot,
      home: home === undefined ? spot : { absolute: home.absolute, real: home.directory, repositoryRoot },
    };
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

function into({ absolute, real, repositoryRoot }: Spot, name: RawPath): Spot {
  return { absolute: join(absolute, name), real: join(real, name), repositoryRoot };
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
