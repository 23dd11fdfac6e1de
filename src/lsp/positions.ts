import type { Position, Range } from 'vscode-languageserver/node';
import { textStart } from '../markdown/bytes.ts';
import type { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';
import { byteOffsets } from '../text/utf16.ts';

/** Bytes as a client shows them: lines from 0, columns in UTF-16 units. */
export interface Shown {
  readonly source: SourceFile;
  /** Whether the bytes are those on the disk: a client does not show the byte-order mark that they begin with. */
  readonly fromDisk: boolean;
}

/** UTF-16 units of the first line that the client does not know of. */
function hidden({ source: { bytes }, fromDisk }: Shown): number {
  return fromDisk && textStart(bytes) > 0 ? 1 : 0;
}

function positionOf(shown: Shown, offset: number): Position {
  const { line, column } = shown.source.lines.position(offset);
  return { line: line - 1, character: Math.max(0, column - 1 - (line === 1 ? hidden(shown) : 0)) };
}

export function lspRange(shown: Shown, { start, end }: Span): Range {
  return { start: positionOf(shown, start), end: positionOf(shown, end) };
}

/** The byte offset of a position; one behind the end of its line or of the file is moved there. */
export function offsetOf(shown: Shown, { line, character }: Position): number {
  const { bytes, lines } = shown.source;
  if (line >= lines.lineCount) return bytes.length;
  const { start, end } = lines.lineSpan(line + 1);
  return byteOffsets(bytes, start, end)(character + (line === 0 ? hidden(shown) : 0));
}
