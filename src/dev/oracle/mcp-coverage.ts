import type { LoadedServer, McpConfig } from '../../agy/mcp-config.ts';
import { fieldOccurrences } from '../../agy/mcp-server.ts';
import type { JsonDoc, JsonKind, NodeId } from '../../json/tree.ts';

/** What a comparison must have met to prove anything; each is a count of documents or servers. */
export const MCP_SITUATIONS = [
  'fatal: syntax',
  'fatal: type',
  'inert file',
  'loaded file',
  'replaced server',
  'server loaded',
  'server disabled',
  'server inert',
  'server dropped',
  'auth provider refused',
  'field folded by a non-ASCII letter',
  'field given more than once',
  'map merged',
  'oauth merged',
  'slice memory reused',
  'broken text in a name',
] as const;

type Situation = (typeof MCP_SITUATIONS)[number];

/** Every situation that a document is an example of, once for each example. */
export function mcpSituations(config: McpConfig): Situation[] {
  if (config.state === 'fatal') {
    return [config.problems.some(({ code }) => code === 'syntax') ? 'fatal: syntax' : 'fatal: type'];
  }
  if (config.state === 'inert') return ['inert file'];
  const { doc } = config;
  return [
    'loaded file',
    ...config.replaced.map(() => 'replaced server' as const),
    ...(doc === undefined ? [] : config.servers.flatMap((server) => ofServer(doc, server))),
  ];
}

function ofServer(doc: JsonDoc, server: LoadedServer): Situation[] {
  const { fields, problems } = server;
  const occurrences = fieldOccurrences(doc, server);
  const met: Situation[] = [`server ${server.state}`];
  const given = occurrences.flatMap(({ field }) => field ?? []);
  if (problems.some(({ code }) => code === 'auth-provider')) met.push('auth provider refused');
  if (new Set(given).size < given.length) met.push('field given more than once');
  if (occurrences.some(({ field, key }) => field !== undefined && /[^ -~]/.test(doc.text(key)))) {
    met.push('field folded by a non-ASCII letter');
  }
  if (server.name.includes('\ufffd')) met.push('broken text in a name');

  /** Whether a value that survived stands before the last container of its field: it is left from an earlier one. */
  const isLeft = (field: string, kind: JsonKind, nodes: readonly NodeId[]): boolean => {
    const last = occurrences.findLast((one) => one.field === field && doc.kind(one.value) === kind);
    return last !== undefined && nodes.some((node) => node < last.value);
  };
  for (const field of ['env', 'headers'] as const) {
    const nodes = [...(fields[field]?.values() ?? [])].map(({ node }) => node);
    if (isLeft(field, 'object', nodes)) met.push('map merged');
  }
  const client = [fields.oauth?.clientId, fields.oauth?.clientSecret].flatMap((part) => part?.node ?? []);
  if (isLeft('oauth', 'object', client)) met.push('oauth merged');
  for (const field of ['args', 'disabledTools'] as const) {
    const nodes = (fields[field] ?? []).map(({ node }) => node);
    if (isLeft(field, 'array', nodes)) met.push('slice memory reused');
  }
  return met;
}
