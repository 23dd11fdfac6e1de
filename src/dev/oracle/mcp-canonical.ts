import type { Connection, LoadedServer, McpConfig, ServerFields } from '../../agy/mcp-config.ts';
import type { JsonDoc } from '../../json/tree.ts';
import { typeErrorOffset } from './offsets.ts';
import { type Member, object, quote } from './text.ts';

/** What the emulator says of a document, in the form in which the Go program says it: see `main.go`. */
export function canonicalMcp(config: McpConfig): string {
  const { doc } = config;
  if (config.state === 'inert') return '{"verdict":"inert"}';
  if (config.state === 'loaded' && doc !== undefined) {
    const servers = config.servers.map((server): Member => [server.name, canonicalServer(doc, server)]);
    return `{"verdict":"loaded","servers":${object(servers)}}`;
  }
  const problem = config.problems[0];
  if (problem?.code === 'syntax') return `{"verdict":"fatal","syntaxAt":${problem.error.offset}}`;
  return `{"verdict":"fatal","type":"${problem?.code === 'root-type' ? 'root' : 'servers'}"}`;
}

function canonicalServer(doc: JsonDoc, server: LoadedServer): string {
  const typeAt = firstTypeError(doc, server);
  return [
    `{"state":"${server.state}"`,
    typeAt === undefined ? '' : `,"typeAt":${typeAt}`,
    `,"connection":${canonicalConnection(server.connection)}`,
    `,"fields":${canonicalFields(server.fields)}}`,
  ].join('');
}

/**
 * The offset of the first type error from the start of the server. `authProviderType` has its errors from elsewhere and
 * without an offset.
 */
function firstTypeError(doc: JsonDoc, server: LoadedServer): number | undefined {
  const spans = server.problems
    .filter(({ effect, code }) => effect === 'server-dropped' && code !== 'auth-provider')
    .flatMap(({ place, others }) => [place.span, ...others.map((other) => other.span)]);
  const offset = typeErrorOffset(doc, spans);
  return offset === undefined ? undefined : offset - doc.start(server.node);
}

function canonicalConnection(connection: Connection): string {
  switch (connection.kind) {
    case 'stdio':
      return `["stdio",${quote(connection.command.value)}]`;
    case 'remote':
      return `["${connection.field}",${quote(connection.url.value)}]`;
    case 'none':
      return '["none"]';
  }
}

function canonicalFields(fields: ServerFields): string {
  const members: Member[] = [];
  for (const name of ['command', 'cwd', 'serverUrl', 'url', 'authProviderType'] as const) {
    const text = fields[name];
    if (text !== undefined) members.push([name, quote(text.value)]);
  }
  for (const name of ['args', 'disabledTools'] as const) {
    const list = fields[name];
    if (list !== undefined) members.push([name, `[${list.map(({ value }) => quote(value)).join(',')}]`]);
  }
  for (const name of ['env', 'headers'] as const) {
    const map = fields[name];
    if (map !== undefined) {
      members.push([name, object([...map].map(([key, { value }]): Member => [key, quote(value)]))]);
    }
  }
  const { oauth, disabled } = fields;
  if (oauth !== undefined) {
    const given = (['clientId', 'clientSecret'] as const).flatMap((name): Member[] => {
      const text = oauth[name];
      return text === undefined ? [] : [[name, quote(text.value)]];
    });
    members.push(['oauth', object(given)]);
  }
  if (disabled !== undefined) members.push(['disabled', String(disabled.value)]);
  return object(members);
}
