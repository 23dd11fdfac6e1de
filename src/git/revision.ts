import { slashed } from '../workspace/raw-path.ts';
import type { Git, GitAnswer } from './run.ts';

/** What lies at a path. `repository`: a submodule, of which a revision only knows the commit. */
export type EntryKind = 'file' | 'link' | 'directory' | 'repository';

export interface RevisionEntry {
  readonly kind: Exclude<EntryKind, 'directory'>;
  /** Name of the blob, or of the commit of a submodule. */
  readonly id: string;
  readonly executable: boolean;
}

/** The files of a revision. Paths are from its top with `/`, their bytes as Latin-1, whatever encoding they are in. */
export interface Revision {
  entry(path: string): RevisionEntry | undefined;
  kind(path: string): EntryKind | undefined;
  /** Names directly in a directory, with what they are. */
  namesIn(directory: string): ReadonlyMap<string, EntryKind>;
  /** Paths of everything below a directory that is no directory. */
  below(directory: string): readonly string[];
}

/** `missing`: there is no such revision here, and perhaps only because the clone is shallow. */
export type RevisionResult =
  | { readonly ok: true; readonly revision: Revision }
  | { readonly ok: false; readonly code: 'missing'; readonly shallow: boolean }
  | { readonly ok: false; readonly code: 'not-the-top' }
  | { readonly ok: false; readonly code: 'failed'; readonly said: string };

const MODES: Readonly<Record<string, RevisionEntry['kind']>> = {
  100: 'file',
  120: 'link',
  160: 'repository',
};
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Reads a revision of the repository whose working tree is at `top`.
 * @param top real path
 * @param name anything that git takes for a revision; it does not begin with `-`
 */
export function readRevision(git: Git, top: string, name: string): RevisionResult {
  const asked = git([
    'rev-parse',
    '--show-toplevel',
    '--is-shallow-repository',
    '--quiet',
    '--verify',
    `${name}^{tree}`,
  ]);
  const [place, shallow, id = '', ...more] = asked.stdout.toString('utf8').split('\n');
  if (!asked.ok && (asked.status !== 1 || place === undefined || place === '')) return failed(asked);
  if (place !== slashed(top)) return { ok: false, code: 'not-the-top' };
  // A range gives more than one name.
  if (!ID.test(id) || more.join('') !== '')
    return { ok: false, code: 'missing', shallow: shallow === 'true' };
  const listed = git(['ls-tree', '-r', '-z', '--full-tree', id]);
  return listed.ok ? { ok: true, revision: revisionOf(listed.stdout) } : failed(listed);
}

function failed(answer: GitAnswer): RevisionResult {
  return { ok: false, code: 'failed', said: answer.ok ? '' : answer.said };
}

/** From `ls-tree -r -z`, which sorts by the bytes of the paths. */
export function revisionOf(listing: Buffer): Revision {
  const entries = new Map<string, RevisionEntry>();
  for (const line of listing.toString('latin1').split('\0')) {
    const parts = /^(\d{3})(\d{3}) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
    if (parts === null) continue;
    const [, type = '', permissions = '', id = '', path = ''] = parts;
    const kind = MODES[type];
    if (kind !== undefined) entries.set(path, { kind, id, executable: permissions === '755' });
  }
  const paths = [...entries.keys()];

  function kind(path: string): EntryKind | undefined {
    return entries.get(path)?.kind ?? (path === '' || isDirectory(path) ? 'directory' : undefined);
  }

  function isDirectory(path: string): boolean {
    return paths[firstFrom(paths, `${path}/`)]?.startsWith(`${path}/`) === true;
  }

  function namesIn(directory: string): ReadonlyMap<string, EntryKind> {
    const names = new Map<string, EntryKind>();
    const prefix = directory === '' ? '' : `${directory}/`;
    for (let at = firstFrom(paths, prefix); at < paths.length; ) {
      const path = paths[at] as string;
      if (!path.startsWith(prefix)) break;
      const slash = path.indexOf('/', prefix.length);
      if (slash < 0) {
        names.set(path.slice(prefix.length), entries.get(path)?.kind ?? 'file');
        at++;
      } else {
        names.set(path.slice(prefix.length, slash), 'directory');
        // `0` is the character after `/`: all that lies below is passed over.
        at = firstFrom(paths, `${path.slice(0, slash)}0`);
      }
    }
    return names;
  }

  function below(directory: string): readonly string[] {
    const prefix = directory === '' ? '' : `${directory}/`;
    const end = prefix === '' ? paths.length : firstFrom(paths, `${directory}0`);
    return paths.slice(firstFrom(paths, prefix), end);
  }

  return { entry: (path) => entries.get(path), kind, namesIn, below };
}

/** The index of the first of sorted texts that is not before `text`. */
function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
