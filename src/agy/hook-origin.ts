import type { JsonDoc, JsonMember, NodeId } from '../json/tree.ts';
import { foldName } from './fold.ts';
import { eventNamed, groupField, type UnreadKey } from './hook-decode.ts';
import { HOOK_EVENTS, isNoteKey } from './hook-facts.ts';
import { foreignEvent, foreignTool, HOOK_HOST_IDS, type HookHostId } from './hook-hosts.ts';
import type { HooksFile } from './hooks.ts';

/** What the user told us about agy that this release does not know. */
export interface OriginSettings {
  readonly extraEvents: readonly string[];
  readonly extraTools: readonly string[];
}

/** Whose file a `hooks.json` looks like. */
export interface HookOrigin {
  /** The hosts that most clues speak for, several when they tie; none when nothing speaks for any host. */
  readonly hosts: readonly HookHostId[];
  /** The key `hooks`, when it wraps everything that the file says. */
  readonly wrapper?: JsonMember;
  /** Whether any event of Antigravity is in the file, in whatever place. */
  readonly ownEvents: boolean;
  /** Events of other hosts, in whatever place an event can stand. */
  readonly foreignEvents: readonly UnreadKey[];
}

/** Where a `hooks.json` lies, as far as that says whose it may be. */
export type HooksPlace = 'root' | 'dot-agent' | 'plugin';

/**
 * Whose file it is, when it is not Antigravity's: several tools keep files of this name in the same directories. In a
 * customization root a file is another host's when `hooks` wraps all of it and it does not load, and in `.agent/` also
 * when it has entries and no event of Antigravity. In a plugin every file is Antigravity's. Undefined for all of those
 * that are.
 */
export function foreignHooksFile(
  file: HooksFile,
  place: HooksPlace,
  settings: OriginSettings,
): HookOrigin | undefined {
  if (place === 'plugin') return undefined;
  if (place === 'root' && file.state !== 'lost') return undefined;
  const origin = hookOrigin(file, settings);
  if (origin === undefined) return undefined;
  if (origin.wrapper !== undefined && file.state === 'lost') return origin;
  const empty = origin.foreignEvents.length === 0 && file.hooks.every((hook) => hook.unread.length === 0);
  return place === 'dot-agent' && !origin.ownEvents && !empty ? origin : undefined;
}

/** Reads the clues in a file, whether or not it loads; undefined when it is no JSON object. */
export function hookOrigin(file: HooksFile, settings: OriginSettings): HookOrigin | undefined {
  const { doc } = file;
  if (doc?.kind(doc.root) !== 'object') return undefined;
  const clues = new Clues();
  const foreignEvents: UnreadKey[] = [];
  let ownEvents = false;

  const readEvent = ({ key, value }: JsonMember, foreignHome: boolean): void => {
    const name = doc.text(key);
    const own = eventNamed(name);
    if (own !== undefined) {
      ownEvents = true;
      if (/^[a-z]/.test(name)) clues.speak(1, 'cursor', 'copilot');
    } else if (settings.extraEvents.some((extra) => foldName(extra) === foldName(name))) {
      ownEvents = true;
    } else {
      const foreign = foreignEvent(name);
      if (foreign === undefined) return;
      foreignEvents.push({ name, key, node: value });
      clues.speak(3, ...foreign.hosts);
    }
    const flat = own !== undefined && HOOK_EVENTS[own].shape === 'flat';
    readEntries(doc, value, flat ? GROUP_IN_FLAT : foreignHome ? GROUP_IN_WRAPPER : [], clues, settings);
  };

  const wrapper = wrapperOf(doc);
  for (const member of doc.members(doc.root)) {
    if (doc.kind(member.value) === 'array') readEvent(member, true);
    for (const inner of doc.members(member.value)) readEvent(inner, member.key === wrapper?.key);
  }
  if (wrapper !== undefined) {
    for (const { key } of doc.members(doc.root)) {
      clues.speak(1, ...(BESIDE.get(doc.text(key).toLowerCase()) ?? []));
    }
  }
  return { hosts: clues.winners(), ownEvents, foreignEvents, ...(wrapper === undefined ? {} : { wrapper }) };
}

/** Keys beside the wrapper by which a host is known, lower case. */
const BESIDE: ReadonlyMap<string, readonly HookHostId[]> = new Map<string, readonly HookHostId[]>([
  ['version', ['cursor', 'copilot']],
  ['description', ['claude-code']],
]);

