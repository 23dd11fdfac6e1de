import type { HookEvent } from './hook-facts.ts';

/**
 * What other hosts call their events and tools, and what to write for Antigravity instead. The one table that rules
 * and docs take this from.
 */

export interface HookHost {
  /** As its makers write it. */
  readonly label: string;
  /** The file of a repository that it alone reads its hooks from. */
  readonly file: string;
  /** Where its hooks are described: the source of every row that names the host. */
  readonly source: string;
}

/** In the order in which a tie is told: the most common format first. */
export const HOOK_HOSTS = {
  'claude-code': {
    label: 'Claude Code',
    file: '.claude/settings.json',
    source: 'https://code.claude.com/docs/en/hooks',
  },
  'gemini-cli': {
    label: 'Gemini CLI',
    file: '.gemini/settings.json',
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md',
  },
  codex: { label: 'Codex', file: '.codex/hooks.json', source: 'https://developers.openai.com/codex/hooks' },
  cursor: { label: 'Cursor', file: '.cursor/hooks.json', source: 'https://cursor.com/docs/agent/hooks' },
  copilot: {
    label: 'GitHub Copilot',
    file: '.github/hooks/hooks.json',
    source: 'https://docs.github.com/en/copilot/reference/hooks-configuration',
  },
  windsurf: {
    label: 'Windsurf',
    file: '.windsurf/hooks.json',
    source: 'https://docs.windsurf.com/windsurf/cascade/hooks',
  },
} as const satisfies Record<string, HookHost>;

export type HookHostId = keyof typeof HOOK_HOSTS;
export const HOOK_HOST_IDS = Object.keys(HOOK_HOSTS) as readonly HookHostId[];

/** What comes nearest in Antigravity. */
export interface Equivalent {
  readonly event: HookEvent;
  /** The tools to match, when the event of the other host is about one kind of call. */
  readonly matcher?: string;
}

export interface ForeignEvent {
  /** As the host spells it. */
  readonly name: string;
  readonly hosts: readonly HookHostId[];
  /** Absent: Antigravity has nothing like it. */
  readonly instead?: Equivalent;
}

export interface ForeignTool {
  /** As the host spells it. */
  readonly name: string;
  readonly hosts: readonly HookHostId[];
  /** The tools of Antigravity that do the same; none: it has no such tool. */
  readonly instead: readonly string[];
}

const WRITES = ['write_to_file', 'replace_file_content', 'multi_replace_file_content'] as const;
const WRITE_MATCHER = WRITES.join('|');

const CLAUDE = ['claude-code'] as const;
const GEMINI = ['gemini-cli'] as const;
const CURSOR = ['cursor'] as const;
const WINDSURF = ['windsurf'] as const;

function event(
  name: string,
  hosts: readonly HookHostId[],
  instead?: HookEvent,
  matcher?: string,
): ForeignEvent {
  if (instead === undefined) return { name, hosts };
  return { name, hosts, instead: { event: instead, ...(matcher === undefined ? {} : { matcher }) } };
}

/**
 * Events that Antigravity does not know in any case of letters, each after the pages of its hosts. Some hosts say
 * `preToolUse` or `stop`: those fold into events of Antigravity and are not here.
 */
