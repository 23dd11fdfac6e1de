import { maskText } from '../credentials/index.ts';
import { printable } from '../text/quote.ts';

/** UTF-16 units that the items of one answer may take as JSON: a model reads all of it. */
const ROOM = 60_000;

/** A part of a list, and how many items are left out. */
export interface Bounded<T> {
  readonly kept: readonly T[];
  readonly omitted: number;
}

/** As many items from the front as an answer has room for. */
export function bounded<T>(items: readonly T[], most: number, room: number = ROOM): Bounded<T> {
  let left = room;
  let count = 0;
  for (const item of items.slice(0, most)) {
    left -= JSON.stringify(item).length;
    if (left < 0) break;
    count++;
  }
  return { kept: items.slice(0, count), omitted: items.length - count };
}

/** The lines of a text from the front that fit, and how many are left out. */
export function boundedLines(
  text: string,
  room: number,
): { readonly text: string; readonly omitted: number } {
  if (text.length <= room) return { text, omitted: 0 };
  const end = text.lastIndexOf('\n', room - 1) + 1;
  const rest = text.slice(end).split('\n').length;
  return { text: text.slice(0, end), omitted: text.endsWith('\n') ? rest - 1 : rest };
}

const PATH_LIMIT = 1024;

/** A path as an answer has it: nothing in it is raw, and there is an end to it. */
export function pathText(path: string): string {
  return printable(maskText(path), PATH_LIMIT);
}
