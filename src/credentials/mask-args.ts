import { scanArgs, scanText } from './args.ts';
import type { TextSpan } from './hit.ts';
import { maskSpans } from './mask.ts';
import { mergeSpans, secretSpans } from './spans.ts';
import { urlQueryCredentials, urlUserInfo } from './url.ts';

/**
 * A value that stands by itself, an address or a directory, fit to be shown: what any way to read it takes for a secret is
 * replaced by `***`.
 */
export function maskValue(value: string): string {
  const userInfo = urlUserInfo(value);
  const secrets: TextSpan[] = [
    ...secretSpans(value),
    ...scanArgs([value]),
    ...scanText(value),
    ...(userInfo === undefined ? [] : [userInfo]),
    ...urlQueryCredentials(value),
  ];
  return maskSpans(value, mergeSpans(secrets));
}

/**
 * A program and its arguments fit to be shown: every secret in them is replaced by `***`. What one of them is may be told
 * by those around it.
 */
export function maskArguments(words: readonly string[]): string[] {
  const secrets = words.map(secretSpans);
  for (const { index, start, end } of scanArgs(words)) secrets[index]?.push({ start, end });
  // Who names a program may write a whole line, or the header of a request.
  for (const { start, end } of scanText(words[0] ?? '')) secrets[0]?.push({ start, end });
  let index = 0;
  let from = 0;
  // A single word is its own line.
  for (const span of words.length > 1 ? secretSpans(words.join(' ')) : []) {
    for (; from + lengthOf(index) < span.start; index++) from += lengthOf(index) + 1;
    for (let at = from, i = index; i < words.length && at < span.end; i++) {
      const start = Math.max(span.start - at, 0);
      const end = Math.min(span.end - at, lengthOf(i));
      if (start < end) secrets[i]?.push({ start, end });
      at += lengthOf(i) + 1;
    }
  }
  return words.map((word, i) => maskSpans(word, mergeSpans(secrets[i] ?? [])));

  function lengthOf(i: number): number {
    return (words[i] as string).length;
  }
}
