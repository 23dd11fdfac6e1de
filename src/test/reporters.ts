import { join } from 'node:path';

/**
 * Vitest's own output, and where `SKILLSAW_TEST_RESULTS` names a folder a JSON report there too.
 * @param run names the report's file
 */
export function reporters(run: string) {
  const folder = process.env.SKILLSAW_TEST_RESULTS;
  if (folder === undefined) return {};
  return { reporters: ['default', 'json'], outputFile: { json: join(folder, `${run}.json`) } };
}
