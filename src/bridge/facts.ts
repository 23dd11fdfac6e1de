/**
 * What is known of agy-orch-mcp, a server that lets another client hand work to agy. Source of everything here: the documentation of agy-orch-mcp,
 * its table of settings and what it says of timeouts.
 */

/** The name of its package, its repository and, where it was cloned, its folder. */
export const BRIDGE_NAME = 'agy-orch-mcp';

/** What its settings are called by, apart from one. */
export const SETTING_PREFIX = 'AGY_MCP_';

export type BridgeSetting =
  | { readonly type: 'text'; readonly default: string }
  | { readonly type: 'integer'; readonly default: string; readonly min: number; readonly max: number }
  | { readonly type: 'boolean'; readonly default: string }
  | { readonly type: 'choice'; readonly default: string; readonly choices: readonly string[] };

/** Its settings; all are variables of its environment. `default`: what holds without one, in words. */
export const BRIDGE_SETTINGS: Readonly<Record<string, BridgeSetting>> = {
  AGY_MCP_BIN: { type: 'text', default: 'agy' },
  AGY_MCP_DEFAULT_WORKSPACE: { type: 'text', default: 'the directory it is started in' },
  AGY_MCP_ALLOWED_ROOT: { type: 'text', default: 'no limit' },
  AGY_MCP_DEFAULT_MODEL: { type: 'text', default: 'the model that agy is set to' },
  AGY_MCP_FAST_MODEL: { type: 'text', default: 'none' },
  AGY_MCP_REASONING_MODEL: { type: 'text', default: 'none' },
  AGY_MCP_ENABLE_BATCH: { type: 'boolean', default: 'false' },
  AGY_MCP_ENABLE_FETCH: { type: 'boolean', default: 'false' },
  AGY_MCP_TOOL_SURFACE: { type: 'choice', default: 'all', choices: ['all', 'compat', 'batch'] },
  AGY_MCP_MAX_CONCURRENT: { type: 'integer', default: '4', min: 1, max: 32 },
  AGY_MCP_MAX_OUTPUT_CHARS: { type: 'integer', default: '40000', min: 1024, max: 1_000_000 },
  AGY_MCP_MAX_BUFFER_BYTES: { type: 'integer', default: '8388608', min: 1024, max: 67_108_864 },
  AGY_MCP_ALLOW_FULL_AUTONOMY: { type: 'boolean', default: 'false' },
  AGY_ORCH_STORAGE_DIR: { type: 'text', default: 'a folder among the data of the user' },
};

/** The setting that lets a request start agy with `--dangerously-skip-permissions`. */
export const FULL_AUTONOMY = 'AGY_MCP_ALLOW_FULL_AUTONOMY';

/** Seconds that a request may ask for. A client should wait a little longer than that, so that the bridge ends first. */
export const LONGEST_CALL = 3600;

/** What its documentation has a client wait, in seconds. */
export const CLIENT_TIMEOUT = 3660;
