import { plainMarkdown } from '../markdown/index.ts';
import type { Load } from './load.ts';

/** A context file has no head: lines of dashes at its top are text like all else. */
export const loadContext: Load<'context'> = (source, place) => ({
  kind: 'context',
  source,
  place,
  markdown: plainMarkdown(source.bytes),
});

export const loadRootFile: Load<'root-file'> = (source, place) => ({
  kind: 'root-file',
  source,
  place,
  ...(/\.(?:md|markdown)$/i.test(source.path) ? { markdown: plainMarkdown(source.bytes) } : {}),
});
