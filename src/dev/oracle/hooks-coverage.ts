import type { HookEventEntries, HooksFile, LoadedHook } from '../../agy/hooks.ts';
import type { JsonDoc } from '../../json/tree.ts';

/** What a comparison must have met to prove anything; each is a count of documents, hooks, handlers or problems. */
export const HOOKS_SITUATIONS = [
  'loaded file',
  'loaded file with a handler',
  'problem: syntax',
  'problem: root-type',
  'problem: hook-type',
  'problem: event-type',
  'problem: entry-type',
  'problem: field-type',
  'problem: handler-type',
  'problem: handler-mix',
  'problem: grouped-entry',
  'problem: unknown-event',
  'problem: group-without-hooks',
  'problem: empty-command',
  'fraction',
  'exponent',
  'out-of-range',
  'replaced hook',
  'hook switched off',
  'event folded by a non-ASCII letter',
  'slice memory reused in a grouped event',
  'slice memory reused in a flat event',
  'prompt handler',
  'broken text in a name',
] as const;

type Situation = (typeof HOOKS_SITUATIONS)[number];

/** Every situation that a document is an example of, once for each example. */
export function hooksSituations(file: HooksFile): Situation[] {
  const { doc, hooks, problems, replaced, state } = file;
  const handlers = hooks.flatMap(({ events }) => events.flatMap(handlersOf));
  const met: string[] = problems.map(({ code }) => `problem: ${code}`);
  for (const problem of problems) {
    if (problem.code === 'field-type' && problem.badInteger !== undefined) met.push(problem.badInteger);
  }
  if (state === 'loaded') met.push('loaded file');
  if (state === 'loaded' && handlers.length > 0) met.push('loaded file with a handler');
  met.push(...replaced.map(() => 'replaced hook'));
  met.push(...handlers.filter(({ type }) => type === 'prompt').map(() => 'prompt handler'));
  if (doc !== undefined) met.push(...hooks.flatMap((hook) => ofHook(doc, hook)));
  return met.filter((name): name is Situation => (HOOKS_SITUATIONS as readonly string[]).includes(name));
}

function handlersOf({ groups }: HookEventEntries) {
  return groups.flatMap((group) => group.handlers);
}

function ofHook(doc: JsonDoc, hook: LoadedHook): Situation[] {
  const met: Situation[] = [];
  if (hook.enabled?.value === false) met.push('hook switched off');
  if (hook.name.includes('\ufffd')) met.push('broken text in a name');
  for (const entries of hook.events) {
    if (/[^ -~]/.test(entries.spelled)) met.push('event folded by a non-ASCII letter');
    const values = [
      ...entries.groups.flatMap(({ matcher }) => matcher?.node ?? []),
      ...handlersOf(entries).flatMap(({ command, timeout }) =>
        [command?.node ?? [], timeout?.node ?? []].flat(),
      ),
    ];
    // What stands before the array that counts is left from an earlier one.
    if (values.some((node) => doc.start(node) < doc.start(entries.key))) {
      met.push(`slice memory reused in a ${entries.shape} event`);
    }
  }
  return met;
}
