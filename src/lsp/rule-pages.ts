import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { uriOf } from './uri.ts';

/** Finds the pages of rules that are shipped with the program. */
export function rulePages(packageRoot: string): (ruleId: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (ruleId) => {
    if (!known.has(ruleId)) {
      const path = join(packageRoot, 'docs', 'rules', `${ruleId}.md`);
      known.set(ruleId, existsSync(path) ? uriOf(path) : undefined);
    }
    return known.get(ruleId);
  };
}
