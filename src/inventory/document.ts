import type { Decoding, Explanation, Step } from './explanation.ts';
import type { Inventory, InventoryFile, InventoryPlace, Reason, ServerEntry, ServerState } from './types.ts';

/** Raised when a field changes its meaning or goes away; new fields do not raise it. */
export const INVENTORY_SCHEMA_VERSION = 1;

/** The inventory for programs; see docs/formats.md. Plain data, in the order in which it is printed. */
export function inventoryDocument({ files, besides, servers, unseen }: Inventory) {
  const count = (state: ServerState): number => servers.filter((server) => server.state === state).length;
  return {
    schemaVersion: INVENTORY_SCHEMA_VERSION,
    files: files.map(fileOf),
    besides: besides.map(({ loaded, ...file }) => ({ ...fileOf(file), loaded })),
    servers: servers.map(serverOf),
    unseen: unseen.map(({ path, message }) => ({ path, message })),
    summary: {
      files: files.length,
      servers: servers.length,
      loaded: count('loaded'),
      disabled: count('disabled'),
      inert: count('inert'),
      dropped: count('dropped'),
      replaced: count('replaced'),
      notLoaded: count('not-loaded'),
    },
  };
}

export type InventoryDocument = ReturnType<typeof inventoryDocument>;

/** How a server was decoded, for programs; see docs/formats.md. */
export function explanationDocument({ name, decodings }: Explanation) {
  return {
    schemaVersion: INVENTORY_SCHEMA_VERSION,
    name,
    decodings: decodings.map(({ file, steps, entry, effective }: Decoding) => ({
      file: fileOf(file),
      steps: steps.map(stepOf),
      ...(entry === undefined ? {} : { server: serverOf(entry) }),
      effective,
    })),
  };
}

function stepOf({ level, key, field, effect, message, at: { line, column } }: Step) {
  return { level, key, ...(field === undefined ? {} : { field }), effect, message, line, column };
}

function fileOf({ path, origin, state, reason }: InventoryFile) {
  return { path, origin, state, ...(reason === undefined ? {} : { reason: reasonOf(reason) }) };
}

function serverOf({ at, name, file: _, state, reasons, clashes, ...server }: ServerEntry) {
  return {
    name,
    state,
    ...at,
    reasons: reasons.map(reasonOf),
    ...server,
    clashes: clashes.map(placeOf),
  };
}

function reasonOf({ code, message, at }: Reason) {
  return { code, message, ...placeOf(at) };
}

function placeOf({ path, line, column }: InventoryPlace) {
  return {
    path,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
