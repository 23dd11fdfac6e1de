/**
 * Variables that Antigravity does not set, and who does. Source: PLUGIN_ROOT and those of Claude Code were
 * measured in hooks on agy 1.0.16 and 1.5.0, the others nobody documents for Antigravity.
 */
export const UNSET_VARIABLES: ReadonlyMap<string, UnsetVariable> = new Map([
  ['CLAUDE_PLUGIN_ROOT', { host: 'Claude Code', means: 'folder' }],
  ['CLAUDE_PROJECT_DIR', { host: 'Claude Code', means: 'repository' }],
  ['CLAUDE_ENV_FILE', { host: 'Claude Code' }],
  ['CLAUDE_FILE_PATHS', { host: 'Claude Code' }],
  ['CLAUDE_TOOL_INPUT', { host: 'Claude Code' }],
  ['CLAUDE_TOOL_NAME', { host: 'Claude Code' }],
  ['PLUGIN_ROOT', { host: '', means: 'folder' }],
  ['ANTIGRAVITY_PLUGIN_ROOT', { host: '', means: 'folder' }],
  ['AGY_PROJECT_DIR', { host: '', means: 'repository' }],
  ['ANTIGRAVITY_PROJECT_DIR', { host: '', means: 'repository' }],
  ['GEMINI_PROJECT_DIR', { host: 'Gemini CLI', means: 'repository' }],
  ['GEMINI_SESSION_ID', { host: 'Gemini CLI' }],
  ['CURSOR_PROJECT_DIR', { host: 'Cursor', means: 'repository' }],
] as const);

export interface UnsetVariable {
  /** Empty: nobody. */
  readonly host: string;
  /** The folder it is meant to name: that of the plugin's hooks.json, or the repository root. */
  readonly means?: 'folder' | 'repository';
}
