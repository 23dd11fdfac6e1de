/**
 * The form under which Go's `encoding/json` compares object keys with struct fields (Unicode simple folding). All
 * field names are ASCII, and just two other characters fold into ASCII: U+017F (long s) with s, U+212A (Kelvin sign)
 * with k. Everything else stays as it is, because it can match no field: ß, ı, İ and fullwidth letters included.
 */
export function foldName(name: string): string {
  return name.replace(/[A-Z\u017f\u212a]/g, (char) =>
    char === '\u017f' ? 's' : char === '\u212a' ? 'k' : char.toLowerCase(),
  );
}

/** A look-up of known names by their folded form; gives the name as the loader spells it. */
export function foldedNames<T extends string>(names: readonly T[]): (spelled: string) => T | undefined {
  const exact = new Map<string, T>(names.map((name) => [name, name]));
  const byFold = new Map(names.map((name) => [foldName(name), name]));
  // Nearly every key is spelled as the loader spells it.
  return (spelled) => exact.get(spelled) ?? byFold.get(foldName(spelled));
}

/** A regular expression, as JSON Schema takes one, for every spelling of an ASCII name that folds to it. */
export function foldPattern(name: string): string {
  const letters = [...name].map((char) => {
    const lower = char.toLowerCase();
    const upper = char.toUpperCase();
    if (lower === upper) return char;
    return `[${lower}${upper}${lower === 's' ? '\\u017f' : lower === 'k' ? '\\u212a' : ''}]`;
  });
  return `^${letters.join('')}$`;
}
