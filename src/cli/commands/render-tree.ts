import { REGISTRY_ITEMS } from '../../agy/registry-facts.ts';
import { maskText } from '../../credentials/index.ts';
import type { Reach } from '../../kinds/index.ts';
import { plural } from '../../report/report.ts';
import { escapeControls, escapeForJson } from '../../text/quote.ts';
import type {
  CustomizationRoot,
  Discovery,
  NamedItem,
  Plugin,
  RegistryReport,
  WorkspaceFile,
  WorkspaceProblem,
} from '../../workspace/workspace.ts';

type Directory = CustomizationRoot | Plugin;
type TargetState = RegistryReport['entries'][number]['state'] | RegistryReport['inherits'][number]['state'];

const NOT_BELOW = '; not below what was named';

/** The states of a path in a registry, in words; `found` and `empty` are followed by what the registry is about. */
const STATES: Readonly<Record<TargetState, string>> = {
  found: 'found',
  empty: 'there, no',
  missing: 'missing',
  outside: 'outside the repository, not followed',
  unreadable: 'not readable',
  directory: 'a directory, no registry',
  'no-path': 'names nothing',
  'too-deep': 'not followed, the chain is too long',
};

/** How Antigravity comes to a rule, a skill and so on, where it is not by its place. */
const REACH: Readonly<Record<Reach, string>> = {
  place: '',
  'too-deep': ', deeper than Antigravity looks',
  flat: ', where Antigravity looks for folders',
  registry: '',
};

/** What `skillsaw tree` prints: what was found and why it was taken. No value out of a file is in it. */
export function renderTree(discovery: Discovery, format: 'text' | 'json'): string {
  return format === 'json' ? renderJson(discovery) : renderText(discovery);
}

function renderJson(discovery: Discovery): string {
  const directory = ({ path, why, selected }: Directory) => ({
    path: maskText(path),
    why: why.code,
    reason: maskText(why.text),
    selected,
  });
  const tree = {
    schemaVersion: 1,
    roots: discovery.roots.map(directory),
    plugins: discovery.plugins.map((plugin) => ({
      ...directory(plugin),
      manifest: plugin.manifest,
      ...(plugin.root === undefined ? {} : { root: maskText(plugin.root.path) }),
    })),
    registries: discovery.registries.map(({ path, name, inheritedBy, state, entries, inherits }) => ({
      path: maskText(path),
      name,
      ...(inheritedBy === undefined ? {} : { inheritedBy: maskText(inheritedBy) }),
      state,
      entries: entries.map(({ path, state, items }) => ({
        path: maskText(path),
        state,
        count: items.length,
      })),
      inherits: inherits.map(({ path, state }) => ({ path: maskText(path), state })),
    })),
    items: discovery.items.map(({ path, kind, selected, why }) => ({
      path: maskText(path),
      kind,
      why: why.code,
      reason: maskText(why.text),
      selected,
    })),
    files: [...discovery.files, ...discovery.rootFiles].map((file) => ({
      path: maskText(file.path),
      kind: file.kind,
      ...(file.filePlace.prose === undefined ? {} : { reach: file.filePlace.prose.reach }),
      why: file.why.code,
      reason: maskText(file.why.text),
      ...(file.owner === undefined ? {} : { [file.owner.type]: maskText(file.owner.path) }),
    })),
    problems: discovery.problems.map(({ path, code, message }) => ({ path: maskText(path), code, message })),
    notes: discovery.notes.map(({ path, message }) => ({ path: maskText(path), message: maskText(message) })),
  };
  return `${escapeForJson(JSON.stringify(tree, undefined, 2))}\n`;
}

