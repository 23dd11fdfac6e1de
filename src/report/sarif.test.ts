import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ajvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../dev/build.ts';
import { findingIn, NASTY_FINDINGS, reportOf } from '../test/findings.ts';
import { deletion, insertion } from '../text/edit.ts';
import type { RuleNote } from './report.ts';
import { reportSarif } from './sarif.ts';

const require = createRequire(import.meta.url);
const schema = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');

const ajv = new ajvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function logOf(...args: Parameters<typeof reportOf>) {
  const log = JSON.parse(reportSarif(reportOf(...args)));
  validate(log);
  expect(validate.errors).toBeNull();
  return log;
}

const NOTE: RuleNote = {
  id: 'made-up-rule',
  summary: 'It must be made up.',
  category: 'mcp',
  severity: 'warning',
  page: {
    lead: 'It looks at nothing.',
    text: 'made-up-rule\n\nWhat\n',
    markdown: '# made-up-rule\n\n## What\n',
  },
};
const BUILTIN: RuleNote = {
  id: 'unreadable-file',
  summary: 'Be readable.',
  category: 'skillsaw',
  severity: 'error',
};
const rules = { background: { paths: [], rules: [NOTE, BUILTIN] } };

describe('is valid SARIF 2.1.0', () => {
  test('with everything nasty', () => {
    const { runs } = logOf(NASTY_FINDINGS, rules);
    expect(runs[0].results).toHaveLength(NASTY_FINDINGS.length);
  });

  test('with nothing', () => {
    expect(logOf([])).toMatchObject({
      version: '2.1.0',
      runs: [{ columnKind: 'utf16CodeUnits', results: [] }],
    });
  });

  test('and the schema says what is not', () => {
    const log = JSON.parse(reportSarif(reportOf([findingIn('x', 'x')])));
    log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
    log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = 'a b';
    expect(validate(log)).toBe(false);
    expect(validate.errors?.map(({ keyword }) => keyword).sort()).toEqual(['format', 'minimum']);
  });
});

describe('rules', () => {
  test('carry their pages, and are the ones that the results point at', () => {
    const { tool, results } = logOf(
      [findingIn('x', 'x'), findingIn('x', 'x', { ruleId: 'unreadable-file' })],
      rules,
    ).runs[0];
    expect(tool.driver).toEqual({
      name: 'skillsaw',
      version: '0.0.0',
      semanticVersion: '0.0.0',
      rules: [
        {
          id: 'made-up-rule',
          shortDescription: { text: 'It must be made up.' },
          fullDescription: { text: 'It looks at nothing.' },
          help: { text: 'made-up-rule\n\nWhat\n', markdown: '# made-up-rule\n\n## What\n' },
          defaultConfiguration: { level: 'warning' },
          properties: { category: 'mcp', tags: ['mcp'] },
        },
        {
          id: 'unreadable-file',
          shortDescription: { text: 'Be readable.' },
          fullDescription: { text: 'Be readable.' },
          help: { text: 'Be readable.' },
          defaultConfiguration: { level: 'error' },
          properties: { category: 'skillsaw', tags: ['skillsaw'] },
        },
      ],
    });
    expect(results.map(({ ruleIndex }: { ruleIndex: number }) => ruleIndex)).toEqual([0, 1]);
  });

  test('have no address as long as the package has none', () => {
    const { homepage } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    expect(homepage).toBeUndefined();
    expect(reportSarif(reportOf(NASTY_FINDINGS, rules))).not.toMatch(/helpUri|informationUri/);
  });
});

