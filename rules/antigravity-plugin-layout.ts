import {
  defineRule,
  type FileRef,
  type FoundFolder,
  firstComponent,
  holdsOwnManifest,
  isManifestFolder,
  type JsonDoc,
  jsonPointer,
  type NodeId,
  outsideConvention,
  PATH_KEYS,
  PLUGIN_FIELDS,
  type PluginField,
  type PluginFolder,
  type PluginManifest,
  type PluginManifestView,
  type PluginsFolder,
  pluginsFolderOf,
  type RawFinding,
  type RelatedPlace,
  type Span,
  type WorkspaceView,
} from '../src/rule.ts';

/** Keys under which other hosts take what the component's file would hold. */
const INLINE_KEYS: ReadonlySet<string> = new Set(['hooks', 'mcpServers']);

const CLAUDE_FOLDER = '.claude-plugin';

/** Folders in which a whole plugin is material: for a skill, for a test, for whoever builds or copies it. */
const MATERIAL: ReadonlySet<string> = new Set([
  'skills',
  'agents',
  'rules',
  'commands',
  'assets',
  'build',
  'dist',
  'example',
  'examples',
  'fixture',
  'fixtures',
  'template',
  'templates',
  'test',
  'testdata',
  'tests',
]);

/** In path order, so that a finding about two of them stands in the later one. */
const MANIFEST_PLACES = ['.antigravity-plugin/plugin.json', '.gemini-plugin/plugin.json', 'plugin.json'];

/** Further paths of one key that are told; a manifest has a handful of them. */
const MAX_OTHERS = 50;

const START: Span = { start: 0, end: 0 };

/** How a component's place is written in a sentence. */
const placeOf = (component: string): string => (component.includes('.') ? component : `${component}/`);

