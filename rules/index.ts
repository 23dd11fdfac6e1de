import type { AnyRule } from '../src/rule.ts';
import antigravityMcpValid from './antigravity-mcp-valid.ts';
import antigravityPluginJsonValid from './antigravity-plugin-json-valid.ts';
import mcpValidJson from './mcp-valid-json.ts';

/** Every rule, in order of its id. */
export const RULES: readonly AnyRule[] = [antigravityMcpValid, antigravityPluginJsonValid, mcpValidJson];
