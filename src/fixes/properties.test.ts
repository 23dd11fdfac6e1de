import { describe, expect, test } from 'vitest';
import { KINDS } from '../dev/oracle/kinds.ts';
import type { Finding } from '../engine/finding.ts';
import { kindAt } from '../engine/fix-judge.ts';
import { parseJson } from '../json/parse.ts';
import { findingsIn, mendFile } from '../test/mend-memory.ts';
import fc, { runs } from '../test/property.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Change } from '../text/edited.ts';
import { spanMover } from '../text/moved.ts';
import type { Span } from '../text/span.ts';

/** What makes a loader give up on a file; mending it may bring anything to light. */
const GIVES_UP = ['session-fatal', 'file-lost', 'file-inert', 'plugin-lost'];

/** What stands beside a place where something was taken out is not about that place: another fix may have brought it. */
const touches = (finding: Span, place: Span): boolean =>
  place.start === place.end
    ? finding.start < place.start && place.start < finding.end
    : finding.start <= place.end && place.start <= finding.end;

/** Everything that `skillsaw fix` promises about one file. */
async function expectPromises(name: string, bytes: Uint8Array, suggested: boolean): Promise<void> {
  const before = await findingsIn(name, bytes);
  const outcome = await mendFile(name, bytes, { suggested });
  const [file] = outcome.files;
  const wanted = (finding: Finding): boolean =>
    finding.fix !== undefined && (suggested || finding.fix.kind === 'safe');
  const after = await findingsIn(name, file?.edited.bytes ?? bytes);
  expect(outcome.unfinished).toBe(false);
  expect(after.filter(wanted).length).toBe(outcome.refused);
  if (file === undefined) return;
  const mended = file.edited.bytes;
  const changes = file.edited.changes();

  expect(rebuilt(bytes, changes)).toEqual(mended);
  if (name.endsWith('.json')) {
    const dialect = name === 'skills.json' ? 'jsonc' : 'strict';
    if (parseJson(bytes, { dialect }).ok) expect(parseJson(mended, { dialect }).ok).toBe(true);
  }

  const moved = spanMover(changes.map(asEdit));
  const isThere = (finding: Finding): boolean => {
    const { start, end } = moved(finding.span);
    return after.some(
      (other) =>
        kindAt(other, 0) === kindAt(finding, 0) &&
        (other.span.start === start || (other.span.start > start && other.span.start < end)),
    );
  };
  const gone = before.filter((finding) => !isThere(finding));
  if (outcome.refused === 0) {
    for (const finding of before.filter(wanted)) expect(gone).toContain(finding);
  }
  if (!gone.some(({ consequence }) => GIVES_UP.includes(consequence))) {
    const old = new Set(before.map((finding) => kindAt(finding, moved(finding.span).start)));
    const fresh = after.filter((finding) => !old.has(kindAt(finding)));
    const places = changes.map(({ at }) => moved(at));
    expect(fresh.filter(({ span }) => places.some((place) => touches(span, place)))).toEqual([]);
  }

  const again = await mendFile(name, mended, { suggested });
  expect(again.files).toEqual([]);
}

function rebuilt(bytes: Uint8Array, changes: readonly Change[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { at, bytes: added } of changes) {
    parts.push(bytes.subarray(from, at.start), added);
    from = at.end;
  }
  return new Uint8Array(Buffer.concat([...parts, bytes.subarray(from)]));
}

/** For counting alone: as long as the change. */
function asEdit({ at, bytes }: Change): TextEdit {
  return { at, text: '.'.repeat(bytes.length) };
}

/** How a file is laid out, and what has gone wrong in it. */
interface Style {
  readonly newline: string;
  readonly indent: string;
  readonly start: string;
  readonly end: string;
  /** What comes behind the last member of anything. */
  readonly last: string;
  readonly note: string;
}

