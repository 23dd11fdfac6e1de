import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Range,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { FixableFinding } from '../engine/fix-plan.ts';
import type { Change } from '../text/edited.ts';
import { lspRange, type Shown } from './positions.ts';

/** What an editor asks for when it mends on save. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.skillsaw`;

/** Whether a client that asks for some kinds wants one; it gets all when it names none. */
export function wants(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`));
}

/** Puts edits of bytes into the words of the protocol; undefined where the client cannot see what is to be edited. */
export function textEdits(shown: Shown, changes: readonly Change[]): TextEdit[] | undefined {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const edits = changes.map(({ at, bytes }) => ({
    range: lspRange(shown, at),
    newText: decoder.decode(bytes),
  }));
  // A byte-order mark that is taken off is no edit: the client writes it, or does not, on its own account.
  const visible = edits.filter(({ range, newText }) => newText !== '' || !isEmpty(range));
  return visible.length === 0 ? undefined : visible;
}

/** A fix for one finding. What needs somebody who looks at it says so, and is not preferred. */
export function quickFix(
  { fix }: FixableFinding,
  shown: Shown,
  diagnostic: Diagnostic,
  editOf: (edits: TextEdit[]) => NonNullable<CodeAction['edit']>,
): CodeAction | undefined {
  const encoder = new TextEncoder();
  const changes = fix.edits.map(({ at, text }) => ({ at, bytes: encoder.encode(text) }));
  const edits = textEdits(shown, changes);
  if (edits === undefined) return undefined;
  const isSafe = fix.kind === 'safe';
  return {
    title: isSafe ? fix.title : `${fix.title} (suggested: look at what it does)`,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    ...(isSafe ? { isPreferred: true } : {}),
    edit: editOf(edits),
  };
}

/** Whether two ranges have a place in common, their ends included. */
export function touches(a: Range, b: Range): boolean {
  return !(isBefore(a.end, b.start) || isBefore(b.end, a.start));
}

function isBefore(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function isEmpty({ start, end }: Range): boolean {
  return start.line === end.line && start.character === end.character;
}
