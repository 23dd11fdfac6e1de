/** Longer words are no misspelling of anything here, and the comparison costs their length times the candidate's. */
const LONGEST = 60;

/**
 * The candidate that a misspelt word was most likely meant to be: a third of its letters may be wrong, swapped
 * neighbours count as one mistake. Where spelling does not help, the only candidate that the word is a part of.
 * Case, `_` and `-` do not count. Undefined when nothing is close.
 */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = normal(word);
  if (wanted === '' || wanted.length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const name = normal(candidate);
    const allowed = Math.max(1, Math.floor(Math.min(wanted.length, name.length) / 3));
    if (Math.abs(wanted.length - name.length) > allowed) continue;
    const edits = editDistance(wanted, name);
    // Among equals, one that only lacks its end is the likelier.
    const distance = name.startsWith(wanted) ? edits - 0.5 : edits;
    if (edits <= allowed && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? onlyOneWith(wanted, candidates);
}

function onlyOneWith(wanted: string, candidates: readonly string[]): string | undefined {
  const around = candidates.filter((candidate) => {
    const name = normal(candidate);
    return wanted.length >= 4 ? name.includes(wanted) : wanted.length === 3 && name.startsWith(wanted);
  });
  return around.length === 1 ? around[0] : undefined;
}

function normal(word: string): string {
  return word.toLowerCase().replaceAll('_', '-').replace(/^-+/, '');
}

/** Damerau–Levenshtein distance in its restricted form: no part is edited twice. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] as number;
}
