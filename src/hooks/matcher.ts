/** Where a matcher has `\|` outside of a class: a literal `|`, which no tool has in its name. In UTF-16 units; -1 for nowhere. */
export function escapedPipe(matcher: string): number {
  if (!matcher.includes('\\|')) return -1;
  let inClass = false;
  for (let at = 0; at < matcher.length; at++) {
    const char = matcher[at];
    if (char === '\\') {
      if (matcher[at + 1] === '|' && !inClass) return at;
      at++;
    } else if (char === '[' && !inClass) inClass = true;
    else if (char === ']') inClass = false;
  }
  return -1;
}
