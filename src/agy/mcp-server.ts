import type { JsonDoc, JsonKind, NodeId } from '../json/tree.ts';
import type { Span } from '../text/span.ts';
import {
  AUTH_PROVIDER_TYPES,
  MCP_FIELDS,
  MCP_WRAPPER,
  type McpField,
  OAUTH_FIELDS,
  type OauthField,
} from './facts.ts';
import { foldedNames } from './fold.ts';
import { jsonPointer, type Located, type ProblemPlace } from './types.ts';

/** What the user told us about agy that this release does not know. */
export interface LoaderSettings {
  /** Values of `authProviderType` to accept besides the ones of the profile. */
  readonly extraAuthProviderTypes: readonly string[];
}

type OfType<T extends string> = {
  [F in McpField]: (typeof MCP_FIELDS)[F]['type'] extends T ? F : never;
}[McpField];
export type StringField = OfType<'string' | 'auth-provider'>;
export type ListField = OfType<'string-list'>;
export type MapField = OfType<'string-map'>;

/** A server's struct as it stands when every field has been applied; a cleared field is absent. */
export type ServerFields = { readonly [F in StringField]?: Located<string> } & {
  readonly [F in ListField]?: readonly Located<string>[];
} & { readonly [F in MapField]?: ReadonlyMap<string, Located<string>> } & {
  readonly disabled?: Located<boolean>;
  readonly oauth?: { readonly [F in OauthField]?: Located<string> };
};

export type Connection =
  | { readonly kind: 'stdio'; readonly command: Located<string> }
  | { readonly kind: 'remote'; readonly url: Located<string>; readonly field: 'serverUrl' | 'url' }
  | { readonly kind: 'none' };

/** One spelling of a field, in file order; `field` is absent for a key that the loader does not read. */
export interface FieldOccurrence {
  readonly field?: McpField;
  readonly key: NodeId;
  readonly value: NodeId;
}

/** One bad value, or several in one field. */
export interface ServerProblem {
  readonly effect: 'server-dropped' | 'server-inert';
  readonly code: 'server-type' | 'field-type' | 'member-type' | 'auth-provider' | 'empty-command';
  /** Absent for a server that is no object. */
  readonly field?: McpField;
  readonly found: JsonKind;
  /** The value itself, for `auth-provider` with a string. */
  readonly text?: string;
  readonly place: ProblemPlace;
  /** Further bad values of the same field; of very many, the first. */
  readonly others: readonly ProblemPlace[];
  /** How many bad values there are, all counted. */
  readonly count: number;
}

/** A server that counts, as agy holds it after loading. */
export interface LoadedServer {
  readonly name: string;
  readonly key: NodeId;
  readonly node: NodeId;
  /** `inert`: loads and starts nothing. `dropped`: absent, without a word; its fields show what the file carries. */
  readonly state: 'loaded' | 'disabled' | 'inert' | 'dropped';
  readonly connection: Connection;
  readonly fields: ServerFields;
  /** `clientId` and `clientSecret` beside the fields: not read, and committed all the same. The last one counts. */
  readonly stray: { readonly [F in OauthField]?: Located<string> };
  /** Whether it has a key that is no field, or an `oauth`; without one nobody need look for keys that are not read. */
  readonly mayHoldUnread: boolean;
  readonly problems: readonly ServerProblem[];
}

/** What a server without fields has; shared, for a file can hold a million of them. */
const EMPTY = { stray: {}, mayHoldUnread: false, fields: {}, connection: { kind: 'none' } } as const;

/** So many further bad values of a field are kept: nobody reads more, and a file can hold millions. */
const MAX_OTHERS = 1000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const fieldNamed = foldedNames(Object.keys(MCP_FIELDS) as McpField[]);
/** The member of `oauth` that a key is, whatever its case; undefined for one that is not read. */
export const oauthFieldNamed = foldedNames(OAUTH_FIELDS);

/**
 * Decodes one server as Go's `encoding/json` decodes into a struct of pointers, slices and maps: fields apply in the
 * order in which they stand, whatever their case; null clears; maps and `oauth` merge; a slice decodes into the memory
 * of the earlier one; a wrong type is remembered and drops the server in the end.
 */
