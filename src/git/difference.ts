import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs';
import type { Files } from '../workspace/files.ts';
import { fromBytes, join, type RawPath } from '../workspace/raw-path.ts';
import { PRUNED } from '../workspace/walk.ts';
import type { Ignored } from './ignored.ts';
import type { EntryKind, Revision, RevisionEntry } from './revision.ts';
import type { Git } from './run.ts';

/**
 * How a working tree differs from a revision, told path by path: nobody pays for the files that no one asks about. Git says
 * what the revision holds; contents are compared here, since git would run the filters that a repository names. Paths are from the
 * top with `/`, their bytes as Latin-1. What git ignores is no difference.
 */
export interface Difference {
  /** Whether a file or link is another one, is new or is gone. Of a directory only that it is one. */
  content(path: string): boolean;
  /** Whether something else lies there: file, link, directory, nothing. */
  kind(path: string): boolean;
  /** Whether other names, or names for other kinds of things, lie in a directory. */
  listing(path: string): boolean;
  /** Whether anything below a directory differs. */
  below(path: string): boolean;
}

export interface DifferenceRequest {
  /** Real path. */
  readonly top: RawPath;
  readonly revision: Revision;
  readonly git: Git;
  readonly ignored: Ignored;
  readonly files: Pick<Files, 'read'>;
  /** What was read of a file, by its real path; asked for before the disk is. */
  readonly known: (real: RawPath) => Uint8Array | undefined;
}

const OWNER_EXECUTES = 0o100;
const CHUNK_BYTES = 1 << 16;

export function createDifference(request: DifferenceRequest): Difference {
  const { top, revision, ignored, files } = request;
  const contents = new Map<string, boolean>();
  let settings: Settings | undefined;

  function real(path: string): RawPath {
    return path === '' ? top : join(top, fromBytes(Buffer.from(path, 'latin1')));
  }

  function content(path: string): boolean {
    const known = contents.get(path);
    if (known !== undefined) return known;
    const stats = statsOf(real(path));
    const differs = stats === 'unclear' ? true : compare(path, stats);
    // Until it is known what git ignores, what is new may turn out not to count.
    if (revision.kind(path) !== undefined) contents.set(path, differs);
    return differs;
  }

  function compare(path: string, stats: Stats | undefined): boolean {
    const then = revision.kind(path);
    const entry = revision.entry(path);
    const now = stats === undefined ? undefined : kindOf(stats);
    if (then === undefined) return isNew(path, now);
    if (stats === undefined || now !== asSeen(then)) return true;
    if (entry?.kind === 'file') return !sameFile(path, entry, stats);
    if (entry?.kind === 'link')
      return idOf(readlinkSync(real(path), { encoding: 'buffer' }), entry) !== entry.id;
    return false;
  }

  /** Whether something counts that the revision does not have: not while git ignores it, nor all that it holds. */
  function isNew(path: string, now: SeenKind | undefined): boolean {
    if (now === undefined) return false;
    const isIgnored = ignored.has(path);
    return isIgnored === undefined || (!isIgnored && (now !== 'directory' || below(path)));
  }

  function sameFile(path: string, entry: RevisionEntry, stats: Stats): boolean {
    const executable = (stats.mode & OWNER_EXECUTES) !== 0;
    if (executable !== entry.executable && configured().modeCounts) return false;
    const place = real(path);
    const bytes = request.known(place) ?? readWhole(place);
    if (bytes === undefined) return idOfLarge(place, stats.size, entry) === entry.id;
    if (idOf(bytes, entry) === entry.id) return true;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return buffer.includes('\r\n') && idOf(withoutCr(buffer), entry) === entry.id && writesCrLf(path);
  }

  function configured(): Settings {
    settings ??= readSettings(request.git);
    return settings;
  }

  /** Whether git made CRLF of LF when it wrote the file. */
  function writesCrLf(path: string): boolean {
    if (configured().crLf) return true;
    const answer = request.git(['check-attr', '-z', '--stdin', 'eol'], Buffer.from(`${path}\0`, 'latin1'));
    return answer.stdout.toString('latin1').split('\0')[2] === 'crlf';
  }

  function readWhole(place: RawPath): Uint8Array | undefined {
    const result = files.read(place, top);
    return result.ok ? result.bytes : undefined;
  }

  function kind(path: string): boolean {
    const then = asSeen(revision.kind(path));
    const stats = statsOf(real(path));
    if (stats === 'unclear') return true;
    const now = stats === undefined ? undefined : kindOf(stats);
    return then === undefined ? isNew(path, now) : now !== then;
  }

  function listing(path: string): boolean {
    const then = revision.namesIn(path);
    const now = namesIn(real(path));
    const inside = (name: string): string => (path === '' ? name : `${path}/${name}`);
    const gone = [...then.keys()].filter((name) => !now.has(name));
    const changed = [...now].filter(([name, kind]) => {
      const before = asSeen(then.get(name));
      return before === undefined ? isNew(inside(name), kind) : before !== kind;
    });
    return gone.length + changed.length > 0;
  }

  function below(path: string): boolean {
    const then = revision.below(path);
    // All of them: each may be one whose answer is still open.
    const before = then.filter(content).length;
    const now = filesBelow(path).filter((one) => revision.entry(one) === undefined && content(one));
    return before + now.length > 0;
  }

  function filesBelow(path: string): readonly string[] {
    const found: string[] = [];
    const pending = [path];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      for (const [name, kind] of namesIn(real(at))) {
        const one = at === '' ? name : `${at}/${name}`;
        if (kind !== 'directory') found.push(one);
        else if (!PRUNED.has(name) && revision.entry(one) === undefined) pending.push(one);
      }
    }
    return found;
  }

  return { content, kind, listing, below };
}

