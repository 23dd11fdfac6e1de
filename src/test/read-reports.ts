import { parse, type TestCase, type TestSuites } from 'junit2json';
import type { Format } from '../report/formats.ts';

/** A finding as somebody finds it in a report who reads it as its format wants to be read. */
export interface ReadFinding {
  readonly path: string;
  readonly line: number;
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
}

/** One of GitHub's workflow commands as its runner takes it apart, see `ActionCommand.cs` there. */
export interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

const UNESCAPED_DATA: readonly (readonly [string, string])[] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
];
const UNESCAPED_PROPERTY: readonly (readonly [string, string])[] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
];

function unescaped(text: string, table: readonly (readonly [string, string])[]): string {
  return table.reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
}

/** The commands in a log; lines that are none are left out, as the runner does. */
export function workflowCommands(log: string): readonly WorkflowCommand[] {
  return log.split('\n').flatMap((line) => {
    const text = line.trimStart();
    const end = text.indexOf('::', 2);
    if (!text.startsWith('::') || end < 0) return [];
    const head = text.slice(2, end);
    const space = head.indexOf(' ');
    const properties = (space < 0 ? '' : head.slice(space + 1).trim())
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const equals = pair.indexOf('=');
        return [pair.slice(0, equals), unescaped(pair.slice(equals + 1), UNESCAPED_PROPERTY)] as const;
      });
    const name = space < 0 ? head : head.slice(0, space);
    const message = unescaped(text.slice(end + 2), UNESCAPED_DATA);
    return [{ name, properties: Object.fromEntries(properties), message }];
  });
}

interface SarifResult {
  readonly ruleId: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number };
    };
  }[];
}

export async function junitCases(xml: string): Promise<readonly TestCase[]> {
  // Without the conversions that the reader makes by default: a name may look like a number.
  const { testsuite = [] } = (await parse(xml, {})) as TestSuites;
  return testsuite.flatMap(({ testcase }) => testcase ?? []);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of an element without markup in it. */
export function htmlText(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(?:#10|(amp|lt|gt|quot|#39));/g, (_, name?: string) => {
    return name === undefined ? '\n' : (ENTITIES[name] as string);
  });
}

/** What a reader of each format finds. Where one line is all there is room for, line ends show escaped. */
export const READERS: Readonly<Record<Format, (output: string) => Promise<readonly ReadFinding[]>>> = {
  async text(output) {
    let path = '';
    const found: ReadFinding[] = [];
    for (const line of output.split('\n').slice(0, -3)) {
      const finding = /^ {2}(\d+):\d+ +(error|warning|info) +(.*) {2}([a-z-]+)$/.exec(line);
      if (finding !== null) {
        const [, at, severity = '', message = '', ruleId = ''] = finding;
        found.push({ path, line: Number(at), ruleId, severity, message });
      } else if (line !== '' && !line.startsWith('  ')) path = line;
    }
    return found;
  },

  async compact(output) {
    return output
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const [, path = '', at, severity = '', message = '', ruleId = ''] =
          /^(.*?):(\d+):\d+: (error|warning|info) (.*) \[([a-z-]+)\]$/.exec(line) ?? [];
        return { path, line: Number(at), ruleId, severity, message };
      });
  },

  async json(output) {
    return JSON.parse(output).findings.map(
      (finding: ReadFinding & { range: { start: { line: number } } }) => {
        const { path, range, ruleId, severity, message } = finding;
        return { path, line: range.start.line, ruleId, severity, message };
      },
    );
  },

  async sarif(output) {
    return JSON.parse(output).runs[0].results.map(({ ruleId, level, message, locations }: SarifResult) => {
      const [location] = locations;
      if (location === undefined) throw new Error('no location');
      const { artifactLocation, region } = location.physicalLocation;
      return {
        path: decodeURIComponent(artifactLocation.uri.replace(/^file:\/\//, '')),
        line: region.startLine,
        ruleId,
        severity: level === 'note' ? 'info' : level,
        message: message.text,
      };
    });
  },

  async github(output) {
    return workflowCommands(output).map(({ name, properties, message }) => ({
      path: properties.file ?? '',
      line: Number(properties.line),
      ruleId: properties.title ?? '',
      severity: name === 'notice' ? 'info' : name,
      message,
    }));
  },

  async gitlab(output) {
    const severities: Readonly<Record<string, string>> = {
      critical: 'error',
      major: 'warning',
      info: 'info',
    };
    return JSON.parse(output).map(
      (issue: {
        check_name: string;
        severity: string;
        description: string;
        location: { path: string; lines: { begin: number } };
      }) => ({
        path: issue.location.path,
        line: issue.location.lines.begin,
        ruleId: issue.check_name,
        severity: severities[issue.severity],
        message: issue.description,
      }),
    );
  },

  async junit(output) {
    return (await junitCases(output)).map(({ name = '', classname = '', failure, skipped }) => {
      const [, path = '', line, message = ''] = /^(.*?):(\d+):\d+ (.*)$/.exec(name) ?? [];
      const inner = (skipped as readonly { readonly inner?: string }[] | undefined)?.[0]?.inner;
      const severity = failure?.[0]?.type ?? inner?.split(':')[0] ?? '';
      return { path, line: Number(line), ruleId: classname, severity, message };
    });
  },

  async html(output) {
    let path = '';
    const found: ReadFinding[] = [];
    const parts =
      /^<section class="file" data-path="(?<file>.*)">$|^<li id=".*" class="finding .*" data-severity="(?<severity>.*)" data-rule="(?<rule>.*)">\n<h3>.*<a href="#.*">(?<line>\d+):\d+<\/a> (?<message>.*)<\/h3>$/gm;
    for (const { groups = {} } of output.matchAll(parts)) {
      const { file, severity = '', rule = '', line, message = '' } = groups;
      if (file !== undefined) path = htmlText(file);
      else
        found.push({
          path,
          line: Number(line),
          ruleId: htmlText(rule),
          severity,
          message: htmlText(message),
        });
    }
    return found;
  },
};
