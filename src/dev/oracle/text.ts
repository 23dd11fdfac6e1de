/** The form in which both sides say what they found: ASCII, members in a fixed order. See `main.go`. */

export type Member = readonly [key: string, json: string];

/** A JSON object of members that are JSON already, sorted by their escaped keys. */
export function object(members: readonly Member[]): string {
  const written = members.map(([key, json]): Member => [quote(key), json]);
  written.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${written.map(([key, json]) => `${key}:${json}`).join(',')}}`;
}

/** A JSON string of printable ASCII alone. */
export function quote(text: string): string {
  const escaped = text.replace(
    /[^ !#-[\]-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}
