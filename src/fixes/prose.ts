import type { Head, HeadNode } from '../markdown/index.ts';
import { type Fix, insertion, type TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Quotes around a value that YAML reads as something else; undefined where it is not sure where the value ends. */
export function quotingFix(bytes: Uint8Array, head: Head): Fix | undefined {
  if (head.state !== 'broken') return undefined;
  const { cause, value, key = '' } = head.fault;
  if (value === undefined) return undefined;
  const text = textIn(bytes, value);
  const isPlain = cause === 'colon' || cause === 'star' || (cause === 'sign' && /^[@`%]/.test(text));
  // What follows a blank and # is a comment, and an indented line goes on with the value.
  if (!isPlain || /[\r\n]|\s#/.test(text) || goesOn(bytes, value.end)) return undefined;
  const quote = text.includes("'") ? '"' : "'";
  if (quote === '"' && /["\\]/.test(text)) return undefined;
  const title = key === '' ? 'Put the value in quotes' : `Put the value of ${key} in quotes`;
  return { kind: 'safe', title, edits: [insertion(value.start, quote), insertion(value.end, quote)] };
}

/** Another word in the place of a misspelt one. Other spellings of the same letters leave no doubt. */
export function wordFix(bytes: Uint8Array, { span, kind }: HeadNode, instead: string): Fix | undefined {
  const text = textIn(bytes, span);
  if (instead === '' || kind !== 'string' || !/^["']?[\w -]+["']?$/.test(text)) return undefined;
  const letters = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '');
  return {
    kind: letters(text) === letters(instead) ? 'safe' : 'suggested',
    title: `Write ${instead}`,
    edits: [{ at: span, text: instead }],
  };
}

const NAMES = /^[A-Za-z_][\w-]*(?: ?, ?[A-Za-z_][\w-]*)*$/;

/** A list in the place of names with commas between them, quoted or not. */
export function listFix(bytes: Uint8Array, { span, kind }: HeadNode): Fix | undefined {
  const text = textIn(bytes, span);
  const isQuoted = /^(["']).*\1$/.test(text);
  if (kind !== 'string' || !NAMES.test(isQuoted ? text.slice(1, -1) : text)) return undefined;
  const { start, end } = span;
  const edits: readonly TextEdit[] = isQuoted
    ? [
        { at: { start, end: start + 1 }, text: '[' },
        { at: { start: end - 1, end }, text: ']' },
      ]
    : [insertion(start, '['), insertion(end, ']')];
  return { kind: 'safe', title: 'Make it a list', edits };
}

function goesOn(bytes: Uint8Array, end: number): boolean {
  let at = end;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  if (bytes[at] === 0x0d) at++;
  if (bytes[at] === 0x0a) at++;
  return bytes[at] === 0x20 || bytes[at] === 0x09;
}

function textIn(bytes: Uint8Array, { start, end }: Span): string {
  return decoder.decode(bytes.subarray(start, end));
}
