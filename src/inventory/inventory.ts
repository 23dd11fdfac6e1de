import { type LoadedServer, type McpConfig, wrappersOf } from '../agy/mcp-config.ts';
import type { JsonDoc } from '../json/tree.ts';
import type { SourceFile } from '../text/source.ts';
import { clashesOf } from './clashes.ts';
import { type JudgedFile, judgeFiles } from './files.ts';
import { placeOf, serverReason } from './reasons.ts';
import { serverEntry } from './server-entry.ts';
import type { BesideFile, Inventory, Reason, ServerEntry, ServerFile, ServerState } from './types.ts';

export interface InventorySettings {
  /** Values that stand for a secret and are none, besides the usual spellings. */
  readonly placeholders: readonly string[];
}

/**
 * What agy makes of all files together: which of them it loads, and every server in them.
 * @param files in the order of their paths, those of the home directory last
 */
export function makeInventory(
  files: readonly ServerFile[],
  { placeholders }: InventorySettings,
): Omit<Inventory, 'unseen'> {
  const judged = judgeFiles(files);
  const clashes = clashesOf(judged);
  const listed = judged.filter(({ file }) => file.listed);
  return {
    files: listed.map(({ shown }) => shown),
    besides: judged.filter(({ file }) => !file.listed).map(besideOf),
    servers: listed.flatMap(entriesOf),
  };

  function entriesOf({ file: { content }, shown }: JudgedFile): readonly ServerEntry[] {
    if ('unread' in content || content.config.doc === undefined) return [];
    const { config, source } = content;
    const { doc } = content.config;
    return spellingsOf(config, doc, source).map(({ server, state, reasons }) => {
      const lost = state === 'loaded' && shown.state !== 'loaded';
      const facts = {
        doc,
        source,
        placeholders,
        state: lost ? ('not-loaded' as const) : state,
        reasons: lost && shown.reason !== undefined ? [shown.reason] : reasons,
      };
      return { ...serverEntry(server, facts), file: shown, clashes: clashes.get(server) ?? [] };
    });
  }
}

function besideOf({ file: { content }, shown }: JudgedFile): BesideFile {
  const servers = 'unread' in content || shown.state !== 'loaded' ? [] : content.config.servers;
  return { ...shown, loaded: servers.filter(({ state }) => state === 'loaded').length };
}

/** A server as it stands in a file, and what became of it there. */
interface Spelling {
  readonly server: LoadedServer;
  readonly state: ServerState;
  readonly reasons: readonly Reason[];
}

/** All servers of a file, replaced ones included, in the order in which they stand there. */
function spellingsOf(config: McpConfig, doc: JsonDoc, source: SourceFile): readonly Spelling[] {
  const counting = config.servers.map(
    (server): Spelling => ({
      server,
      state: server.state,
      reasons:
        server.state === 'disabled'
          ? [disabledReason(server, doc, source)]
          : server.problems.map((problem) => serverReason(problem, source)),
    }),
  );
  const replaced = replacedIn(config, doc, source);
  return replaced.length === 0
    ? counting
    : [...counting, ...replaced].sort((a, b) => a.server.key - b.server.key);
}

function disabledReason({ key, fields }: LoadedServer, doc: JsonDoc, source: SourceFile): Reason {
  const at = placeOf(source, doc.span(fields.disabled?.key ?? key));
  return { code: 'disabled', message: 'it is switched off in the file', at };
}

function replacedIn(config: McpConfig, doc: JsonDoc, source: SourceFile): readonly Spelling[] {
  const { replaced } = config;
  if (replaced.length === 0) return [];
  const wrapper = wrappersOf(doc).at(-1);
  const counting = new Map(config.servers.map(({ name, key }) => [name, key]));
  return replaced.map(({ name, server, key, by }): Spelling => {
    const later = by === 'server' ? counting.get(name) : wrapper?.key;
    const at = placeOf(source, doc.span(later ?? key));
    const message = `a later ${by === 'server' ? 'server of this name' : 'mcpServers'} took its place`;
    return { server, state: 'replaced', reasons: [{ code: `replaced-by-${by}`, message, at }] };
  });
}
