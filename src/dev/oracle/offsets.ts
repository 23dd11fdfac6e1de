import type { JsonDoc } from '../../json/tree.ts';
import type { Span } from '../../text/span.ts';

/**
 * The offset that Go gives the first of several type errors: behind a scalar, behind the opening bracket of a
 * container. Undefined when there is none.
 */
export function typeErrorOffset(doc: JsonDoc, spans: readonly Span[]): number | undefined {
  const [some, ...others] = spans;
  if (some === undefined) return undefined;
  const first = others.reduce((a, b) => (b.start < a.start ? b : a), some);
  const byte = String.fromCharCode(doc.bytes[first.start] as number);
  return byte === '{' || byte === '[' ? first.start + 1 : first.end;
}
