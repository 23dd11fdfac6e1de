/** Bytes of candidates tried in one document's name; deep documents would take for ever. */
const BUDGET = 64 * 1024 * 1024;
const AT_ONCE = 200;

/**
 * Takes bytes out of a document for as long as `fails` still says yes to what is left. `fails` answers for several
 * candidates at once, in their order.
 */
export function shrink(
  document: Uint8Array,
  fails: (candidates: readonly Uint8Array[]) => readonly boolean[],
): Uint8Array {
  let best = document;
  let spent = 0;
  let chunk = Math.ceil(best.length / 2);
  while (chunk >= 1) {
    let smaller: Uint8Array | undefined;
    for (
      let from = 0;
      from < best.length && smaller === undefined && spent < BUDGET;
      from += chunk * AT_ONCE
    ) {
      const candidates: Uint8Array[] = [];
      for (let at = from; at < best.length && candidates.length < AT_ONCE; at += chunk) {
        candidates.push(Buffer.concat([best.subarray(0, at), best.subarray(at + chunk)]));
        spent += best.length;
      }
      const verdicts = fails(candidates);
      smaller = candidates.find((_, index) => verdicts[index]);
    }
    if (smaller === undefined) chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2);
    else {
      best = smaller;
      chunk = Math.min(chunk, Math.ceil(best.length / 2));
    }
  }
  return best;
}