export function decodeServer(
  doc: JsonDoc,
  name: string,
  key: NodeId,
  node: NodeId,
  settings: LoaderSettings,
): LoadedServer {
  const kind = doc.kind(node);
  if (kind === 'object') {
    const decoder = new ServerDecoder(doc, name, settings);
    doc.forEachMember(node, (key, value) => decoder.apply(key, value));
    return decoder.finish(key, node);
  }
  const base = { ...EMPTY, name, key, node } as const;
  if (kind === 'null') return { ...base, state: 'loaded', problems: [] };
  const problem = {
    effect: 'server-dropped',
    code: 'server-type',
    found: kind,
    place: { span: doc.span(node), pointer: jsonPointer(MCP_WRAPPER, name) },
    others: [],
    count: 1,
  } as const;
  return { ...base, state: 'dropped', problems: [problem] };
}

/** What the decoder holds at a moment; it changes with the next spelling. */
export interface HeldSoFar {
  readonly fields: ServerFields;
  /** Bad values of a field so far. */
  refused(field: McpField): number;
}

/**
 * Decodes one server that is an object, and tells of every spelling in it.
 * @param watch called before a spelling is applied; what it gives is called afterwards
 */
export function watchServer(
  doc: JsonDoc,
  { name, key, node }: Pick<LoadedServer, 'name' | 'key' | 'node'>,
  settings: LoaderSettings,
  watch: (spelling: FieldOccurrence, held: HeldSoFar) => () => void,
): LoadedServer {
  const decoder = new ServerDecoder(doc, name, settings);
  for (const spelling of fieldOccurrences(doc, { node })) {
    const applied = watch(spelling, decoder.held);
    decoder.apply(spelling.key, spelling.value);
    applied();
  }
  return decoder.finish(key, node);
}

class ServerDecoder {
  readonly #doc: JsonDoc;
  readonly #name: string;
  readonly #settings: LoaderSettings;
  /** Made once and when needed: a name may be megabytes long, and there may be a million bad values below it. */
  #pointer: string | undefined;
  readonly #fields: Mutable<ServerFields> = {};
  readonly #stray: Mutable<LoadedServer['stray']> = {};
  #mayHoldUnread = false;
  /** What a slice's memory holds where that is more than its length. */
  #backing: { [F in ListField]?: Located<string>[] } | undefined;
  #problems: Map<McpField, Mutable<ServerProblem> & { others: ProblemPlace[] }> | undefined;

  constructor(doc: JsonDoc, name: string, settings: LoaderSettings) {
    this.#doc = doc;
    this.#name = name;
    this.#settings = settings;
  }

