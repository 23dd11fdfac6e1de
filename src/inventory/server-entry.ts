import type { LoadedServer, ServerFields } from '../agy/mcp-config.ts';
import { holdsGap, mayHoldPlaceholder } from '../agy/mcp-placeholders.ts';
import type { Located } from '../agy/types.ts';
import { isCredentialName, isPlaceholder, maskArguments, maskText, maskValue } from '../credentials/index.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';
import type { SourceFile } from '../text/source.ts';
import { placeOf } from './reasons.ts';
import {
  effectiveValues,
  type FoundCredential,
  fieldOfValue,
  namedValue,
  scanValues,
} from './server-credentials.ts';
import type { Reason, ServerCredential, ServerEntry, ServerState, Transport } from './types.ts';

/** What an entry is made of besides the server. */
export interface EntryFacts {
  readonly doc: JsonDoc;
  readonly source: SourceFile;
  readonly state: ServerState;
  readonly reasons: readonly Reason[];
  /** Values that stand for a secret and are none, besides the usual spellings. */
  readonly placeholders: readonly string[];
}

/** A server in words that may be shown. */
export function serverEntry(server: LoadedServer, facts: EntryFacts): Omit<ServerEntry, 'file' | 'clashes'> {
  const { doc, source, state, reasons, placeholders } = facts;
  const { fields, connection } = server;
  return {
    name: maskText(server.name),
    state,
    reasons,
    transport: transportOf(server),
    ...(connection.kind === 'remote' ? { url: maskValue(connection.url.value) } : {}),
    ...(connection.kind === 'stdio' ? programOf(connection.command.value, fields) : {}),
    env: namesOf(fields.env),
    headers: namesOf(fields.headers),
    credentials: credentialsOf(doc, source, server, placeholders),
    disabledTools: (fields.disabledTools ?? []).map(({ value }) => maskText(value)),
    at: placeOf(source, doc.span(server.key)),
  };
}

/** The program of a local server, with what is secret in it masked. */
export function programOf(
  program: string,
  { args = [], cwd }: ServerFields,
): Pick<Required<ServerEntry>, 'command' | 'args'> & Pick<ServerEntry, 'cwd'> {
  const [command = '', ...masked] = maskArguments([program, ...args.map(({ value }) => value)]);
  return { command, args: masked, ...(cwd === undefined ? {} : { cwd: maskValue(cwd.value) }) };
}

const TRANSPORTS: Readonly<Record<string, Transport>> = {
  http: 'http',
  https: 'http',
  ws: 'websocket',
  wss: 'websocket',
};

/** Source: Antigravity's documentation names stdio and HTTP; older pages name web sockets, too. */
function transportOf({ connection }: LoadedServer): Transport {
  if (connection.kind !== 'remote') return connection.kind;
  const scheme = /^([a-z]{2,5}):\/\//i.exec(connection.url.value)?.[1]?.toLowerCase() ?? '';
  return TRANSPORTS[scheme] ?? 'unknown';
}

function namesOf(map: ReadonlyMap<string, unknown> = new Map()): readonly string[] {
  return [...map.keys()].map(maskText);
}

/** Each field once, in the order of the file. */
function credentialsOf(
  doc: JsonDoc,
  source: SourceFile,
  server: LoadedServer,
  placeholders: readonly string[],
): readonly ServerCredential[] {
  const found = new Map<NodeId, ServerCredential>();
  const add = (node: NodeId, field: string, form: ServerCredential['form']): void => {
    if (found.has(node)) return;
    found.set(node, { field: maskText(field), form, line: placeOf(source, doc.span(node)).line });
  };
  const values = effectiveValues(server);
  const literal: FoundCredential = (_, value) => add(value.node, fieldOfValue(doc, value), 'literal');
  scanValues({ doc, placeholders, found: literal }, values);
  for (const located of values.named) {
    const value = namedValue(doc, located);
    if (isReferred(String(value.name), value.value, placeholders)) {
      add(value.node, fieldOfValue(doc, value), 'placeholder');
    }
  }
  const { authProviderType, oauth } = server.fields;
  const signIn = [authProviderType, oauth?.clientId, oauth?.clientSecret].filter(isFilled);
  for (const located of signIn) add(located.node, fieldOfValue(doc, namedValue(doc, located)), 'sign-in');
  return [...found].sort(([a], [b]) => a - b).map(([, credential]) => credential);
}

/** Whether something stands for a credential. */
function isReferred(name: string, value: string, placeholders: readonly string[]): boolean {
  if (value === '' || !isCredentialName(name)) return false;
  return isPlaceholder(value, placeholders) || mayHoldPlaceholder(value) || holdsGap(value);
}

function isFilled(located: Located<string> | undefined): located is Located<string> {
  return located !== undefined && located.value !== '';
}
