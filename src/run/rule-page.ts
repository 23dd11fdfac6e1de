import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from './io.ts';

/** The page of a rule as shipped with this release, in markdown: nothing is fetched. Throws when there is none. */
export function readPage(id: string, io: Pick<Io, 'packageRoot'>): string {
  return withoutComments(readFileSync(join(io.packageRoot(), 'docs', 'rules', `${id}.md`), 'utf8'));
}

/** The pages carry marks for the tool that generates parts of them; readers do not need them. */
function withoutComments(markdown: string): string {
  return markdown.replace(/^<!--[^\n]*-->\n(?:\n)?/gm, '');
}
