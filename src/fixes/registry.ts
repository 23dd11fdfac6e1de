import type { RegistryProblem } from '../agy/registry.ts';
import type { RegistryKey, UnreadKey } from '../agy/registry-keys.ts';
import { renameKey, surround } from '../json/edit.ts';
import type { JsonDoc } from '../json/tree.ts';
import type { Fix, TextEdit } from '../text/edit.ts';

/** For a key that is not read, where the one that is meant does not stand beside it and takes its value. */
export function unreadKeyFix(
  doc: JsonDoc,
  { key, meant, because, alone, place }: UnreadKey,
): Fix | undefined {
  const node = doc.nodeAt(place.span.start);
  if (because !== 'spelling' || !alone || node === undefined || !takes(doc, node + 1, meant))
    return undefined;
  const bare = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
  return {
    kind: bare(key) === bare(meant) ? 'safe' : 'suggested',
    title: `Rename "${key}" to ${meant}`,
    edits: renameKey(doc, node, meant),
  };
}

function takes(doc: JsonDoc, value: number, key: RegistryKey): boolean {
  if (key === 'path') return doc.kind(value) === 'string';
  if (doc.kind(value) !== 'array') return false;
  const element = key === 'entries' || key === 'inherits' ? 'object' : 'string';
  return [...doc.items(value)].every((item) => doc.kind(item) === element);
}

/** For all values of a wrong type in a list; undefined where one of them would have to be guessed. */
export function wrongTypeFix(
  doc: JsonDoc | undefined,
  problems: readonly RegistryProblem[],
): Fix | undefined {
  if (doc === undefined) return undefined;
  const edits: TextEdit[] = [];
  const titles = new Set<string>();
  for (const problem of problems) {
    const node = doc.nodeAt(problem.place.span.start);
    if (problem.code !== 'wrong-type' || node === undefined) return undefined;
    const { found, wanted } = problem;
    if (found === 'string' && wanted === 'array') {
      titles.add('Make it a list');
      edits.push(...surround(doc, node, '[', ']'));
    } else if (found === 'string' && wanted === 'object') {
      titles.add('Write each element as an object');
      edits.push(...surround(doc, node, '{"path": ', '}'));
    } else return undefined;
  }
  return { kind: 'suggested', title: [...titles].join(', '), edits };
}
