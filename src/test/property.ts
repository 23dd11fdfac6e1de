import fc from 'fast-check';

/** How many times as many examples as usual, all of them new; set by `npm run fuzz`. */
const effort = Number(process.env.SKILLSAW_FUZZ ?? 0);

/** The same examples in every ordinary run, so that a change is judged by what it changes and not by chance. */
const SEED = 20_261_201;

fc.configureGlobal(effort > 0 ? { numRuns: 100 * effort } : { seed: SEED });

/** A number of examples, for `numRuns`. */
export function runs(usual: number): number {
  return usual * Math.max(1, effort);
}

export default fc;
