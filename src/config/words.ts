import { maskText } from '../credentials/index.ts';
import { printable } from '../text/quote.ts';
import type { ConfigNode } from './shape.ts';

/** Text from the file or the command line, fit for a message: what looks like a credential is masked before the cut. */
export function safe(text: string): string {
  return printable(maskText(text));
}

export function quoted(text: string): string {
  return `"${safe(text)}"`;
}

/** A path as messages name it: all of it, since a cut path is of no use. */
export function safePath(path: string): string {
  return printable(maskText(path), path.length + 1);
}

/** A value as messages name it. */
export function found(node: ConfigNode): string {
  switch (node.kind) {
    case 'null':
      return 'nothing (null)';
    case 'boolean':
      return String(node.value);
    case 'number':
      return `the number ${safe(node.source)}`;
    case 'string':
      return quoted(node.value);
    case 'list':
      return 'a list';
    case 'map':
      return 'a map';
  }
}
