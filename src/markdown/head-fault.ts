import type { Span } from '../text/span.ts';
import type { YamlFailure } from '../yaml/compose.ts';
import type { HeadCause } from './head.ts';

/** A fault with its places in the text of the head, in UTF-16 units. */
export interface TextFault {
  readonly cause: HeadCause;
  readonly at: Span;
  readonly key?: string;
  readonly value?: Span;
}

/** A line `key: value`, which may be an item of a list. */
interface KeyLine {
  readonly key: string;
  /** Without blanks at its ends; empty when nothing stands there. */
  readonly value: Span;
}

/**
 * Says why a head is no YAML, by its lines: a reader of YAML notices most mistakes somewhere behind them, and calls them
 * something else. The line in which it noticed one is looked at first, then the key above it.
 */
export function explainHead(text: string, failure: YamlFailure): TextFault {
  const { code, start } = failure;
  if (code === 'TOO_LONG' || code === 'TOO_DEEP') return { cause: 'too-large', at: { start, end: start } };
  const line = lineAt(text, /^Missing closing/.test(failure.message) ? failure.lastQuote : start);
  const here = judgeLine(text, line, true) ?? judgeAbove(text, line.start);
  if (here !== undefined) return here;
  const below = lineAt(text, text.indexOf('\n', line.end) + 1);
  if (below.start > line.start && indentOf(text, below) > indentOf(text, line) && keyLine(text, below))
    return { cause: 'indent', at: trim(text, below) };
  const place = trim(text, line);
  if (code === 'BAD_INDENT' || code === 'TAB_AS_INDENT') return { cause: 'indent', at: place };
  return { cause: 'other', at: place.start === place.end ? { start, end: start } : place };
}

/** The nearest line above that is wrong by itself; what follows an open bracket or quote may look right. */
function judgeAbove(text: string, before: number): TextFault | undefined {
  for (let at = before; at > 0; ) {
    const line = lineAt(text, at - 1);
    const fault = judgeLine(text, line, false);
    if (fault !== undefined) return fault;
    at = line.start;
  }
  return undefined;
}

/** @param noticed whether something in this very line is known to be wrong */
function judgeLine(text: string, line: Span, noticed: boolean): TextFault | undefined {
  const tab = /^ *\t[\t ]*/.exec(text.slice(line.start, line.end))?.[0].length;
  if (tab !== undefined && line.start + tab < line.end)
    return { cause: 'tab', at: { start: line.start, end: line.start + tab } };
  const found = keyLine(text, line);
  if (found === undefined) return noticed ? withoutKey(text, line) : undefined;
  const { key, value } = found;
  const cause = value.start === value.end ? undefined : causeOf(text.slice(value.start, value.end), noticed);
  return cause === undefined ? undefined : { cause, at: value, key, value };
}

function causeOf(value: string, noticed: boolean): HeadCause | undefined {
  const first = value[0] as string;
  if (first === '"' || first === "'") {
    const close = closingQuote(value, first);
    if (close === -1) return 'unclosed-quote';
    return /^\s*(?:\s#.*)?$/.test(value.slice(close + 1)) ? undefined : 'quotes';
  }
  if (first === '*') return 'star';
  if (first === '[' || first === '{')
    return noticed || !value.endsWith(first === '[' ? ']' : '}') ? 'bracket' : undefined;
  if ('@`%&!,]}'.includes(first)) return 'sign';
  if (/^[-?|>](?:\s|$)/.test(value)) return first === '-' || first === '?' ? 'sign' : undefined;
  return /:(?:\s|$)/.test(value) ? 'colon' : undefined;
}

function closingQuote(value: string, quote: string): number {
  for (let i = 1; i < value.length; i++) {
    if (quote === '"' && value[i] === '\\') i++;
    else if (value[i] === quote) {
      if (quote === "'" && value[i + 1] === quote) i++;
      else return i;
    }
  }
  return -1;
}

/** A line of words where a key must stand. Only at the left edge, where it belongs to no value above. */
function withoutKey(text: string, line: Span): TextFault | undefined {
  const words = text.slice(line.start, line.end);
  if (!/^[\w"'*]/.test(words)) return undefined;
  const key = /^([\w-]+):\S/.exec(words)?.[1];
  const at = trim(text, line);
  return key === undefined ? { cause: 'no-colon', at } : { cause: 'no-blank', at, key };
}

function keyLine(text: string, line: Span): KeyLine | undefined {
  const words = text.slice(line.start, line.end);
  const match = /^\s*(?:-\s+)*([\w$.-]+):(?=\s|$)/.exec(words);
  if (match === null) return undefined;
  const [whole, key = ''] = match;
  return {
    key,
    value: trim(text, { start: line.start + whole.length, end: line.end }),
  };
}

function lineAt(text: string, offset: number): Span {
  const at = Math.min(offset, text.length);
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const lf = text.indexOf('\n', at);
  const end = lf === -1 ? text.length : lf;
  return { start, end: end > start && text[end - 1] === '\r' ? end - 1 : end };
}

function indentOf(text: string, { start, end }: Span): number {
  let at = start;
  while (at < end && text[at] === ' ') at++;
  return at - start;
}

function trim(text: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] as string)) from++;
  while (to > from && /\s/.test(text[to - 1] as string)) to--;
  return { start: from, end: to };
}