export default defineRule({
  id: 'antigravity-plugin-layout',
  summary: 'The parts of a plugin, and the plugin itself, must lie where Antigravity looks',
  category: 'plugins',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['plugin-manifest', 'workspace'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim:
        'Four fields of a manifest are read and every other key is dropped; the parts of a plugin are found by their places.',
      source: 'the command-line program in an empty home, and the page on plugins',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim:
        'Releases from 1.3.2 on know a list of skills in the manifest; which values it takes is not told.',
      source: 'release notes of 1.3.2',
      version: '1.3.2',
      level: 'documented',
    },
    {
      claim: 'Only the direct children of plugins/ are plugins; what lies deeper is not searched.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim: 'A linked plugin is found on Linux; behind a junction on Windows it is not.',
      source: 'the command-line program on both systems',
      version: '1.1.25 (Linux), 1.3.1 (Windows)',
      level: 'measured',
    },
    {
      claim:
        'A manifest may lie in .antigravity-plugin/ or .gemini-plugin/ since 1.3.2; which one counts when there are two is not told.',
      source: 'release notes of 1.3.2',
      version: '1.3.2',
      level: 'documented',
    },
  ],
  messages: {
    'path-not-read': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: { field: string; path: string; component: string }) =>
        `${a.field} names "${a.path}", which is not loaded: Antigravity does not read this key and looks at ${placeOf(a.component)} alone`,
      help: (a) => `Move it to ${placeOf(a.component)} at the top of the plugin.`,
    },
    'path-newer': {
      severity: 'info',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: { field: string; path: string; component: string; since: string }) =>
        `${a.field} names "${a.path}": Antigravity before ${a.since} does not read this key and looks at ${placeOf(a.component)} alone`,
      help: (a) =>
        `Move it to ${placeOf(a.component)} at the top of the plugin, where every release finds it.`,
    },
    'inline-not-read': {
      severity: 'warning',
      scope: 'field',
      consequence: 'value-ignored',
      text: (a: { field: string; component: string }) =>
        `${a.field} stands in the manifest itself; Antigravity does not read this key and loads none of it`,
      help: (a) => `Put it into ${a.component} at the top of the plugin, in the form that Antigravity wants.`,
    },
    nested: {
      severity: 'warning',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { folder: string; name: string }) =>
        `${a.folder} lies too deep: Antigravity takes only the direct children of plugins/ for plugins and loads nothing of it`,
      help: (a) => `Move it to plugins/${a.name}, or name it in an entry of plugins.json.`,
    },
    'linked-folder': {
      severity: 'warning',
      scope: 'plugin',
      consequence: 'unportable',
      text: (a: { folder: string }) =>
        `${a.folder} is a link: Antigravity finds a plugin behind it on Linux and does not on Windows`,
      help: () => 'Put the folder itself there, or name it in an entry of plugins.json.',
    },
    'manifests-differ': {
      severity: 'warning',
      scope: 'plugin',
      consequence: 'unportable',
      text: (a: { other: string; fields: string }) =>
        `The manifest differs from ${a.other} in ${a.fields}; which of the two Antigravity goes by depends on its release`,
      help: () => 'Make the two say the same, or keep one.',
    },
    'other-host': {
      severity: 'warning',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { folder: string }) =>
        `${a.folder} has only a manifest for Claude Code, in ${CLAUDE_FOLDER}/; Antigravity takes the directory for no plugin and loads nothing of it`,
      help: () =>
        'Add a plugin.json with a name at the top of the plugin, or, from agy 1.3.2 on, in .antigravity-plugin/.',
    },
  },

  check(view, { report }) {
    if (view.kind === 'workspace') return places(view);
    return view.manifest.unknown.some(({ name }) => PATH_KEYS.has(name)) ? keys(view) : [];

    function* places(view: WorkspaceView): Iterable<RawFinding> {
      for (const root of view.roots) {
        const plugins = pluginsFolderOf(root);
        if (plugins.linked || plugins.folders.some(isUnusual)) yield* folders(root, plugins);
      }
      for (const folder of view.nested) yield* tooDeep(folder);
      const loaded = loadedManifests(view);
      // Of two manifests of one plugin, one at least lies in a folder of its own.
      if (![...loaded.keys()].some(liesApart)) return;
      for (const plugin of view.plugins) yield* manifests(plugin, loaded);
    }

    function* keys({ manifest, place: { surroundings } }: PluginManifestView): Iterable<RawFinding> {
      const { doc, unknown } = manifest;
      const folder = surroundings.file('.', 'folder')?.repositoryPath.split('/').at(-1) ?? '';
      const within = isManifestFolder(folder) ? folder : '';
      if (doc === undefined || !holdsOwnManifest(within)) return;
      const top = within === '' ? '' : '../';
      for (const [name, { component, since }] of PATH_KEYS) {
        const nodes = unknown.filter((field) => field.name === name).map(({ node }) => node);
        if (nodes.length === 0) continue;
        const present = surroundings.look(`${top}${component}`, 'folder') !== 'missing';
        const inline = INLINE_KEYS.has(name)
          ? nodes.find((node) => doc.kind(node) === 'object' && !doc.isEmpty(node))
          : undefined;
        if (inline !== undefined) {
          const where = { field: name, pointer: jsonPointer(name) };
          if (!present) yield report('inline-not-read', doc.span(inline), { field: name, component }, where);
          continue;
        }
        const { first, others, all } = outsidePaths(doc, name, nodes, within);
        // A key that names nothing of what Antigravity finds, beside what it finds: written for another host.
        if (first === undefined || (present && all)) continue;
        const related = others.map(({ field, at }) => ({ message: `${field} as well`, at }));
        const { at, pointer, ...args } = { ...first, component };
        const details = { field: first.field, pointer, related };
        yield since === undefined
          ? report('path-not-read', at, args, details)
          : report('path-newer', at, { ...args, since }, details);
      }
    }

    function* folders(root: FoundFolder, { linked, folders }: PluginsFolder): Iterable<RawFinding> {
      const plugins = folders.filter(({ manifestsIn }) => manifestsIn.some(holdsOwnManifest));
      const links = linked
        ? plugins.slice(0, 1).map(() => 'plugins')
        : plugins.filter((plugin) => plugin.linked).map(({ path }) => path);
      for (const folder of links) {
        const file = root.surroundings.file(folder, 'folder');
        if (file !== undefined) yield report('linked-folder', START, { folder }, { file });
      }
      for (const folder of folders) {
        const { path } = folder;
        if (linked || folder.linked || !isOfOtherHost(folder)) continue;
        const file = root.surroundings.file(`${path}/plugin.json`, 'folder');
        const theirs = root.surroundings.file(`${path}/${CLAUDE_FOLDER}/plugin.json`, 'folder');
        if (file === undefined || theirs === undefined) continue;
        const related = [{ message: 'the manifest for Claude Code', at: START, file: theirs }];
        yield report('other-host', START, { folder: path }, { file, related });
      }
    }

    function* tooDeep({ folder, root, manifest = '', surroundings }: FoundFolder): Iterable<RawFinding> {
      const path = pathFrom(root?.folder, folder);
      const [, , ...inner] = path.split('/');
      if (inner.some((name) => MATERIAL.has(name))) return;
      const file = surroundings.file(manifest, 'folder');
      if (file === undefined || firstComponent(surroundings, '.') === undefined) return;
      yield report('nested', START, { folder: path, name: inner.at(-1) ?? '' }, { file });
    }

    function* manifests(
      plugin: FoundFolder,
      loaded: ReadonlyMap<string, ManifestFile>,
    ): Iterable<RawFinding> {
      const rivals = MANIFEST_PLACES.flatMap((place) => {
        const path = plugin.surroundings.file(place, 'folder')?.absolute;
        const found = path === undefined ? undefined : loaded.get(path);
        return found === undefined ? [] : [found];
      });
      const last = rivals.at(-1);
      if (last === undefined) return;
      for (const other of rivals.slice(0, -1)) yield* difference(plugin, last, other);
    }

    function* difference(plugin: FoundFolder, last: ManifestFile, other: ManifestFile): Iterable<RawFinding> {
      const name = plugin.folder.absolute.split(/[/\\]/).at(-1) ?? '';
      const fields = (Object.keys(PLUGIN_FIELDS) as PluginField[]).filter(
        (field) => effective(last.manifest, field, name) !== effective(other.manifest, field, name),
      );
      const [first, ...more] = fields;
      if (first === undefined) return;
      const here = more.map((field) => relatedTo('here', last, field));
      const there = fields.map((field) => relatedTo('there', other, field));
      const args = { other: pathFrom(plugin.folder, other.file), fields: listed(fields) };
      const pointer = stands(last.manifest, first) ? jsonPointer(first) : '';
      const details = { file: last.file, field: first, pointer, related: [...here, ...there] };
      yield report('manifests-differ', spanOf(last.manifest, first), args, details);
    }
  },
});

