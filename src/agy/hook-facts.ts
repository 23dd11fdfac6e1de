/** What is known of `hooks.json`, as tables. The emulator, rules, schemas and docs are made from these. */

export const HOOKS_FILE_NAME = 'hooks.json';

/** Where what the tables say is known from, for people. */
export const HOOKS_EVIDENCE = 'measured on agy 1.1.26';

/** What switches a hook off; beside the events the one field that it has. */
export const HOOK_SWITCH = { name: 'enabled', does: 'switches the hook off with false' } as const;

/**
 * What an event's array holds. `grouped`: `{matcher, hooks: [handler]}`. `flat`: handlers. The event decides, not the
 * keys that are found.
 */
export type HookShape = 'grouped' | 'flat';

export interface EventFact {
  readonly shape: HookShape;
  /** When Antigravity runs the handlers, for hovers, schemas and docs. */
  readonly runs: string;
}

/**
 * The events of a hook. Source: the hooks page that agy carries with it (`SessionStart` is not in it), all of them
 * measured on agy 1.1.26.
 */
export const HOOK_EVENTS = {
  PreToolUse: { shape: 'grouped', runs: 'before a tool is called; the answer decides whether it is' },
  PostToolUse: { shape: 'grouped', runs: 'after a tool was called' },
  PreInvocation: { shape: 'flat', runs: 'before the model is called' },
  PostInvocation: { shape: 'flat', runs: 'after the model has answered' },
  Stop: { shape: 'flat', runs: 'when the agent is about to stop' },
  SessionStart: { shape: 'flat', runs: 'when a session starts' },
} as const satisfies Record<string, EventFact>;

export type HookEvent = keyof typeof HOOK_EVENTS;
export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as readonly HookEvent[];

/** What the loader takes in a field. `null` is accepted everywhere and leaves what was there. */
export type HandlerFieldType = 'string' | 'int32';

export interface HandlerFieldFact {
  readonly type: HandlerFieldType;
  /** What Antigravity does with the field, for hovers, schemas and docs. */
  readonly does: string;
}

/** The fields of a handler. Source: measured on agy 1.1.26; the decoder is Go's `encoding/json`. */
export const HANDLER_FIELDS = {
  type: { type: 'string', does: 'what kind of handler it is: command, which is the default, or prompt' },
  command: { type: 'string', does: 'the command line, run by a shell in the directory of the file' },
  prompt: { type: 'string', does: 'the text for the model, for a handler of type prompt; undocumented' },
  model: { type: 'string', does: 'the model that answers the prompt; undocumented' },
  timeout: { type: 'int32', does: 'how long the handler may run, in whole seconds; 30 when absent' },
} as const satisfies Record<string, HandlerFieldFact>;

export type HandlerField = keyof typeof HANDLER_FIELDS;
export const HANDLER_FIELD_NAMES = Object.keys(HANDLER_FIELDS) as readonly HandlerField[];

/** The fields of an entry under a grouped event. Source: as above. */
export const GROUP_FIELDS = ['matcher', 'hooks'] as const;
export type GroupField = (typeof GROUP_FIELDS)[number];
export const GROUP_DOES: Readonly<Record<GroupField, string>> = {
  matcher: 'a regular expression for the names of the tools it is about',
  hooks: 'what to run, in this order',
};

/** The values of `type`, compared byte for byte; an empty one counts as absent. Source: measured on agy 1.1.26. */
export const HANDLER_TYPES = ['command', 'prompt'] as const;
export type HandlerType = (typeof HANDLER_TYPES)[number];

/**
 * Tools that a matcher can name. Source: the hooks page that agy carries with it, and matchers of published plugins;
 * newer releases know more.
 */
export const ANTIGRAVITY_TOOLS: readonly string[] = [
  'ask_question',
  'call_mcp_tool',
  'define_subagent',
  'find_by_name',
  'generate_image',
  'grep_search',
  'invoke_subagent',
  'list_dir',
  'manage_subagents',
  'manage_task',
  'multi_replace_file_content',
  'read_file',
  'read_url_content',
  'replace_file_content',
  'run_command',
  'schedule',
  'search_web',
  'send_message',
  'view_code_item',
  'view_file',
  'view_file_outline',
  'write_to_file',
];

/** Families of tools: every name that begins so is one. Source: as above. */
export const ANTIGRAVITY_TOOL_PREFIXES: readonly string[] = ['browser_'];

/** Keys that explain something to people, lower case. Nobody loses anything when the loader passes over them. */
const NOTE_KEYS: ReadonlySet<string> = new Set([
  'comment',
  'comments',
  'description',
  'id',
  'label',
  'name',
  'note',
  'notes',
  'statusmessage',
  'summary',
  'title',
  'why',
]);

/** Whether a key that is not read is a note: a word of the list, or set apart by `_`, `$`, `//` or `#`. */
export function isNoteKey(name: string): boolean {
  return /^(?:_|\$|\/\/|#|$)/.test(name) || NOTE_KEYS.has(name.toLowerCase());
}
