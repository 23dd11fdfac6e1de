import type { JsonDoc, NodeId } from '../json/tree.ts';
import {
  groupField,
  type HookEventEntries,
  type HookGroup,
  type HookHandler,
  handlerField,
  type LoadedHook,
  type UnreadKey,
} from './hook-decode.ts';
import { isNoteKey } from './hook-facts.ts';
import { foreignEvent } from './hook-hosts.ts';
import { type HookProblems, headOf, placeIn } from './hook-problems.ts';
import type { Located } from './types.ts';

/**
 * What agy refuses, or passes over, in a hook whose types are right: the kind of each handler, on the values as they
 * stand after decoding, and keys that it does not read.
 */
export function judgeHook(doc: JsonDoc, hook: LoadedHook, problems: HookProblems): void {
  new HookJudge(doc, hook, problems).judge();
}

/** Whether a text was given; the loader takes an empty one for none. */
function filled(text: Located<string> | undefined): text is Located<string> {
  return text !== undefined && text.value !== '';
}

class HookJudge {
  readonly #doc: JsonDoc;
  readonly #hook: LoadedHook;
  readonly #problems: HookProblems;

  constructor(doc: JsonDoc, hook: LoadedHook, problems: HookProblems) {
    this.#doc = doc;
    this.#hook = hook;
    this.#problems = problems;
  }

  judge(): void {
    const hook = this.#hook.name;
    for (const { name, key, node } of this.#hook.unread) {
      const kind = this.#doc.kind(node);
      if (kind === 'null' || isNoteKey(name)) continue;
      const place = () => placeIn(hook, [name], this.#doc.span(key));
      if (kind === 'array' || kind === 'object' || foreignEvent(name) !== undefined) {
        this.#problems.add('unknown-event', () => ({
          code: 'unknown-event',
          effect: 'hook-ignored',
          hook,
          name,
          node,
          place: place(),
        }));
      } else if (kind !== 'false') {
        this.#problems.add('ignored-key', () => ({
          code: 'ignored-key',
          effect: 'value-ignored',
          hook,
          name,
          within: 'hook',
          place: place(),
        }));
      }
    }
    for (const entries of this.#hook.events) {
      for (const [index, group] of entries.groups.entries()) this.#group(entries, group, index);
    }
  }

  #group(entries: HookEventEntries, group: HookGroup, index: number): void {
    const { shape, spelled } = entries;
    if (shape === 'flat') {
      for (const [at, handler] of group.handlers.entries()) this.#handler(entries, handler, [spelled, at]);
      return;
    }
    const path = [spelled, index];
    const { hooksKey } = group;
    if (hooksKey === undefined) {
      this.#groupWithoutHooks(entries, group, path);
      return;
    }
    for (const unread of group.unread) this.#ignoredKey(entries, unread, 'group', path);
    const hooks = this.#doc.text(hooksKey);
    for (const [at, handler] of group.handlers.entries()) {
      this.#handler(entries, handler, [spelled, index, hooks, at]);
    }
  }

  #groupWithoutHooks({ event }: HookEventEntries, group: HookGroup, path: Path): void {
    const named = group.unread.filter(({ name }) => handlerField(name) !== undefined);
    const at = named.find(({ name }) => handlerField(name) === 'command') ?? named[0];
    this.#problems.add('group-without-hooks', () => ({
      code: 'group-without-hooks',
      effect: 'hook-ineffective',
      hook: this.#hook.name,
      event,
      bare: at !== undefined,
      place:
        at === undefined
          ? placeIn(this.#hook.name, path, headOf(this.#doc, group.node))
          : placeIn(this.#hook.name, [...path, at.name], this.#doc.span(at.key)),
    }));
  }

  #handler(entries: HookEventEntries, handler: HookHandler, path: Path): void {
    const { event, shape } = entries;
    const hook = this.#hook.name;
    const { type, command, groupKey } = handler;
    const at = (value: Located<unknown>) => this.#placeOf(value, path);
    const lost = { effect: 'file-lost', hook, event } as const;

    // Who writes `type: prompt` has not written a group.
    const grouped = shape === 'flat' && groupKey !== undefined && type === 'command' && !filled(command);
    if (grouped) {
      this.#problems.add('grouped-entry', () => ({
        ...lost,
        code: 'grouped-entry',
        place: placeIn(hook, [...path, this.#doc.text(groupKey)], this.#doc.span(groupKey)),
      }));
    }
    for (const unread of handler.unread) {
      const field = shape === 'flat' ? groupField(unread.name) : undefined;
      if (grouped && field !== undefined) continue;
      if (field === 'matcher') {
        this.#problems.add('flat-matcher', () => ({
          code: 'flat-matcher',
          effect: 'value-ignored',
          hook,
          event,
          place: placeIn(hook, [...path, unread.name], this.#doc.span(unread.key)),
        }));
      } else this.#ignoredKey(entries, unread, 'handler', path);
    }

    const { givenType } = handler;
    if (type === 'unknown') {
      if (givenType === undefined) return;
      this.#problems.add('handler-type', () => ({
        ...lost,
        code: 'handler-type',
        text: givenType.value,
        place: at(givenType),
      }));
      return;
    }
    const foreign = (type === 'command' ? (['prompt', 'model'] as const) : (['command'] as const)).find(
      (name) => filled(handler[name]),
    );
    const intruder = foreign === undefined ? undefined : handler[foreign];
    if (foreign !== undefined && intruder !== undefined) {
      this.#problems.add('handler-mix', () => ({
        ...lost,
        code: 'handler-mix',
        type,
        name: foreign,
        place: at(intruder),
      }));
    } else if (type === 'command' && !filled(command) && !grouped) {
      this.#problems.add('empty-command', () => ({
        code: 'empty-command',
        effect: 'hook-ineffective',
        hook,
        event,
        because: command === undefined ? 'missing' : 'empty',
        place: command === undefined ? placeIn(hook, path, headOf(this.#doc, handler.node)) : at(command),
      }));
    }
  }

  #ignoredKey(
    { event }: HookEventEntries,
    { name, key, node }: UnreadKey,
    within: 'group' | 'handler',
    path: Path,
  ): void {
    const kind = this.#doc.kind(node);
    // Nothing is lost with a switch that is off or a list that is empty.
    if (kind === 'null' || kind === 'false' || this.#doc.isEmpty(node) || isNoteKey(name)) return;
    this.#problems.add('ignored-key', () => ({
      code: 'ignored-key',
      effect: 'value-ignored',
      hook: this.#hook.name,
      event,
      name,
      within,
      place: placeIn(this.#hook.name, [...path, name], this.#doc.span(key)),
    }));
  }

  #placeOf({ node, key }: { readonly node: NodeId; readonly key?: NodeId }, path: Path) {
    const below = key === undefined ? [] : [this.#doc.text(key)];
    return placeIn(this.#hook.name, [...path, ...below], this.#doc.span(node));
  }
}

type Path = readonly (string | number)[];
