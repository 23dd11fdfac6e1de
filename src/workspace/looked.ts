import type { Files } from './files.ts';
import type { Location } from './locate.ts';
import { isInside, join, keyOf, lastComponent, parent, type RawPath } from './raw-path.ts';

/** What somebody wanted to know of a place: what kind of thing lies there, what is in a file, which names are in a directory. */
export interface Looked {
  readonly about: 'kind' | 'content' | 'listing';
  /** Real path; it need not exist. */
  readonly path: RawPath;
}

export interface LookRequest {
  /** The path that was asked for, links and all. */
  readonly written: RawPath;
  readonly found: Location;
  readonly about: Looked['about'];
  readonly repositoryRoot: RawPath;
  readonly files: Pick<Files, 'realDirectory'>;
}

/** The places in the repository that an answer about a path depends on: the links on the way are some of them. */
export function placesLookedAt(request: LookRequest): readonly Looked[] {
  const { written, found, about, repositoryRoot, files } = request;
  if (!isInside(repositoryRoot, written)) return [];
  const end = found.state === 'inside' ? found.real : undefined;
  const looked: Looked[] = end === undefined ? [] : [{ about, path: end }];
  for (let at = written; keyOf(at) !== keyOf(repositoryRoot); at = parent(at)) {
    const above = files.realDirectory(parent(at));
    const place = join(above, lastComponent(at));
    const isEnd = end !== undefined && keyOf(place) === keyOf(end);
    if (!isEnd && isInside(repositoryRoot, place)) {
      looked.push({ about: end === undefined && at === written ? about : 'content', path: place });
    }
    // From here on up, the path is what it is written as.
    if (keyOf(above) === keyOf(parent(at))) break;
  }
  return looked;
}
