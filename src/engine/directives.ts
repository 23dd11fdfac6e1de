import { lineComments } from '../json/comments.ts';
import type { FileKindName, FileViewOf } from '../kinds/index.ts';
import type { Span } from '../text/span.ts';

/** Directives of one file that are obeyed, and UTF-16 units of one comment that are read: nobody writes as many. */
const MAX_DIRECTIVES = 1000;
const MAX_LENGTH = 1000;

export type DirectiveWord = 'disable-next-line' | 'disable' | 'enable';

/** A comment that keeps a rule quiet, or lets it speak again, about a part of its file. */
interface Directive {
  readonly word: DirectiveWord;
  /** Absent when the comment names none. */
  readonly ruleId?: string;
  readonly comment: Span;
  /** The places it holds for, as far as it is known by itself. */
  readonly from: number;
  readonly to: number;
  used: boolean;
}

/** A directive that did nothing. */
export interface IdleDirective {
  readonly word: DirectiveWord;
  readonly ruleId?: string;
  /** Of the comment, from 1. */
  readonly line: number;
}

/** What the comments of a file keep quiet about. */
export interface Directives {
  /** Whether a finding at a place is kept quiet; remembers that the comment was of use. */
  silences(ruleId: string, at: Span): boolean;
  /** In file order. */
  idle(): readonly IdleDirective[];
}

/** Reads the directives of a file; undefined when it has none. */
export function readDirectives(view: FileViewOf<FileKindName>): Directives | undefined {
  const { lines } = view.source;
  const directives: Directive[] = [];
  /** The `disable` that is in force for a rule. */
  const open = new Map<string, number>();

  function add(word: DirectiveWord, ruleId: string | undefined, { span, from }: Comment): void {
    const name = ruleId === undefined ? {} : { ruleId };
    const one = { word, ...name, comment: span, from, to: Number.POSITIVE_INFINITY, used: false };
    if (ruleId === undefined || word === 'enable') {
      const disabled = ruleId === undefined ? undefined : open.get(ruleId);
      if (ruleId !== undefined) open.delete(ruleId);
      const before = disabled === undefined ? undefined : directives[disabled];
      if (before !== undefined && disabled !== undefined) directives[disabled] = { ...before, to: span.end };
      directives.push({ ...one, from: 0, to: 0, used: before !== undefined });
    } else if (word === 'disable') {
      if (!open.has(ruleId)) open.set(ruleId, directives.length);
      directives.push(one);
    } else {
      const { line } = lines.position(span.end);
      const next = line < lines.lineCount ? lines.lineSpan(line + 1) : { start: 0, end: -1 };
      directives.push({ ...one, from: next.start, to: next.end + 1 });
    }
  }

  for (const comment of commentsOf(view)) {
    const found = parse(comment.text);
    if (found === undefined) continue;
    for (const id of found.ruleIds.length === 0 ? [undefined] : found.ruleIds) {
      if (directives.length < MAX_DIRECTIVES) add(found.word, id, comment);
    }
  }
  if (directives.length === 0) return undefined;
  return {
    silences(ruleId, at) {
      let silenced = false;
      for (const directive of directives) {
        if (directive.ruleId !== ruleId || at.start < directive.from || at.start >= directive.to) continue;
        directive.used = true;
        silenced = true;
      }
      return silenced;
    },
    idle: () =>
      directives
        .filter(({ used }) => !used)
        .map(({ word, ruleId, comment }) => ({
          word,
          ...(ruleId === undefined ? {} : { ruleId }),
          line: lines.position(comment.start).line,
        })),
  };
}

interface Comment {
  readonly span: Span;
  /** Without its marks. */
  readonly text: string;
  /** Where what it switches off begins: nothing can stand before the head of a file, so a comment in it holds for all of it. */
  readonly from: number;
}

const decoder = new TextDecoder();

/** In file order. */
function commentsOf(view: FileViewOf<FileKindName>): readonly Comment[] {
  const { bytes } = view.source;
  const comment = (span: Span, content: Span, from: number): Comment => {
    const end = Math.min(content.end, content.start + MAX_LENGTH);
    return { span, text: decoder.decode(bytes.subarray(content.start, end)), from };
  };
  if (view.kind === 'registry') {
    return lineComments(bytes).map((span) =>
      comment(span, { start: span.start + '//'.length, end: span.end }, span.start),
    );
  }
  if (!('markdown' in view) || view.markdown === undefined) return [];
  const { head, outline } = view.markdown;
  const inHead = 'span' in head && head.state !== 'unclosed' ? headComments(bytes, head.span) : [];
  return [
    ...inHead.map((span) => comment(span, { start: span.start + '#'.length, end: span.end }, 0)),
    ...outline.comments.map(({ span, content }) => comment(span, content, span.start)),
  ];
}

/** Lines of a head that hold a comment and nothing else. */
function headComments(bytes: Uint8Array, head: Span): readonly Span[] {
  const found: Span[] = [];
  for (let i = head.start; i < head.end; i++) {
    while (bytes[i] === 0x20 || bytes[i] === 0x09) i++;
    const start = i;
    while (i < head.end && bytes[i] !== 0x0a && bytes[i] !== 0x0d) i++;
    if (bytes[start] === 0x23) found.push({ start, end: i });
  }
  return found;
}

function parse(
  comment: string,
): { readonly word: DirectiveWord; readonly ruleIds: readonly string[] } | undefined {
  const match = /^\s*skillsaw-(disable-next-line|disable|enable)(?![\w-])(.*)$/s.exec(comment);
  if (match === null) return undefined;
  const [, word, rest = ''] = match;
  return { word: word as DirectiveWord, ruleIds: rest.split(/[\s,]+/).filter((id) => id !== '') };
}
