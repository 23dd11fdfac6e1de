import type { PluginProblem } from '../agy/plugin-manifest.ts';
import { quoteValue, replaceValue } from '../json/edit.ts';
import type { JsonDoc } from '../json/tree.ts';
import type { Fix } from '../text/edit.ts';
import { booleanWord } from './words.ts';

/** For a field of a wrong type; undefined where its value would have to be guessed. */
export function manifestFieldFix(
  doc: JsonDoc | undefined,
  { field, found, wanted, place }: Extract<PluginProblem, { code: 'field-type' }>,
): Fix | undefined {
  const node = doc?.nodeAt(place.span.start);
  if (doc === undefined || node === undefined) return undefined;
  if (wanted === 'boolean') {
    const word = found === 'string' ? booleanWord(doc.text(node)) : undefined;
    if (word === undefined) return undefined;
    return { kind: 'safe', title: `Write ${field} as ${word}`, edits: replaceValue(doc, node, word) };
  }
  if (found !== 'number' && found !== 'true' && found !== 'false') return undefined;
  return { kind: 'safe', title: `Put ${field} in double quotes`, edits: quoteValue(doc, node) };
}
