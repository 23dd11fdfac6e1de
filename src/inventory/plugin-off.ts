import type { PluginManifest } from '../agy/plugin-manifest.ts';
import type { SourceFile } from '../text/source.ts';
import { placeOf, word } from './reasons.ts';
import type { Reason } from './types.ts';

/** Why nothing of a plugin is loaded; undefined for one that its manifest keeps on. */
export function pluginOff(manifest: PluginManifest, source: SourceFile): Reason | undefined {
  const path = word(source.path);
  if (manifest.state === 'no-plugin') {
    const at = placeOf(source, manifest.problems[0]?.place.span ?? { start: 0 });
    return { code: 'plugin-lost', message: `Antigravity refuses ${path}, so there is no plugin`, at };
  }
  const { disabled, doc } = manifest;
  if (disabled?.value !== true || doc === undefined) return undefined;
  const at = placeOf(source, doc.span(disabled.key ?? disabled.node));
  return { code: 'plugin-disabled', message: `the plugin is switched off in ${path}`, at };
}
