import type { Load } from './load.ts';

export const load: Load<'settings'> = (source, place) => ({ kind: 'settings', source, place });
