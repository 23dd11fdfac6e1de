import { jsonPointer } from '../agy/types.ts';
import { maskText } from '../credentials/index.ts';
import type { AnyRule, Consequence, MessageSpec, RawFinding, Scope, Severity } from '../rule.ts';
import type { Fix } from '../text/edit.ts';
import { NAME_LIMIT, printable } from '../text/quote.ts';
import type { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';

/** A place in a file, as far from people as the engine gets: bytes. */
export interface Place {
  readonly path: string;
  /** Absent when the file could not be read. */
  readonly source?: SourceFile;
  readonly span: Span;
}

/**
 * A finding with its wording, fit to be shown: every string is masked, and what is meant for people is escaped and
 * cut. `server`, `field` and `pointer` are complete and as spelled.
 */
export interface Finding extends Place {
  readonly ruleId: string;
  readonly messageId: string;
  readonly severity: Severity;
  readonly scope: Scope;
  readonly consequence: Consequence;
  readonly message: string;
  readonly help: string;
  readonly server?: string;
  readonly field?: string;
  readonly pointer?: string;
  readonly related: readonly (Place & { readonly message: string })[];
  /** In the file that the finding is about, as it was read. */
  readonly fix?: Fix;
  /** From the repository root; with `ordinal` part of the fingerprint. */
  readonly repositoryPath: string;
  /** Running number among findings that are equal but for their place; counted before anything is filtered. */
  readonly ordinal: number;
  /**
   * Absolute paths of the file that it is about and of those that related places are in. They are not masked: for finding the
   * files again, and never to be shown.
   */
  readonly files: readonly string[];
}

/** What the engine knows of the file that a finding is about. */
export interface FindingFile {
  readonly path: string;
  readonly repositoryPath: string;
  readonly absolute: string;
  readonly source?: SourceFile;
}

/** More further places than these tell nobody anything, and a hostile file has millions of them. */
const MAX_RELATED = 100;

/** Longest text of a related place and longest title of a fix, in UTF-16 units. */
const TEXT_LIMIT = 160;

/** Puts a finding into words. `ordinal` is filled in when all findings are known. */
export function toFinding(
  rule: Pick<AnyRule, 'id'>,
  spec: MessageSpec,
  raw: RawFinding,
  file: FindingFile,
  severity: Severity,
  argumentLimit: number = NAME_LIMIT,
): Finding {
  const args = Object.fromEntries(
    Object.entries(raw.args).map(([name, value]) => [
      name,
      typeof value === 'string' ? printable(maskText(value), argumentLimit) : value,
    ]),
  );
  const place = placeOf(file);
  const related = (raw.related ?? []).slice(0, MAX_RELATED);
  return {
    ...place,
    ruleId: rule.id,
    messageId: raw.messageId,
    severity,
    scope: spec.scope,
    consequence: spec.consequence,
    message: spec.text(args),
    help: spec.help(args),
    span: raw.at,
    related: related.map(({ message, at, file: other }) => ({
      ...(other === undefined ? place : placeOf(other)),
      span: at,
      message: printable(maskText(message), TEXT_LIMIT),
    })),
    repositoryPath: maskText(file.repositoryPath),
    ordinal: 0,
    files: [file.absolute, ...related.flatMap(({ file: other }) => other?.absolute ?? [])],
    ...(raw.fix === undefined ? {} : { fix: shownFix(raw.fix) }),
    ...(raw.server === undefined ? {} : { server: maskText(raw.server) }),
    ...(raw.field === undefined ? {} : { field: maskText(raw.field) }),
    ...(raw.pointer === undefined ? {} : { pointer: maskPointer(raw.pointer) }),
  };
}

function shownFix({ kind, title, edits }: Fix): Fix {
  return { kind, title: printable(maskText(title), TEXT_LIMIT), edits };
}

function placeOf({ path, source }: Pick<FindingFile, 'path' | 'source'>): {
  readonly path: string;
  readonly source?: SourceFile;
} {
  return { path: maskText(path), ...(source === undefined ? {} : { source }) };
}

/** Name by name: a credential with `/` or `~` in it is no longer one when it is written as a part of a pointer. */
function maskPointer(pointer: string): string {
  const names = pointer.split('/').slice(1);
  return jsonPointer(...names.map((name) => maskText(name.replaceAll('~1', '/').replaceAll('~0', '~'))));
}
