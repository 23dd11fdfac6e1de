import { type TolerantDoc, tolerantDoc } from '../json/tolerant.ts';
import { MCP_WRAPPER } from './facts.ts';
import { serversOf, wrappersOf } from './mcp-config.ts';
import { contentOf } from './mcp-json.ts';
import type { LoadedServer } from './mcp-server.ts';

/** What can be made out of a file that is no JSON. Nobody loads any of it; it is committed all the same. */
export interface BrokenServers {
  readonly doc: TolerantDoc;
  /** The keys that lead to the servers. */
  readonly wrapper: readonly string[];
  readonly servers: readonly LoadedServer[];
}

/** @param kind whose file it is: Antigravity's has one wrapper, those of others may have another or none */
export function brokenServers(bytes: Uint8Array, kind: 'mcp-config' | 'mcp-json'): BrokenServers | undefined {
  const doc = tolerantDoc(bytes);
  if (doc === undefined) return undefined;
  const map = wrappersOf(doc).at(-1)?.value;
  if (map !== undefined) {
    const servers = serversOf(doc, map, { extraAuthProviderTypes: [] });
    return { doc, wrapper: [MCP_WRAPPER], servers };
  }
  if (kind === 'mcp-config') return undefined;
  const { wrapper, servers } = contentOf(doc);
  return { doc, wrapper, servers };
}
