import { prosePlace } from '../agy/prose-facts.ts';
import { defaultsOf } from '../config/shape.ts';
import { load as loadCodexConfig } from '../kinds/codex-config.ts';
import { load as loadHooks } from '../kinds/hooks.ts';
import {
  type FileKindName,
  type FilePlace,
  kindByFileName,
  type Look,
  type Surroundings,
} from '../kinds/index.ts';
import type { Load } from '../kinds/load.ts';
import { load as loadMcpConfig } from '../kinds/mcp-config.ts';
import { load as loadMcpJson } from '../kinds/mcp-json.ts';
import { load as loadPluginManifest } from '../kinds/plugin-manifest.ts';
import { loadAgent, loadRule, loadSkill, loadWorkflow } from '../kinds/prose.ts';
import { load as loadRegistry } from '../kinds/registry.ts';
import { load as loadSettings } from '../kinds/settings.ts';
import { loadContext, loadRootFile } from '../kinds/text.ts';
import type { AnyRule, RawFinding } from '../rule.ts';
import { SourceFile } from '../text/source.ts';

const LOAD: Readonly<Record<FileKindName, Load<FileKindName>>> = {
  'mcp-config': loadMcpConfig,
  'mcp-json': loadMcpJson,
  'codex-config': loadCodexConfig,
  settings: loadSettings,
  hooks: loadHooks,
  'plugin-manifest': loadPluginManifest,
  registry: loadRegistry,
  rule: loadRule,
  skill: loadSkill,
  agent: loadAgent,
  workflow: loadWorkflow,
  context: loadContext,
  'root-file': loadRootFile,
};

/** Files around the one under check, by their path from the repository root; its folder is `.agents`. */
export type Around = Readonly<
  Record<string, string | { readonly content: string; readonly executable: boolean }>
>;

/** A repository in memory. `..` and `.` are resolved, links there are none. */
export function surroundingsOf(around: Around, folder = '.agents'): Surroundings {
  const resolve = (path: string, from: 'folder' | 'repository'): string | undefined => {
    const parts: string[] = from === 'folder' && !path.startsWith('/') ? folder.split('/') : [];
    for (const part of path.split('/')) {
      if (part === '..') {
        if (parts.pop() === undefined) return undefined;
      } else if (part !== '' && part !== '.') parts.push(part);
    }
    return path.startsWith('/') ? undefined : parts.join('/');
  };
  const below = (at: string): string[] =>
    Object.keys(around).filter((path) => at === '' || path.startsWith(`${at}/`));
  const look = (path: string, from: 'folder' | 'repository'): Look => {
    const at = resolve(path, from);
    if (at === undefined) return 'outside';
    if (at in around) return 'file';
    return below(at).length > 0 || at === folder ? 'directory' : 'missing';
  };
  return {
    look,
    read(path, from) {
      const at = resolve(path, from);
      const entry = at === undefined ? undefined : around[at];
      if (entry === undefined) return undefined;
      const { content, executable } =
        typeof entry === 'string' ? { content: entry, executable: false } : entry;
      return { bytes: new TextEncoder().encode(content), executable };
    },
    list(path, from) {
      const at = resolve(path, from);
      if (at === undefined) return [];
      const skip = at === '' ? 0 : at.length + 1;
      const names = new Set(below(at).map((one) => one.slice(skip).split('/')[0] as string));
      return [...names].sort().map((name) => ({
        name,
        kind: look(at === '' ? name : `${at}/${name}`, 'repository') === 'file' ? 'file' : 'directory',
      }));
    },
    file(path, from) {
      const at = resolve(path, from);
      return at === undefined ? undefined : { path: at, repositoryPath: at, absolute: `/repository/${at}` };
    },
  };
}

export function placeIn(around: Around = {}, place: Partial<FilePlace> = {}, folder?: string): FilePlace {
  return {
    owner: 'root',
    rootName: '.agents',
    loadedFrom: [],
    surroundings: surroundingsOf(around, folder),
    ...place,
  };
}

/** @param name of the file; for what lies in a folder of a root its path from the root, such as `rules/kiln.md` */
function checkAny(
  rule: AnyRule,
  name: string,
  content: string | Uint8Array,
  options: Readonly<Record<string, unknown>> = {},
  place: FilePlace = placeIn(),
  asked = false,
): ReturnType<AnyRule['check']> {
  const [file = '', folder = ''] = name.split('/').reverse();
  const prose = prosePlace(name);
  const kind = kindByFileName(file, folder)?.name ?? prose?.kind ?? 'root-file';
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const extra = options['extra-auth-provider-types'];
  const where = prose === undefined ? place : { prose: { name: prose.name, reach: prose.reach }, ...place };
  const view = LOAD[kind](new SourceFile(name, bytes), where, {
    extraAuthProviderTypes: Array.isArray(extra) ? extra : [],
  });
  const report = (
    messageId: string,
    at: RawFinding['at'],
    args: RawFinding['args'],
    details = {},
  ): RawFinding => ({
    messageId,
    at,
    args,
    ...details,
  });
  const context = { report, options: { ...defaultsOf(rule.options), ...options }, gathered: [], asked };
  return view instanceof Promise
    ? view.then((loaded) => rule.check(loaded, context))
    : rule.check(view, context);
}

/** What a rule yields for one file, before policy and wording; options not given have their defaults. */
export function checkFile(...request: Parameters<typeof checkAny>): RawFinding[] {
  const findings = checkAny(...request);
  if (findings instanceof Promise) throw new Error('this rule answers later: ask with checkFileLater');
  return [...findings];
}

/** The same for a rule, or a kind of file, that loads code when it needs it. */
export async function checkFileLater(...request: Parameters<typeof checkAny>): Promise<RawFinding[]> {
  return [...(await checkAny(...request))];
}

/** A finding in a short form for tables: message id, place as `line:column`, and the text found there. */
export function summary(content: string | Uint8Array, { messageId, at }: RawFinding): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const source = new SourceFile('', bytes);
  const { line, column } = source.lines.position(at.start);
  return `${messageId} ${line}:${column} ${new TextDecoder().decode(bytes.subarray(at.start, at.end))}`;
}
