import { statSync } from 'node:fs';
import { FILE_KINDS, type FileKindName, type FilePlace, type FoundFolder } from '../kinds/index.ts';
import { compareText } from '../text/compare.ts';
import { ESCAPING_LINK, type FileProblem, type Files } from './files.ts';
import type { InputRequest, Inputs, NamedDirectory, NamedFile, Note } from './inputs.ts';
import { createLayout, isRootName, type Layout, linksOfNote, listEntries, type Why } from './layout.ts';
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
import { followPlugins } from './registries.ts';
import { createSurroundings } from './surroundings.ts';
import type {
  CustomizationRoot,
  Discovery,
  Place,
  Plugin,
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

const PLUGIN_REGISTRY = 'plugins.json';

/** One run of the discovery: what it has found so far. */
export class Search {
  readonly #inputs: Inputs;
  readonly #files: Files;
  readonly #layout: Layout;
  readonly #named: ReadonlySet<string>;
  readonly #cwd: string;
  readonly #excluded: (absolutePath: string) => boolean;
  readonly #spots: Spot[] = [];
  readonly #links: Spot[] = [];
  readonly #roots = new Map<string, CustomizationRoot>();
  readonly #rootSpots = new Map<CustomizationRoot, Spot>();
  readonly #plugins = new Map<string, Plugin>();
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
    this.#excluded = request.excluded ?? (() => false);
    this.#notes = [...inputs.notes];
  }

  run(): Omit<Discovery, 'usage'> {
    for (const start of this.#inputs.starts) this.#walk(start);
    for (const spot of this.#spots) this.#classify(spot);
    const named = this.#inputs.files.map((file) => ({ file, spot: this.#spotOfFile(file) }));
    for (const { spot } of named) this.#owner(spot, false);
    for (const root of sorted(this.#roots.values())) this.#followRegistry(root);
    for (const { file, spot } of named) this.#addNamed(file, spot);
    for (const link of this.#links) this.#judgeLink(link);
    const roots = sorted(this.#roots.values());
    const plugins = sorted(this.#plugins.values());
    return {
      roots,
      plugins,
      folders: this.#folders(roots, plugins),
      isSelected: (path) => this.#isSelected(path),
      files: sorted(this.#found),
      problems: sorted(this.#problems.values()),
      notes: sorted(this.#notes),
    };
  }

  #walk(start: NamedDirectory): void {
    const spot = (absolute: RawPath): Spot => {
      const rest = start.absolute === start.real ? undefined : below(start.absolute, absolute);
      const real = rest === undefined ? absolute : rest === '' ? start.real : join(start.real, rest);
      return { absolute, real, repositoryRoot: this.#files.repositoryRoot(real) ?? start.real };
    };
    walk(start.absolute, {
      enter: (directory) => !this.#excluded(shown(directory)),
      directory: (directory, entries) => {
        const listing = listEntries(entries);
        if (listing.size > 0 || isRootName(nameOf(directory))) {
          const here = spot(directory);
          this.#layout.add(here.real, listing);
          this.#spots.push(here);
        }
        for (const name of linksOfNote(directory, entries)) {
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

  #followRegistry(root: CustomizationRoot): void {
    const kind = this.#layout.listing(root.real).get(PLUGIN_REGISTRY);
    if (kind === undefined || kind === 'directory') return;
    const { repositoryRoot } = this.#rootSpots.get(root) as Spot;
    const registry = join(root.real, PLUGIN_REGISTRY);
    const { plugins, problems } = followPlugins(registry, repositoryRoot, this.#files, this.#layout);
    for (const { path, problem } of problems) this.#report(this.#spotOf(path, repositoryRoot), problem);
    for (const { real, manifest, registry: from } of plugins) {
      const spot = this.#spotOf(real, repositoryRoot);
      if (
        this.#roots.has(keyOf(real)) ||
        this.#plugins.has(keyOf(real)) ||
        this.#excluded(shown(spot.absolute))
      ) {
        continue;
      }
      const selected = this.#outermost(real) !== undefined;
      const text = `the registry ${this.#place(this.#spotOf(from, repositoryRoot)).path} names it`;
      const plugin = this.#addPlugin(spot, {
        selected,
        why: { code: 'registry', text },
        manifest,
        root: undefined,
      });
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
    if (owner.type === 'plugin') this.#takeManifest(spot, owner, why);
  }

  #takeManifest(spot: Spot, plugin: Plugin, why: Why): void {
    const parts = plugin.manifest.split('/');
    const name = parts.pop() as string;
    const folder = parts.reduce(
      (at, part) => ({ ...at, absolute: join(at.absolute, part), real: join(at.real, part) }),
      spot,
    );
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
        surroundings: this.#surroundings(this.#spotOf(owner.real, owner.repositoryRoot)),
        ...(owner.type === 'plugin' ? { manifest: owner.manifest } : {}),
        ...(root === undefined ? {} : { root }),
      };
      known.set(owner, found);
      return found;
    };
    return { roots: roots.map(folder), plugins: plugins.map(folder) };
  }

  #isSelected(path: string): boolean {
    return (
      this.#inputs.directories.some(({ absolute }) => isInside(absolute, path)) ||
      this.#inputs.files.some(({ absolute }) => absolute === path)
    );
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

  #take(directory: Spot, name: string, kind: FileKindName, why: Why, owner: Owner | undefined): void {
    const spot: Spot = {
      absolute: join(directory.absolute, name),
      real: join(directory.real, name),
      repositoryRoot: directory.repositoryRoot,
    };
    const key = keyOf(spot.real);
    if (this.#taken.has(key) || this.#excluded(shown(spot.absolute))) return;
    this.#taken.add(key);
    const read = () => this.#files.readIn(directory.real, name, directory.repositoryRoot);
    const result = read();
    if (!result.ok) {
      this.#report(spot, result.problem);
      return;
    }
    this.#found.push({
      ...this.#place(spot),
      kind,
      repositoryRoot: shown(spot.repositoryRoot),
      why,
      ...(owner === undefined ? {} : { owner }),
      filePlace: {
        owner: owner?.type ?? 'none',
        ...(owner?.type === 'root' ? { rootName: shown(nameOf(owner.real)) } : {}),
        surroundings: this.#surroundings(directory),
      },
      read,
    });
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
    if (this.#layout.listing(directory).size > 0) return true;
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

/** Whether there is a file behind a link; one that lies among plugins is no plugin. Nothing is opened. */
function leadsToFile(link: RawPath): boolean {
  try {
    return statSync(link).isFile();
  } catch {
    return false;
  }
}

function sorted<T extends { readonly path: string }>(items: Iterable<T>): T[] {
  return [...items].sort((a, b) => compareText(a.path, b.path));
}
