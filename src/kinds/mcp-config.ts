import { emulateMcpConfig } from '../agy/mcp-config.ts';
import type { Load } from './load.ts';

export const load: Load<'mcp-config'> = (source, place, settings) => ({
  kind: 'mcp-config',
  source,
  place,
  config: emulateMcpConfig(source.bytes, settings),
});
