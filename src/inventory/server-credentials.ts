import type { LoadedServer } from '../agy/mcp-config.ts';
import { fieldOccurrences } from '../agy/mcp-server.ts';
import type { Located } from '../agy/types.ts';
import {
  connectionUriPassword,
  namedCredential,
  scanArgs,
  textCredential,
  urlQueryCredentials,
  urlUserInfo,
} from '../credentials/index.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';

/** How a string of a server carries a credential. */
export type CredentialForm =
  | 'credential'
  | 'token'
  | 'url-user-info'
  | 'args-credential'
  | 'url-query'
  | 'uri-password'
  /** For a service on this machine. */
  | 'uri-password-loopback';

/** A string of a server, and where it stands below the server. */
export interface ServerValue {
  readonly node: NodeId;
  readonly value: string;
  /** What the string is called: a field, a member or an index. */
  readonly name: string | number;
  /** The key of the field it stands in, when it is not the field itself. */
  readonly field?: NodeId | undefined;
}

/** The strings of a server by how they are read for credentials. */
export interface ServerValues {
  readonly urls: readonly Located<string>[];
  /** Strings under a name that may say what they are. */
  readonly named: readonly Located<string>[];
  /** Each list of arguments by itself. */
  readonly args: readonly (readonly Located<string>[])[];
  readonly plain: readonly Located<string>[];
}

/** `what`: a noun phrase for a message, such as "a password". */
export type FoundCredential = (form: CredentialForm, value: ServerValue, what: string) => void;

/** What a search for credentials works with, for all servers of a file. */
export interface CredentialScan {
  readonly doc: JsonDoc;
  /** Values that stand for a secret and are none, besides the usual spellings. */
  readonly placeholders: readonly string[];
  readonly found: FoundCredential;
  /** Nodes that are not looked at. */
  readonly skip?: ReadonlySet<NodeId> | undefined;
}

/** Tells of every literal credential in the strings of a server. */
export function scanValues(scan: CredentialScan, { urls, named, args, plain }: ServerValues): void {
  eachFresh(scan, urls, scanUrl);
  eachFresh(scan, named, scanNamed);
  eachFresh(scan, plain, scanPlain);
  for (const list of args) scanArguments(scan, list);
}

/** By index: this is done for every server of a run. */
function eachFresh(
  scan: CredentialScan,
  values: readonly Located<string>[],
  look: (scan: CredentialScan, value: Located<string>) => void,
): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as Located<string>;
    if (isFresh(scan, value)) look(scan, value);
  }
}

function isFresh({ skip }: CredentialScan, { node, value }: Located<string>): boolean {
  return value !== '' && skip?.has(node) !== true;
}

function scanUrl(scan: CredentialScan, value: Located<string>): void {
  const { doc, placeholders, found } = scan;
  const userInfo = urlUserInfo(value.value, placeholders);
  if (userInfo !== undefined) found('url-user-info', namedValue(doc, value), userInfo.what);
  const inQuery = urlQueryCredentials(value.value, placeholders);
  for (const hit of inQuery) found('url-query', namedValue(doc, value), hit.what);
  if (userInfo === undefined && inQuery.length === 0) scanPlain(scan, value);
}

