import { jsonPointer } from '../agy/types.ts';
import { maskText } from '../credentials/index.ts';
import type {
  AnyRule,
  Consequence,
  MessageSpec,
  RawFinding,
  RelatedPlace,
  Scope,
  Severity,
} from '../rule.ts';
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
  /** `file`: which of `files` it is in; absent for the one that the finding is about. */
  readonly related: readonly (Place & { readonly message: string; readonly file?: number })[];
  /** In the file that the finding is about, as it was read. */
  readonly fix?: Fix;
  /** Set when it was made of several files at once, so that it may come or go when another file changes. */
  readonly acrossFiles?: true;
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
  acrossFiles = false,
): Finding {
  const args: Record<string, string | number> = {};
  for (const name in raw.args) {
    const value = raw.args[name] as string | number;
    args[name] = typeof value === 'string' ? printable(maskText(value), argumentLimit) : value;
  }
  const related = raw.related?.slice(0, MAX_RELATED) ?? [];
  const files = [file.absolute];
  // Filled in step by step: there may be ten thousand, and to spread what may be absent costs more than all the rest.
  const finding: Draft = {
    path: maskText(file.path),
    ruleId: rule.id,
    messageId: raw.messageId,
    severity,
    scope: spec.scope,
    consequence: spec.consequence,
    message: spec.text(args),
    help: spec.help(args),
    span: raw.at,
    related: related.map((one) => shownPlace(one, file, files)),
    repositoryPath: maskText(file.repositoryPath),
    ordinal: 0,
    files,
  };
  if (acrossFiles) finding.acrossFiles = true;
  if (file.source !== undefined) finding.source = file.source;
  if (raw.fix !== undefined) finding.fix = shownFix(raw.fix);
  if (raw.server !== undefined) finding.server = maskText(raw.server);
  if (raw.field !== undefined) finding.field = maskText(raw.field);
  if (raw.pointer !== undefined) finding.pointer = maskPointer(raw.pointer);
  return finding;
}

type Draft = { -readonly [K in keyof Finding]: Finding[K] };

function shownFix({ kind, title, edits }: Fix): Fix {
  return { kind, title: printable(maskText(title), TEXT_LIMIT), edits };
}

/** @param files those of the finding so far; another one is put behind them */
function shownPlace(
  { message, at, file }: RelatedPlace,
  about: FindingFile,
  files: string[],
): Finding['related'][number] {
  const { path, source } = file ?? about;
  const place = {
    path: maskText(path),
    span: at,
    message: printable(maskText(message), TEXT_LIMIT),
    ...(file === undefined ? {} : { file: files.push(file.absolute) - 1 }),
  };
  return source === undefined ? place : { ...place, source };
}

/** Name by name: a credential with `/` or `~` in it is no longer one when it is written as a part of a pointer. */
function maskPointer(pointer: string): string {
  const names = pointer.split('/').slice(1);
  return jsonPointer(...names.map((name) => maskText(name.replaceAll('~1', '/').replaceAll('~0', '~'))));
}
