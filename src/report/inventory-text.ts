import type {
  Inventory,
  InventoryFile,
  Origin,
  ServerCredential,
  ServerEntry,
  ServerState,
} from '../inventory/types.ts';
import type { Colors } from './colors.ts';
import { plural } from './report.ts';
import { placeText, shownName, shownPath, targetText } from './server-words.ts';
import { cutTo, padEnd, widest, wrap } from './width.ts';

export interface InventoryView {
  readonly colors: Colors;
  /** Columns of the terminal. */
  readonly width: number;
}

const ORIGINS: Readonly<Record<Origin, string>> = {
  root: '',
  plugin: 'a plugin',
  installable: 'a plugin, loaded once it is installed',
  user: 'home directory, loaded by every session',
  'user-plugin': 'a plugin in the home directory, loaded by every session',
  elsewhere: 'Antigravity looks for no servers in this place',
};

const STATES: Readonly<Record<ServerState, string>> = {
  loaded: 'loaded',
  disabled: 'disabled',
  inert: 'inert',
  dropped: 'dropped',
  replaced: 'replaced',
  'not-loaded': 'not loaded',
};

const FORMS: Readonly<Record<ServerCredential['form'], string>> = {
  literal: ' (in the file)',
  placeholder: ' (placeholder)',
  'sign-in': ' (sign-in)',
};

/** So many things of a kind are named below a server. */
const MOST_NAMED = 20;
/** So many lines of its column takes what a server runs. */
const MOST_LINES = 3;
const GAP = '  ';

