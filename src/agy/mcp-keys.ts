import type { JsonDoc, JsonMember, NodeId } from '../json/tree.ts';
import { oneEdit } from '../text/one-edit.ts';
import { type FieldType, MCP_FIELDS, type McpField, OAUTH_FIELDS, type OauthField } from './facts.ts';
import { foldedNames } from './fold.ts';
import type { LoadedServer } from './mcp-server.ts';

/** What a key of another program is there for. */
type KeyPurpose =
  /** The opposite of `disabled`. */
  | 'switch'
  /** Tools that are to stay off, or the only ones that are not to. */
  | 'excluded-tools'
  | 'included-tools'
  /** The address of a remote server. */
  | 'address'
  /** Which tools run without being asked for. */
  | 'approval'
  | 'transport'
  | 'timeout';

/** A key of a server that agy passes over although something was meant by it. */
export type UnreadServerKey = { readonly key: NodeId } & (
  | { readonly code: 'purpose'; readonly purpose: KeyPurpose }
  /** A misspelt field, or another word for it, that does not stand beside it. */
  | { readonly code: 'near-miss'; readonly meant: McpField }
  /** `outer`: the key of the `oauth` that it stands in. `meant`: where it is a misspelt one. */
  | { readonly code: 'oauth-member'; readonly outer: NodeId; readonly meant?: OauthField }
);

/**
 * Keys of other programs, without case and punctuation. Source: the documentation of Gemini CLI (httpUrl, trust, timeout,
 * includeTools, excludeTools), Cline and Kiro (autoApprove), Roo Code (alwaysAllow), OpenCode and Zed (enabled); uri, endpoint
 * and transport occur in files of several.
 */
const PURPOSES: ReadonlyMap<string, KeyPurpose> = new Map([
  ['enabled', 'switch'],
  ['excludetools', 'excluded-tools'],
  ['includetools', 'included-tools'],
  ['httpurl', 'address'],
  ['uri', 'address'],
  ['endpoint', 'address'],
  ['alwaysallow', 'approval'],
  ['autoapprove', 'approval'],
  ['trust', 'approval'],
  ['transport', 'transport'],
  ['timeout', 'timeout'],
]);

/** Other words for a field, and misspellings of names that are too short to tell by one letter. */
const KIN: ReadonlyMap<string, McpField> = new Map([
  ['cmd', 'command'],
  ['arg', 'args'],
  ['argv', 'args'],
  ['arguments', 'args'],
  ['envs', 'env'],
  ['envvars', 'env'],
  ['environment', 'env'],
  ['environmentvariables', 'env'],
  ['workdir', 'cwd'],
  ['workingdir', 'cwd'],
  ['workingdirectory', 'cwd'],
  ['httpheaders', 'headers'],
  ['authprovider', 'authProviderType'],
]);

/** Fields whose names are long enough that one letter makes a misspelling and no other word. */
const LONG_FIELDS = (Object.keys(MCP_FIELDS) as McpField[]).filter((field) => field.length >= 6);

/** Longer keys are no misspelling of anything here. */
const LONGEST = 24;

/** Words with `_` or `-` between them. What begins with another character is a note or is commented out, and `args2` is a spare. */
const WORDS = /^[A-Za-z]+(?:[_-][A-Za-z]+)*$/;

const fieldNamed = foldedNames(Object.keys(MCP_FIELDS) as McpField[]);
const oauthFieldNamed = foldedNames(OAUTH_FIELDS);

/** A member of a server, or of its `oauth`. */
interface Spelling extends JsonMember {
  readonly outer?: NodeId;
}

/**
 * The keys of a server that look as if they were read, and are not, in file order; of equal ones the last. Nothing is said of one
 * whose value asks for nothing, or for what another field sees to. Other unknown keys are notes and mean nothing.
 */
export function unreadServerKeys(doc: JsonDoc, server: LoadedServer): readonly UnreadServerKey[] {
  if (!server.mayHoldUnread) return [];
  const words = new Map<string, Spelling>();
  const members = new Map<string, Spelling>();
  doc.forEachMember(server.node, (key, value) => {
    const spelled = doc.text(key);
    const field = fieldNamed(spelled);
    if (field === undefined) {
      const word = wordOf(spelled);
      if (word !== undefined && isKnown(word)) words.set(word, { key, value });
    } else if (field === 'oauth') {
      // As the loader does: objects merge, null clears.
      if (doc.kind(value) === 'null') members.clear();
      for (const [name, member] of unreadMembers(doc, key, value)) members.set(name, member);
    }
  });
  if (words.size === 0 && members.size === 0) return [];
  const found: UnreadServerKey[] = [];
  for (const [word, spelling] of words) {
    const unread = meaningOf(doc, server, word, spelling);
    if (unread !== undefined) found.push(unread);
  }
  for (const [name, { key, value, outer }] of members) {
    const word = wordOf(name);
    const meant = word === undefined ? undefined : OAUTH_FIELDS.find((field) => isMeant(word, field));
    if (!saysSomething(doc, value)) continue;
    found.push({
      key,
      code: 'oauth-member',
      outer: outer as NodeId,
      ...(meant === undefined ? {} : { meant }),
    });
  }
  return found.sort((a, b) => a.key - b.key);
}

