import type { Position } from 'vscode-languageserver-protocol';
import type { Shown } from '../lsp/positions.ts';
import { SourceFile } from '../text/source.ts';

/** A file with a position in it, which stands where its text has a `|`. */
export function atMark(marked: string): {
  readonly shown: Shown;
  readonly position: Position;
  readonly offset: number;
} {
  const at = marked.indexOf('|');
  if (at === -1) throw new Error(`no mark in ${marked}`);
  const before = marked.slice(0, at).split(/\r\n?|\n/);
  const bytes = new TextEncoder().encode(marked.slice(0, at) + marked.slice(at + 1));
  return {
    shown: { source: new SourceFile('a', bytes), fromDisk: false },
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
    offset: new TextEncoder().encode(marked.slice(0, at)).length,
  };
}
