import { ruleSource } from '../src/rule-source.ts';

/** Every rule, in order of its id, loaded where it is needed. */
export const RULE_SOURCE = ruleSource([
  { id: 'antigravity-hooks-valid', kinds: ['hooks'], load: () => import('./antigravity-hooks-valid.ts') },
  { id: 'antigravity-mcp-valid', kinds: ['mcp-config'], load: () => import('./antigravity-mcp-valid.ts') },
  {
    id: 'antigravity-plugin-json-valid',
    kinds: ['plugin-manifest', 'workspace'],
    load: () => import('./antigravity-plugin-json-valid.ts'),
  },
  {
    id: 'antigravity-plugin-layout',
    kinds: ['plugin-manifest', 'workspace'],
    load: () => import('./antigravity-plugin-layout.ts'),
  },
  { id: 'mcp-valid-json', kinds: ['mcp-config'], load: () => import('./mcp-valid-json.ts') },
]);
