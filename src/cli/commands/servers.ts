import { explanationDocument, inventoryDocument } from '../../inventory/document.ts';
import { explainServer } from '../../inventory/explanation.ts';
import { makeInventory } from '../../inventory/inventory.ts';
import type { Inventory } from '../../inventory/types.ts';
import { createColors, wantsColor } from '../../report/colors.ts';
import { explanationText } from '../../report/explanation-text.ts';
import { type InventoryView, inventoryText } from '../../report/inventory-text.ts';
import { shownName } from '../../report/server-words.ts';
import type { RuleSource } from '../../rule-source.ts';
import { EXIT, shownWord, UsageError } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { gatherServers, type InventoryRequest } from '../../run/servers.ts';
import { escapeForJson } from '../../text/quote.ts';
import { suggest } from '../../text/suggest.ts';

export interface ServersArguments extends InventoryRequest {
  readonly format: 'text' | 'json';
  /** The name of a server, as typed. */
  readonly explain: string | undefined;
}

/** `skillsaw servers`: what Antigravity will really load, or how it comes to one server. */
export async function runServers(args: ServersArguments, source: RuleSource, io: Io): Promise<number> {
  const { files, unseen, settings } = await gatherServers(args, source, io);
  const inventory = { ...makeInventory(files, settings), unseen };
  if (args.explain !== undefined) {
    const explanation = explainServer(args.explain, files, inventory, settings);
    if (explanation.decodings.length === 0) throw unknownServer(args, inventory);
    if (args.format === 'json') printJson(explanationDocument(explanation), io);
    else io.stdout.write(explanationText(explanation, viewOf(io)));
  } else if (args.format === 'json') {
    printJson(inventoryDocument(inventory), io);
  } else if (inventory.files.length === 0 && unseen.length === 0) {
    io.stderr.write(`no mcp_config.json found under ${placesOf(args)}\n`);
  } else io.stdout.write(inventoryText(inventory, viewOf(io)));
  return EXIT.ok;
}

function printJson(document: object, io: Io): void {
  io.stdout.write(`${escapeForJson(JSON.stringify(document, null, 2))}\n`);
}

function viewOf({ env, stdout }: Io): InventoryView {
  const { isTerminal, columns } = stdout;
  return {
    colors: createColors(wantsColor({ flag: undefined, env, isTerminal })),
    width: Math.max(60, Math.min(columns ?? 100, 160)),
  };
}

/** So many names are told to whoever asks for one that is not there. */
const MOST_NAMES = 20;

function unknownServer(args: ServersArguments, { files, servers }: Inventory): UsageError {
  const wanted = args.explain ?? '';
  const names = [...new Set(servers.map(({ name }) => name))];
  const hint = suggest(wanted, names);
  const rest = names.length - MOST_NAMES;
  const listed = names.slice(0, MOST_NAMES).map(shownName).join(', ');
  const known =
    names.length === 0
      ? `none was found under ${placesOf(args)}`
      : `there are ${listed}${rest > 0 ? ` and ${rest} more` : ''}`;
  const unknown = files.filter(({ state }) => state === 'fatal' || state === 'unread');
  return new UsageError([
    `there is no server ${shownWord(wanted)}${hint === undefined || hint === wanted ? '' : `; did you mean ${shownName(hint)}?`} (${known})`,
    ...unknown
      .slice(0, MOST_NAMES)
      .map(({ path, reason }) => `${shownWord(path)}: ${reason?.message ?? 'not read'}; mend the file first`),
  ]);
}

function placesOf({ paths }: ServersArguments): string {
  return paths.length === 0 ? '.' : paths.map(shownWord).join(', ');
}
