import { maskText } from '../credentials/index.ts';
import type { SessionFolder } from '../kinds/index.ts';
import { fileReason, word } from './reasons.ts';
import type { FileState, InventoryFile, Origin, Reason, ServerFile } from './types.ts';

/** A file, and what becomes of it. */
export interface JudgedFile {
  readonly file: ServerFile;
  readonly shown: InventoryFile;
}

/** Those whose files every session loads. */
export const OF_THE_USER: readonly Origin[] = ['user', 'user-plugin'];

/** Which files are loaded: one that is fatal takes all that its sessions would load with it. */
export function judgeFiles(files: readonly ServerFile[]): readonly JudgedFile[] {
  const own = files.map((file) => ({ file, shown: judgeAlone(file) }));
  const fatal = own.filter(({ shown }) => shown.state === 'fatal');
  if (fatal.length === 0) return own;
  const everywhere = fatal.find(({ file }) => OF_THE_USER.includes(file.origin))?.shown;
  const byFolder = new Map<SessionFolder, InventoryFile>();
  for (const { file, shown } of fatal) {
    for (const folder of file.folders) if (!byFolder.has(folder)) byFolder.set(folder, shown);
  }
  return own.map(({ file, shown }) => {
    const blocker = shown.state === 'loaded' ? blockerOf(file) : undefined;
    return blocker === undefined ? { file, shown } : { file, shown: blockedBy(blocker, shown) };
  });

  /** What keeps every session that would load a file from starting. */
  function blockerOf({ origin, folders }: ServerFile): InventoryFile | undefined {
    const isUsers = OF_THE_USER.includes(origin);
    if (everywhere !== undefined && (isUsers || folders.length > 0)) return everywhere;
    const blockers = folders.map(fatalAbove);
    return blockers.every((one) => one !== undefined) ? blockers[0] : undefined;
  }

  function fatalAbove(folder: SessionFolder): InventoryFile | undefined {
    for (let at: SessionFolder | undefined = folder; at !== undefined; at = at.above) {
      const found = byFolder.get(at);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function blockedBy(blocker: InventoryFile, { path, origin }: InventoryFile): InventoryFile {
  const reason: Reason = {
    code: 'session-fatal',
    message: `${word(blocker.path)} is fatal, so no session starts that would load it`,
    at: blocker.reason?.at ?? { path: blocker.path },
  };
  return { path, origin, state: 'blocked', reason };
}

function judgeAlone(file: ServerFile): InventoryFile {
  const { origin, content, pluginOff } = file;
  const path = maskText(file.path);
  if (pluginOff !== undefined) return { path, origin, state: 'off', reason: pluginOff };
  if ('unread' in content) {
    return {
      path,
      origin,
      state: 'unread',
      reason: { code: 'unread', message: content.unread, at: { path } },
    };
  }
  const { config, source } = content;
  const [problem] = config.problems;
  const state: FileState = config.state;
  return problem === undefined
    ? { path, origin, state }
    : { path, origin, state, reason: fileReason(problem, source) };
}