/** The last `hooks` with an object, if all that stands beside it is no hook: scalars, lists, notes. */
function wrapperOf(doc: JsonDoc): JsonMember | undefined {
  let wrapper: JsonMember | undefined;
  for (const member of doc.members(doc.root)) {
    const name = doc.text(member.key);
    const isObject = doc.kind(member.value) === 'object';
    if (name === 'hooks') wrapper = isObject ? member : undefined;
    else if ((isObject && !isNoteKey(name)) || eventNamed(name) !== undefined) return undefined;
  }
  return wrapper;
}

/** Who writes groups where Antigravity wants handlers; and who writes them where Antigravity does too. */
const GROUP_IN_FLAT: readonly HookHostId[] = ['claude-code', 'codex'];
const GROUP_IN_WRAPPER: readonly HookHostId[] = ['claude-code', 'codex', 'gemini-cli'];

/** Entries that are looked at; a host gives itself away in the first few. */
const LOOKED_AT = 200;

function readEntries(
  doc: JsonDoc,
  event: NodeId,
  groupsAre: readonly HookHostId[],
  clues: Clues,
  settings: OriginSettings,
): void {
  for (const entry of doc.items(event)) {
    if (!clues.look()) return;
    let grouped = false;
    for (const { key, value } of doc.members(entry)) {
      const name = doc.text(key);
      const field = groupField(name);
      if (field === 'hooks') {
        grouped = true;
        for (const handler of doc.items(value)) {
          if (!clues.look()) return;
          readHandler(doc, handler, clues);
        }
      } else if (field === 'matcher' && doc.kind(value) === 'string') {
        readMatcher(doc.text(value), clues, settings);
      } else if (name === 'sequential') clues.speak(2, 'gemini-cli');
    }
    if (grouped) clues.speak(1, ...groupsAre);
    else readHandler(doc, entry, clues);
  }
}

/** Keys of handlers by which a host is known, as spelled. Source: the pages of the hosts. */
const HANDLER_KEYS: ReadonlyMap<string, readonly HookHostId[]> = new Map<string, readonly HookHostId[]>([
  ['async', ['claude-code']],
  ['asyncRewake', ['claude-code']],
  ['once', ['claude-code']],
  ['if', ['claude-code']],
  ['statusMessage', ['claude-code', 'codex']],
  ['bash', ['copilot']],
  ['powershell', ['copilot']],
  ['timeoutSec', ['copilot']],
  ['failClosed', ['cursor']],
  ['loop_limit', ['cursor']],
  ['show_output', ['windsurf']],
  ['working_directory', ['windsurf']],
]);

/** Variables that a host sets for its hooks. Source: as above. */
const VARIABLES: readonly (readonly [string, readonly HookHostId[]])[] = [
  ['CLAUDE_PROJECT_DIR', ['claude-code']],
  ['CLAUDE_PLUGIN_ROOT', ['claude-code']],
  ['CLAUDE_ENV_FILE', ['claude-code']],
  ['GEMINI_PROJECT_DIR', ['gemini-cli']],
  ['GEMINI_SESSION_ID', ['gemini-cli']],
  ['CODEX_HOME', ['codex']],
  ['CURSOR_PROJECT_DIR', ['cursor']],
];

function readHandler(doc: JsonDoc, handler: NodeId, clues: Clues): void {
  for (const { key, value } of doc.members(handler)) {
    const name = doc.text(key);
    clues.speak(2, ...(HANDLER_KEYS.get(name) ?? []));
    if (foldName(name) !== 'command' || doc.kind(value) !== 'string') continue;
    const command = doc.text(value);
    for (const [variable, hosts] of VARIABLES) if (command.includes(variable)) clues.speak(2, ...hosts);
  }
}

function readMatcher(matcher: string, clues: Clues, settings: OriginSettings): void {
  for (const name of matcher.slice(0, 1000).split(/[^A-Za-z0-9_]+/)) {
    const foreign = foreignTool(name, settings.extraTools);
    if (foreign !== undefined) clues.speak(2, ...foreign.hosts);
  }
}

/** What speaks for each host. */
class Clues {
  readonly #weights = new Map<HookHostId, number>();
  #looked = 0;

  speak(weight: number, ...hosts: readonly HookHostId[]): void {
    for (const host of hosts) this.#weights.set(host, (this.#weights.get(host) ?? 0) + weight);
  }

  /** Whether one more entry may be looked at. */
  look(): boolean {
    return this.#looked++ < LOOKED_AT;
  }

  winners(): readonly HookHostId[] {
    const most = Math.max(0, ...this.#weights.values());
    if (most === 0) return [];
    return HOOK_HOST_IDS.filter((host) => this.#weights.get(host) === most);
  }
}
