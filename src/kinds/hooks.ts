import { emulateHooks } from '../agy/hooks.ts';
import type { Load } from './load.ts';

export const load: Load<'hooks'> = (source, place) => ({
  kind: 'hooks',
  source,
  place,
  hooks: emulateHooks(source.bytes),
});