/** The inventory for people: a table with a block a file, and below each server what there is to say of it. */
export function inventoryText(inventory: Inventory, view: InventoryView): string {
  const { files, besides, servers, unseen } = inventory;
  const table = createTable(servers, view);
  const byFile = new Map<InventoryFile, ServerEntry[]>();
  for (const server of servers) {
    const { file } = server;
    const block = byFile.get(file);
    if (block === undefined) byFile.set(file, [server]);
    else block.push(server);
  }
  const blocks = files.map((file) => table.block(file, byFile.get(file) ?? []));
  const together = besides.flatMap(({ path, state, loaded }) =>
    table.indented(
      `${shownPath(path)}: ${state === 'loaded' ? `${plural(loaded, 'server')} loaded` : state}`,
    ),
  );
  const notLookedAt = unseen.flatMap(({ path, message }) => table.indented(`${shownPath(path)}: ${message}`));
  const lines = [
    ...(servers.length === 0 ? [] : [[table.header()]]),
    ...blocks,
    ...(together.length === 0 ? [] : [['loaded together with these, and not listed:', ...together]]),
    ...(notLookedAt.length === 0 ? [] : [['not looked at, and may hold servers:', ...notLookedAt]]),
    [...summaryOf(inventory, view)],
  ];
  return `${lines.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function createTable(servers: readonly ServerEntry[], { colors, width }: InventoryView) {
  const lineWidth = widest(
    'LINE',
    servers.map(({ at }) => String(at.line)),
    10,
  );
  const nameWidth = widest(
    'SERVER',
    servers.map(({ name }) => shownName(name)),
    Math.floor(width * 0.3),
  );
  const stateWidth = widest(
    'STATE',
    servers.map(({ state }) => STATES[state]),
    10,
  );
  const viaWidth = widest(
    'VIA',
    servers.map(({ transport }) => transport),
    9,
  );
  const indent = ' '.repeat(lineWidth + GAP.length);
  const taken = [lineWidth, nameWidth, stateWidth, viaWidth].reduce((sum, one) => sum + one + GAP.length, 0);
  const targetWidth = Math.max(10, width - taken);
  const paint: Readonly<Record<ServerState, (text: string) => string>> = {
    loaded: colors.green,
    disabled: colors.dim,
    inert: colors.yellow,
    dropped: colors.red,
    replaced: colors.dim,
    'not-loaded': colors.red,
  };

  function header(): string {
    const cells = [
      'LINE'.padStart(lineWidth),
      padEnd('SERVER', nameWidth),
      padEnd('STATE', stateWidth),
      padEnd('VIA', viaWidth),
      cutTo('RUNS OR CONNECTS TO', targetWidth),
    ];
    return colors.dim(cells.join(GAP));
  }

  function block(file: InventoryFile, entries: readonly ServerEntry[]): string[] {
    return [...fileLines(file, entries.length), ...entries.flatMap(serverLines)];
  }

  function fileLines({ path, origin, state, reason }: InventoryFile, count: number): string[] {
    const about = ORIGINS[origin];
    const head = colors.bold(shownPath(path)) + (about === '' ? '' : colors.dim(` - ${about}`));
    const at = reason?.at.line === undefined ? '' : ` (${placeText(reason.at, path)})`;
    const why = reason === undefined ? '' : `${reason.message}${at}`;
    switch (state) {
      case 'fatal':
        return [
          head,
          ...indented(`FATAL: ${why}; agy exits with one message and no session starts`, colors.red),
        ];
      case 'inert':
        return [head, ...indented(`no server: ${why}`, colors.yellow)];
      case 'off':
      case 'blocked':
        return [head, ...indented(`not loaded: ${why}`, colors.red)];
      case 'unread':
        return [head, ...indented(`not read: ${why}`, colors.red)];
      case 'loaded':
        return count === 0 ? [head, ...indented('no server in it')] : [head];
    }
  }

  function serverLines(server: ServerEntry): string[] {
    const { name, state, transport, at } = server;
    const [first = '', ...more] = cutLines(wrap(targetText(server), targetWidth), targetWidth);
    const cells = [
      String(at.line).padStart(lineWidth),
      padEnd(cutTo(shownName(name), nameWidth), nameWidth),
      paint[state](padEnd(STATES[state], stateWidth)),
      padEnd(transport, viaWidth),
      first,
    ];
    return [
      cells.join(GAP).trimEnd(),
      ...more.map((line) => ' '.repeat(taken) + line),
      ...detailsOf(server).flatMap((text) => indented(text)),
    ];
  }

  function indented(text: string, color: (text: string) => string = (same) => same): string[] {
    return wrap(text, width - indent.length).map((line) => indent + color(line));
  }

  return { header, block, indented };
}

/** The first lines of a text; a mark stands where the rest is cut off. */
function cutLines(lines: readonly string[], width: number): readonly string[] {
  const [last, next] = lines.slice(MOST_LINES - 1);
  if (last === undefined || next === undefined) return lines;
  return [...lines.slice(0, MOST_LINES - 1), cutTo(`${last} ${next}`, width)];
}

function detailsOf(server: ServerEntry): readonly string[] {
  const { state, reasons, credentials, disabledTools, clashes, cwd, at } = server;
  const told = state === 'disabled' || state === 'not-loaded' ? [] : reasons;
  return [
    ...told.map((reason) => `${reason.message} (${placeText(reason.at, at.path)})`),
    ...(cwd === undefined ? [] : [`starts in ${shownName(cwd)}`]),
    ...list(
      'credentials',
      credentials.map(({ field, form }) => shownName(field) + FORMS[form]),
    ),
    ...list('tools off', disabledTools.map(shownName)),
    ...list(
      'same name in',
      clashes.map((place) => placeText(place, '')),
    ),
  ];
}

function list(what: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length - MOST_NAMED;
  const named = rest > 0 ? [...items.slice(0, MOST_NAMED), `${rest} more`] : items;
  return [`${what}: ${named.join(', ')}`];
}

function* summaryOf({ files, servers }: Inventory, { colors, width }: InventoryView): Generator<string> {
  const counts = new Map<ServerState, number>();
  for (const { state } of servers) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = Object.entries(STATES).flatMap(([state, words]) => {
    const count = counts.get(state as ServerState);
    return count === undefined ? [] : [`${count} ${words}`];
  });
  const what = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  yield* wrap(`${plural(servers.length, 'server')} in ${plural(files.length, 'file')}${what}`, width);
  for (const { path, state } of files) {
    if (state !== 'fatal') continue;
    const text = `No session starts that would load ${shownPath(path)}, so it has no server at all.`;
    for (const line of wrap(text, width)) yield colors.red(line);
  }
}
