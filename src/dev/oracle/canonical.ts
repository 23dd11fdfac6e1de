import type { Connection, LoadedServer, McpConfig, ServerFields } from '../../agy/mcp-config.ts';
import type { JsonDoc } from '../../json/tree.ts';

/** What the emulator says of a document, in the form in which the Go program says it: see `main.go`. */
export function canonical(config: McpConfig): string {
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

type Member = readonly [key: string, json: string];

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
 * The offset that Go gives a type error, from the start of the server: behind a scalar, behind the opening bracket of a
 * container. `authProviderType` has its errors from elsewhere and without an offset.
 */
function firstTypeError(doc: JsonDoc, server: LoadedServer): number | undefined {
  const spans = server.problems
    .filter(({ effect, code }) => effect === 'server-dropped' && code !== 'auth-provider')
    .flatMap(({ place, others }) => [place.span, ...others.map((other) => other.span)]);
  if (spans.length === 0) return undefined;
  const first = spans.reduce((a, b) => (b.start < a.start ? b : a));
  const byte = String.fromCharCode(doc.bytes[first.start] as number);
  return (byte === '{' || byte === '[' ? first.start + 1 : first.end) - doc.start(server.node);
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

function object(members: readonly Member[]): string {
  const written = members.map(([key, json]): Member => [quote(key), json]);
  written.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${written.map(([key, json]) => `${key}:${json}`).join(',')}}`;
}

/** A JSON string of printable ASCII alone. */
function quote(text: string): string {
  const escaped = text.replace(
    /[^ !#-[\]-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}
