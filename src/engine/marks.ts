import type { FileKindName } from '../kinds/index.ts';

/** What every comment of ours holds. */
const MARK = 'skillsaw-';

/** Kinds of file that may have comments. */
const COMMENTED: ReadonlySet<FileKindName> = new Set<FileKindName>([
  'registry',
  'rule',
  'skill',
  'agent',
  'workflow',
  'context',
  'root-file',
]);

/** Whether a file may hold comments for us: a search for a few bytes, so that all others cost next to nothing. */
export function mayHoldDirectives(kind: FileKindName, bytes: Uint8Array): boolean {
  if (!COMMENTED.has(kind)) return false;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(MARK);
}
