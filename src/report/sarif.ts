import type { Finding, Place } from '../engine/finding.ts';
import { fingerprint } from '../engine/fingerprint.ts';
import type { RuleCrash } from '../engine/lint.ts';
import type { Severity } from '../rule.ts';
import { type Fix, inFileOrder } from '../text/edit.ts';
import { escapeForJson } from '../text/quote.ts';
import { rangeOf } from './locate.ts';
import { crashText, errorName, type Report, type RuleNote, sentence } from './report.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** What relative addresses of files start from; whoever reads the report knows where that is. */
const BASE = '%SRCROOT%';
const LEVEL = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<
  Severity,
  string
>;

/** SARIF 2.1.0 with one run. Nothing in it tells when or where that was, so that the same tree gives the same bytes. */
export function reportSarif(report: Report): string {
  const { rules } = report.background;
  const indices = new Map(rules.map(({ id }, index) => [id, index]));
  const { name, version } = report.tool;
  const run = {
    tool: { driver: { name, version, semanticVersion: version, rules: rules.map(descriptor) } },
    invocations: [
      {
        executionSuccessful: report.crashes.length === 0,
        toolExecutionNotifications: report.crashes.map((crash) => notification(crash, version)),
      },
    ],
    originalUriBaseIds: {
      [BASE]: { description: { text: 'The directory that skillsaw was run in.' } },
    },
    columnKind: 'utf16CodeUnits',
    results: [],
  };
  const log = JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2);
  // A line each: indented, a result takes three times as much, and there may be very many.
  const results = report.findings.map((finding) =>
    JSON.stringify(result(finding, indices.get(finding.ruleId))),
  );
  return `${escapeForJson(withResults(log, results))}\n`;
}

/** Puts results into the empty list at the end of a log. */
function withResults(log: string, results: readonly string[]): string {
  if (results.length === 0) return log;
  const at = log.lastIndexOf('[]') + 1;
  return `${log.slice(0, at)}\n        ${results.join(',\n        ')}\n      ${log.slice(at)}`;
}

/** Without an address for help: the package has no page of its own yet, and the help comes with the report. */
function descriptor({ id, summary, category, severity, page }: RuleNote): object {
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: page?.lead ?? summary },
    help: { text: page?.text ?? summary, ...(page === undefined ? {} : { markdown: page.markdown }) },
    defaultConfiguration: { level: LEVEL[severity] },
    properties: { category, tags: [category] },
  };
}

function notification(crash: RuleCrash, version: string): object {
  return {
    level: 'error',
    message: { text: message(crashText(crash, version)) },
    exception: { kind: errorName(crash.error) },
    ...(crash.ruleId === undefined ? {} : { associatedRule: { id: crash.ruleId } }),
    locations: [{ physicalLocation: { artifactLocation: artifact(crash.path) } }],
  };
}

function result(finding: Finding, ruleIndex: number | undefined): object {
  const { server, field, pointer } = finding;
  return {
    ruleId: finding.ruleId,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: LEVEL[finding.severity],
    // Where there is little room only the first sentence is shown.
    message: { text: message(`${sentence(finding.message)} ${finding.help}`) },
    locations: [
      {
        physicalLocation: physicalLocation(finding),
        ...(pointer === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: pointer }] }),
      },
    ],
    ...(finding.related.length === 0
      ? {}
      : {
          relatedLocations: finding.related.map((place, index) => ({
            id: index + 1,
            physicalLocation: physicalLocation(place),
            message: { text: message(place.message) },
          })),
        }),
    ...(finding.fix === undefined ? {} : { fixes: [changes(finding, finding.fix)] }),
    partialFingerprints: { 'skillsaw/v1': fingerprint(finding) },
    properties: {
      scope: finding.scope,
      consequence: finding.consequence,
      ...(server === undefined ? {} : { server }),
      ...(field === undefined ? {} : { field }),
    },
  };
}

function changes(finding: Finding, { kind, title, edits }: Fix): object {
  return {
    description: { text: message(title) },
    artifactChanges: [
      {
        artifactLocation: artifact(finding.path),
        replacements: inFileOrder(edits).map(({ at, text }) => ({
          deletedRegion: region({ ...finding, span: at }),
          ...(text === '' ? {} : { insertedContent: { text } }),
        })),
      },
    ],
    properties: { kind },
  };
}

/** `[text](address)` in a message is a link, and a linted file must not place one. */
function message(text: string): string {
  return text.replaceAll('](', '] (');
}

function physicalLocation(place: Place): object {
  return { artifactLocation: artifact(place.path), region: region(place) };
}

function region(place: Place): object {
  const { start, end } = rangeOf(place);
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    ...(place.source === undefined
      ? {}
      : { byteOffset: start.offset, byteLength: end.offset - start.offset }),
  };
}

function artifact(path: string): object {
  const drive = /^[A-Za-z]:(?=\/)/.exec(path)?.[0] ?? '';
  const address = encodePath(path.slice(drive.length));
  if (drive !== '') return { uri: `file:///${drive}${address}` };
  return path.startsWith('/') ? { uri: `file://${address}` } : { uri: address, uriBaseId: BASE };
}

/** Half of a surrogate pair has no encoding; Windows allows it in names. */
function encodePath(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}
