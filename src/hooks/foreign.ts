import { HOOK_EVENT_NAMES } from '../agy/hook-facts.ts';
import { type Equivalent, foreignEvent, insteadOf } from '../agy/hook-hosts.ts';
import { foreignMatcher } from '../agy/hook-matcher.ts';
import type { HookOrigin } from '../agy/hook-origin.ts';
import type { LosingProblem } from '../agy/hook-problems.ts';
import { everyMatcher, everyTimeout, type HooksFile } from '../agy/hooks.ts';
import type { Located } from '../agy/types.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';
import type { Span } from '../text/span.ts';

/** What must change at a place of a file that was written for another host. */
export interface Remark {
  readonly message: string;
  readonly at: Span;
}

/** What the loader takes, in words. */
export const ACCEPTED = {
  string: 'a string',
  boolean: 'true or false without quotes',
  array: 'a list',
  int32: 'a whole number of seconds',
} as const;

/** Further places that a finding about a whole file lists. */
const MOST_REMARKS = 20;

/** From here on a timeout is taken for milliseconds: nobody waits seventeen minutes for a hook. */
export const MILLISECONDS = 1000;

/** What to write for a key that names an event; `null` when Antigravity has nothing like it, undefined for no event. */
export function ownEventFor(name: string): Equivalent | null | undefined {
  const lower = name.toLowerCase();
  const own = HOOK_EVENT_NAMES.find((event) => event.toLowerCase() === lower);
  if (own !== undefined) return { event: own };
  const foreign = foreignEvent(name);
  return foreign === undefined ? undefined : (foreign.instead ?? null);
}

/** Whether an object has events in it, of whatever host. */
export function holdsEvents(doc: JsonDoc, node: NodeId): boolean {
  for (const { key, value } of doc.members(node)) {
    if (doc.kind(value) === 'array' && ownEventFor(doc.text(key)) !== undefined) return true;
  }
  return false;
}

/** What else must change in another host's file, in its order. */
export function remarks(doc: JsonDoc, { problems }: HooksFile, { foreignEvents }: HookOrigin): Remark[] {
  const found: Remark[] = [];
  for (const problem of problems) {
    const message = problem.effect === 'file-lost' ? remarkOnProblem(problem) : undefined;
    if (message !== undefined) found.push({ message, at: problem.place.span });
  }
  for (const { name, key } of foreignEvents) found.push({ message: remarkOnEvent(name), at: doc.span(key) });
  found.push(...remarksOnAll(doc));
  for (const { value, node } of everyTimeout(doc)) {
    if (Number(value) < MILLISECONDS) continue;
    found.push({ message: 'Antigravity reads timeout as seconds', at: doc.span(node) });
  }
  return found.sort((a, b) => a.at.start - b.at.start).slice(0, MOST_REMARKS);
}

/** What to write for the matchers of a document. */
export function remarksOnAll(doc: JsonDoc): Remark[] {
  const found: Remark[] = [];
  for (const matcher of everyMatcher(doc)) {
    found.push(...remarkOnMatcher(doc, matcher));
    if (found.length === MOST_REMARKS) break;
  }
  return found;
}

/** What to write for the matchers of the groups under one event. */
export function remarksOnMatchers(doc: JsonDoc, event: NodeId): Remark[] {
  const found: Remark[] = [];
  for (const group of doc.items(event)) {
    for (const { key, value: node } of doc.members(group)) {
      if (doc.kind(node) !== 'string' || doc.text(key).toLowerCase() !== 'matcher') continue;
      found.push(...remarkOnMatcher(doc, { value: doc.text(node), node }));
      if (found.length >= MOST_REMARKS) return found;
    }
  }
  return found;
}

function remarkOnMatcher(doc: JsonDoc, { value, node }: Located<string>): Remark[] {
  const tools = foreignMatcher(value, []);
  if (tools === undefined) return [];
  const instead = insteadOf(tools);
  const message = instead === '' ? 'Antigravity has no such tool' : `matcher: for Antigravity "${instead}"`;
  return [{ message, at: doc.span(node) }];
}

/** What to write for the name of an event. */
export function remarkOnEvent(name: string): string {
  const instead = ownEventFor(name);
  if (instead === undefined || instead === null) return `Antigravity has nothing like ${name}`;
  const matcher = instead.matcher === undefined ? '' : ` with the matcher "${instead.matcher}"`;
  return instead.event.toLowerCase() === name.toLowerCase()
    ? `${name} as well`
    : `${name}: for Antigravity ${instead.event}${matcher}`;
}

function remarkOnProblem(problem: LosingProblem): string | undefined {
  switch (problem.code) {
    case 'syntax':
    case 'root-type':
      return undefined;
    case 'hook-type':
      return 'only named hooks may stand at the top';
    case 'event-type':
      return 'a list must stand here';
    case 'entry-type':
      return 'an object must stand here';
    case 'field-type':
      return `only ${ACCEPTED[problem.wanted]} is read here`;
    case 'handler-type':
      return 'only "command" and "prompt" are read here';
    case 'handler-mix':
      return `no ${problem.name} in a handler of type ${problem.type}`;
    case 'grouped-entry':
      return `${problem.event} takes handlers directly, without a group`;
  }
}