/** A key without case and punctuation; undefined for a note, and for what is too long to be looked at. */
function wordOf(spelled: string): string | undefined {
  if (spelled.length > LONGEST || !WORDS.test(spelled)) return undefined;
  return spelled.replace(/[_-]/g, '').toLowerCase();
}

function isKnown(word: string): boolean {
  return PURPOSES.has(word) || fieldMeant(word) !== undefined;
}

function fieldMeant(word: string): McpField | undefined {
  return KIN.get(word) ?? LONG_FIELDS.find((field) => isMeant(word, field));
}

function isMeant(word: string, name: string): boolean {
  const plain = name.toLowerCase();
  return word === plain || oneEdit(word, plain);
}

function meaningOf(
  doc: JsonDoc,
  server: LoadedServer,
  word: string,
  { key, value }: Spelling,
): UnreadServerKey | undefined {
  const purpose = PURPOSES.get(word);
  if (purpose !== undefined) {
    return asksForSomething(doc, server, purpose, value) ? { key, code: 'purpose', purpose } : undefined;
  }
  const meant = fieldMeant(word) as McpField;
  const isLost = !isSettled(server, meant) && fits(doc, MCP_FIELDS[meant].type, value);
  return isLost ? { key, code: 'near-miss', meant } : undefined;
}

function asksForSomething(doc: JsonDoc, server: LoadedServer, purpose: KeyPurpose, value: NodeId): boolean {
  const { fields } = server;
  switch (purpose) {
    case 'switch':
      return fields.disabled?.value !== true && /^false$/i.test(doc.text(value));
    case 'excluded-tools': {
      const off = new Set(fields.disabledTools?.map((tool) => tool.value));
      const tools = [...doc.items(value)];
      const isOff = (tool: NodeId): boolean => doc.kind(tool) === 'string' && off.has(doc.text(tool));
      return saysSomething(doc, value) && !(tools.length > 0 && tools.every(isOff));
    }
    case 'address':
      return doc.kind(value) === 'string' && doc.text(value) !== '';
    default:
      return saysSomething(doc, value);
  }
}

/** Null, false, and what is empty say nothing. */
function saysSomething(doc: JsonDoc, value: NodeId): boolean {
  const kind = doc.kind(value);
  if (kind === 'string') return doc.text(value) !== '';
  return kind !== 'null' && kind !== 'false' && !doc.isEmpty(value);
}

/** Whether the field is there, or another that does its work. */
function isSettled({ fields, connection }: LoadedServer, field: McpField): boolean {
  const connects = field === 'command' || field === 'serverUrl' || field === 'url';
  return fields[field] !== undefined || (connects && connection.kind !== 'none');
}

/** Whether a value is one that the field takes and that says something; a note seldom is. */
function fits(doc: JsonDoc, type: FieldType, value: NodeId): boolean {
  const kind = doc.kind(value);
  switch (type) {
    case 'string':
    case 'auth-provider':
      return kind === 'string' && doc.text(value) !== '';
    case 'boolean':
      return kind === 'true';
    case 'string-list':
      return kind === 'array' && !doc.isEmpty(value);
    case 'string-map':
    case 'oauth':
      return kind === 'object' && !doc.isEmpty(value);
  }
}

/** The members of an `oauth` that are neither read nor notes, by their names. */
function* unreadMembers(doc: JsonDoc, outer: NodeId, oauth: NodeId): Generator<[string, Spelling]> {
  for (const { key, value } of doc.members(oauth)) {
    const name = doc.text(key);
    if (oauthFieldNamed(name) === undefined && !isNote(name)) yield [name, { key, value, outer }];
  }
}

/** `_note`, `//`, `$typeName`, and a plain description. */
function isNote(key: string): boolean {
  return !/^[A-Za-z]/.test(key) || /^(?:comment|description|notes?)$/i.test(key);
}
