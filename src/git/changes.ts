import type { Files } from '../workspace/files.ts';
import { below, isInside, keyOf, parent, type RawPath, slashed } from '../workspace/raw-path.ts';
import { createDifference, type Difference } from './difference.ts';
import { createIgnored, type Ignored } from './ignored.ts';
import { type Revision, type RevisionResult, readRevision } from './revision.ts';
import { findGit, type Git } from './run.ts';

/** What differs from a revision, in one repository or several, by real paths. */
export interface Changes {
  /** See `Difference`. */
  content(real: RawPath): boolean;
  kind(real: RawPath): boolean;
  listing(real: RawPath): boolean;
  below(real: RawPath): boolean;
  /** See `Ignored`. */
  settle(): boolean;
}

/** Why a revision could not be read. */
export type ChangesProblem =
  | Exclude<RevisionResult, { readonly ok: true }>
  | { readonly ok: false; readonly code: 'no-git' | 'odd-name' };

export interface ChangesRequest {
  /** Anything that git takes for a revision; it does not begin with `-`. */
  readonly revision: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  /** What was read of a file, by its real path: it need not be read again. */
  readonly known: (real: RawPath) => Uint8Array | undefined;
}

/** A repository as it is now, and as it was. */
interface Repository {
  readonly top: RawPath;
  readonly revision: Revision;
  readonly difference: Difference;
  readonly ignored: Ignored;
}

/** The same for all paths in a place that the revision knows nothing of. */
type Unknown = { readonly differs: () => boolean };

/**
 * Reads a revision of each repository. A repository inside of one of them is compared with the commit that the revision has there
 * when it is a submodule, and is new as a whole when it is not.
 * @param tops real paths of the working trees
 */
export function readChanges(
  tops: readonly RawPath[],
  request: ChangesRequest,
): Changes | { readonly problems: readonly { readonly top: RawPath; readonly problem: ChangesProblem }[] } {
  const { files } = request;
  const repositories = new Map<string, Repository>();
  const nested = new Map<string, Repository | Unknown>();
  const problems: { top: RawPath; problem: ChangesProblem }[] = [];
  for (const top of tops) {
    const opened = openRepository(top, request.revision, request);
    if ('code' in opened) problems.push({ top, problem: opened });
    else repositories.set(keyOf(top), opened);
  }
  if (problems.length > 0) return { problems };

  /** The repository that is asked about a place, given the directory whose repository the place belongs to. */
  function repositoryOf(directory: RawPath): Repository | Unknown {
    const outer = outermost(directory);
    const inner = files.repositoryRoot(directory);
    if (outer === undefined) return ELSEWHERE;
    if (inner === undefined || keyOf(inner) === keyOf(outer.top) || !isInside(outer.top, inner)) return outer;
    const key = keyOf(inner);
    const known = nested.get(key) ?? openNested(inner, outer);
    nested.set(key, known);
    return known;
  }

  /** The nearest of the working trees that were asked for. */
  function outermost(directory: RawPath): Repository | undefined {
    for (let at = directory; ; at = parent(at)) {
      const found = repositories.get(keyOf(at));
      if (found !== undefined || keyOf(parent(at)) === keyOf(at)) return found;
    }
  }

  function openNested(inner: RawPath, outer: Repository): Repository | Unknown {
    const path = pathIn(outer, inner);
    const entry = outer.revision.entry(path);
    if (entry?.kind !== 'repository') return { differs: () => outer.ignored.has(path) !== true };
    const opened = openRepository(inner, entry.id, request);
    return 'code' in opened ? NEW : opened;
  }

  function ask(what: keyof Difference, real: RawPath): boolean {
    const itself = what === 'listing' || what === 'below' || repositories.has(keyOf(real));
    const directory = itself ? real : parent(real);
    const repository = repositoryOf(directory);
    return 'differs' in repository
      ? repository.differs()
      : repository.difference[what](pathIn(repository, real));
  }

  return {
    content: (real) => ask('content', real),
    kind: (real) => ask('kind', real),
    listing: (real) => ask('listing', real),
    below: (real) => ask('below', real),
    settle: () => {
      const all = [...repositories.values(), ...nested.values()];
      // Every one of them is to ask.
      return all.filter((one) => 'ignored' in one && one.ignored.settle()).length > 0;
    },
  };
}

const NEW: Unknown = { differs: () => true };
/** In no repository, so there is nothing that it could differ from. */
const ELSEWHERE: Unknown = { differs: () => false };

function openRepository(
  top: RawPath,
  revision: string,
  request: ChangesRequest,
): Repository | ChangesProblem {
  if (typeof top !== 'string') return { ok: false, code: 'odd-name' };
  const git = findGit(top, request.environment);
  if (git === undefined) return { ok: false, code: 'no-git' };
  const read = readRevision(git, top, revision);
  return read.ok ? repositoryFrom(top, read.revision, git, request) : read;
}

function repositoryFrom(top: string, revision: Revision, git: Git, request: ChangesRequest): Repository {
  const ignored = createIgnored(git);
  const { files, known } = request;
  const difference = createDifference({ top, revision, git, ignored, files, known });
  return { top, revision, difference, ignored };
}

function pathIn({ top }: Repository, real: RawPath): string {
  const rest = below(top, real) ?? real;
  return Buffer.from((typeof rest === 'string' ? slashed(rest) : rest) as string).toString('latin1');
}
