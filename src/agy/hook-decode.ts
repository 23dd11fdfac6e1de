import type { JsonDoc, JsonKind, NodeId } from '../json/tree.ts';
import { foldedNames } from './fold.ts';
import {
  GROUP_FIELDS,
  HANDLER_FIELD_NAMES,
  HANDLER_TYPES,
  type HandlerField,
  type HandlerType,
  HOOK_EVENT_NAMES,
  HOOK_EVENTS,
  type HookEvent,
  type HookShape,
} from './hook-facts.ts';
import { type BadInteger, type HookProblems, headOf, placeIn } from './hook-problems.ts';
import { elementsOf, fillSlice, newSlice, type Slice } from './slice.ts';
import type { Located } from './types.ts';

/** A key that the loader passes over. */
export interface UnreadKey {
  /** Decoded, as spelled. */
  readonly name: string;
  readonly key: NodeId;
  readonly node: NodeId;
}

/** A handler as agy holds it after loading. A value can stem from an earlier array of the same event. */
export interface HookHandler {
  /** The element that was decoded last; usually an object. */
  readonly node: NodeId;
  /** What it counts as; `unknown` when `type` holds anything else. */
  readonly type: HandlerType | 'unknown';
  /** The field `type`, when it was given. */
  readonly givenType?: Located<string>;
  /** Empty strings count as absent for the loader, and are kept here because they have a place. */
  readonly command?: Located<string>;
  readonly prompt?: Located<string>;
  readonly model?: Located<string>;
  /** Seconds; an int32. */
  readonly timeout?: Located<number>;
  /** A key `hooks` in the entry, in any case: it was meant as a group. */
  readonly groupKey?: NodeId;
  readonly unread: readonly UnreadKey[];
}

/** An entry under a grouped event; for a flat event the one list that its array is. */
export interface HookGroup {
  /** The element that was decoded last, or the array of a flat event. */
  readonly node: NodeId;
  readonly matcher?: Located<string>;
  /** The key `hooks` whose array counts; absent when there is none, and for a flat event. */
  readonly hooksKey?: NodeId;
  readonly handlers: readonly HookHandler[];
  readonly unread: readonly UnreadKey[];
}

/** An event of a hook; its spellings have become one. */
export interface HookEventEntries {
  readonly event: HookEvent;
  readonly shape: HookShape;
  /** The key whose value counts. */
  readonly key: NodeId;
  readonly spelled: string;
  readonly groups: readonly HookGroup[];
}