const style: fc.Arbitrary<Style> = fc.record({
  newline: fc.constantFrom('', '\n', '\r\n', '\r'),
  indent: fc.constantFrom('', '  ', '\t'),
  start: fc.constantFrom('', '', '\ufeff', '// made up\n', '\n'),
  end: fc.constantFrom('', '\n', '\r\n', ' /* end */'),
  last: fc.constantFrom('', '', ',', ' ,'),
  note: fc.constantFrom('', '', '/* note */', '\u00a0'),
});

type Shape = string | readonly Shape[] | ReadonlyMap<string, Shape>;

function written(shape: Shape, look: Style, depth = 0): string {
  if (typeof shape === 'string') return shape;
  const { newline, indent, last, note } = look;
  const lead = newline + indent.repeat(depth + 1);
  const parts =
    shape instanceof Map
      ? [...shape].map(([key, value]) => `${JSON.stringify(key)}:${note} ${written(value, look, depth + 1)}`)
      : [...(shape as readonly Shape[])].map((item) => written(item, look, depth + 1));
  const [open, close] = shape instanceof Map ? '{}' : '[]';
  if (parts.length === 0) return `${open}${close}`;
  const inner = parts.map((part) => lead + part).join(',');
  return `${open}${inner}${last}${newline}${newline === '' ? '' : indent.repeat(depth)}${close}`;
}

const scalar = fc.constantFrom(
  '"x"',
  '"a\tb"',
  '80',
  '-1.5e3',
  'true',
  'False',
  'null',
  '"yes"',
  '"é😀"',
  '""',
);
const mapOf = (values: fc.Arbitrary<Shape>, ...names: string[]): fc.Arbitrary<Shape> =>
  fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 4 }).map((entries) => new Map(entries));