  get held(): HeldSoFar {
    return { fields: this.#fields, refused: (field) => this.#problems?.get(field)?.count ?? 0 };
  }

  apply(key: NodeId, value: NodeId): void {
    const spelled = this.#doc.text(key);
    const field = fieldNamed(spelled);
    this.#mayHoldUnread ||= field === undefined || field === 'oauth';
    if (field === undefined) {
      const stray = oauthFieldNamed(spelled);
      if (stray !== undefined) this.#applyStray(stray, key, value);
      return;
    }
    switch (MCP_FIELDS[field].type) {
      case 'string':
      case 'auth-provider':
        this.#applyString(field as StringField, key, value);
        break;
      case 'boolean':
        this.#applyBoolean(field as 'disabled', key, value);
        break;
      case 'string-list':
        this.#applyList(field as ListField, key, value);
        break;
      case 'string-map':
        this.#applyMap(field as MapField, key, value);
        break;
      case 'oauth':
        this.#applyOauth(key, value);
    }
  }

  finish(key: NodeId, node: NodeId): LoadedServer {
    const fields = this.#fields;
    const connection = connectionOf(fields);
    const problems: ServerProblem[] = this.#problems === undefined ? [] : [...this.#problems.values()];
    const dropped = problems.length > 0;
    const { command } = fields;
    const inert = !dropped && connection.kind === 'none' && command?.value === '';
    if (inert) {
      problems.push({
        effect: 'server-inert',
        code: 'empty-command',
        field: 'command',
        found: 'string',
        place: this.#place(command.node, command.key as NodeId),
        others: [],
        count: 1,
      });
    }
    const state = dropped ? 'dropped' : fields.disabled?.value ? 'disabled' : inert ? 'inert' : 'loaded';
    return {
      name: this.#name,
      key,
      node,
      state,
      connection,
      fields,
      stray: this.#stray,
      mayHoldUnread: this.#mayHoldUnread,
      problems,
    };
  }

  #applyString(field: StringField, key: NodeId, node: NodeId): void {
    const kind = this.#doc.kind(node);
    if (kind === 'null') {
      delete this.#fields[field];
      return;
    }
    const text = kind === 'string' ? this.#doc.text(node) : undefined;
    const refused = field === 'authProviderType' && (text === undefined || !this.#isProvider(text));
    if (text !== undefined && !refused) {
      this.#fields[field] = { value: text, node, key };
      return;
    }
    // Go has allocated the pointer before it sees the type: an absent field becomes "".
    this.#fields[field] ??= { value: '', node, key };
    if (refused) {
      this.#remember(field, 'auth-provider', kind, () => this.#place(node, key), text);
    } else this.#remember(field, 'field-type', kind, () => this.#place(node, key));
  }

  #isProvider(text: string): boolean {
    return AUTH_PROVIDER_TYPES.includes(text) || this.#settings.extraAuthProviderTypes.includes(text);
  }

