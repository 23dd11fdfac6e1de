/** An import of one of the SDK's packages. Offsets are in UTF-16 units of the text. */
export interface SdkImport {
  readonly specifier: string;
  /** From the opening quote to behind the closing one. */
  readonly start: number;
  readonly end: number;
  /** What is taken from it by name, as the package calls it. */
  readonly names: readonly string[];
}

/** A file with more of them is not written by hand. */
const MOST_IMPORTS = 200;
/** How far before its specifier an import may begin. */
const LONGEST_CLAUSE = 2000;

/**
 * The imports of `@modelcontextprotocol/…` in a script, by a scan that leaves out comments and knows no grammar beyond
 * that. Linear.
 */
export function sdkImports(text: string): readonly SdkImport[] {
  const code = withoutComments(text);
  const imports: SdkImport[] = [];
  for (const found of code.matchAll(/(["'])(@modelcontextprotocol\/[\w./-]{1,100})\1/g)) {
    const [whole, , specifier] = found as unknown as [string, string, string];
    const before = code.slice(Math.max(0, found.index - LONGEST_CLAUSE), found.index).trimEnd();
    const clause = clauseOf(before);
    if (clause === undefined) continue;
    imports.push({
      specifier,
      start: found.index,
      end: found.index + whole.length,
      names: namesIn(clause),
    });
    if (imports.length === MOST_IMPORTS) break;
  }
  return imports;
}

/** Whether a script builds something, or calls it: `new Name(` or `Name(`, outside comments. */
export function calls(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\s{0,100}\\(`).test(withoutComments(text));
}

/** What stands between the keyword and the specifier; undefined where it is no import. */
function clauseOf(before: string): string | undefined {
  if (/\bfrom$/.test(before)) {
    const keyword = Math.max(before.lastIndexOf('import'), before.lastIndexOf('export'));
    return keyword === -1 ? '' : before.slice(keyword);
  }
  if (/\bimport$/.test(before)) return '';
  const call = /\b(?:await\s+import|import|require)\s*\($/.exec(before);
  if (call === null) return undefined;
  return /\{[^{}]*\}\s*=\s*$/.exec(before.slice(0, call.index))?.[0] ?? '';
}

function namesIn(clause: string): readonly string[] {
  const inner = /\{([^{}]*)\}/.exec(clause)?.[1] ?? '';
  return inner.split(',').flatMap((part) => /^\s*(?:type\s+)?([\w$]+)/.exec(part)?.[1] ?? []);
}

/** The text with comments and template literals blanked out, as long as before. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; ) {
    const char = text[i];
    let end: number | undefined;
    if (char === '/' && text[i + 1] === '/') end = endOf(text, '\n', i, 0);
    else if (char === '/' && text[i + 1] === '*') end = endOf(text, '*/', i + 2, 2);
    else if (char === '`') end = endOfQuoted(text, i, false);
    if (end !== undefined) {
      kept.push(text.slice(from, i), ' '.repeat(end - i));
      from = end;
      i = end;
    } else i = char === '"' || char === "'" ? endOfQuoted(text, i, true) : i + 1;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

function endOf(text: string, mark: string, from: number, length: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + length;
}

/** Behind the closing quote; a string of one line ends at its line's end, whatever stands there. */
function endOfQuoted(text: string, start: number, oneLine: boolean): number {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === quote) return i + 1;
    else if (oneLine && char === '\n') return i;
  }
  return text.length;
}
