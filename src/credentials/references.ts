/** `${X}`, `${X:-a/b}`, `{{x}}`, `{env:X}`, `<user>`: a gap in a URL; its own `/`, `:` and `?` are not the URL's. */
const REFERENCE = /\$?\{\{?[^{}"\r\n]{1,80}\}\}?|<[^<>"\r\n]{1,80}>/y;

/** Index after the reference that starts at `at`; `at` itself when none does. */
export function afterReference(text: string, at: number): number {
  const code = text.charCodeAt(at);
  // $ < {
  if (code !== 36 && code !== 60 && code !== 123) return at;
  REFERENCE.lastIndex = at;
  return REFERENCE.test(text) ? REFERENCE.lastIndex : at;
}

/** The first colon in the range that is not part of a reference: between user and password. */
export function colonOutsideReferences(text: string, start: number, end: number): number | undefined {
  for (let i = start; i < end; ) {
    if (text.charCodeAt(i) === 58) return i;
    i = Math.max(i + 1, afterReference(text, i));
  }
  return undefined;
}
