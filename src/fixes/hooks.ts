import { eventNamed, groupField, handlerField, type LoadedHook } from '../agy/hook-decode.ts';
import { HANDLER_TYPES, HOOK_EVENTS, type HookEvent, isNoteKey } from '../agy/hook-facts.ts';
import { nearestEvent } from '../agy/hook-nearest.ts';
import type { HooksFile } from '../agy/hooks.ts';
import type { Defect, Told } from '../hooks/defects.ts';
import { ownEventFor } from '../hooks/foreign.ts';
import { liftItems, removeMember, renameKey, replaceValue, surround, wrapMembers } from '../json/edit.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';
import { deletion, type Fix, type TextEdit } from '../text/edit.ts';
import { booleanWord } from './words.ts';

/** What hooks are called that had no name. */
const NEW_NAME = 'my-hook';

/** Keys that other hosts have at the top of the file, besides notes. */
const TOP_KEYS: ReadonlySet<string> = new Set(['version', 'schema']);

/** For all problems of a defect at once; undefined where one of them would have to be guessed. */
export function hooksFix({ doc, hooks }: HooksFile, { first, others }: Defect): Fix | undefined {
  if (doc === undefined) return undefined;
  if (first.code === 'hook-type' && ownEventFor(first.hook) !== undefined) return naming(doc);
  const fixes: Fix[] = [];
  for (const problem of [first, ...others]) {
    const fix = fixFor(doc, hooks, problem);
    if (fix === undefined) return undefined;
    fixes.push(fix);
  }
  const [{ title = '' } = {}] = fixes;
  const kind = fixes.every((fix) => fix.kind === 'safe') ? 'safe' : 'suggested';
  return { kind, title, edits: fixes.flatMap(({ edits }) => edits) };
}

/** A name around the events at the top, where there is nothing else. */
function naming(doc: JsonDoc): Fix | undefined {
  for (const { key } of doc.members(doc.root)) if (eventNamed(doc.text(key)) === undefined) return undefined;
  const edits = wrapMembers(doc, doc.root, NEW_NAME);
  return { kind: 'suggested', title: `Put the events into a hook called "${NEW_NAME}"`, edits };
}

function fixFor(doc: JsonDoc, hooks: readonly LoadedHook[], problem: Told): Fix | undefined {
  const { span, field = '' } = problem.place;
  const node = doc.nodeAt(span.start);
  if (node === undefined) return undefined;
  switch (problem.code) {
    case 'hook-type': {
      const { hook } = problem;
      const isNote = isNoteKey(hook) || TOP_KEYS.has(hook.toLowerCase());
      if (!isNote || doc.kind(node + 1) === 'object' || doc.kind(node + 1) === 'array') return undefined;
      return suggested(`Take "${hook}" out`, removeMember(doc, node));
    }
    case 'event-type':
      return holdsEntry(doc, node, problem.event)
        ? suggested(`Make ${field} a list`, surround(doc, node, '[', ']'))
        : undefined;
    case 'field-type':
      return fieldFix(doc, node, problem.wanted, field);
    case 'handler-type': {
      const type = HANDLER_TYPES.find((name) => name === problem.text.trim().toLowerCase());
      return type === undefined ? undefined : safe(`Write "${type}"`, replaceValue(doc, node, `"${type}"`));
    }
    case 'grouped-entry':
      return lifting(doc, node, problem.event);
    case 'unknown-event':
      return renaming(
        doc,
        node,
        hooks.find(({ name }) => name === problem.hook),
        problem.name,
      );
    case 'flat-matcher': {
      const edits = removeMember(doc, node);
      return isNeutral(doc, node + 1)
        ? safe('Take matcher out', edits)
        : suggested('Take matcher out', edits);
    }
    case 'group-without-hooks':
      return problem.bare ? grouping(doc, doc.holderOf(node)) : undefined;
    case 'command-key': {
      const alone = [...doc.members(doc.holderOf(node))].every(
        ({ key }) => handlerField(doc.text(key)) !== 'command',
      );
      if (!alone || doc.kind(node + 1) !== 'string') return undefined;
      return suggested(`Rename "${problem.name}" to command`, renameKey(doc, node, 'command'));
    }
    default:
      return undefined;
  }
}

