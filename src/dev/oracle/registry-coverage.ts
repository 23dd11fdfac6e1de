import type { Registry } from '../../agy/registry.ts';

/** What a comparison must have met to prove anything; each is a count of documents, entries or problems. */
export const REGISTRY_SITUATIONS = [
  'skipped: syntax',
  'skipped: type',
  'loaded file',
  'loaded file with a comment',
  'loaded file with a trailing comma',
  'entry with filters',
  'parent',
  'slice memory reused',
  'broken text in a path',
] as const;

type Situation = (typeof REGISTRY_SITUATIONS)[number];

/** Every situation that a document is an example of, once for each example. */
export function registrySituations(registry: Registry): Situation[] {
  const { doc, entries, inherits, state } = registry;
  if (doc === undefined) return ['skipped: syntax'];
  const met: Situation[] = [state === 'loaded' ? 'loaded file' : 'skipped: type'];
  if (state === 'loaded') {
    const text = Buffer.from(doc.bytes)
      .toString('latin1')
      .replace(/"(?:[^"\\]|\\[\s\S])*"/g, '""');
    if (/\/[/*]/.test(text)) met.push('loaded file with a comment');
    if (/,\s*[}\]]/.test(text)) met.push('loaded file with a trailing comma');
  }
  for (const { path, includeOnly, exclude, node } of entries) {
    if (includeOnly.length + exclude.length > 0) met.push('entry with filters');
    if (path?.value.includes('\ufffd')) met.push('broken text in a path');
    const values = [...(path === undefined ? [] : [path]), ...includeOnly, ...exclude];
    // What stands before the element that was decoded last is left from an earlier one.
    if (values.some((value) => value.node < node)) met.push('slice memory reused');
  }
  met.push(...inherits.map(() => 'parent' as const));
  return met;
}
