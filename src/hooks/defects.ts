import type { HookEvent } from '../agy/hook-facts.ts';
import type { HookProblem, LesserProblem, LosingProblem } from '../agy/hook-problems.ts';
import type { ProblemPlace } from '../agy/types.ts';
import type { JsonDoc } from '../json/tree.ts';
import { ownEventFor } from './foreign.ts';

/** Keys that hold what should run, in files of other hosts and by mistake; lower case. */
const COMMAND_KEYS: ReadonlySet<string> = new Set(['bash', 'cmd', 'exec', 'powershell', 'run', 'script']);

/** Keys by which a handler or a group is known that stands directly in a hook, lower case. */
const LOOSE_KEYS: ReadonlySet<string> = new Set([
  'command',
  'event',
  'events',
  'hooks',
  'matcher',
  'on',
  'trigger',
  'type',
]);

/** A key of a handler that holds the command, in a handler without one. */
interface CommandKey {
  readonly code: 'command-key';
  readonly hook: string;
  readonly event: HookEvent;
  readonly name: string;
  readonly place: ProblemPlace;
}

/** A key of a handler or a group, directly in a hook. */
interface LooseKey {
  readonly code: 'loose-handler';
  readonly hook: string;
  readonly name: string;
  readonly place: ProblemPlace;
}

/** A problem of the loader, or what several of them come down to. */
export type Told = HookProblem | CommandKey | LooseKey;

/** Problems that one finding tells: the same mistake under one event of a hook. */
export interface Defect {
  readonly first: Told;
  readonly others: readonly Told[];
}

/** Puts problems together that are one mistake, in the order of the first of each. */
export function defects(problems: readonly Told[]): Iterable<Defect> {
  const found = new Map<string, { first: Told; others: Told[] }>();
  for (const problem of problems) {
    const key = identity(problem);
    const defect = found.get(key);
    if (defect === undefined) found.set(key, { first: problem, others: [] });
    else defect.others.push(problem);
  }
  return found.values();
}

function identity(problem: Told): string {
  if (problem.code === 'hook-type' && ownEventFor(problem.hook) !== undefined) return problem.code;
  const hook = hookOf(problem);
  const event = 'event' in problem ? (problem.event ?? '') : '';
  // Of keys that stand directly in a hook, and of those that hold a command, one is as good as another.
  const name =
    'name' in problem && problem.code !== 'loose-handler' && problem.code !== 'command-key'
      ? problem.name
      : '';
  return [problem.code, hook, event, name].join('\0');
}

/** The hook that a problem is about; empty for the file as a whole. */
export function hookOf(problem: Told): string {
  return 'hook' in problem ? problem.hook : '';
}

export function losesFile(problem: HookProblem): problem is LosingProblem {
  return problem.effect === 'file-lost';
}

export function isLesser(problem: HookProblem): problem is LesserProblem {
  return problem.effect !== 'file-lost';
}

/** Leaves out what the user says Antigravity knows, and tells what two problems have in common once. */
export function withoutEchoes(
  doc: JsonDoc | undefined,
  problems: readonly LesserProblem[],
  extraEvents: readonly string[],
): readonly Told[] {
  const extra = new Set(extraEvents.map((name) => name.toLowerCase()));
  const bare = new Set<string>();
  for (const { code, place } of problems) if (code === 'empty-command') bare.add(place.pointer ?? '');
  const named = new Set<string>();
  const told: Told[] = [];
  for (const problem of problems) {
    const { hook, place } = problem;
    if (problem.code === 'unknown-event') {
      const name = problem.name.toLowerCase();
      if (extra.has(name)) continue;
      const loose = LOOSE_KEYS.has(name) && doc?.kind(problem.node) === 'array';
      told.push(loose ? { code: 'loose-handler', hook, name: problem.name, place } : problem);
    } else if (problem.code === 'ignored-key') {
      const { name, event, within } = problem;
      const owner = (place.pointer ?? '').replace(/\/[^/]*$/, '');
      if (within === 'hook' && LOOSE_KEYS.has(name.toLowerCase())) {
        told.push({ code: 'loose-handler', hook, name, place });
      } else if (event !== undefined && COMMAND_KEYS.has(name.toLowerCase()) && bare.has(owner)) {
        named.add(owner);
        told.push({ code: 'command-key', hook, event, name, place });
      } else told.push(problem);
    } else told.push(problem);
  }
  return told.filter(({ code, place }) => code !== 'empty-command' || !named.has(place.pointer ?? ''));
}