export const FOREIGN_EVENTS: readonly ForeignEvent[] = [
  event('UserPromptSubmit', ['claude-code', 'codex'], 'PreInvocation'),
  event('UserPromptExpansion', CLAUDE, 'PreInvocation'),
  event('PermissionRequest', ['claude-code', 'codex'], 'PreToolUse'),
  event('PermissionDenied', CLAUDE),
  event('PostToolUseFailure', CLAUDE, 'PostToolUse'),
  event('PostToolBatch', CLAUDE, 'PostToolUse'),
  event('Notification', ['claude-code', 'gemini-cli']),
  event('SubagentStart', CLAUDE),
  event('SubagentStop', CLAUDE),
  event('StopFailure', CLAUDE),
  event('TaskCreated', CLAUDE),
  event('TaskCompleted', CLAUDE),
  event('TeammateIdle', CLAUDE),
  event('PreCompact', ['claude-code', 'codex']),
  event('PostCompact', ['claude-code', 'codex']),
  event('SessionEnd', ['claude-code', 'gemini-cli']),
  event('Setup', CLAUDE, 'SessionStart'),
  event('InstructionsLoaded', CLAUDE),
  event('ConfigChange', CLAUDE),
  event('CwdChanged', CLAUDE),
  event('FileChanged', CLAUDE),
  event('WorktreeCreate', CLAUDE),
  event('WorktreeRemove', CLAUDE),
  event('Elicitation', CLAUDE),
  event('ElicitationResult', CLAUDE),

  event('BeforeTool', GEMINI, 'PreToolUse'),
  event('AfterTool', GEMINI, 'PostToolUse'),
  event('BeforeModel', GEMINI, 'PreInvocation'),
  event('AfterModel', GEMINI, 'PostInvocation'),
  event('BeforeToolSelection', GEMINI),
  event('BeforeAgent', GEMINI, 'PreInvocation'),
  event('AfterAgent', GEMINI, 'Stop'),
  event('PreCompress', GEMINI),

  event('beforeShellExecution', CURSOR, 'PreToolUse', 'run_command'),
  event('afterShellExecution', CURSOR, 'PostToolUse', 'run_command'),
  event('beforeMCPExecution', CURSOR, 'PreToolUse', 'call_mcp_tool'),
  event('afterMCPExecution', CURSOR, 'PostToolUse', 'call_mcp_tool'),
  event('beforeReadFile', CURSOR, 'PreToolUse', 'view_file'),
  event('afterFileEdit', CURSOR, 'PostToolUse', WRITE_MATCHER),
  event('beforeSubmitPrompt', CURSOR, 'PreInvocation'),
  event('afterAgentResponse', CURSOR, 'PostInvocation'),
  event('afterAgentThought', CURSOR),
  event('beforeTabFileRead', CURSOR),
  event('afterTabFileEdit', CURSOR),
  event('postToolUseFailure', CURSOR, 'PostToolUse'),
  event('preCompact', CURSOR),
  event('subagentStart', CURSOR),
  event('subagentStop', ['cursor', 'copilot']),
  event('sessionEnd', ['cursor', 'copilot']),

  event('userPromptSubmitted', ['copilot'], 'PreInvocation'),
  event('agentStop', ['copilot'], 'Stop'),
  event('errorOccurred', ['copilot']),

  event('pre_run_command', WINDSURF, 'PreToolUse', 'run_command'),
  event('post_run_command', WINDSURF, 'PostToolUse', 'run_command'),
  event('pre_read_code', WINDSURF, 'PreToolUse', 'view_file'),
  event('post_read_code', WINDSURF, 'PostToolUse', 'view_file'),
  event('pre_write_code', WINDSURF, 'PreToolUse', WRITE_MATCHER),
  event('post_write_code', WINDSURF, 'PostToolUse', WRITE_MATCHER),
  event('pre_mcp_tool_use', WINDSURF, 'PreToolUse', 'call_mcp_tool'),
  event('post_mcp_tool_use', WINDSURF, 'PostToolUse', 'call_mcp_tool'),
  event('pre_user_prompt', WINDSURF, 'PreInvocation'),
  event('post_cascade_response', WINDSURF, 'PostInvocation'),
  event('post_setup_worktree', WINDSURF),
];

function tool(name: string, hosts: readonly HookHostId[], ...instead: readonly string[]): ForeignTool {
  return { name, hosts, instead };
}

/**
 * Tools of other hosts, each after the pages of its hosts. A name that is one of Antigravity's too (`grep_search`,
 * `read_file`) says nothing and is not here. A matcher is a regular expression and need not match a whole name: some of
 * these, such as `replace`, are part of the name of a tool that Antigravity has.
 */
