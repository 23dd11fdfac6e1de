import { PLUGIN_FIELDS } from '../agy/plugin-facts.ts';
import { sentence } from '../text/sentence.ts';
import { BOOLEAN, type JsonSchema, TEXT } from './struct.ts';

/** What agy takes in a `plugin.json`; names compare exactly, and a directory whose manifest does not validate is no plugin. */
export function pluginManifestSchema(): JsonSchema {
  const fields = Object.entries(PLUGIN_FIELDS).map(([name, { type, does }]) => [
    name,
    { description: sentence(does), ...(type === 'boolean' ? BOOLEAN : TEXT) },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}