function scanNamed({ doc, placeholders, found }: CredentialScan, value: Located<string>): void {
  // Most values have none of these, and then no other way to be a credential than their name.
  const saysMore = /[:=@{\s]/.test(value.value);
  const uri = saysMore ? connectionUriPassword(value.value, placeholders) : undefined;
  const name = doc.text(value.key as NodeId);
  const hit = uri === undefined ? namedCredential(name, value.value, placeholders) : undefined;
  if (hit !== undefined) found('credential', namedValue(doc, value), hit.what);
  else if (uri !== undefined) found(uriForm(uri.loopback), namedValue(doc, value), uri.what);
  else if (saysMore) {
    const inText = textCredential(value.value, placeholders);
    if (inText === undefined) return;
    found(inText.form === 'url' ? 'uri-password' : 'credential', namedValue(doc, value), inText.what);
  }
}

function scanPlain({ doc, placeholders, found }: CredentialScan, value: Located<string>): void {
  const hit = textCredential(value.value, placeholders);
  if (hit === undefined) return;
  found(hit.form === 'uri' ? uriForm(hit.loopback) : 'token', namedValue(doc, value), hit.what);
}

function scanArguments(
  { placeholders, found, skip }: CredentialScan,
  list: readonly Located<string>[],
): void {
  const words = list.map(({ value }) => value);
  for (const hit of scanArgs(words, placeholders)) {
    const { node, value, field } = list[hit.index] as Located<string>;
    if (skip?.has(node)) continue;
    const argument = { node, value, name: hit.index, field };
    found(hit.form === 'uri' ? uriForm(hit.loopback) : 'args-credential', argument, hit.what);
  }
}

/** A string that stands under a key, with its name. */
export function namedValue(doc: JsonDoc, { node, value, key, field }: Located<string>): ServerValue {
  return { node, value, name: doc.text(key as NodeId), field };
}

function uriForm(loopback: boolean | undefined): CredentialForm {
  return loopback ? 'uri-password-loopback' : 'uri-password';
}

/** The field of a string as it is spelled in the file, such as `env.PORT` or `args[2]`. */
export function fieldOfValue(doc: JsonDoc, { name, field }: ServerValue): string {
  if (field === undefined) return String(name);
  return `${doc.text(field)}${typeof name === 'number' ? `[${name}]` : `.${name}`}`;
}

/** What agy holds after loading. */
export function effectiveValues({ fields, stray }: LoadedServer): ServerValues {
  const { serverUrl, url, command, cwd } = fields;
  return {
    urls: given(serverUrl, url),
    named: namedIn(fields, stray),
    args: fields.args === undefined ? NO_ARGUMENTS : [fields.args],
    plain: given(command, cwd),
  };
}

type Values = readonly Located<string>[];

const NONE: Values = [];
const NO_ARGUMENTS: ServerValues['args'] = [];

/** Nothing is made for what is not there, as most of it is not. */
function given(a: Located<string> | undefined, b: Located<string> | undefined): Values {
  if (a === undefined) return b === undefined ? NONE : [b];
  return b === undefined ? [a] : [a, b];
}

function namedIn({ env, headers, oauth }: LoadedServer['fields'], stray: LoadedServer['stray']): Values {
  const { clientId, clientSecret } = stray;
  if (env === undefined && headers === undefined && oauth === undefined) return given(clientId, clientSecret);
  const named: Located<string>[] = [];
  const add = (value: Located<string>): void => {
    named.push(value);
  };
  env?.forEach(add);
  headers?.forEach(add);
  if (oauth !== undefined) Object.values(oauth).forEach(add);
  given(clientId, clientSecret).forEach(add);
  return named;
}

/** Every spelling in the file, whether or not a later one replaces it. */
export function spelledValues(doc: JsonDoc, server: LoadedServer): ServerValues {
  const values = {
    urls: [] as Located<string>[],
    named: [] as Located<string>[],
    args: [] as Located<string>[][],
    plain: [] as Located<string>[],
  };
  for (const { field, key, value: node } of fieldOccurrences(doc, server)) {
    const whole = doc.kind(node) === 'string' ? [{ node, value: doc.text(node), key }] : [];
    if (field === 'serverUrl' || field === 'url') values.urls.push(...whole);
    else if (field === 'env' || field === 'headers' || field === 'oauth') {
      for (const member of doc.members(node)) {
        if (doc.kind(member.value) !== 'string') continue;
        const value = doc.text(member.value);
        values.named.push({ node: member.value, value, key: member.key, field: key });
      }
    } else if (field === 'command' || field === 'cwd') values.plain.push(...whole);
    else if (field === 'args') {
      values.args.push(
        [...doc.items(node)].map((item) => ({
          node: item,
          value: doc.kind(item) === 'string' ? doc.text(item) : '',
          field: key,
        })),
      );
    } else if (field === undefined && /^client(?:id|secret)$/i.test(doc.text(key))) {
      values.named.push(...whole);
    }
  }
  return values;
}
