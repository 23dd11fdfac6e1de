import { maskText } from '../../credentials/index.ts';
import { escapeControls, escapeForJson } from '../../text/quote.ts';
import type {
  CustomizationRoot,
  Discovery,
  Plugin,
  WorkspaceFile,
  WorkspaceProblem,
} from '../../workspace/workspace.ts';

type Directory = CustomizationRoot | Plugin;

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
    files: discovery.files.map((file) => ({
      path: maskText(file.path),
      kind: file.kind,
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
  const { roots, plugins, files, problems } = discovery;
  const byOwner = grouped(files, (file) => file.owner);
  const byRoot = grouped(plugins, (plugin) => plugin.root);
  const filesOf = (owner: Directory | undefined, indent: string): string[] =>
    (byOwner.get(owner) ?? []).map((file) => indent + fileLine(file, owner));
  const pluginLines = (plugin: Plugin, indent: string): string[] => [
    indent + directoryLine(plugin, plugin.root, 'plugin'),
    ...filesOf(plugin, `${indent}  `),
  ];
  const lines = [
    ...roots.flatMap((root) => [
      directoryLine(root, undefined, 'customization root'),
      ...filesOf(root, '  '),
      ...(byRoot.get(root) ?? []).flatMap((plugin) => pluginLines(plugin, '  ')),
    ]),
    ...(byRoot.get(undefined) ?? []).flatMap((plugin) => pluginLines(plugin, '')),
    ...filesOf(undefined, ''),
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
  const aside = directory.selected ? '' : '; not below what was named';
  return `${fromOwner(directory.path, owner)}/ - ${what}: ${clean(directory.why.text)}${aside}`;
}

function fileLine(file: WorkspaceFile, owner: Directory | undefined): string {
  return `${fromOwner(file.path, owner)} - ${file.kind}: ${clean(file.why.text)}`;
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
    count(roots.length, 'customization root'),
    count(plugins.length, 'plugin'),
    count(files.length, 'file'),
    ...(problems.length === 0 ? [] : [`${problems.length} not read`]),
  ];
  return counts.join(', ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Paths are whole, however long: a path that is cut names nothing. */
function clean(text: string): string {
  return escapeControls(maskText(text));
}
