import { defaultsOf } from '../config/shape.ts';
import { kindByFileName } from '../kinds/index.ts';
import type { AnyRule, RawFinding } from '../rule.ts';
import { SourceFile } from '../text/source.ts';

/** What a rule yields for one file, before policy and wording; options not given have their defaults. */
export function checkFile(
  rule: AnyRule,
  name: string,
  content: string | Uint8Array,
  options: Readonly<Record<string, unknown>> = {},
): RawFinding[] {
  const kind = kindByFileName(name);
  if (kind === undefined) throw new Error(`no kind of file is called ${name}`);
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const extra = options['extra-auth-provider-types'];
  const view = kind.load(new SourceFile(name, bytes), {
    extraAuthProviderTypes: Array.isArray(extra) ? extra : [],
  });
  const report = (
    messageId: string,
    at: RawFinding['at'],
    args: RawFinding['args'],
    details = {},
  ): RawFinding => ({
    messageId,
    at,
    args,
    ...details,
  });
  return [...rule.check(view, { report, options: { ...defaultsOf(rule.options), ...options } })];
}

/** A finding in a short form for tables: message id, place as `line:column`, and the text found there. */
export function summary(content: string | Uint8Array, { messageId, at }: RawFinding): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const source = new SourceFile('', bytes);
  const { line, column } = source.lines.position(at.start);
  return `${messageId} ${line}:${column} ${new TextDecoder().decode(bytes.subarray(at.start, at.end))}`;
}
