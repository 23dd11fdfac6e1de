import { readMcpJson } from '../agy/mcp-json.ts';
import type { Load } from './load.ts';

export const load: Load<'mcp-json'> = (source, place) => ({
  kind: 'mcp-json',
  source,
  place,
  config: readMcpJson(source.bytes),
});