function renderText(discovery: Discovery): string {
  const { roots, plugins, registries, items, files, problems } = discovery;
  const byOwner = grouped(files, (file) => file.owner);
  const byRoot = grouped(plugins, (plugin) => plugin.root);
  const byPath = grouped(registries, (registry) => registry.path);
  const others = grouped(discovery.rootFiles, (file) => file.owner);
  const shown = new Set(files.map(({ path }) => path));
  const filesOf = (owner: Directory | undefined, indent: string): string[] =>
    (byOwner.get(owner) ?? []).flatMap((file) => [
      indent + fileLine(file, owner),
      ...(byPath.get(file.path) ?? []).flatMap((registry) => registryLines(registry, `${indent}  `)),
    ]);
  const pluginLines = (plugin: Plugin, indent: string): string[] => [
    indent + directoryLine(plugin, plugin.root, 'plugin'),
    ...filesOf(plugin, `${indent}  `),
  ];
  const lines = [
    ...roots.flatMap((root) => [
      directoryLine(root, undefined, 'customization root'),
      ...filesOf(root, '  '),
      ...moreFiles(others.get(root)?.length ?? 0),
      ...(byRoot.get(root) ?? []).flatMap((plugin) => pluginLines(plugin, '  ')),
    ]),
    ...(byRoot.get(undefined) ?? []).flatMap((plugin) => pluginLines(plugin, '')),
    ...filesOf(undefined, ''),
    ...registries.filter(({ path }) => !shown.has(path)).flatMap(unlistedRegistry),
    ...items.filter(({ path }) => !shown.has(path)).map(itemLine),
    ...(problems.length === 0
      ? []
      : ['not read:', ...problems.map((problem) => `  ${problemLine(problem)}`)]),
    summary(discovery),
  ];
  return `${lines.join('\n')}\n`;
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function directoryLine(directory: Directory, owner: Directory | undefined, what: string): string {
  const aside = directory.selected ? '' : NOT_BELOW;
  return `${fromOwner(directory.path, owner)}/ - ${what}: ${clean(directory.why.text)}${aside}`;
}

function fileLine(file: WorkspaceFile, owner: Directory | undefined): string {
  const { path, kind, why, filePlace } = file;
  const remark = REACH[filePlace.prose?.reach ?? 'place'];
  return `${fromOwner(path, owner)} - ${kind}: ${clean(why.text)}${remark}`;
}

/** Files of no kind; there may be thousands. */
function moreFiles(number: number): string[] {
  return number === 0 ? [] : [`  and ${plural(number, 'other file')}`];
}

/** What became of each path in a registry. */
function registryLines({ name, state, entries, inherits }: RegistryReport, indent: string): string[] {
  if (state !== 'loaded')
    return [`${indent}${state === 'skipped' ? 'skipped by Antigravity' : 'not readable'}`];
  const { kind } = REGISTRY_ITEMS[name];
  return [
    ...entries.map(({ path, state, items: found }) => {
      const items =
        state === 'found' ? `, ${plural(found.length, kind)}` : state === 'empty' ? ` ${kind} in it` : '';
      return `${indent}${pathText(path)} - ${STATES[state]}${items}`;
    }),
    ...inherits.map(({ path, state }) => `${indent}inherits ${pathText(path)} - ${STATES[state]}`),
  ];
}

/** A registry that is followed and not linted, because it lies elsewhere or is left out. */
function unlistedRegistry(registry: RegistryReport): string[] {
  const { path, inheritedBy } = registry;
  const why = inheritedBy === undefined ? '' : `: the registry ${clean(inheritedBy)} inherits it`;
  return [`${clean(path)} - registry${why}; not linted`, ...registryLines(registry, '  ')];
}

function itemLine({ path, kind, why, selected }: NamedItem): string {
  return `${clean(path)} - ${kind}: ${clean(why.text)}${selected ? '' : NOT_BELOW}`;
}

function pathText(path: string): string {
  return path === '' ? '(no path)' : clean(path);
}

function problemLine({ path, message }: WorkspaceProblem): string {
  return `${clean(path)} - ${message}`;
}

function fromOwner(path: string, owner: Directory | undefined): string {
  const prefix = owner === undefined ? '' : owner.path === '.' ? '' : `${owner.path}/`;
  return clean(path.startsWith(prefix) ? path.slice(prefix.length) : path);
}

function summary({ roots, plugins, files, problems }: Discovery): string {
  const counts = [
    plural(roots.length, 'customization root'),
    plural(plugins.length, 'plugin'),
    plural(files.length, 'file'),
    ...(problems.length === 0 ? [] : [`${problems.length} not read`]),
  ];
  return counts.join(', ');
}

/** Paths are whole, however long: a path that is cut names nothing. */
function clean(text: string): string {
  return escapeControls(maskText(text));
}
