import { parseJson } from '../json/parse.ts';
import type { JsonDoc, JsonKind, NodeId } from '../json/tree.ts';
import { foldName } from './fold.ts';
import { decodeHook, type LoadedHook } from './hook-decode.ts';
import { judgeHook } from './hook-judge.ts';
import { type HookProblem, HookProblems, headOf, losesFile } from './hook-problems.ts';
import type { Located } from './types.ts';

export type { HookEventEntries, HookGroup, HookHandler, LoadedHook, UnreadKey } from './hook-decode.ts';
export type { BadInteger, HookProblem, LesserProblem, LosingProblem } from './hook-problems.ts';

/** What agy makes of one `hooks.json`. */
export interface HooksFile {
  /** `lost`: no hook of the file loads; the session starts, and one line goes into a log. */
  readonly state: 'lost' | 'loaded';
  /** Absent when the bytes are not JSON. */
  readonly doc?: JsonDoc;
  /** The hooks that count, in file order of the spelling that counts; in a lost file, the ones that would count. */
  readonly hooks: readonly LoadedHook[];
  /** Hooks that a later one of their name replaced. Their types count all the same, their handlers do not. */
  readonly replaced: readonly LoadedHook[];
  /** In the order of the file; at most a thousand of each code. */
  readonly problems: readonly HookProblem[];
}

/**
 * Reads a file as agy 1.1.26 does: strict JSON, decoded by Go's `encoding/json` into a map of structs. Hook names compare
 * exactly and the last of several equal ones counts, decoded afresh; a wrong type anywhere loses the file, in a hook that
 * is replaced too. Whether a hook is switched on makes no difference to any of this.
 */
export function emulateHooks(bytes: Uint8Array): HooksFile {
  const problems = new HookProblems();
  const parsed = parseJson(bytes, { dialect: 'strict' });
  if (!parsed.ok) {
    const { error } = parsed;
    const span = { start: error.offset, end: Math.min(error.offset + 1, bytes.length) };
    problems.add('syntax', () => ({ code: 'syntax', effect: 'file-lost', error, place: { span } }));
    return { state: 'lost', hooks: [], replaced: [], problems: problems.sorted() };
  }
  const { doc } = parsed;
  const found = doc.kind(doc.root);
  if (found !== 'object' && found !== 'null') {
    const place = { span: headOf(doc, doc.root), pointer: '' };
    problems.add('root-type', () => ({ code: 'root-type', effect: 'file-lost', found, place }));
  }
  const last = new Map<string, LoadedHook>();
  const replaced: LoadedHook[] = [];
  for (const { key, value } of doc.members(doc.root)) {
    const name = doc.text(key);
    const earlier = last.get(name);
    if (earlier !== undefined) {
      replaced.push(earlier);
      last.delete(name);
    }
    last.set(name, decodeHook(doc, name, key, value, problems));
  }
  const hooks = [...last.values()];
  for (const hook of hooks) judgeHook(doc, hook, problems);
  const state = problems.list.some(losesFile) ? 'lost' : 'loaded';
  return { state, doc, hooks, replaced, problems: problems.sorted() };
}

/** A scalar under a key, in a document of any shape. */
export type Member = Located<string> & { readonly key: NodeId };

/**
 * Every command line that stands in a document, wherever it is: under events that nobody knows, in entries of the wrong
 * shape, in arrays that a later one overwrites. Most of them do not run, and all of them are committed. In file order of
 * the objects that hold them.
 */
export function everyCommand(doc: JsonDoc): Generator<Member> {
  return everyMember(doc, 'command');
}

/** Every matcher that stands in a document, in the same way. */
export function everyMatcher(doc: JsonDoc): Generator<Member> {
  return everyMember(doc, 'matcher');
}

/** Every number that stands in a document as a timeout, in the same way; its value is the text of the number. */
export function everyTimeout(doc: JsonDoc): Generator<Member> {
  return everyMember(doc, 'timeout', 'number');
}

/** No folding makes a name longer or shorter. */
function isNamed(spelled: string, field: string): boolean {
  return spelled === field || (spelled.length === field.length && foldName(spelled) === field);
}

function* everyMember(doc: JsonDoc, field: string, kind: JsonKind = 'string'): Generator<Member> {
  for (let object = doc.root; object < doc.size; object++) {
    if (doc.kind(object) !== 'object') continue;
    for (const { key, value } of doc.members(object)) {
      if (doc.kind(value) === kind && isNamed(doc.text(key), field)) {
        yield { value: doc.text(value), node: value, key };
      }
    }
  }
}
