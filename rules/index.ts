import type { AnyRule } from '../src/rule.ts';
import agyBridgeEnv from './agy-bridge-env.ts';
import antigravityAgentValid from './antigravity-agent-valid.ts';
import antigravityConfigJsonValid from './antigravity-config-json-valid.ts';
import antigravityHooksEffect from './antigravity-hooks-effect.ts';
import antigravityHooksValid from './antigravity-hooks-valid.ts';
import antigravityMcpConnection from './antigravity-mcp-connection.ts';
import antigravityMcpDuplicateServer from './antigravity-mcp-duplicate-server.ts';
import antigravityMcpIgnoredKeys from './antigravity-mcp-ignored-keys.ts';
import antigravityMcpPlaceholder from './antigravity-mcp-placeholder.ts';
import antigravityMcpRecursion from './antigravity-mcp-recursion.ts';
import antigravityMcpServerName from './antigravity-mcp-server-name.ts';
import antigravityMcpValid from './antigravity-mcp-valid.ts';
import antigravityMisplacedFile from './antigravity-misplaced-file.ts';
import antigravityPluginJsonValid from './antigravity-plugin-json-valid.ts';
import antigravityPluginLayout from './antigravity-plugin-layout.ts';
import antigravityRuleValid from './antigravity-rule-valid.ts';
import antigravitySkillValid from './antigravity-skill-valid.ts';
import antigravityWorkflowValid from './antigravity-workflow-valid.ts';
import committedGrants from './committed-grants.ts';
import contextCredential from './context-credential.ts';
import contextDuplicateSection from './context-duplicate-section.ts';
import hooksDangerous from './hooks-dangerous.ts';
import hooksProhibited from './hooks-prohibited.ts';
import mcpDangerousCommand from './mcp-dangerous-command.ts';
import mcpMachinePath from './mcp-machine-path.ts';
import mcpProhibited from './mcp-prohibited.ts';
import mcpSdkRevision from './mcp-sdk-revision.ts';
import mcpUnpinnedPackage from './mcp-unpinned-package.ts';
import mcpValidJson from './mcp-valid-json.ts';

/** Every rule, in order of its id. */
export const RULES: readonly AnyRule[] = [
  agyBridgeEnv,
  antigravityAgentValid,
  antigravityConfigJsonValid,
  antigravityHooksEffect,
  antigravityHooksValid,
  antigravityMcpConnection,
  antigravityMcpDuplicateServer,
  antigravityMcpIgnoredKeys,
  antigravityMcpPlaceholder,
  antigravityMcpRecursion,
  antigravityMcpServerName,
  antigravityMcpValid,
  antigravityMisplacedFile,
  antigravityPluginJsonValid,
  antigravityPluginLayout,
  antigravityRuleValid,
  antigravitySkillValid,
  antigravityWorkflowValid,
  committedGrants,
  contextCredential,
  contextDuplicateSection,
  hooksDangerous,
  hooksProhibited,
  mcpDangerousCommand,
  mcpMachinePath,
  mcpProhibited,
  mcpSdkRevision,
  mcpUnpinnedPackage,
  mcpValidJson,
];
