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
  readonly urls: readonly ServerValue[];
  /** Strings under a name that may say what they are. */
  readonly named: readonly ServerValue[];
  readonly args: readonly ServerValue[];
  readonly plain: readonly ServerValue[];
}

/** `what`: a noun phrase for a message, such as "a password". */
export type FoundCredential = (form: CredentialForm, value: ServerValue, what: string) => void;

/**
 * Tells of every literal credential in the strings of a server.
 * @param placeholders values that stand for a secret and are none, besides the usual spellings
 * @param skip nodes that are not looked at
 */
export function scanValues(
  values: ServerValues,
  placeholders: readonly string[],
  found: FoundCredential,
  skip?: ReadonlySet<NodeId>,
): void {
  const fresh = ({ node, value }: ServerValue): boolean => value !== '' && skip?.has(node) !== true;
  for (const value of values.urls) if (fresh(value)) scanUrl(value);
  for (const value of values.named) if (fresh(value)) scanNamed(value);
  for (const value of values.plain) if (fresh(value)) scanPlain(value);
  if (values.args.length > 0) scanArguments(values.args);

  function scanUrl(value: ServerValue): void {
    const userInfo = urlUserInfo(value.value, placeholders);
    if (userInfo !== undefined) found('url-user-info', value, userInfo.what);
    const inQuery = urlQueryCredentials(value.value, placeholders);
    for (const hit of inQuery) found('url-query', value, hit.what);
    if (userInfo === undefined && inQuery.length === 0) scanPlain(value);
  }

  function scanNamed(value: ServerValue): void {
    // Most values have none of these, and then no other way to be a credential than their name.
    const saysMore = /[:=@{\s]/.test(value.value);
    const uri = saysMore ? connectionUriPassword(value.value, placeholders) : undefined;
    const named =
      uri === undefined ? namedCredential(String(value.name), value.value, placeholders) : undefined;
    if (named !== undefined) found('credential', value, named.what);
    else if (uri !== undefined) found(uriForm(uri.loopback), value, uri.what);
    else if (saysMore) {
      const hit = textCredential(value.value, placeholders);
      if (hit === undefined) return;
      found(hit.form === 'url' ? 'uri-password' : 'credential', value, hit.what);
    }
  }

  function scanPlain(value: ServerValue): void {
    const hit = textCredential(value.value, placeholders);
    if (hit === undefined) return;
    found(hit.form === 'uri' ? uriForm(hit.loopback) : 'token', value, hit.what);
  }

  function scanArguments(args: readonly ServerValue[]): void {
    const words = args.map(({ value }) => value);
    for (const hit of scanArgs(words, placeholders)) {
      const value = args[hit.index] as ServerValue;
      if (skip?.has(value.node)) continue;
      found(hit.form === 'uri' ? uriForm(hit.loopback) : 'args-credential', value, hit.what);
    }
  }
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
export function effectiveValues(doc: JsonDoc, { fields, stray }: LoadedServer): ServerValues {
  const urls: ServerValue[] = [];
  const named: ServerValue[] = [];
  const args: ServerValue[] = [];
  const plain: ServerValue[] = [];
  const top = (list: ServerValue[], located: Located<string> | undefined): void => {
    if (located === undefined) return;
    const { node, value, key } = located;
    list.push({ node, value, name: doc.text(key as NodeId) });
  };
  const member = (located: Located<string>): void => {
    const { node, value, key, field } = located;
    named.push({ node, value, name: doc.text(key as NodeId), field });
  };
  top(urls, fields.serverUrl);
  top(urls, fields.url);
  fields.env?.forEach(member);
  fields.headers?.forEach(member);
  if (fields.oauth !== undefined) Object.values(fields.oauth).forEach(member);
  top(named, stray.clientId);
  top(named, stray.clientSecret);
  fields.args?.forEach(({ node, value, field }, index) => {
    args.push({ node, value, name: index, field });
  });
  top(plain, fields.command);
  top(plain, fields.cwd);
  return { urls, named, args, plain };
}

/** Every spelling in the file, whether or not a later one replaces it. */
export function spelledValues(doc: JsonDoc, server: LoadedServer): ServerValues {
  const values = {
    urls: [] as ServerValue[],
    named: [] as ServerValue[],
    args: [] as ServerValue[],
    plain: [] as ServerValue[],
  };
  for (const { field, key, value: node } of fieldOccurrences(doc, server)) {
    const name = doc.text(key);
    const whole = doc.kind(node) === 'string' ? [{ node, value: doc.text(node), name }] : [];
    if (field === 'serverUrl' || field === 'url') values.urls.push(...whole);
    else if (field === 'env' || field === 'headers' || field === 'oauth') {
      for (const member of doc.members(node)) {
        if (doc.kind(member.value) !== 'string') continue;
        const value = doc.text(member.value);
        values.named.push({ node: member.value, value, name: doc.text(member.key), field: key });
      }
    } else if (field === 'command' || field === 'cwd') values.plain.push(...whole);
    else if (field === 'args') {
      let index = 0;
      for (const item of doc.items(node)) {
        const value = doc.kind(item) === 'string' ? doc.text(item) : '';
        values.args.push({ node: item, value, name: index++, field: key });
      }
    } else if (field === undefined && /^client(?:id|secret)$/i.test(name)) values.named.push(...whole);
  }
  return values;
}
