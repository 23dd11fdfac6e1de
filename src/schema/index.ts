import { MCP_FILE_NAME } from '../agy/facts.ts';
import { HOOKS_FILE_NAME } from '../agy/hook-facts.ts';
import { PLUGIN_MANIFEST } from '../agy/plugin-facts.ts';
import { configShape } from '../config/schema.ts';
import type { AnyRule } from '../rule.ts';
import { hooksSchema } from './hooks.ts';
import { mcpConfigSchema } from './mcp-config.ts';
import { pluginManifestSchema } from './plugin-manifest.ts';
import { registrySchema } from './registry.ts';
import type { JsonSchema } from './struct.ts';

interface SchemaFact {
  readonly title: string;
  readonly make: (rules: readonly AnyRule[]) => JsonSchema;
}

const SCHEMAS = {
  [MCP_FILE_NAME]: { title: 'MCP servers of Google Antigravity', make: mcpConfigSchema },
  [HOOKS_FILE_NAME]: { title: 'Hooks of Google Antigravity', make: hooksSchema },
  [PLUGIN_MANIFEST]: { title: 'Manifest of a Google Antigravity plugin', make: pluginManifestSchema },
  registry: { title: 'Registry of Google Antigravity, such as skills.json', make: registrySchema },
  '.skillsaw.yaml': {
    title: 'Configuration of skillsaw',
    make: (rules) => configShape(rules).schema,
  },
} as const satisfies Record<string, SchemaFact>;

export type SchemaName = keyof typeof SCHEMAS;
export const SCHEMA_NAMES = Object.keys(SCHEMAS) as readonly SchemaName[];

/**
 * A schema of draft 7, which editors know best. Where a loader's table says so, null and other spellings of a key are
 * allowed. What no schema can tell: keys that are repeated, and numbers that are written as 1e3 or 5.0.
 * @param rules of the program, for the configuration
 */
export function jsonSchema(name: SchemaName, rules: readonly AnyRule[]): JsonSchema {
  const { title, make }: SchemaFact = SCHEMAS[name];
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...make(rules) };
}

/** The text of a schema as it is printed and stands in the docs. */
export function schemaText(name: SchemaName, rules: readonly AnyRule[]): string {
  return `${JSON.stringify(jsonSchema(name, rules), null, 2)}\n`;
}
