import { dirname } from 'node:path';
import { PLUGIN_MANIFEST } from '../agy/plugin-facts.ts';
import { COMPONENT_FOLDERS, MANIFEST_FOLDERS } from '../agy/plugin-layout-facts.ts';
import type { Finding } from '../engine/finding.ts';
import type { Changes } from '../git/changes.ts';
import { FILE_KINDS } from '../kinds/index.ts';
import { type Files, realPath } from '../workspace/files.ts';
import { kindAt } from '../workspace/locate.ts';
import type { Looked } from '../workspace/looked.ts';
import { isInside, join, keyOf, type RawPath } from '../workspace/raw-path.ts';
import type { Discovery } from '../workspace/workspace.ts';

/** What a change has to do with. */
export interface Touched {
  /** Whether the configuration or the baseline differs, on which every finding depends. */
  readonly everything: boolean;
  /** Absolute paths of the files that were linted and differ, or depend on what does. */
  readonly files: ReadonlySet<string>;
  /** The findings about such files. */
  readonly findings: ReadonlySet<Finding>;
}

export interface TouchedRequest {
  readonly changes: Changes;
  /** What was looked at, by the real path of the file or folder that it was looked at for. */
  readonly looks: ReadonlyMap<string, ReadonlyMap<string, Looked>>;
  readonly found: Discovery;
  /** What was linted, and what should have been. */
  readonly linted: Pick<Discovery, 'files' | 'problems'>;
  readonly findings: readonly Finding[];
  /** Absolute paths of configuration and baseline, there or not. */
  readonly settings: readonly string[];
  readonly files: Files;
}

const namesIn = (owner: 'root' | 'plugin'): readonly string[] =>
  FILE_KINDS.filter(({ liesIn }) => liesIn.includes(owner)).flatMap(({ fileNames }) => fileNames);

const MANIFESTS: readonly string[] = [
  PLUGIN_MANIFEST,
  ...Object.keys(MANIFEST_FOLDERS).map((folder) => `${folder}/${PLUGIN_MANIFEST}`),
];
const PLUGIN_FILES: readonly string[] = [...namesIn('plugin'), ...MANIFESTS];
/** What shows that a customization root is Antigravity's; without any of it, other tools keep their things there. */
const ROOT_EVIDENCE: readonly string[] = [...namesIn('root'), 'rules', 'workflows', 'plugins'];

/** Says which files and findings a change has to do with. */
export function touchedBy(request: TouchedRequest): Touched {
  for (;;) {
    const touched = judge(request);
    if (!request.changes.settle()) return touched;
  }
}

/** Asks about everything, also where the answer is clear already: git is asked in batches, for what comes up here. */
function judge(request: TouchedRequest): Touched {
  const { changes, looks, found, findings, settings, files } = request;
  const everything = any(settings, (path) => changes.content(realPath(path, files)));
  const rootsOfPlugins = found.plugins
    .filter(({ real }) => pluginDiffers(real))
    .flatMap(({ real }) => ownFiles(real));
  const wholes = [...lookedAtAnew(), ...registryTargets()];
  const own = new Set(rootsOfPlugins.map(keyOf));
  const linted = new Set(
    [...request.linted.files, ...request.linted.problems].map(({ absolute }) => absolute),
  );
  const touched = new Set([...linted].filter(touches));
  return {
    everything,
    files: everything ? linted : touched,
    findings: new Set(findings.filter((finding) => [everything, concerns(finding)].includes(true))),
  };

  function concerns({ files: [about = '', ...others] }: Finding): boolean {
    const reasons = [touched.has(about), any(others, (other) => changes.content(realPath(other, files)))];
    // About what is no file that was linted: a folder, or a file that should be there.
    if (!linted.has(about))
      reasons.push(touches(about), lookDiffersBelow(files.realDirectory(dirname(about))));
    return reasons.includes(true);
  }

  function touches(absolute: string): boolean {
    // What has no name that can be written down cannot be looked up either.
    if (absolute.includes('\ufffd')) return true;
    const real = realPath(absolute, files);
    return [
      changes.content(real),
      any(looks.get(keyOf(real))?.values() ?? [], differs),
      own.has(keyOf(real)),
      wholes.some((whole) => isInside(whole, real)),
    ].includes(true);
  }

  function differs({ about, path }: Looked): boolean {
    return changes[about](path);
  }

  function lookDiffersBelow(directory: RawPath): boolean {
    const all = [...looks.values()].flatMap((looked) => [...looked.values()]);
    return any(
      all.filter(({ path }) => isInside(directory, path)),
      differs,
    );
  }

  /** Whether anything of a plugin differs that is loaded with it. */
  function pluginDiffers(plugin: RawPath): boolean {
    const inFiles = any(ownFiles(plugin), (path) => changes.content(path));
    const inFolders = any([...COMPONENT_FOLDERS], (name) => changes.below(join(plugin, name)));
    return inFiles || inFolders;
  }

  /** Directories that Antigravity looks into only now, so that all that lies in them is new to it. */
  function lookedAtAnew(): readonly RawPath[] {
    const isNew = (path: RawPath): boolean => changes.kind(path) && kindAt(path) !== 'missing';
    const plugins = found.plugins.filter(({ real }) => any(MANIFESTS, (name) => isNew(join(real, name))));
    const roots = found.roots.filter(({ real }) => {
      const evidence = ROOT_EVIDENCE.map((name) => join(real, name));
      const fresh = evidence.filter(isNew);
      return fresh.length > 0 && evidence.every((path) => fresh.includes(path) || kindAt(path) === 'missing');
    });
    return [...plugins, ...roots].map(({ real }) => real);
  }

  /** What registries name that differ, or that are inherited by such. */
  function registryTargets(): readonly RawPath[] {
    const differing = new Set<string>();
    const targets: RawPath[] = [];
    for (const { path, absolute, entries, inheritedBy = '' } of inheritanceOrder(found.registries)) {
      if (![changes.content(realPath(absolute, files)), differing.has(inheritedBy)].includes(true)) continue;
      differing.add(path);
      for (const { items } of entries) targets.push(...items.map(({ real }) => real));
    }
    return targets;
  }
}

/** Each after the one that it is inherited by. */
function inheritanceOrder(registries: Discovery['registries']): Discovery['registries'] {
  const heirs = new Map<string, Discovery['registries'][number][]>();
  for (const registry of registries) {
    const { inheritedBy = '' } = registry;
    heirs.set(inheritedBy, [...(heirs.get(inheritedBy) ?? []), registry]);
  }
  const ordered = [...(heirs.get('') ?? [])];
  // The list grows while it is gone through.
  for (const { path } of ordered) {
    ordered.push(...(heirs.get(path) ?? []));
    heirs.delete(path);
  }
  return ordered;
}

/** What lies directly in a plugin and makes it one, or is loaded from there. */
function ownFiles(plugin: RawPath): readonly RawPath[] {
  return PLUGIN_FILES.map((name) => join(plugin, name));
}

/** Whether one of them is so; asks about all. */
function any<T>(items: Iterable<T>, test: (item: T) => boolean): boolean {
  return [...items].filter(test).length > 0;
}