/** A named hook, as agy holds it after loading. */
export interface LoadedHook {
  readonly name: string;
  readonly key: NodeId;
  readonly node: NodeId;
  /** Absent: switched on. */
  readonly enabled?: Located<boolean>;
  /** In file order of the first spelling. */
  readonly events: readonly HookEventEntries[];
  /** Keys that are neither `enabled` nor an event that agy knows. */
  readonly unread: readonly UnreadKey[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type HandlerMemory = Mutable<HookHandler>;
interface GroupMemory extends Pick<Mutable<HookGroup>, 'node' | 'matcher' | 'unread'> {
  /** Absent: nil. */
  hooks?: { readonly slice: Slice<HandlerMemory>; key: NodeId };
}
interface EventMemory extends Mutable<Omit<HookEventEntries, 'groups'>> {
  readonly groups: Slice<GroupMemory>;
  readonly flat: Slice<HandlerMemory>;
  /** The array of a flat event; absent: nil. */
  array?: NodeId;
}

export const eventNamed = foldedNames(HOOK_EVENT_NAMES);
export const handlerField = foldedNames(HANDLER_FIELD_NAMES);
export const groupField = foldedNames(GROUP_FIELDS);
const hookField = foldedNames(['enabled']);

const NONE: readonly UnreadKey[] = [];

/**
 * Decodes one hook as Go's `encoding/json` decodes into a struct of plain values and slices: fields apply in the order
 * in which they stand, whatever their case; null leaves a scalar and empties a slice; a slice decodes into the memory
 * of the earlier one; a wrong type leaves the value and is remembered. Only types are judged here.
 */
export function decodeHook(
  doc: JsonDoc,
  name: string,
  key: NodeId,
  node: NodeId,
  problems: HookProblems,
): LoadedHook {
  return new HookDecoder(doc, name, problems).decode(key, node);
}

class HookDecoder {
  readonly #doc: JsonDoc;
  readonly #name: string;
  readonly #problems: HookProblems;
  readonly #events = new Map<HookEvent, EventMemory>();
  /** Where the decoder is, from the hook downwards. */
  readonly #path: (string | number)[] = [];
  #enabled?: Located<boolean>;

  constructor(doc: JsonDoc, name: string, problems: HookProblems) {
    this.#doc = doc;
    this.#name = name;
    this.#problems = problems;
  }

  decode(key: NodeId, node: NodeId): LoadedHook {
    const kind = this.#doc.kind(node);
    const unread: UnreadKey[] = [];
    if (kind !== 'object' && kind !== 'null') {
      this.#problems.add('hook-type', () => ({
        code: 'hook-type',
        effect: 'file-lost',
        hook: this.#name,
        key,
        found: kind,
        place: placeIn(this.#name, [], this.#doc.span(key)),
      }));
    }
    this.#doc.forEachMember(node, (key, value) => {
      const spelled = this.#doc.text(key);
      const event = eventNamed(spelled);
      this.#path.push(spelled);
      if (event !== undefined) this.#event(event, spelled, key, value);
      else if (hookField(spelled) !== undefined) this.#boolean(key, value);
      else unread.push({ name: spelled, key, node: value });
      this.#path.pop();
    });
    const events = [...this.#events.values()].map(finishEvent);
    const hook: Mutable<LoadedHook> = { name: this.#name, key, node, events, unread };
    if (this.#enabled !== undefined) hook.enabled = this.#enabled;
    return hook;
  }

  #boolean(key: NodeId, node: NodeId): void {
    const kind = this.#doc.kind(node);
    if (kind === 'true' || kind === 'false') this.#enabled = { value: kind === 'true', node, key };
    else if (kind !== 'null') this.#refuseField('enabled', 'boolean', node);
  }

  #event(event: HookEvent, spelled: string, key: NodeId, node: NodeId): void {
    const { shape } = HOOK_EVENTS[event];
    const kind = this.#doc.kind(node);
    const memory: EventMemory = this.#events.get(event) ?? {
      event,
      shape,
      key,
      spelled,
      groups: newSlice(),
      flat: newSlice(),
    };
    this.#events.set(event, memory);
    if (kind !== 'array' && kind !== 'null') {
      this.#problems.add('event-type', () => ({
        code: 'event-type',
        effect: 'file-lost',
        hook: this.#name,
        event,
        found: kind,
        place: this.#place(node),
      }));
      return;
    }
    memory.key = key;
    memory.spelled = spelled;
    if (kind === 'null') {
      delete memory.array;
      clear(memory.groups);
      clear(memory.flat);
    } else if (shape === 'flat') {
      memory.array = node;
      this.#handlers(memory.flat, event, node);
    } else {
      fillSlice(this.#doc, memory.groups, node, newGroup, (old, item, index) => {
        this.#path.push(index);
        this.#group(old, event, item);
        this.#path.pop();
        return old;
      });
    }
  }

  #group(memory: GroupMemory, event: HookEvent, node: NodeId): void {
    memory.node = node;
    memory.unread = NONE;
    const unread: UnreadKey[] = [];
    if (!this.#isEntry(event, node)) return;
    this.#doc.forEachMember(node, (key, value) => {
      const spelled = this.#doc.text(key);
      const field = groupField(spelled);
      this.#path.push(spelled);
      if (field === 'matcher') this.#string(memory, 'matcher', event, key, value);
      else if (field === 'hooks') this.#hooks(memory, event, key, value);
      else unread.push({ name: spelled, key, node: value });
      this.#path.pop();
    });
    if (unread.length > 0) memory.unread = unread;
  }

  #hooks(memory: GroupMemory, event: HookEvent, key: NodeId, node: NodeId): void {
    const kind = this.#doc.kind(node);
    if (kind === 'null') delete memory.hooks;
    else if (kind === 'array') {
      memory.hooks ??= { slice: newSlice(), key };
      memory.hooks.key = key;
      this.#handlers(memory.hooks.slice, event, node);
    } else this.#refuseField('hooks', 'array', node, event);
  }

  #handlers(slice: Slice<HandlerMemory>, event: HookEvent, array: NodeId): void {
    fillSlice(this.#doc, slice, array, newHandler, (old, item, index) => {
      this.#path.push(index);
      this.#handler(old, event, item);
      this.#path.pop();
      return old;
    });
  }

  #handler(memory: HandlerMemory, event: HookEvent, node: NodeId): void {
    memory.node = node;
    memory.unread = NONE;
    const unread: UnreadKey[] = [];
    if (!this.#isEntry(event, node)) return;
    this.#doc.forEachMember(node, (key, value) => {
      const spelled = this.#doc.text(key);
      const field = handlerField(spelled);
      this.#path.push(spelled);
      if (field === undefined) {
        unread.push({ name: spelled, key, node: value });
        if (groupField(spelled) === 'hooks') memory.groupKey = key;
      } else if (field === 'timeout') this.#int32(memory, event, key, value);
      else if (field === 'type') {
        this.#string(memory, 'givenType', event, key, value);
        memory.type = typeOf(memory.givenType);
      } else this.#string(memory, field, event, key, value);
      this.#path.pop();
    });
    if (unread.length > 0) memory.unread = unread;
  }

  /** null is an entry that names nothing. */
  #isEntry(event: HookEvent, node: NodeId): boolean {
    const kind = this.#doc.kind(node);
    if (kind === 'object') return true;
    if (kind === 'null') return false;
    this.#problems.add('entry-type', () => ({
      code: 'entry-type',
      effect: 'file-lost',
      hook: this.#name,
      event,
      found: kind,
      place: this.#place(node),
    }));
    return false;
  }

  #string<N extends string>(
    memory: { [K in N]?: Located<string> },
    name: N,
    event: HookEvent,
    key: NodeId,
    node: NodeId,
  ): void {
    const kind = this.#doc.kind(node);
    if (kind === 'string') memory[name] = { value: this.#doc.text(node), node, key };
    else if (kind !== 'null') {
      const field = name === 'givenType' ? 'type' : (name as 'matcher' | HandlerField);
      this.#refuseField(field, 'string', node, event);
    }
  }

  #int32(memory: HandlerMemory, event: HookEvent, key: NodeId, node: NodeId): void {
    const kind = this.#doc.kind(node);
    if (kind === 'null') return;
    const value = kind === 'number' ? int32(this.#doc, node) : undefined;
    if (typeof value === 'number') memory.timeout = { value, node, key };
    else this.#refuseField('timeout', 'int32', node, event, value);
  }

  #refuseField(
    name: 'enabled' | 'matcher' | 'hooks' | HandlerField,
    wanted: 'boolean' | 'string' | 'array' | 'int32',
    node: NodeId,
    event?: HookEvent,
    badInteger?: BadInteger,
  ): void {
    const found: JsonKind = this.#doc.kind(node);
    this.#problems.add('field-type', () => ({
      code: 'field-type',
      effect: 'file-lost',
      hook: this.#name,
      name,
      wanted,
      found,
      place: this.#place(node),
      ...(event === undefined ? {} : { event }),
      ...(badInteger === undefined ? {} : { badInteger }),
    }));
  }

  #place(node: NodeId) {
    return placeIn(this.#name, this.#path, headOf(this.#doc, node));
  }
}

