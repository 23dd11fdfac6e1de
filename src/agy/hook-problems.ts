import type { JsonSyntaxError } from '../json/parse.ts';
import type { JsonDoc, JsonKind, NodeId } from '../json/tree.ts';
import type { Span } from '../text/span.ts';
import type { GroupField, HandlerField, HandlerType, HookEvent } from './hook-facts.ts';
import { type Effect, jsonPointer, type ProblemPlace } from './types.ts';

/** Why a number is no int32. */
export type BadInteger = 'fraction' | 'exponent' | 'out-of-range';

/** A structural error; every one of them loses every hook of the file. */
export type LosingProblem = { readonly effect: 'file-lost'; readonly place: ProblemPlace } & (
  | { readonly code: 'syntax'; readonly error: JsonSyntaxError }
  | { readonly code: 'root-type'; readonly found: JsonKind }
  /** A value at the top that is no hook. */
  | { readonly code: 'hook-type'; readonly hook: string; readonly key: NodeId; readonly found: JsonKind }
  /** An event that is no array. */
  | {
      readonly code: 'event-type';
      readonly hook: string;
      readonly event: HookEvent;
      readonly found: JsonKind;
    }
  /** An element, of an event or of a group's `hooks`, that is no object. */
  | {
      readonly code: 'entry-type';
      readonly hook: string;
      readonly event: HookEvent;
      readonly found: JsonKind;
    }
  | {
      readonly code: 'field-type';
      readonly hook: string;
      /** Absent for `enabled`. */
      readonly event?: HookEvent;
      readonly name: 'enabled' | GroupField | HandlerField;
      readonly wanted: 'boolean' | 'string' | 'array' | 'int32';
      readonly found: JsonKind;
      /** For a number where an int32 is wanted. */
      readonly badInteger?: BadInteger;
    }
  | {
      readonly code: 'handler-type';
      readonly hook: string;
      readonly event: HookEvent;
      /** The value of `type`. */
      readonly text: string;
    }
  | {
      readonly code: 'handler-mix';
      readonly hook: string;
      readonly event: HookEvent;
      readonly type: HandlerType;
      /** What belongs to the other type. */
      readonly name: 'command' | 'prompt' | 'model';
    }
  /** A group under an event that wants handlers. */
  | { readonly code: 'grouped-entry'; readonly hook: string; readonly event: HookEvent }
);

/** What loads and is not what was meant. */
export type LesserProblem = { readonly place: ProblemPlace; readonly hook: string } & (
  | {
      readonly code: 'unknown-event';
      readonly effect: 'hook-ignored';
      readonly name: string;
      /** What stands under it. */
      readonly node: NodeId;
    }
  | {
      readonly code: 'ignored-key';
      readonly effect: 'value-ignored';
      readonly name: string;
      readonly within: 'hook' | 'group' | 'handler';
      readonly event?: HookEvent;
    }
  | { readonly code: 'flat-matcher'; readonly effect: 'value-ignored'; readonly event: HookEvent }
  | {
      readonly code: 'group-without-hooks';
      readonly effect: 'hook-ineffective';
      readonly event: HookEvent;
      /** The entry is a handler that stands where a group should. */
      readonly bare: boolean;
    }
  | {
      readonly code: 'empty-command';
      readonly effect: 'hook-ineffective';
      readonly event: HookEvent;
      readonly because: 'missing' | 'empty';
    }
);

/** What is wrong, what the loader does about it, where, and what was found. */
export type HookProblem = LosingProblem | LesserProblem;

/** Problems of one code that are kept; a hostile file can hold millions, and nobody reads them. */
export const MOST_OF_A_CODE = 1000;

/** Collects problems, the first so many of each code. */
export class HookProblems {
  readonly list: HookProblem[] = [];
  readonly #counts = new Map<HookProblem['code'], number>();

  /** The problem is made only when there is room for it. */
  add<C extends HookProblem['code']>(code: C, make: () => HookProblem & { readonly code: C }): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count <= MOST_OF_A_CODE) this.list.push(make());
  }

  /** In the order of the file. */
  sorted(): readonly HookProblem[] {
    return this.list.sort((a, b) => a.place.span.start - b.place.span.start);
  }
}

/** Keys as spelled and indices, from a hook downwards. */
export type HookPath = readonly (string | number)[];

/** The place of a span in a hook; the field is written from the hook downwards, e.g. `Stop[0].timeout`. */
export function placeIn(hook: string, path: HookPath, span: Span): ProblemPlace {
  let field = '';
  for (const part of path) {
    if (typeof part === 'number') field += `[${part}]`;
    else field += field === '' ? part : `.${part}`;
  }
  return { span, pointer: jsonPointer(hook, ...path), ...(field === '' ? {} : { field }) };
}

/** The whole of a scalar, the opening bracket of a container: what a reader should look at. */
export function headOf(doc: JsonDoc, node: NodeId): Span {
  const { start, end } = doc.span(node);
  const kind = doc.kind(node);
  return kind === 'object' || kind === 'array' ? { start, end: start + 1 } : { start, end };
}

export function losesFile(problem: { readonly effect: Effect }): boolean {
  return problem.effect === 'file-lost';
}