const listOf = (values: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> => fc.array(values, { maxLength: 3 });
const any: fc.Arbitrary<Shape> = fc.oneof(scalar, listOf(scalar), mapOf(scalar, 'A', 'B_KEY', 'é'));

const server = mapOf(
  any,
  'command',
  'args',
  'env',
  'Env',
  'serverUrl',
  'url',
  'disabled',
  'headers',
  'cwd',
  'authProviderType',
);
const serversMap = mapOf(server, 'kiln', 'oven', 'a b');
const mcp = fc.oneof(mapOf(serversMap, 'mcpServers', 'servers', 'mcp'), serversMap, mapOf(any, 'mcpServers'));

const handler = mapOf(
  fc.oneof(scalar, fc.constantFrom('"30"', '30.0', '"5s"', '"Command"', '"*"')),
  'command',
  'type',
  'timeout',
  'matcher',
  'run',
  'env',
  'prompt',
);
const group = mapOf(fc.oneof(scalar, listOf(handler)), 'matcher', 'hooks', 'command');
const event = fc.oneof({ weight: 4, arbitrary: listOf(fc.oneof(handler, group)) }, handler, scalar);
const hook = mapOf(event, 'Stop', 'PreToolUse', 'pre_tool_use', 'SessionStart', 'enabled', 'BeforeTool');
const hooks = fc.oneof(mapOf(hook, 'lint', 'hooks', 'Stop', 'version'), hook);

const entry = mapOf(
  fc.oneof(scalar, listOf(scalar)),
  'path',
  'include_only',
  'includeOnly',
  'exclude',
  'ignore',
);
const registry = mapOf(fc.oneof(scalar, listOf(fc.oneof(entry, scalar))), 'entries', 'inherits', 'extends');

const manifest = mapOf(any, 'name', 'Name', 'description', 'disabled', 'logo');

const FILES: readonly (readonly [name: string, shapes: fc.Arbitrary<Shape>])[] = [
  ['mcp_config.json', mcp],
  ['hooks.json', hooks],
  ['skills.json', registry],
  ['plugin.json', manifest],
];

test('keeps them where one fix brings something up beside another', async () => {
  for (const text of [
    '{"kiln": {"Stop": [{"run": "", "matcher": "30"}]}}',
    '{"Stop": [{"run": "", "matcher": "30"}]}',
  ]) {
    await expectPromises('hooks.json', new TextEncoder().encode(text), true);
  }
});

describe.each(FILES)('%s', (name, shapes) => {
  test.each([false, true])(
    'keeps every promise for files with mistakes; suggested: %s',
    async (suggested) => {
      await fc.assert(
        fc.asyncProperty(shapes, style, async (shape, look) => {
          const text = look.start + written(shape, look) + look.end;
          await expectPromises(name, new TextEncoder().encode(text), suggested);
        }),
        { numRuns: runs(100) },
      );
    },
  );

  test('mends something in most of them', async () => {
    let mended = 0;
    await fc.assert(
      fc.asyncProperty(shapes, style, async (shape, look) => {
        const text = look.start + written(shape, look) + look.end;
        if ((await mendFile(name, text, { suggested: true })).files.length > 0) mended++;
      }),
      { numRuns: runs(60) },
    );
    expect(mended).toBeGreaterThan(20);
  });
});

/** Values as people write them into a head, right and wrong. */
const headValue = fc.constantFrom(
  'glob',
  'Always-On',
  '"model decision"',
  'allways_on',
  'Use it when: the kiln is hot',
  '*.ts',
  '**/*.ts # all',
  '@kiln',
  '`fire`',
  "it's: hot",
  'say "hot": now',
  'read_file, run_command',
  '"read_file, run_command"',
  "'read_file'",
  '[read_file, run_command]',
  '\n  - read_file',
  '|\n  two\n  lines',
  '"never closed',
  'true',
  'é😀: x',
  '',
);
const headKey = fc.constantFrom('trigger', 'globs', 'description', 'name', 'tools', 'model', 'note');
const headed = fc
  .record({
    start: fc.constantFrom('', '', '', '\ufeff', '\n'),
    lines: fc.array(fc.tuple(headKey, fc.constantFrom(': ', ':', ' : ', ':\t'), headValue), { maxLength: 5 }),
    close: fc.constantFrom('---', '---', '---', ''),
    body: fc.constantFrom('Fire the kiln.\n', '# Kiln\n\n---\ntrigger: x\n', ''),
    newline: fc.constantFrom('\n', '\n', '\r\n', '\r'),
  })
  .map(({ start, lines, close, body, newline }) => {
    const head = lines.map(([key, colon, value]) => `${key}${colon}${value}\n`).join('');
    return `${start}---\n${head}${close}\n${body}`.replaceAll('\n', newline);
  });

describe.each(['rules/kiln.md', 'skills/kiln/SKILL.md', 'agents/kiln.md'])('%s', (name) => {
  test.each([false, true])(
    'keeps every promise for heads with mistakes; suggested: %s',
    async (suggested) => {
      await fc.assert(
        fc.asyncProperty(headed, (text) => expectPromises(name, new TextEncoder().encode(text), suggested)),
        { numRuns: runs(200) },
      );
    },
  );

  test('mends something in many of them', async () => {
    let mended = 0;
    await fc.assert(
      fc.asyncProperty(headed, async (text) => {
        if ((await mendFile(name, text, { suggested: true })).files.length > 0) mended++;
      }),
      { numRuns: runs(200) },
    );
    expect(mended).toBeGreaterThan(10);
  });
});

const ORACLE_FILES: Readonly<Record<string, string>> = {
  mcp: 'mcp_config.json',
  hooks: 'hooks.json',
  registry: 'skills.json',
};

test.each(KINDS)('keeps them for files that nobody would write: $name', async ({ name, generate }) => {
  for (let index = 0; index < 120; index++) {
    const { bytes } = generate(11, index);
    if (bytes.length < 5000) await expectPromises(ORACLE_FILES[name] as string, bytes, index % 2 === 0);
  }
});
