import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
} from 'vscode-languageserver/node';
import type { Finding } from '../engine/finding.ts';
import type { Severity } from '../rule.ts';
import { lspRange, type Shown } from './positions.ts';
import type { BadConfig } from './project.ts';

const SOURCE = 'skillsaw';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

export interface DiagnosticContext {
  /** How the file at a path is shown; undefined where the finding's own bytes are those on the disk. */
  shown(path: string): Shown | undefined;
  /** The URI under which the client knows a path. */
  uriOf(path: string): string;
  /** Where the documentation of a rule can be read. */
  pageOf(ruleId: string): string | undefined;
  /** Whether the client shows further places. */
  readonly related: boolean;
}

/** A finding as the protocol has it. All its texts are masked and escaped already. */
export function diagnosticOf(finding: Finding, context: DiagnosticContext): Diagnostic {
  const { ruleId, severity, message, help } = finding;
  const page = context.pageOf(ruleId);
  const related = context.related ? relatedOf(finding, context) : [];
  return {
    range: rangeOf(finding, finding.files[0], context),
    severity: SEVERITIES[severity],
    code: ruleId,
    ...(page === undefined ? {} : { codeDescription: { href: page } }),
    source: SOURCE,
    message: `${message}\n${help}`,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}

function relatedOf(finding: Finding, context: DiagnosticContext): DiagnosticRelatedInformation[] {
  return finding.related.flatMap((place) => {
    const path = finding.files[place.file ?? 0];
    if (path === undefined) return [];
    const range = rangeOf(place, path, context);
    return [{ location: { uri: context.uriOf(path), range }, message: place.message }];
  });
}

function rangeOf(
  { source, span }: Pick<Finding, 'source' | 'span'>,
  path: string | undefined,
  context: DiagnosticContext,
): Diagnostic['range'] {
  const start = { line: 0, character: 0 };
  if (source === undefined) return { start, end: start };
  const shown = path === undefined ? undefined : context.shown(path);
  // The bytes of the finding, shown as the client shows the file.
  return lspRange({ source, fromDisk: shown?.fromDisk ?? true }, span);
}

/** What is wrong with a configuration, on its own lines; from each place to the end of the word that a client sees there. */
export function configDiagnostics({ problems }: BadConfig): Diagnostic[] {
  return problems.map(({ place = { line: 1, column: 1 }, message }) => {
    const start = { line: place.line - 1, character: place.column - 1 };
    return { range: { start, end: start }, severity: DiagnosticSeverity.Error, source: SOURCE, message };
  });
}
