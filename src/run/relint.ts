import type { Finding } from '../engine/finding.ts';
import type { Linted } from '../engine/fix-plan.ts';
import { type LintFile, lint } from '../engine/lint.ts';
import type { FileKindName, FileViewOf } from '../kinds/index.ts';
import type { Load } from '../kinds/load.ts';
import { type Loaders, loadLoaders } from '../kinds/loaders.ts';
import type { AnyRule } from '../rule.ts';
import type { SourceFile } from '../text/source.ts';
import type { WorkspaceFile } from '../workspace/workspace.ts';
import { type LintScope, lintFile, sourcesOf } from './lint-run.ts';

/** Goes on with a run whose discovery, configuration and rules stay as they are: nothing is searched for again. */
export interface Relint {
  /** The file of a path, when it is one that the run lints. */
  file(absolute: string): WorkspaceFile | undefined;
  /** Takes a file to hold these bytes from now on. */
  hold(absolute: string, bytes: Uint8Array): void;
  /**
   * Lints one file by itself; rules about several files have no say.
   * @param bytes instead of what it is held with, or of what lies on the disk
   */
  alone(file: WorkspaceFile, bytes?: Uint8Array): Promise<Linted>;
  /** What rules about several files find. A file is read and looked into once, until it is held with other bytes. */
  across(): Promise<readonly Finding[]>;
}

export function createRelint(scope: LintScope): Relint {
  const files = new Map(scope.files.map((file) => [file.absolute, file]));
  const aloneRules = scope.rules.map(withoutWorkspace);
  const acrossRules = scope.rules.filter(({ kinds }) => kinds.includes('workspace')).map(workspaceOnly);
  const compared = new Set(acrossRules.flatMap(({ kinds }) => kinds));
  const views = new WeakMap<SourceFile, ReturnType<Load<FileKindName>>>();
  const read = new Map<string, LintFile>();
  const { besides, disk, found, rules: _, fresh, files: __, ...rest } = scope;

  function file(absolute: string): WorkspaceFile | undefined {
    return files.get(absolute);
  }

  function hold(absolute: string, bytes: Uint8Array): void {
    disk.overlay(absolute, bytes);
    read.delete(absolute);
  }

  async function alone(one: WorkspaceFile, bytes?: Uint8Array): Promise<Linted> {
    const origins = new WeakMap<SourceFile, LintFile>();
    const given = bytes === undefined ? undefined : lintFile(one, bytes);
    if (given !== undefined) origins.set(given.source, given);
    const result = await lint({
      ...rest,
      files: given === undefined ? sourcesOf([], [one], origins) : [given],
      loaders: await loadLoaders([one.kind]),
      workspace: found,
      besides: () => [],
      rules: aloneRules,
    });
    return {
      result: { ...result, findings: fresh(result.findings) },
      fileOf: (source) => origins.get(source),
    };
  }

  async function across(): Promise<readonly Finding[]> {
    const wanted = scope.files.filter(({ kind }) => compared.has(kind));
    const { findings } = await lint({
      ...rest,
      files: wanted.flatMap(held),
      loaders: await rememberingLoaders(wanted.map(({ kind }) => kind)),
      workspace: found,
      besides,
      rules: acrossRules,
    });
    return fresh(findings.filter(({ acrossFiles }) => acrossFiles === true));
  }

  function held(one: WorkspaceFile): readonly LintFile[] {
    const known = read.get(one.absolute);
    if (known !== undefined) return [known];
    const [now] = sourcesOf([], [one]);
    // What cannot be read is reported by the lint of the file itself.
    if (now === undefined || 'problem' in now) return [];
    read.set(one.absolute, now);
    return [now];
  }

  async function rememberingLoaders(kinds: readonly FileKindName[]): Promise<Loaders> {
    const loaders = new Map<FileKindName, Load<FileKindName>>();
    for (const [kind, load] of await loadLoaders(kinds)) {
      loaders.set(kind, (source, place, settings) => {
        const view = views.get(source) ?? load(source, place, settings);
        views.set(source, view);
        return view;
      });
    }
    return loaders;
  }

  return { file, hold, alone, across };
}

function withoutWorkspace(rule: AnyRule): AnyRule {
  return { ...rule, kinds: rule.kinds.filter((kind) => kind !== 'workspace') };
}

/** The same rule as far as it is about the workspace; what it keeps of a file is kept as long as the file stays the same. */
function workspaceOnly(rule: AnyRule): AnyRule {
  const digests = new WeakMap<object, { readonly digest: unknown }>();
  const { gather } = rule;
  const remembered = (view: FileViewOf<FileKindName>): unknown => {
    const known = digests.get(view);
    if (known !== undefined) return known.digest;
    const digest: unknown = gather?.(view);
    digests.set(view, { digest });
    return digest;
  };
  return {
    ...rule,
    check: (view, context) => (view.kind === 'workspace' ? rule.check(view, context) : []),
    ...(gather === undefined ? {} : { gather: remembered }),
  };
}
