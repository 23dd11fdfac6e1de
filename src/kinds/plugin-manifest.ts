import { emulatePluginManifest } from '../agy/plugin-manifest.ts';
import type { Load } from './load.ts';

export const load: Load<'plugin-manifest'> = (source, place) => ({
  kind: 'plugin-manifest',
  source,
  place,
  manifest: emulatePluginManifest(source.bytes),
});
