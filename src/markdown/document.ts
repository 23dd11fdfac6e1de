import { findHead, type Head } from './head.ts';
import { type Outline, outlineOf } from './outline.ts';
import { readSimpleHead } from './simple-head.ts';

/** A markdown file: its head, and the structure of what follows. Places are byte offsets into the file. */
export interface Markdown {
  readonly head: Head;
  /** Of the body; made when somebody asks. */
  readonly outline: Outline;
}

/**
 * Reads a file with a head. A promise only where the head is more than plain lines: then a reader of YAML is loaded. Never
 * throws for any bytes.
 */
export function readMarkdown(bytes: Uint8Array): Markdown | Promise<Markdown> {
  const found = findHead(bytes);
  if ('state' in found) return markdownOf(bytes, found);
  const { span, content, bodyStart } = found;
  const entries = readSimpleHead(bytes, content);
  if (entries !== undefined) return markdownOf(bytes, { state: 'read', span, bodyStart, entries });
  return import('./yaml-head.ts').then(({ readYamlHead }) => markdownOf(bytes, readYamlHead(bytes, found)));
}

/** A file whose head is not looked into; a text that begins with one is read from behind it. */
export function plainMarkdown(bytes: Uint8Array): Markdown {
  const { bodyStart } = findHead(bytes);
  return markdownOf(bytes, { state: 'absent', bodyStart });
}

function markdownOf(bytes: Uint8Array, head: Head): Markdown {
  let outline: Outline | undefined;
  return {
    head,
    get outline() {
      outline ??= outlineOf(bytes, head.bodyStart);
      return outline;
    },
  };
}
