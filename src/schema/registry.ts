import { ENTRY_DOES, PARENT_DOES, REGISTRY_DOES, REGISTRY_PATH } from '../agy/registry-facts.ts';
import { sentence } from '../text/sentence.ts';
import { type JsonSchema, listOf, type SchemaField, struct, TEXT } from './struct.ts';

/** What agy takes in a registry such as `skills.json`; comments and trailing commas are no business of a schema. */
export function registrySchema(): JsonSchema {
  const field = (schema: JsonSchema, does: string): SchemaField => ({ schema, description: sentence(does) });
  const path = (does: string): SchemaField => ({
    schema: TEXT,
    description: `${sentence(does)} ${sentence(REGISTRY_PATH)}`,
  });
  const entry = struct({
    path: path(ENTRY_DOES.path),
    include_only: field(listOf(TEXT), ENTRY_DOES.include_only),
    exclude: field(listOf(TEXT), ENTRY_DOES.exclude),
  });
  const parent = struct({ path: path(PARENT_DOES.path) });
  return struct({
    entries: field(listOf(entry), REGISTRY_DOES.entries),
    inherits: field(listOf(parent), REGISTRY_DOES.inherits),
  });
}
