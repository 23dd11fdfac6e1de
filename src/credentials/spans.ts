import { disguises } from './disguise.ts';
import type { TextSpan } from './hit.ts';
import { looseSecrets } from './loose.ts';
import { schemeLiterals } from './named.ts';
import { findPieces } from './pieces.ts';
import { Scanner } from './scanner.ts';
import { findTokens } from './tokens.ts';
import { findUriPasswords } from './uri.ts';
import { webCredentials } from './url.ts';

/** Sorts spans, in place, and joins those that touch or overlap. */
export function mergeSpans(spans: TextSpan[]): TextSpan[] {
  spans.sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: { start: number; end: number }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ start: span.start, end: span.end });
  }
  return merged;
}

/**
 * Everything in a text that no output may show: a loose scan that needs no parser, for whole files that may be broken
 * JSON, JSONC, YAML, TOML or markdown, as for single names and messages. Finds values under credential-bearing names
 * (strings, bare words, numbers; on the next line too; with the closing quote missing), values after flags, header
 * lines, tokens, user information and queries of URLs, and passwords in connection URIs. A string whose escapes
 * hide the secret is masked whole. Sorted, disjoint, in linear time.
 */
export function secretSpans(text: string): TextSpan[] {
  return mergeSpans(collect(text, 0));
}

/** JSON in a string of JSON in a string, and no further. */
const DEEPEST_DISGUISE = 3;

function collect(text: string, depth: number): TextSpan[] {
  const tokens = findTokens(text, { glued: true });
  const spans: TextSpan[] = [];
  for (const pass of [
    tokens,
    findPieces(text, tokens),
    schemeLiterals(text),
    webCredentials(text),
    findUriPasswords(text),
    looseSecrets(text),
    new Scanner(text).run(),
  ]) {
    for (const { start, end } of pass) spans.push({ start, end });
  }
  const plain = depth < DEEPEST_DISGUISE ? disguises(text) : undefined;
  if (plain === undefined) return spans;
  for (const span of collect(plain.text, depth + 1)) spans.push(plain.original(span));
  return spans;
}
