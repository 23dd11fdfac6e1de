import { jsonPointer } from '../agy/types.ts';
import { type HeadEntry, type HeadNode, scalarText } from '../markdown/index.ts';

/** What kinds of value are called in messages. */
export const HEAD_KIND_NAMES: Readonly<Record<HeadNode['kind'], string>> = {
  null: 'empty',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a text',
  list: 'a list',
  map: 'a map',
};

/** Whether a key is there and has more than blanks for its value. */
export function isFilled(entry: HeadEntry | undefined): boolean {
  return (scalarText(entry?.value) ?? '').trim() !== '';
}

/** What a finding about a key of a head says about itself. */
export function entryDetails({ key }: HeadEntry): { readonly field: string; readonly pointer: string } {
  return { field: key.name, pointer: jsonPointer(key.name) };
}

/** 24000 as people write it: 24,000. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