/** A manifest together with its file. */
interface ManifestFile {
  readonly file: FileRef;
  readonly manifest: PluginManifest;
}

/** The manifests that Antigravity accepts, by absolute path; what is wrong with the rest is told by another rule. */
function loadedManifests({ files }: WorkspaceView): ReadonlyMap<string, ManifestFile> {
  const loaded = new Map<string, ManifestFile>();
  for (const { file, view } of files('plugin-manifest')) {
    const { manifest } = view;
    if (manifest.state === 'loaded') loaded.set(file.absolute, { file, manifest });
  }
  return loaded;
}

/** Whether a manifest, by its absolute path, lies in a folder for manifests. */
function liesApart(manifest: string): boolean {
  return isManifestFolder(manifest.split(/[/\\]/).at(-2) ?? '');
}

/** Whether there is anything to say of a folder in `plugins/`. */
function isUnusual(folder: PluginFolder): boolean {
  return folder.linked || isOfOtherHost(folder);
}

function isOfOtherHost({ manifestsIn }: PluginFolder): boolean {
  return manifestsIn.length === 1 && manifestsIn[0] === CLAUDE_FOLDER;
}

interface PathValue {
  readonly path: string;
  readonly field: string;
  readonly pointer: string;
  readonly at: Span;
}

/** The paths under a key that lead out of the places Antigravity looks at; `all`: every path there does. */
function outsidePaths(
  doc: JsonDoc,
  key: string,
  nodes: readonly NodeId[],
  manifestFolder: string,
): { readonly first: PathValue | undefined; readonly others: readonly PathValue[]; readonly all: boolean } {
  const found: PathValue[] = [];
  let all = true;
  for (const node of nodes) {
    for (const value of pathsIn(doc, key, node)) {
      if (outsideConvention(key, fromTop(value.path, manifestFolder)) === undefined) all = false;
      else if (found.length <= MAX_OTHERS) found.push(value);
    }
  }
  const [first, ...others] = found;
  return { first, others, all };
}

/** The paths under a key: a string, or the strings of a list. */
function* pathsIn(doc: JsonDoc, key: string, node: NodeId): Generator<PathValue> {
  if (doc.kind(node) === 'string') {
    yield { path: doc.text(node), field: key, pointer: jsonPointer(key), at: doc.span(node) };
  }
  let index = 0;
  for (const item of doc.items(node)) {
    if (doc.kind(item) === 'string') {
      const field = `${key}[${index}]`;
      yield { path: doc.text(item), field, pointer: jsonPointer(key, index), at: doc.span(item) };
    }
    index++;
  }
}

/** In a folder of its own, a manifest may mean its folder by `.`, or the plugin; only a path that climbs tells. */
function fromTop(path: string, manifestFolder: string): string {
  return manifestFolder !== '' && path.startsWith('..') ? `${manifestFolder}/${path}` : path;
}

/** The path of a file below a folder, from that folder. */
function pathFrom(folder: FileRef | undefined, { repositoryPath }: FileRef): string {
  return folder === undefined || folder.repositoryPath === '.'
    ? repositoryPath
    : repositoryPath.slice(folder.repositoryPath.length + 1);
}

/** What a field comes to; without a name the plugin goes by its folder's. */
function effective(manifest: PluginManifest, field: PluginField, folder: string): string | boolean {
  if (field === 'disabled') return manifest.disabled?.value ?? false;
  return manifest[field]?.value ?? (field === 'name' ? folder : '');
}

function stands({ blank, ...manifest }: PluginManifest, field: PluginField): boolean {
  return manifest[field] !== undefined || blank.some((one) => one.field === field);
}

/** The value of a field; where there is none, the first key, else the opening brace. */
function spanOf({ doc, blank, ...manifest }: PluginManifest, field: PluginField): Span {
  if (doc === undefined) return START;
  const node = manifest[field]?.node ?? blank.find((one) => one.field === field)?.node;
  if (node !== undefined) return doc.span(node);
  const [first] = doc.members(doc.root);
  const { start } = doc.span(doc.root);
  return first === undefined ? { start, end: start + 1 } : doc.span(first.key);
}

function relatedTo(where: string, { manifest, file }: ManifestFile, field: PluginField): RelatedPlace {
  const message = stands(manifest, field) ? `${field} ${where}` : `no ${field} ${where}`;
  return { message, at: spanOf(manifest, field), file };
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
