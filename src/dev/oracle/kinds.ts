import { MCP_FILE_NAME } from '../../agy/facts.ts';
import { HOOKS_FILE_NAME } from '../../agy/hook-facts.ts';
import { emulateHooks } from '../../agy/hooks.ts';
import { emulateMcpConfig } from '../../agy/mcp-config.ts';
import { loadRegistry } from '../../agy/registry.ts';
import { canonicalHooks } from './hooks-canonical.ts';
import { HOOKS_SITUATIONS, hooksSituations } from './hooks-coverage.ts';
import { generateHooks, HOOKS_CATEGORIES } from './hooks-generate.ts';
import type { OracleKind } from './kind.ts';
import { canonicalMcp } from './mcp-canonical.ts';
import { MCP_SITUATIONS, mcpSituations } from './mcp-coverage.ts';
import { EXTRA_AUTH_PROVIDER, generateMcp, MCP_CATEGORIES } from './mcp-generate.ts';
import { canonicalRegistry } from './registry-canonical.ts';
import { REGISTRY_SITUATIONS, registrySituations } from './registry-coverage.ts';
import { generateRegistry, REGISTRY_CATEGORIES } from './registry-generate.ts';

export const KINDS: readonly OracleKind[] = [
  {
    name: 'mcp',
    file: MCP_FILE_NAME,
    categories: MCP_CATEGORIES,
    situations: MCP_SITUATIONS,
    args: [EXTRA_AUTH_PROVIDER],
    generate: generateMcp,
    emulate: (bytes) => {
      const config = emulateMcpConfig(bytes, { extraAuthProviderTypes: [EXTRA_AUTH_PROVIDER] });
      return { line: canonicalMcp(config), situations: mcpSituations(config) };
    },
  },
  {
    name: 'hooks',
    file: HOOKS_FILE_NAME,
    categories: HOOKS_CATEGORIES,
    situations: HOOKS_SITUATIONS,
    args: [],
    generate: generateHooks,
    emulate: (bytes) => {
      const file = emulateHooks(bytes);
      return { line: canonicalHooks(file), situations: hooksSituations(file) };
    },
  },
  {
    name: 'registry',
    file: 'registries',
    categories: REGISTRY_CATEGORIES,
    situations: REGISTRY_SITUATIONS,
    args: [],
    generate: generateRegistry,
    emulate: (bytes) => {
      const registry = loadRegistry(bytes);
      return { line: canonicalRegistry(registry), situations: registrySituations(registry) };
    },
  },
];
