/** Whether the UTF-16 unit is an ASCII letter or digit; false for NaN. */
export function isAlnum(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Whether the UTF-16 unit is white space that may stand between tokens: tab, LF, VT, FF, CR, space, NBSP. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
}

/** Whether the UTF-16 unit ends a line: LF, CR or one of the two separators. */
export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}
