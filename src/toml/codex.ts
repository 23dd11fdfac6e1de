import type { Span } from '../text/span.ts';
import { readToml, type TomlEntry, type TomlValue } from './read.ts';

/** A value and its place; `key` is the last word that leads to it. */
export interface CodexValue<T> {
  readonly value: T;
  readonly at: Span;
  readonly key: Span;
}

/** A server of Codex, as far as its fields have the types that Codex wants. */
export interface CodexServer {
  readonly name: string;
  readonly command?: CodexValue<string>;
  /** Elements that are no strings are ''. */
  readonly args: readonly CodexValue<string>[];
  readonly cwd?: CodexValue<string>;
  readonly env: ReadonlyMap<string, CodexValue<string>>;
  /** Seconds after which Codex gives up a call. */
  readonly toolTimeout?: CodexValue<number>;
}

/** The table that Codex keeps its servers in. Source: its documentation. */
const SERVERS = 'mcp_servers';

/** The servers in a `config.toml`, in file order; none in a file that Codex would refuse. */
export function codexServers(bytes: Uint8Array): readonly CodexServer[] {
  const servers = new Map<string, Mutable>();
  for (const { path, value } of readToml(bytes) ?? []) {
    const [table, name, ...rest] = path;
    if (table?.name !== SERVERS || name === undefined) continue;
    let server = servers.get(name.name);
    if (server === undefined) {
      server = { name: name.name, args: [], env: new Map() };
      servers.set(name.name, server);
    }
    apply(server, rest, value);
  }
  return [...servers.values()];
}

type Mutable = { -readonly [K in keyof CodexServer]: CodexServer[K] } & {
  readonly env: Map<string, CodexValue<string>>;
};

function apply(server: Mutable, [field, member, ...deeper]: TomlEntry['path'], value: TomlValue): void {
  if (field === undefined || deeper.length > 0) return;
  const { scalar, items, span: at } = value;
  const key = (member ?? field).span;
  if (member !== undefined) {
    if (field.name === 'env' && typeof scalar === 'string')
      server.env.set(member.name, { value: scalar, at, key });
  } else if (field.name === 'args' && items !== undefined) {
    server.args = items.map((item) => ({ value: String(item.scalar ?? ''), at: item.span, key }));
  } else if (field.name === 'tool_timeout_sec' && typeof scalar === 'number') {
    server.toolTimeout = { value: scalar, at, key };
  } else if ((field.name === 'command' || field.name === 'cwd') && typeof scalar === 'string') {
    server[field.name] = { value: scalar, at, key };
  }
}