describe('a result', () => {
  test('has all that is known of the finding', () => {
    const finding = findingIn('\ufeff{"é": "😀", "b": 1}', '"😀"', {
      server: 'kiln',
      field: 'env.A\u202e',
      pointer: '/mcpServers/kiln/env/A',
      related: [{ ...findingIn('\r\n  x', 'x', { path: 'b/hooks.json' }), message: 'this, too' }],
    });
    expect(logOf([finding], rules).runs[0].results).toEqual([
      {
        ruleId: 'made-up-rule',
        ruleIndex: 0,
        level: 'warning',
        message: { text: 'Something is lost. Mend it.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: '.agents/mcp_config.json', uriBaseId: '%SRCROOT%' },
              region: {
                startLine: 1,
                startColumn: 8,
                endLine: 1,
                endColumn: 12,
                byteOffset: 10,
                byteLength: 6,
              },
            },
            logicalLocations: [{ fullyQualifiedName: '/mcpServers/kiln/env/A' }],
          },
        ],
        relatedLocations: [
          {
            id: 1,
            physicalLocation: {
              artifactLocation: { uri: 'b/hooks.json', uriBaseId: '%SRCROOT%' },
              region: {
                startLine: 2,
                startColumn: 3,
                endLine: 2,
                endColumn: 4,
                byteOffset: 4,
                byteLength: 1,
              },
            },
            message: { text: 'this, too' },
          },
        ],
        partialFingerprints: { 'skillsaw/v1': expect.stringMatching(/^[0-9a-f]{32}$/) },
        properties: { scope: 'server', consequence: 'server-dropped', server: 'kiln', field: 'env.A\u202e' },
      },
    ]);
  });

  test('has a fix as what goes and what comes, byte for byte', () => {
    const text = '\ufeff{"é": 1,\n "b": 2}';
    const finding = findingIn(text, '1', {
      fix: {
        kind: 'suggested',
        title: 'Quote [it](1)',
        edits: [insertion(11, '"'), deletion(12, 14), insertion(10, '"')],
      },
    });
    expect(logOf([finding]).runs[0].results[0].fixes).toEqual([
      {
        description: { text: 'Quote [it] (1)' },
        artifactChanges: [
          {
            artifactLocation: { uri: '.agents/mcp_config.json', uriBaseId: '%SRCROOT%' },
            replacements: [
              {
                deletedRegion: {
                  startLine: 1,
                  startColumn: 8,
                  endLine: 1,
                  endColumn: 8,
                  byteOffset: 10,
                  byteLength: 0,
                },
                insertedContent: { text: '"' },
              },
              {
                deletedRegion: {
                  startLine: 1,
                  startColumn: 9,
                  endLine: 1,
                  endColumn: 9,
                  byteOffset: 11,
                  byteLength: 0,
                },
                insertedContent: { text: '"' },
              },
              {
                deletedRegion: {
                  startLine: 1,
                  startColumn: 10,
                  endLine: 2,
                  endColumn: 2,
                  byteOffset: 12,
                  byteLength: 2,
                },
              },
            ],
          },
        ],
        properties: { kind: 'suggested' },
      },
    ]);
  });

  test.each([
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'note'],
  ] as const)('of severity %s is of level %s', (severity, level) => {
    expect(logOf([findingIn('x', 'x', { severity })]).runs[0].results[0].level).toBe(level);
  });

  test('about a file that was not read stands at its start, and says nothing of bytes', () => {
    const { source: _, ...finding } = findingIn('x', 'x');
    const [{ physicalLocation }] = logOf([finding]).runs[0].results[0].locations;
    expect(physicalLocation.region).toEqual({ startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 });
  });

  test.each<[string, { uri: string; uriBaseId?: string }]>([
    ['a/b.json', { uri: 'a/b.json', uriBaseId: '%SRCROOT%' }],
    [
      'a b/#1?%41:ü/😀.json',
      { uri: 'a%20b/%231%3F%2541%3A%C3%BC/%F0%9F%98%80.json', uriBaseId: '%SRCROOT%' },
    ],
    ['x:y.json', { uri: 'x%3Ay.json', uriBaseId: '%SRCROOT%' }],
    ['/srv/a b.json', { uri: 'file:///srv/a%20b.json' }],
    ['C:/a b.json', { uri: 'file:///C:/a%20b.json' }],
    ['half \ud83d.json', { uri: 'half%20%EF%BF%BD.json', uriBaseId: '%SRCROOT%' }],
  ])('has the address of %s', (path, artifactLocation) => {
    const [{ physicalLocation }] = logOf([findingIn('x', 'x', { path })]).runs[0].results[0].locations;
    expect(physicalLocation.artifactLocation).toEqual(artifactLocation);
  });

  test('has no link that a linted file placed there', () => {
    const finding = findingIn('x', 'x', {
      message: 'Server "[a](https://kiln.example/)" is lost',
      related: [{ ...findingIn('x', 'x'), message: '[b](1)' }],
    });
    const [result] = logOf([finding]).runs[0].results;
    expect(result.message.text).toBe('Server "[a] (https://kiln.example/)" is lost. Mend it.');
    expect(result.relatedLocations[0].message.text).toBe('[b] (1)');
  });
});

test('what broke is a notification, and the run was no success', () => {
  const crashes = [
    { ruleId: 'made-up-rule', path: 'a b/hooks.json', error: new TypeError('of a value in the file') },
    { path: 'x.json', error: 'a word' },
  ];
  expect(logOf([], { crashes }).runs[0].invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        {
          level: 'error',
          message: {
            text: 'bug in skillsaw 0.0.0: rule made-up-rule on a b/hooks.json failed with TypeError; please report it',
          },
          exception: { kind: 'TypeError' },
          associatedRule: { id: 'made-up-rule' },
          locations: [
            { physicalLocation: { artifactLocation: { uri: 'a%20b/hooks.json', uriBaseId: '%SRCROOT%' } } },
          ],
        },
        {
          level: 'error',
          message: {
            text: 'bug in skillsaw 0.0.0: the loader on x.json failed with string; please report it',
          },
          exception: { kind: 'string' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'x.json', uriBaseId: '%SRCROOT%' } } }],
        },
      ],
    },
  ]);
  expect(logOf([]).runs[0].invocations).toEqual([
    { executionSuccessful: true, toolExecutionNotifications: [] },
  ]);
});
