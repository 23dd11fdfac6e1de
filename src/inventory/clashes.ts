import type { LoadedServer } from '../agy/mcp-config.ts';
import { eachLoadedTogether, type NamedServer } from '../kinds/mcp-loaded-together.ts';
import { type JudgedFile, OF_THE_USER } from './files.ts';
import { placeOf } from './reasons.ts';
import type { InventoryPlace } from './types.ts';

/** Of one server so many clashes are told. */
const MAX_CLASHES = 10;

interface Candidate extends NamedServer {
  readonly server: LoadedServer;
  readonly place: () => InventoryPlace;
}

/** For each server the places of those that share its name and are loaded together with it from other files. */
export function clashesOf(
  files: readonly JudgedFile[],
): ReadonlyMap<LoadedServer, readonly InventoryPlace[]> {
  const found = new Map<LoadedServer, Map<LoadedServer, InventoryPlace>>();
  const candidates = files.map(candidatesOf);
  if (candidates.filter(({ length }) => length > 0).length < 2) return new Map();
  const ofTheUser = candidates.filter((_, index) => isOfTheUser(files[index]));
  const others = candidates.filter((_, index) => !isOfTheUser(files[index]));
  eachLoadedTogether(others.flat(), MAX_CLASHES + 1, pair);
  const byName = new Map<string, Candidate[]>();
  for (const candidate of ofTheUser.flat()) {
    const same = byName.get(candidate.name) ?? [];
    byName.set(candidate.name, same);
    for (const other of same) pair(other, candidate);
    if (same.length <= MAX_CLASHES) same.push(candidate);
  }
  for (const candidate of others.flat()) {
    if (candidate.folders.length === 0) continue;
    for (const other of byName.get(candidate.name) ?? []) pair(candidate, other);
  }
  return new Map([...found].map(([server, places]) => [server, [...places.values()]]));

  function pair(one: Candidate, other: Candidate): void {
    add(one, other);
    add(other, one);
  }

  function add({ server }: Candidate, other: Candidate): void {
    const places = found.get(server) ?? new Map<LoadedServer, InventoryPlace>();
    if (places.size < MAX_CLASHES && !places.has(other.server)) places.set(other.server, other.place());
    found.set(server, places);
  }
}

function isOfTheUser(file: JudgedFile | undefined): boolean {
  return file !== undefined && OF_THE_USER.includes(file.shown.origin);
}

/** The servers of a file that are loaded, or would be if only the session started. */
function candidatesOf({ file, shown }: JudgedFile, order: number): readonly Candidate[] {
  const { content, folders } = file;
  if ('unread' in content || (shown.state !== 'loaded' && shown.state !== 'blocked')) return [];
  const { config, source } = content;
  const { doc } = config;
  if (doc === undefined) return [];
  return config.servers
    .filter(({ state }) => state === 'loaded')
    .map((server) => ({
      server,
      name: server.name,
      order,
      folders,
      place: () => placeOf(source, doc.span(server.key)),
    }));
}
