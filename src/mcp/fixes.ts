import * as z from 'zod/v4';
import type { FixedFile } from '../engine/fix.ts';
import { type MendedCount, mendedCounts } from '../run/fix-targets.ts';
import { type Bounded, bounded } from './bounds.ts';

const MOST_MENDED = 20;
const MENDED_ROOM = 4_000;

export const mendedSchema = z.object({
  title: z.string(),
  ruleId: z.string(),
  count: z.number().int(),
});

/** As much of what is mended in a file as an answer has room for. */
export function mendedIn(fixed: FixedFile): Bounded<MendedCount> {
  return bounded(mendedCounts(fixed), MOST_MENDED, MENDED_ROOM);
}
