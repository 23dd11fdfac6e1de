import * as z from 'zod/v4';
import type { FixedFile } from '../engine/fix.ts';
import { plural } from '../report/report.ts';
import { type Bounded, bounded } from './bounds.ts';

const MOST_MENDED = 20;
const MENDED_ROOM = 4_000;

export const mendedSchema = z.object({
  title: z.string(),
  ruleId: z.string(),
  count: z.number().int(),
});

/** What is mended in a file; what is done several times stands there once. */
export function mendedIn({ mended }: FixedFile): Bounded<z.input<typeof mendedSchema>> {
  const counts = new Map<string, z.input<typeof mendedSchema>>();
  for (const { title, ruleId } of mended) {
    const key = `${ruleId}\0${title}`;
    counts.set(key, { title, ruleId, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return bounded([...counts.values()], MOST_MENDED, MENDED_ROOM);
}

/** What a run leaves alone, in sentences. */
export function restNotes({
  refused,
  unfinished,
}: {
  refused: number;
  unfinished: boolean;
}): readonly string[] {
  return [
    ...(refused === 0
      ? []
      : [`${plural(refused, 'fix', 'fixes')} left out: something else would be wrong there afterwards`]),
    ...(unfinished ? ['there is more to mend than one run does'] : []),
  ];
}