/** Whether an object could stand in the list of an event. */
function holdsEntry(doc: JsonDoc, object: NodeId, event: HookEvent): boolean {
  const wanted = HOOK_EVENTS[event].shape === 'flat' ? 'command' : 'hooks';
  for (const { key } of doc.members(object)) {
    const name = doc.text(key);
    if (handlerField(name) === wanted || groupField(name) === wanted) return true;
  }
  return false;
}

function fieldFix(
  doc: JsonDoc,
  node: NodeId,
  wanted: 'boolean' | 'string' | 'array' | 'int32',
  field: string,
): Fix | undefined {
  const kind = doc.kind(node);
  const text = doc.text(node);
  const { start, end } = doc.span(node);
  if (wanted === 'boolean' && kind === 'string') {
    const word = booleanWord(text);
    return word === undefined ? undefined : safe(`Write ${field} as ${word}`, replaceValue(doc, node, word));
  }
  if (wanted === 'array' && kind === 'object') {
    return suggested(`Make ${field} a list`, surround(doc, node, '[', ']'));
  }
  if (wanted !== 'int32') return undefined;
  const title = `Write ${field} as a whole number`;
  if (kind === 'number') {
    const point = text.indexOf('.');
    return /^-?\d{1,9}\.0+$/.test(text) ? safe(title, [deletion(start + point, end)]) : undefined;
  }
  const unit = /^(?:0|[1-9]\d{0,8})( ?s(?:ec(?:onds?)?)?)?$/.exec(text);
  // Escapes would put the characters elsewhere.
  if (kind !== 'string' || unit === null || text.length !== end - start - 2) return undefined;
  const digits = text.length - (unit[1]?.length ?? 0);
  const edits = [deletion(start, start + 1), deletion(start + 1 + digits, end)];
  return unit[1] === undefined ? safe(title, edits) : suggested(title, edits);
}

/** The handlers in the place of a group that has nothing else to say. */
function lifting(doc: JsonDoc, hooksKey: NodeId, event: HookEvent): Fix | undefined {
  const list = hooksKey + 1;
  if (doc.kind(list) !== 'array' || doc.isEmpty(list)) return undefined;
  const group = doc.holderOf(hooksKey);
  for (const { key, value } of doc.members(group)) {
    const isMatcher = groupField(doc.text(key)) === 'matcher' && isNeutral(doc, value);
    if (key !== hooksKey && !isMatcher) return undefined;
  }
  return suggested(`Lift the handlers out of the group under ${event}`, liftItems(doc, group, list));
}

/** A matcher that every tool passes. */
function isNeutral(doc: JsonDoc, matcher: NodeId): boolean {
  const kind = doc.kind(matcher);
  return kind === 'null' || (kind === 'string' && ['', '*', '.*'].includes(doc.text(matcher)));
}

/** A group around a handler. */
function grouping(doc: JsonDoc, handler: NodeId): Fix | undefined {
  for (const { key } of doc.members(handler)) if (groupField(doc.text(key)) !== undefined) return undefined;
  return suggested('Put the handler into a group', surround(doc, handler, '{"hooks": [', ']}'));
}

/** Only where one key means the event, and what stands under it has its shape. */
function renaming(doc: JsonDoc, key: NodeId, hook: LoadedHook | undefined, name: string): Fix | undefined {
  const event = nearestEvent(name);
  if (event === undefined || hook === undefined) return undefined;
  const others = hook.unread.filter((unread) => nearestEvent(unread.name) === event);
  if (others.length > 1 || hook.events.some((entries) => entries.event === event)) return undefined;
  const items = [...doc.items(key + 1)];
  if (items.length === 0 || !items.every((item) => holdsEntry(doc, item, event))) return undefined;
  return suggested(`Rename ${name} to ${event}`, renameKey(doc, key, event));
}

function safe(title: string, edits: readonly TextEdit[]): Fix {
  return { kind: 'safe', title, edits };
}

function suggested(title: string, edits: readonly TextEdit[]): Fix {
  return { kind: 'suggested', title, edits };
}
