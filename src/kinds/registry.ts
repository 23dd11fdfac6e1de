import { loadRegistry } from '../agy/registry.ts';
import type { Load } from './load.ts';

export const load: Load<'registry'> = (source, place) => ({
  kind: 'registry',
  source,
  place,
  name: source.path.slice(source.path.lastIndexOf('/') + 1),
  registry: loadRegistry(source.bytes),
});