export const FOREIGN_TOOLS: readonly ForeignTool[] = [
  tool('Bash', ['claude-code', 'codex'], 'run_command'),
  tool('BashOutput', CLAUDE, 'manage_task'),
  tool('KillBash', CLAUDE, 'manage_task'),
  tool('KillShell', CLAUDE, 'manage_task'),
  tool('PowerShell', CLAUDE, 'run_command'),
  tool('Edit', CLAUDE, 'replace_file_content', 'multi_replace_file_content'),
  tool('MultiEdit', CLAUDE, 'multi_replace_file_content'),
  tool('Write', ['claude-code', 'cursor'], 'write_to_file'),
  tool('NotebookEdit', CLAUDE),
  tool('NotebookRead', CLAUDE),
  tool('Read', ['claude-code', 'cursor'], 'view_file'),
  tool('Glob', CLAUDE, 'find_by_name'),
  tool('Grep', ['claude-code', 'cursor'], 'grep_search'),
  tool('LS', CLAUDE, 'list_dir'),
  tool('WebFetch', CLAUDE, 'read_url_content'),
  tool('WebSearch', CLAUDE, 'search_web'),
  tool('Task', ['claude-code', 'cursor'], 'invoke_subagent'),
  tool('Agent', CLAUDE, 'invoke_subagent'),
  tool('TaskOutput', CLAUDE, 'manage_task'),
  tool('TaskStop', CLAUDE, 'manage_task'),
  tool('TodoWrite', CLAUDE),
  tool('AskUserQuestion', CLAUDE, 'ask_question'),
  tool('EnterPlanMode', CLAUDE),
  tool('ExitPlanMode', CLAUDE),
  tool('Skill', CLAUDE),
  tool('SlashCommand', CLAUDE),

  tool('run_shell_command', GEMINI, 'run_command'),
  tool('write_file', GEMINI, 'write_to_file'),
  tool('replace', GEMINI, 'replace_file_content', 'multi_replace_file_content'),
  tool('edit', ['gemini-cli', 'copilot'], 'replace_file_content', 'multi_replace_file_content'),
  tool('read_many_files', GEMINI, 'view_file'),
  tool('list_directory', GEMINI, 'list_dir'),
  tool('glob', ['gemini-cli', 'copilot'], 'find_by_name'),
  tool('search_file_content', GEMINI, 'grep_search'),
  tool('web_fetch', ['gemini-cli', 'copilot'], 'read_url_content'),
  tool('google_web_search', GEMINI, 'search_web'),
  tool('save_memory', GEMINI),
  tool('write_todos', GEMINI),
  tool('ask_user', GEMINI, 'ask_question'),
  tool('activate_skill', GEMINI),

  tool('apply_patch', ['codex'], ...WRITES),
  tool('exec_command', ['codex'], 'run_command'),
  tool('shell_command', ['codex'], 'run_command'),
  tool('local_shell', ['codex'], 'run_command'),
  tool('update_plan', ['codex']),
  tool('view_image', ['codex'], 'view_file'),

  tool('Shell', CURSOR, 'run_command'),
  tool('Delete', CURSOR),

  tool('bash', ['copilot'], 'run_command'),
  tool('powershell', ['copilot'], 'run_command'),
  tool('create', ['copilot'], 'write_to_file'),
  tool('view', ['copilot'], 'view_file'),
];

/** Names of MCP tools in Claude Code, Codex and Gemini CLI; Antigravity has one tool for them all, `call_mcp_tool`. */
export const FOREIGN_MCP_TOOL = /^mcp__/;

const eventsByName = new Map(FOREIGN_EVENTS.map((row) => [row.name, row]));
const eventsByLowerCase = new Map<string, ForeignEvent>();
for (const row of FOREIGN_EVENTS) {
  const lower = row.name.toLowerCase();
  if (!eventsByLowerCase.has(lower)) eventsByLowerCase.set(lower, row);
}
const toolsByName = new Map(FOREIGN_TOOLS.map((row) => [row.name, row]));

/**
 * The event of another host that a key names, in its own spelling if there is one, else in any case of letters.
 * `extraEvents` are events that the user says Antigravity has; they belong to nobody else then.
 */
export function foreignEvent(name: string, extraEvents: readonly string[] = []): ForeignEvent | undefined {
  const lower = name.toLowerCase();
  if (extraEvents.some((extra) => extra.toLowerCase() === lower)) return undefined;
  return eventsByName.get(name) ?? eventsByLowerCase.get(lower);
}

/**
 * The tool of another host that has exactly this name. `extraTools` are tools that the user says Antigravity has; they
 * belong to nobody else then.
 */
export function foreignTool(name: string, extraTools: readonly string[] = []): ForeignTool | undefined {
  if (extraTools.includes(name)) return undefined;
  if (FOREIGN_MCP_TOOL.test(name)) {
    return { name, hosts: ['claude-code', 'codex'], instead: ['call_mcp_tool'] };
  }
  return toolsByName.get(name);
}

/** Hosts as a text names them: `Claude Code`, `Claude Code or Codex`; empty for none. */
export function hostsInWords(hosts: readonly HookHostId[]): string {
  return inWords(hosts.map((host) => HOOK_HOSTS[host].label));
}

/** Longest matcher that a text offers, in UTF-16 units; messages cut names a little later. */
const LONGEST_ADVICE = 76;

/**
 * The matcher to write for tools of other hosts, such as `run_command|view_file`: as many whole names as a text has room
 * for; empty when Antigravity has nothing like them.
 */
export function insteadOf(tools: readonly ForeignTool[]): string {
  let matcher = '';
  for (const name of new Set(tools.flatMap(({ instead }) => instead))) {
    const longer = matcher === '' ? name : `${matcher}|${name}`;
    if (longer.length <= LONGEST_ADVICE) matcher = longer;
  }
  return matcher;
}

function inWords(words: readonly string[]): string {
  const head = words.slice(0, -1).join(', ');
  const tail = words.at(-1) ?? '';
  return head === '' ? tail : `${head} or ${tail}`;
}
