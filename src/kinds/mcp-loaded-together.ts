import type { SessionFolder } from './place.ts';

/** A server in one of the files that sessions load. */
export interface NamedServer {
  readonly name: string;
  /** Where its file stands among all of them. */
  readonly order: number;
  /** A session that starts in one of these, or below, loads it. */
  readonly folders: readonly SessionFolder[];
}

/**
 * Tells of servers of one name in two files that some session loads together; of the same two perhaps more than once.
 * @param most so many of one name in one folder are put together with others: nobody reads of more
 */
export function eachLoadedTogether<S extends NamedServer>(
  servers: readonly S[],
  most: number,
  pair: (earlier: S, later: S) => void,
): void {
  const byName = new Map<string, S[]>();
  for (const server of servers) {
    const same = byName.get(server.name);
    if (same === undefined) byName.set(server.name, [server]);
    else same.push(server);
  }
  for (const same of byName.values()) if (same.length > 1) meet(same, most, pair);
}

/** Servers of one name: each meets those of its own folders and of the ones above. */
function meet<S extends NamedServer>(
  same: readonly S[],
  most: number,
  pair: (earlier: S, later: S) => void,
): void {
  const byFolder = new Map<SessionFolder, S[]>();
  for (const server of same) {
    for (const folder of server.folders) {
      const here = byFolder.get(folder);
      if (here === undefined) byFolder.set(folder, [server]);
      else if (here.length < most) here.push(server);
    }
  }
  for (const one of same) {
    for (const folder of one.folders) {
      for (let at: SessionFolder | undefined = folder; at !== undefined; at = at.above) {
        const here = byFolder.get(at);
        // Most are the only one of their name: itself.
        if (here === undefined || (here.length === 1 && here[0] === one)) continue;
        for (const other of here) {
          if (one.order < other.order) pair(one, other);
          else if (other.order < one.order) pair(other, one);
        }
      }
    }
  }
}
