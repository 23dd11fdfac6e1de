import { dirname, join } from 'node:path';
import { MCP_FILE_NAME } from '../agy/facts.ts';
import { emulateMcpConfig, type LoaderSettings } from '../agy/mcp-config.ts';
import { emulatePluginManifest } from '../agy/plugin-manifest.ts';
import { pluginOff } from '../inventory/plugin-off.ts';
import type { Inventory, Origin, Reason, ServerFile } from '../inventory/types.ts';
import { type FileKindName, kindByFileName } from '../kinds/index.ts';
import { printable } from '../text/quote.ts';
import { SourceFile } from '../text/source.ts';
import type { Files, ReadResult } from '../workspace/files.ts';
import { nameOf } from '../workspace/raw-path.ts';
import { findUserFiles } from '../workspace/user-files.ts';
import type { Discovery, WorkspaceFile } from '../workspace/workspace.ts';

/** Files that hold servers, and what may hold some and was not looked at. */
export interface FoundServers {
  readonly files: readonly (ServerFile & { readonly absolute: string })[];
  readonly unseen: Inventory['unseen'];
}

const WANTED: ReadonlySet<FileKindName> = new Set(['mcp-config', 'plugin-manifest']);

/** What was found below what was named, and what sessions load together with it. */
export function workspaceServers(found: Discovery, settings: LoaderSettings): FoundServers {
  const listed = found.files.filter(({ kind }) => WANTED.has(kind));
  const besides = found.besides(WANTED);
  const all = [...listed, ...besides];
  const off = new Map<string, Reason>();
  for (const file of all) {
    if (file.kind !== 'plugin-manifest' || file.owner?.type !== 'plugin') continue;
    const { absolute, manifest } = file.owner;
    if (file.absolute !== join(absolute, manifest)) continue;
    const reason = offBy(file.path, file.read());
    if (reason !== undefined) off.set(absolute, reason);
  }
  const isListed = new Set(listed);
  const files = all
    .filter(({ kind }) => kind === 'mcp-config')
    .map((file) => {
      const { owner, path, absolute } = file;
      const { loadedFrom: folders } = file.filePlace;
      const pluginOff = owner === undefined ? undefined : off.get(owner.absolute);
      return {
        path,
        absolute,
        origin: originOf(file),
        listed: isListed.has(file),
        folders,
        content: contentOf(path, file.read(), settings),
        ...(pluginOff === undefined ? {} : { pluginOff }),
      };
    });
  return { files: [...files, ...unreadFiles(found)], unseen: unseenIn(found) };
}

function originOf({ owner, filePlace }: WorkspaceFile): Origin {
  if (owner === undefined) return 'elsewhere';
  return owner.type === 'root' || filePlace.loadedFrom.length > 0 ? owner.type : 'installable';
}

function contentOf(path: string, result: ReadResult, settings: LoaderSettings): ServerFile['content'] {
  if (!result.ok) return { unread: result.problem.detail };
  const source = new SourceFile(path, result.bytes);
  return { config: emulateMcpConfig(source.bytes, settings), source };
}

/** A manifest that cannot be read may be a good one. */
function offBy(path: string, result: ReadResult | undefined): Reason | undefined {
  if (result?.ok !== true) return undefined;
  const source = new SourceFile(path, result.bytes);
  return pluginOff(emulatePluginManifest(source.bytes), source);
}

/** Files with servers that are there and could not be read. */
function unreadFiles({ problems, roots, plugins }: Discovery): FoundServers['files'] {
  const owners = new Map([...roots, ...plugins].map(({ absolute, type }) => [absolute, type]));
  return problems
    .filter(({ absolute }) => nameOf(absolute) === MCP_FILE_NAME)
    .map(({ path, absolute, message }) => ({
      path,
      absolute,
      origin: owners.get(dirname(absolute)) ?? 'elsewhere',
      listed: true,
      folders: [],
      content: { unread: message },
    }));
}

/** Directories that could not be entered, and plugins outside the repository that a registry names. */
function unseenIn({ problems, registries }: Discovery): Inventory['unseen'] {
  const unseen = problems
    .filter(({ absolute }) => {
      const name = nameOf(absolute);
      // A file of a kind that holds no servers.
      return !name.endsWith('.md') && kindByFileName(name, nameOf(dirname(absolute))) === undefined;
    })
    .map(({ path, message }) => ({ path, message }));
  for (const { path, name, entries, inherits } of registries) {
    if (name !== 'plugins.json') continue;
    for (const { state, path: target } of [...entries, ...inherits]) {
      if (state !== 'outside') continue;
      unseen.push({
        path,
        message: `what it names, ${printable(target, 200)}, lies outside the repository and was not read`,
      });
    }
  }
  return unseen;
}

/** What every session of the user loads. @param home absolute */
export function userServers(home: string, cwd: string, disk: Files, settings: LoaderSettings): FoundServers {
  const { files, unseen } = findUserFiles(home, cwd, disk);
  return {
    files: files.flatMap(({ path, absolute, read, manifest }) => {
      const result = read();
      if (result === undefined) return [];
      const off = manifest === undefined ? undefined : offBy(manifest.path, manifest.read());
      return [
        {
          path,
          absolute,
          origin: manifest === undefined ? ('user' as const) : ('user-plugin' as const),
          listed: true,
          folders: [],
          content: contentOf(path, result, settings),
          ...(off === undefined ? {} : { pluginOff: off }),
        },
      ];
    }),
    unseen,
  };
}
