import { ruleSource } from '../rule-source.ts';

/** Every rule, in order of its id, loaded where it is needed. */
export const RULE_SOURCE = ruleSource([
  {
    id: 'agy-bridge-env',
    kinds: ['mcp-config', 'mcp-json', 'codex-config'],
    load: () => import('../../rules/agy-bridge-env.ts'),
  },
  {
    id: 'antigravity-agent-valid',
    kinds: ['agent'],
    load: () => import('../../rules/antigravity-agent-valid.ts'),
  },
  {
    id: 'antigravity-config-json-valid',
    kinds: ['registry'],
    load: () => import('../../rules/antigravity-config-json-valid.ts'),
  },
  {
    id: 'antigravity-hooks-effect',
    kinds: ['hooks'],
    load: () => import('../../rules/antigravity-hooks-effect.ts'),
  },
  {
    id: 'antigravity-hooks-valid',
    kinds: ['hooks'],
    load: () => import('../../rules/antigravity-hooks-valid.ts'),
  },
  {
    id: 'antigravity-mcp-connection',
    kinds: ['mcp-config'],
    load: () => import('../../rules/antigravity-mcp-connection.ts'),
  },
  {
    id: 'antigravity-mcp-duplicate-server',
    kinds: ['mcp-config', 'plugin-manifest', 'workspace'],
    load: () => import('../../rules/antigravity-mcp-duplicate-server.ts'),
  },
  {
    id: 'antigravity-mcp-ignored-keys',
    kinds: ['mcp-config'],
    load: () => import('../../rules/antigravity-mcp-ignored-keys.ts'),
  },
  {
    id: 'antigravity-mcp-placeholder',
    kinds: ['mcp-config'],
    load: () => import('../../rules/antigravity-mcp-placeholder.ts'),
  },
  {
    id: 'antigravity-mcp-recursion',
    kinds: ['mcp-config'],
    load: () => import('../../rules/antigravity-mcp-recursion.ts'),
  },
  {
    id: 'antigravity-mcp-server-name',
    kinds: ['mcp-config'],
    load: () => import('../../rules/antigravity-mcp-server-name.ts'),
  },
  {
    id: 'antigravity-mcp-valid',
    kinds: ['mcp-config'],
    load: () => import('../../rules/antigravity-mcp-valid.ts'),
  },
  {
    id: 'antigravity-misplaced-file',
    kinds: ['plugin-manifest', 'workspace'],
    load: () => import('../../rules/antigravity-misplaced-file.ts'),
  },
  {
    id: 'antigravity-plugin-json-valid',
    kinds: ['plugin-manifest', 'workspace'],
    load: () => import('../../rules/antigravity-plugin-json-valid.ts'),
  },
  {
    id: 'antigravity-plugin-layout',
    kinds: ['plugin-manifest', 'workspace'],
    load: () => import('../../rules/antigravity-plugin-layout.ts'),
  },
  {
    id: 'antigravity-rule-valid',
    kinds: ['rule'],
    load: () => import('../../rules/antigravity-rule-valid.ts'),
  },
  {
    id: 'antigravity-skill-valid',
    kinds: ['skill'],
    load: () => import('../../rules/antigravity-skill-valid.ts'),
  },
  {
    id: 'antigravity-workflow-valid',
    kinds: ['workflow'],
    load: () => import('../../rules/antigravity-workflow-valid.ts'),
  },
  {
    id: 'committed-grants',
    kinds: ['context', 'rule', 'skill', 'agent', 'workflow', 'hooks', 'registry', 'settings', 'root-file'],
    load: () => import('../../rules/committed-grants.ts'),
  },
  {
    id: 'context-credential',
    kinds: [
      'context',
      'rule',
      'skill',
      'agent',
      'workflow',
      'hooks',
      'plugin-manifest',
      'registry',
      'settings',
      'root-file',
    ],
    load: () => import('../../rules/context-credential.ts'),
  },
  {
    id: 'context-duplicate-section',
    kinds: ['workspace', 'context'],
    load: () => import('../../rules/context-duplicate-section.ts'),
  },
  { id: 'hooks-dangerous', kinds: ['hooks'], load: () => import('../../rules/hooks-dangerous.ts') },
  {
    id: 'hooks-prohibited',
    kinds: ['hooks'],
    off: true,
    load: () => import('../../rules/hooks-prohibited.ts'),
  },
  {
    id: 'mcp-dangerous-command',
    kinds: ['mcp-config', 'mcp-json'],
    load: () => import('../../rules/mcp-dangerous-command.ts'),
  },
  {
    id: 'mcp-machine-path',
    kinds: ['mcp-config', 'mcp-json'],
    load: () => import('../../rules/mcp-machine-path.ts'),
  },
  {
    id: 'mcp-prohibited',
    kinds: ['mcp-config', 'mcp-json'],
    off: true,
    load: () => import('../../rules/mcp-prohibited.ts'),
  },
  {
    id: 'mcp-sdk-revision',
    kinds: ['workspace', 'context', 'mcp-config', 'mcp-json'],
    load: () => import('../../rules/mcp-sdk-revision.ts'),
  },
  {
    id: 'mcp-unpinned-package',
    kinds: ['mcp-config'],
    load: () => import('../../rules/mcp-unpinned-package.ts'),
  },
  {
    id: 'mcp-valid-json',
    kinds: ['mcp-config', 'mcp-json'],
    load: () => import('../../rules/mcp-valid-json.ts'),
  },
]);
