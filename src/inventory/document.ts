import type { Inventory, InventoryPlace, Reason, ServerState } from './types.ts';

/** Raised when a field changes its meaning or goes away; new fields do not raise it. */
export const INVENTORY_SCHEMA_VERSION = 1;

/** The inventory for programs; see docs/formats.md. Plain data, in the order in which it is printed. */
export function inventoryDocument({ files, servers, unseen }: Inventory) {
  const count = (state: ServerState): number => servers.filter((server) => server.state === state).length;
  return {
    schemaVersion: INVENTORY_SCHEMA_VERSION,
    files: files.map(({ path, origin, state, reason }) => ({
      path,
      origin,
      state,
      ...(reason === undefined ? {} : { reason: reasonOf(reason) }),
    })),
    servers: servers.map(({ at, name, state, reasons, clashes, ...server }) => ({
      name,
      state,
      ...at,
      reasons: reasons.map(reasonOf),
      ...server,
      clashes: clashes.map(placeOf),
    })),
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
