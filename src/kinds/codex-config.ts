import type { Load } from './load.ts';

/** What Codex makes of it is read by whoever needs it: the parser of TOML is large, and hardly a file is of interest. */
export const load: Load<'codex-config'> = (source, place) => ({ kind: 'codex-config', source, place });
