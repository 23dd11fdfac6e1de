/** Longest name shown to people, in UTF-16 units; see `printable`. */
export const NAME_LIMIT = 80;

/**
 * What a terminal or a reader must not get raw: C0 and C1 controls, DEL, line and paragraph separators, marks that
 * turn the direction of text, invisible joiners and tags, a byte-order mark, the two characters that are none and that XML
 * may not hold, and lone surrogates.
 */
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e0fff}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

function escapeOne(char: string): string {
  const code = char.codePointAt(0) as number;
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Untrusted text with everything escaped that does not show as itself. */
export function escapeControls(text: string): string {
  return text.replace(UNPRINTABLE, escapeOne);
}

/** The same for text of several lines: every line end is LF afterwards. */
export function escapeLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(escapeControls)
    .join('\n');
}

/** What a terminal acts upon: controls but tab and line feed, and marks that turn the direction of text. */
const ACTIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The least that must be escaped, for text that is to be taken by another program as it stands. */
export function escapeActive(text: string): string {
  return text.replace(ACTIVE, escapeOne);
}

/** Cuts text to `limit` UTF-16 units, the mark of the cut included, never inside a surrogate pair. */
export function truncate(text: string, limit: number = NAME_LIMIT): string {
  if (text.length <= limit) return text;
  const end = limit - 1;
  const pair = text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff;
  return `${text.slice(0, pair ? end - 1 : end)}…`;
}

/** A name out of a linted file, fit to stand in a message: cut to `limit`, then escaped. */
export function printable(text: string, limit: number = NAME_LIMIT): string {
  return escapeControls(truncate(text, limit));
}

/**
 * The same for what `JSON.stringify` has left to be escaped: the first controls and lone surrogates are done, and line ends
 * stand between values alone. Without the flag `u`, because a report may be a hundred megabytes; the last pairs are
 * U+E0000 to U+E0FFF.
 */
const LEFT_IN_JSON =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\udb40-\udb43][\udc00-\udfff]/g;

/** What `JSON.stringify` gives, with everything written as an escape that a terminal or a reader must not get raw; the value stays the same. */
export function escapeForJson(json: string): string {
  return json.replace(LEFT_IN_JSON, (char) =>
    char.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
