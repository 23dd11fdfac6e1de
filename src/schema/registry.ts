import { type JsonSchema, listOf, type SchemaField, struct, TEXT } from './struct.ts';

const PATH: SchemaField = {
  schema: TEXT,
  description: 'From the repository root; also an absolute path, or one below ~/.',
};

/** What agy takes in a registry such as `skills.json`; comments and trailing commas are no business of a schema. */
export function registrySchema(): JsonSchema {
  const patterns = (description: string): SchemaField => ({ schema: listOf(TEXT), description });
  const entry = struct({
    path: { ...PATH, description: `One item, or a directory of items. ${PATH.description}` },
    include_only: patterns('Regular expressions: only items with such a name count.'),
    exclude: patterns('Regular expressions: items with such a name do not count.'),
  });
  const parent = struct({ path: { ...PATH, description: `Another registry file. ${PATH.description}` } });
  return struct({
    entries: { schema: listOf(entry), description: 'What the registry names.' },
    inherits: { schema: listOf(parent), description: 'Registries whose entries count as well.' },
  });
}
