import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../../run/io.ts';
import { withoutComments } from '../render-markdown.ts';

/** The page of a rule as shipped with this release, in markdown: nothing is fetched. Throws when there is none. */
export function readPage(id: string, io: Io): string {
  return withoutComments(readFileSync(join(io.packageRoot(), 'docs', 'rules', `${id}.md`), 'utf8'));
}
