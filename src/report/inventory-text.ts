import type {
  Inventory,
  InventoryFile,
  InventoryPlace,
  Origin,
  ServerCredential,
  ServerEntry,
  ServerState,
} from '../inventory/types.ts';
import { escapeControls, truncate } from '../text/quote.ts';
import type { Colors } from './colors.ts';
import { PATH_LIMIT, plural } from './report.ts';
import { cutTo, padEnd, textWidth, wrap } from './width.ts';

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
  literal: '',
  placeholder: ' (placeholder)',
  'sign-in': ' (sign-in)',
};

/** More of a value than is ever seen of it, which may be megabytes long. */
const LONGEST_TARGET = 1000;
/** So many things of a kind are named below a server. */
const MOST_NAMED = 20;
const GAP = '  ';

/** The inventory for people: a table with a block a file, and below each server what there is to say of it. */
export function inventoryText(inventory: Inventory, view: InventoryView): string {
  const { files, servers, unseen } = inventory;
  const table = createTable(servers, view);
  const byFile = new Map<string, ServerEntry[]>();
  for (const server of servers) {
    const { path } = server.at;
    const block = byFile.get(path);
    if (block === undefined) byFile.set(path, [server]);
    else block.push(server);
  }
  const blocks = files.map((file) => table.block(file, byFile.get(file.path) ?? []));
  const notLookedAt = unseen.flatMap(({ path, message }) => table.indented(`${shownPath(path)}: ${message}`));
  const lines = [
    ...(servers.length === 0 ? [] : [[table.header()]]),
    ...blocks,
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
    const cells = [
      String(at.line).padStart(lineWidth),
      padEnd(cutTo(shownName(name), nameWidth), nameWidth),
      paint[state](padEnd(STATES[state], stateWidth)),
      padEnd(transport, viaWidth),
      cutTo(targetText(server), targetWidth),
    ];
    return [cells.join(GAP).trimEnd(), ...detailsOf(server).flatMap((text) => indented(text))];
  }

  function indented(text: string, color: (text: string) => string = (same) => same): string[] {
    return wrap(text, width - indent.length).map((line) => indent + color(line));
  }

  return { header, block, indented };
}

/** @param texts without controls */
function widest(title: string, texts: readonly string[], limit: number): number {
  let most = title.length;
  for (const text of texts) most = Math.max(most, textWidth(text));
  return Math.min(most, Math.max(limit, title.length));
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

/** A place for people; the file is left out where it goes without saying. */
function placeText({ path, line }: InventoryPlace, here: string): string {
  if (path === here) return `line ${line}`;
  return line === undefined ? shownPath(path) : `${shownPath(path)}:${line}`;
}

function targetText({ command, args = [], url }: ServerEntry): string {
  if (url !== undefined) return shownWord(url);
  if (command === undefined) return '-';
  const words: string[] = [];
  let length = 0;
  for (const word of [command, ...args]) {
    if (length > LONGEST_TARGET) break;
    words.push(quoted(shownWord(word)));
    length += word.length + 1;
  }
  return words.join(' ');
}

/** Told apart from its neighbours; not for pasting into a shell. */
function quoted(word: string): string {
  return word === '' || /[\s"']/.test(word) ? JSON.stringify(word) : word;
}

function shownWord(text: string): string {
  return escapeControls(truncate(text, LONGEST_TARGET));
}

function shownName(text: string): string {
  return escapeControls(truncate(text));
}

function shownPath(path: string): string {
  return escapeControls(truncate(path, PATH_LIMIT));
}

function* summaryOf({ files, servers }: Inventory, { colors }: InventoryView): Generator<string> {
  const counts = new Map<ServerState, number>();
  for (const { state } of servers) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = Object.entries(STATES).flatMap(([state, words]) => {
    const count = counts.get(state as ServerState);
    return count === undefined ? [] : [`${count} ${words}`];
  });
  const what = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  yield `${plural(servers.length, 'server')} in ${plural(files.length, 'file')}${what}`;
  for (const { path, state } of files) {
    if (state === 'fatal') {
      yield colors.red(
        `No session starts that would load ${shownPath(path)}, so none of its servers is there.`,
      );
    }
  }
}