  #applyBoolean(field: 'disabled', key: NodeId, node: NodeId): void {
    const kind = this.#doc.kind(node);
    if (kind === 'null') delete this.#fields[field];
    else if (kind === 'true' || kind === 'false') {
      this.#fields[field] = { value: kind === 'true', node, key };
    } else {
      this.#fields[field] ??= { value: false, node, key };
      this.#remember(field, 'field-type', kind, () => this.#place(node, key));
    }
  }

  #applyList(field: ListField, key: NodeId, node: NodeId): void {
    const doc = this.#doc;
    const kind = doc.kind(node);
    if (kind === 'null') {
      delete this.#fields[field];
      this.#forget(field);
      return;
    }
    if (kind !== 'array') {
      this.#remember(field, 'field-type', kind, () => this.#place(node, key));
      return;
    }
    if (doc.isEmpty(node)) {
      this.#fields[field] = [];
      this.#forget(field);
      return;
    }
    const backing = this.#backing?.[field] ?? (this.#fields[field] as Located<string>[] | undefined) ?? [];
    let length = 0;
    doc.forEachItem(node, (item) => {
      const index = length++;
      const itemKind = doc.kind(item);
      if (itemKind === 'string') backing[index] = { value: doc.text(item), node: item, field: key };
      else {
        // null leaves what the memory holds, and so does a value of the wrong type.
        backing[index] ??= { value: '', node: item, field: key };
        if (itemKind !== 'null') {
          const place = () => this.#place(item, key, `[${index}]`, index);
          this.#remember(field, 'member-type', itemKind, place);
        }
      }
    });
    if (length === backing.length) this.#fields[field] = backing;
    else {
      this.#backing ??= {};
      this.#backing[field] = backing;
      this.#fields[field] = backing.slice(0, length);
    }
  }

  #forget(field: ListField): void {
    if (this.#backing !== undefined) delete this.#backing[field];
  }

  #applyMap(field: MapField, key: NodeId, node: NodeId): void {
    const doc = this.#doc;
    const kind = doc.kind(node);
    if (kind === 'null') {
      delete this.#fields[field];
      return;
    }
    if (kind !== 'object') {
      this.#remember(field, 'field-type', kind, () => this.#place(node, key));
      return;
    }
    // A later spelling writes into the map of the earlier one.
    const map = (this.#fields[field] as Map<string, Located<string>> | undefined) ?? new Map();
    doc.forEachMember(node, (memberKey, memberNode) => {
      const name = doc.text(memberKey);
      const memberKind = doc.kind(memberNode);
      // Go stores the zero value of a member that it could not decode.
      const value = memberKind === 'string' ? doc.text(memberNode) : '';
      map.set(name, { value, node: memberNode, key: memberKey, field: key });
      if (memberKind !== 'string' && memberKind !== 'null') {
        this.#remember(field, 'member-type', memberKind, () =>
          this.#place(memberNode, key, `.${name}`, name),
        );
      }
    });
    this.#fields[field] = map;
  }

  #applyOauth(key: NodeId, node: NodeId): void {
    const doc = this.#doc;
    const kind = doc.kind(node);
    if (kind === 'null') {
      delete this.#fields.oauth;
      return;
    }
    const oauth: Mutable<NonNullable<ServerFields['oauth']>> = { ...this.#fields.oauth };
    this.#fields.oauth = oauth;
    if (kind !== 'object') {
      this.#remember('oauth', 'field-type', kind, () => this.#place(node, key));
      return;
    }
    for (const member of doc.members(node)) {
      const spelled = doc.text(member.key);
      const field = oauthFieldNamed(spelled);
      if (field === undefined) continue;
      const memberKind = doc.kind(member.value);
      if (memberKind === 'null') delete oauth[field];
      else if (memberKind === 'string') {
        oauth[field] = { value: doc.text(member.value), node: member.value, key: member.key, field: key };
      } else {
        oauth[field] ??= { value: '', node: member.value, key: member.key, field: key };
        const place = () => this.#place(member.value, key, `.${spelled}`, spelled);
        this.#remember('oauth', 'member-type', memberKind, place);
      }
    }
  }

  /** Beside the struct: agy never reads these, so their types are nobody's business. */
  #applyStray(field: OauthField, key: NodeId, node: NodeId): void {
    const kind = this.#doc.kind(node);
    if (kind === 'string') this.#stray[field] = { value: this.#doc.text(node), node, key };
    else if (kind === 'null') delete this.#stray[field];
  }

  #remember(
    field: McpField,
    code: ServerProblem['code'],
    found: JsonKind,
    place: () => ProblemPlace,
    text?: string,
  ): void {
    this.#problems ??= new Map();
    const earlier = this.#problems.get(field);
    if (earlier !== undefined) {
      earlier.count++;
      if (earlier.others.length < MAX_OTHERS) earlier.others.push(place());
      return;
    }
    this.#problems.set(field, {
      effect: 'server-dropped',
      code,
      field,
      found,
      place: place(),
      others: [],
      count: 1,
      ...(text === undefined ? {} : { text }),
    });
  }

  #place(node: NodeId, key: NodeId, suffix = '', ...below: (string | number)[]): ProblemPlace {
    const spelled = this.#doc.text(key);
    const span: Span = this.#doc.span(node);
    this.#pointer ??= jsonPointer(MCP_WRAPPER, this.#name);
    return {
      span,
      field: `${spelled}${suffix}`,
      pointer: this.#pointer + jsonPointer(spelled, ...below),
    };
  }
}

/** Every key of a server as it is spelled, in file order, whether or not it counts in the end. */
export function fieldOccurrences(
  doc: JsonDoc,
  { node }: Pick<LoadedServer, 'node'>,
): readonly FieldOccurrence[] {
  return [...doc.members(node)].map(({ key, value }) => {
    const field = fieldNamed(doc.text(key));
    return field === undefined ? { key, value } : { field, key, value };
  });
}

/**
 * A non-empty `serverUrl` wins over everything. What agy does with `command` beside `url` is not known; a local
 * start is assumed, because that is what the file asks for first in every other host.
 */
function connectionOf(fields: ServerFields): Connection {
  const { command, serverUrl, url } = fields;
  if (serverUrl !== undefined && serverUrl.value !== '') {
    return { kind: 'remote', url: serverUrl, field: 'serverUrl' };
  }
  if (command !== undefined && command.value !== '') return { kind: 'stdio', command };
  if (url !== undefined && url.value !== '') return { kind: 'remote', url, field: 'url' };
  return { kind: 'none' };
}