type SeenKind = 'file' | 'link' | 'directory' | 'other';

/** As it is seen from outside: a submodule is a directory, checked out or not. */
function asSeen(kind: EntryKind | undefined): SeenKind | undefined {
  return kind === 'repository' ? 'directory' : kind;
}

function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): SeenKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function statsOf(place: RawPath): Stats | undefined | 'unclear' {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? undefined : 'unclear';
  }
}

function namesIn(directory: RawPath): ReadonlyMap<string, SeenKind> {
  try {
    const entries = readdirSync(directory, { encoding: 'buffer', withFileTypes: true });
    const named = entries.map((entry) => [entry.name.toString('latin1'), kindOf(entry)] as const);
    return new Map(named.filter(([name]) => name !== '.git'));
  } catch {
    return new Map();
  }
}

function hashFor(id: string, size: number) {
  return createHash(id.length === 40 ? 'sha1' : 'sha256').update(`blob ${size}\0`);
}

/** The name that git gives to contents. */
function idOf(bytes: Uint8Array, { id }: RevisionEntry): string {
  return hashFor(id, bytes.length).update(bytes).digest('hex');
}

/** The same for a file that is not kept in memory; '' when it cannot be read, or not to its end. */
function idOfLarge(place: RawPath, size: number, { id }: RevisionEntry): string {
  let descriptor: number;
  try {
    descriptor = openSync(
      place,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch {
    return '';
  }
  try {
    const hash = hashFor(id, size);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = size;
    while (rest > 0) {
      const count = readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, rest), null);
      if (count === 0) return '';
      hash.update(chunk.subarray(0, count));
      rest -= count;
    }
    return hash.digest('hex');
  } catch {
    return '';
  } finally {
    closeSync(descriptor);
  }
}

function withoutCr(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

interface Settings {
  /** Whether the file system keeps the mark that a file may be executed. */
  readonly modeCounts: boolean;
  /** Whether text files are written with CRLF. */
  readonly crLf: boolean;
}

function readSettings(git: Git): Settings {
  const { stdout } = git(['config', '-z', '--get-regexp', '^core\\.(filemode|autocrlf|eol)$']);
  const pairs = stdout
    .toString('latin1')
    .split('\0')
    .map((pair) => pair.split('\n', 2));
  const values = new Map(pairs.map(([name = '', value = 'true']) => [name, value.toLowerCase()]));
  const windows = process.platform === 'win32';
  return {
    modeCounts: !windows && !/^(?:false|no|off|0|)$/.test(values.get('core.filemode') ?? 'true'),
    crLf:
      /^(?:true|yes|on|1)$/.test(values.get('core.autocrlf') ?? '') ||
      (values.get('core.eol') ?? (windows ? 'crlf' : '')) === 'crlf',
  };
}
