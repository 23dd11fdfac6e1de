import type { InventoryPlace, ServerEntry } from '../inventory/types.ts';
import { escapeControls, truncate } from '../text/quote.ts';
import { PATH_LIMIT } from './report.ts';

/** More of a value than is ever seen of it, which may be megabytes long. */
const LONGEST_TARGET = 1000;

/** A place for people; the file is left out where it goes without saying. */
export function placeText({ path, line }: InventoryPlace, here: string): string {
  if (path === here) return `line ${line}`;
  return line === undefined ? shownPath(path) : `${shownPath(path)}:${line}`;
}

/** What a server runs or connects to, on one line. */
export function targetText({ command, args = [], url }: ServerEntry): string {
  if (url !== undefined) return shownWord(url);
  if (command === undefined) return '-';
  const words: string[] = [];
  let length = 0;
  for (const word of [command, ...args]) {
    if (length > LONGEST_TARGET) break;
    words.push(quoted(shownWord(word)));
    length += word.length + 1;
  }
  return words.join(' ');
}

/** Told apart from its neighbours; not for pasting into a shell. */
export function quoted(word: string): string {
  return word === '' || /[\s"']/.test(word) ? JSON.stringify(word) : word;
}

/** A value, an argument or an address. */
export function shownWord(text: string): string {
  return escapeControls(truncate(text, LONGEST_TARGET));
}

export function shownName(text: string): string {
  return text === '' ? '""' : escapeControls(truncate(text));
}

export function shownPath(path: string): string {
  return escapeControls(truncate(path, PATH_LIMIT));
}
