import { AUTH_PROVIDER_TYPES, type FieldType, MCP_FIELDS, MCP_WRAPPER, OAUTH_FIELDS } from '../agy/facts.ts';
import { sentence } from '../text/sentence.ts';
import { BOOLEAN, type JsonSchema, listOf, mapOf, type SchemaField, struct, TEXT } from './struct.ts';

const OAUTH = struct(Object.fromEntries(OAUTH_FIELDS.map((name) => [name, { schema: TEXT }])));

const BY_TYPE: Readonly<Record<FieldType, JsonSchema>> = {
  string: TEXT,
  boolean: BOOLEAN,
  'string-list': listOf(TEXT),
  'string-map': mapOf(TEXT),
  oauth: OAUTH,
  'auth-provider': { enum: [...AUTH_PROVIDER_TYPES, null] },
};

/** What agy takes in an `mcp_config.json`: a value that it refuses, or that drops a server, does not validate. */
export function mcpConfigSchema(): JsonSchema {
  const fields = Object.entries(MCP_FIELDS).map(([name, { type, does }]): [string, SchemaField] => [
    name,
    { schema: BY_TYPE[type], description: sentence(does) },
  ]);
  return {
    type: ['object', 'null'],
    properties: {
      [MCP_WRAPPER]: {
        description: 'The servers by their names. Antigravity reads no other key of the file.',
        type: ['object', 'null'],
        additionalProperties: { $ref: '#/definitions/server' },
      },
    },
    definitions: { server: struct(Object.fromEntries(fields)) },
  };
}
