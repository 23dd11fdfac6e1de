/** What is known of the fields that agy reads in a `plugin.json`, as a table. */

export const PLUGIN_MANIFEST = 'plugin.json';

/** Where what the table says is known from, for people. */
export const PLUGIN_EVIDENCE = 'measured on agy 1.1.25';

/** What the loader takes in a field; null is taken everywhere and counts as absent. */
export type PluginFieldType = 'string' | 'boolean';

/**
 * The fields of a manifest, spelled exactly so; every other key is dropped. Source: measured on agy 1.1.25, which reads
 * the file with protojson; its published schema names the first two.
 */
export const PLUGIN_FIELDS = {
  name: { type: 'string', does: 'the name of the plugin; without one the name of its directory counts' },
  description: { type: 'string', does: 'what the plugin is for, shown in lists' },
  logo: { type: 'string', does: 'the picture shown for the plugin' },
  disabled: { type: 'boolean', does: 'switches the plugin off' },
} as const satisfies Record<string, { readonly type: PluginFieldType; readonly does: string }>;

export type PluginField = keyof typeof PLUGIN_FIELDS;

/** The field that a decoded key names; letter case counts, unlike in `mcp_config.json`. */
export function pluginFieldNamed(key: string): PluginField | undefined {
  return Object.hasOwn(PLUGIN_FIELDS, key) ? (key as PluginField) : undefined;
}