function newGroup(node: NodeId): GroupMemory {
  return { node, unread: NONE };
}

function newHandler(node: NodeId): HandlerMemory {
  return { node, type: 'command', unread: NONE };
}

function clear<T>(slice: Slice<T>): void {
  slice.memory = [];
  slice.length = 0;
}

function typeOf(given: Located<string> | undefined): HookHandler['type'] {
  if (given === undefined || given.value === '') return 'command';
  return HANDLER_TYPES.find((type) => type === given.value) ?? 'unknown';
}

/** Digits and sign of the longest int32; more of them cannot fit, and need not be read. */
const LONGEST_INT32 = '-2147483648'.length;

/** The value of a number that Go's `strconv.ParseInt` takes for 32 bits, or why it does not. */
function int32(doc: JsonDoc, node: NodeId): number | BadInteger {
  const text = doc.text(node);
  if (/[eE]/.test(text)) return 'exponent';
  if (text.includes('.')) return 'fraction';
  if (text.length > LONGEST_INT32) return 'out-of-range';
  const value = Number(text);
  // Go has no negative zero among its integers.
  return value === (value | 0) ? value | 0 : 'out-of-range';
}

function finishEvent(memory: EventMemory): HookEventEntries {
  const { event, shape, key, spelled, array } = memory;
  const flat = array === undefined ? [] : [{ node: array, handlers: elementsOf(memory.flat), unread: NONE }];
  const groups = shape === 'flat' ? flat : elementsOf(memory.groups).map(finishGroup);
  return { event, shape, key, spelled, groups };
}

function finishGroup({ node, matcher, hooks, unread }: GroupMemory): HookGroup {
  const group: Mutable<HookGroup> = {
    node,
    handlers: hooks === undefined ? [] : elementsOf(hooks.slice),
    unread,
  };
  if (matcher !== undefined) group.matcher = matcher;
  if (hooks !== undefined) group.hooksKey = hooks.key;
  return group;
}
