import { inventoryDocument } from '../../inventory/document.ts';
import { makeInventory } from '../../inventory/inventory.ts';
import { createColors, wantsColor } from '../../report/colors.ts';
import { inventoryText } from '../../report/inventory-text.ts';
import type { RuleSource } from '../../rule-source.ts';
import { EXIT, shownWord } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { gatherServers, type InventoryRequest } from '../../run/servers.ts';
import { escapeForJson } from '../../text/quote.ts';

export interface ServersArguments extends InventoryRequest {
  readonly format: 'text' | 'json';
}

/** `skillsaw servers`: what Antigravity will really load. */
export async function runServers(args: ServersArguments, source: RuleSource, io: Io): Promise<number> {
  const { files, unseen, settings } = await gatherServers(args, source, io);
  const inventory = { ...makeInventory(files, settings), unseen };
  if (args.format === 'json') {
    io.stdout.write(`${escapeForJson(JSON.stringify(inventoryDocument(inventory), null, 2))}\n`);
    return EXIT.ok;
  }
  if (inventory.files.length === 0 && unseen.length === 0) {
    const where = args.paths.length === 0 ? '.' : args.paths.map(shownWord).join(', ');
    io.stderr.write(`no mcp_config.json found under ${where}\n`);
    return EXIT.ok;
  }
  io.stdout.write(inventoryText(inventory, viewOf(io)));
  return EXIT.ok;
}

function viewOf({ env, stdout }: Io) {
  const { isTerminal, columns } = stdout;
  return {
    colors: createColors(wantsColor({ flag: undefined, env, isTerminal })),
    width: Math.max(60, Math.min(columns ?? 100, 160)),
  };
}
