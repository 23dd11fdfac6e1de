import type { JsonDoc } from '../json/tree.ts';
import type { HookEventEntries, HookGroup, HookHandler, LoadedHook } from './hook-decode.ts';
import type { HookPath } from './hook-problems.ts';

/** A group under an event, with the way to it from its hook. */
export interface PlacedGroup {
  readonly hook: LoadedHook;
  readonly entries: HookEventEntries;
  readonly group: HookGroup;
  /** Keys as spelled and indices, from the hook to the group; of a flat event to its array. */
  readonly path: HookPath;
}

/** A handler, with the way to it from its hook. */
export interface PlacedHandler extends PlacedGroup {
  readonly handler: HookHandler;
}

/** The groups that run, in the order of the file; none of a hook that is switched off. */
export function* runningGroups(hooks: readonly LoadedHook[]): Generator<PlacedGroup> {
  for (const hook of hooks) {
    if (hook.enabled?.value === false) continue;
    for (const entries of hook.events) {
      for (let index = 0; index < entries.groups.length; index++) {
        const group = entries.groups[index] as HookGroup;
        const path = entries.shape === 'flat' ? [entries.spelled] : [entries.spelled, index];
        yield { hook, entries, group, path };
      }
    }
  }
}

/** The handlers of a group. */
export function* handlersOf(doc: JsonDoc, placed: PlacedGroup): Generator<PlacedHandler> {
  const { hook, entries, group, path } = placed;
  const list = group.hooksKey === undefined ? path : [...path, doc.text(group.hooksKey)];
  for (let index = 0; index < group.handlers.length; index++) {
    const handler = group.handlers[index] as HookHandler;
    yield { hook, entries, group, handler, path: [...list, index] };
  }
}
