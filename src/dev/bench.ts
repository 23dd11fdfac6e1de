import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMATS } from '../report/formats.ts';
import { keystrokes } from './bench-lsp.ts';
import {
  ALL_NAMES,
  badServers,
  fileCount,
  HARD_TO_SEARCH,
  LARGE,
  LARGE_ALL,
  longString,
  makeProject,
  makeSkills,
  makeTree,
  manyServers,
  manyValues,
  prose,
  SMALL,
} from './bench-trees.ts';
import { build, PROJECT } from './build.ts';

const MIB = 1024 * 1024;
const BARE = ['-e', '0'];

interface Row {
  readonly what: string;
  readonly figure: number;
  readonly limit: number;
  readonly unit: 'x' | 'MB' | 'ms';
  /** What the figure was made from. */
  readonly detail: string;
}

function run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr, error } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    // As a hook or a CI job runs it.
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1024 * MIB,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')}: status ${status}\n${error ?? stderr}`);
}

/** Wall time of a whole process, in milliseconds. */
function wallTime(args: readonly string[], cwd: string): number {
  const start = process.hrtime.bigint();
  run(args, cwd);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Peak memory of a whole process, in MB. */
function peakMemory(args: readonly string[], cwd: string): number {
  const file = join(cwd, 'peak-memory');
  run(['--require', join(PROJECT, 'src', 'dev', 'bench-memory.cjs'), ...args], cwd, {
    BENCH_MEMORY_FILE: file,
  });
  const kib = Number(readFileSync(file, 'utf8'));
  rmSync(file);
  return (kib * 1024) / 1e6;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

interface Pairs {
  /** Median of the ratios of the pairs, so that a slow spell of the machine hits both sides. */
  readonly ratio: number;
  readonly detail: string;
}

/** Runs a yardstick and the program in turn, after one run of each that does not count. */
function paired(yardstick: readonly string[], program: readonly string[], cwd: string, count: number): Pairs {
  run(yardstick, cwd);
  run(program, cwd);
  const pairs = Array.from(
    { length: count },
    () => [wallTime(yardstick, cwd), wallTime(program, cwd)] as const,
  );
  const [a, b] = [median(pairs.map(([first]) => first)), median(pairs.map(([, second]) => second))];
  const detail = `${b.toFixed(0)} ms against ${a.toFixed(0)} ms, ${count} pairs`;
  return { ratio: median(pairs.map(([first, second]) => second / first)), detail };
}

/** A copy of the built program, so that a build meanwhile changes nothing; gives its launcher. */
function copyProgram(folder: string): string {
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(join(PROJECT, part), join(folder, part), { recursive: true });
  }
  return join(folder, 'bin', 'skillsaw.js');
}

function startUp(folder: string, skillsaw: string, count: number): readonly Row[] {
  const project = makeProject(join(folder, 'plain'));
  const configured = makeProject(join(folder, 'configured'));
  writeFileSync(
    join(configured, '.skillsaw.yaml'),
    'fail-on: error\nrules:\n  antigravity-mcp-valid:\n    enabled: true\n',
  );
  const lint = [skillsaw, 'lint', '.agents/mcp_config.json'];
  const plain = paired(BARE, lint, project, count);
  const withConfig = paired(BARE, lint, configured, count);
  return [
    {
      what: 'one file, over a bare start of Node',
      figure: plain.ratio,
      limit: 1.4,
      unit: 'x',
      detail: plain.detail,
    },
    {
      what: 'one file with a configuration, over the same',
      figure: withConfig.ratio,
      limit: 1.6,
      unit: 'x',
      detail: withConfig.detail,
    },
  ];
}

function largeTree(folder: string, skillsaw: string, quick: boolean, kinds: 'one' | 'all'): readonly Row[] {
  const size = quick ? SMALL : kinds === 'all' ? LARGE_ALL : LARGE;
  const tree = makeTree(join(folder, `tree-${kinds}`), size, kinds);
  const names = kinds === 'all' ? [ALL_NAMES.join(',')] : [];
  const walk = [join(PROJECT, 'src', 'dev', 'bench-walk.mjs'), tree, ...names];
  const lint = [skillsaw, 'lint', '.'];
  const { ratio, detail } = paired(walk, lint, tree, quick ? 5 : 15);
  const files = kinds === 'all' ? `${size.projects} roots with all kinds` : `${size.projects} files`;
  const what = `${files} in a tree of ${fileCount(size)}`;
  return [
    { what: `${what}, over walk and read`, figure: ratio, limit: 2.5, unit: 'x', detail },
    { what: `${what}, peak memory`, figure: peakMemory(lint, tree), limit: 150, unit: 'MB', detail: '' },
  ];
}

function largeFile(
  folder: string,
  skillsaw: string,
  name: string,
  content: (bytes: number) => string,
  count: number,
): readonly Row[] {
  mkdirSync(join(folder, name));
  const [half, whole] = [4, 8].map((mib) => {
    const project = makeProject(join(folder, name, `${mib}`));
    writeFileSync(join(project, '.agents', 'mcp_config.json'), content(mib * MIB));
    return project;
  }) as [string, string];
  const lint = [skillsaw, 'lint', '.'];
  return [
    growth(`${name}, 8 MiB over 4 MiB`, half, whole, lint, count),
    {
      what: `${name}, 8 MiB, peak memory`,
      figure: peakMemory(lint, whole),
      limit: 400,
      unit: 'MB',
      detail: '',
    },
  ];
}

/** A string that is hard to search, over one of the same length that is not. */
function longStrings(folder: string, skillsaw: string, count: number): readonly Row[] {
  const project = (name: string, piece: string): string => {
    const made = makeProject(join(folder, `string-${name}`));
    writeFileSync(join(made, '.agents', 'mcp_config.json'), longString(piece));
    return made;
  };
  const plain = project('plain', 'x');
  const lint = [skillsaw, 'lint', '--fail-on', 'never'];
  return Object.entries(HARD_TO_SEARCH).map(([name, piece]) => {
    const hard = project(name, piece);
    const rounds = Array.from({ length: count }, () => wallTime(lint, hard) - wallTime(lint, plain));
    const what = `8 MiB of ${name} in a string, over letters`;
    return { what, figure: median(rounds), limit: 1000, unit: 'ms', detail: `${count} pairs` };
  });
}

/** Skills by the thousand, and one long file; both must grow in a straight line. */
function muchProse(folder: string, skillsaw: string, quick: boolean): readonly Row[] {
  const [few, many] = quick ? [100, 200] : [1000, 2000];
  const [small, large] = [few, many].map((count) => makeSkills(join(folder, `skills-${count}`), count)) as [
    string,
    string,
  ];
  const lint = [skillsaw, 'lint', '.'];
  const walk = [join(PROJECT, 'src', 'dev', 'bench-walk.mjs'), large, 'SKILL.md'];
  const { ratio, detail } = paired(walk, lint, large, quick ? 5 : 15);
  const [half, whole] = [MIB / 2, MIB].map((bytes) => {
    const project = makeProject(join(folder, `prose-${bytes}`));
    writeFileSync(join(project, 'AGENTS.md'), prose(bytes));
    return project;
  }) as [string, string];
  const count = quick ? 3 : 9;
  const times = Array.from({ length: count }, () => wallTime(lint, whole));
  return [
    { what: `${many} skills, over walk and read`, figure: ratio, limit: 2.5, unit: 'x', detail },
    growth(`skills, ${many} over ${few}`, small, large, lint, count),
    {
      what: 'AGENTS.md of 1 MiB',
      figure: median(times),
      limit: 1000,
      unit: 'ms',
      detail: `${count} runs`,
    },
    growth('AGENTS.md, 1 MiB over half of it', half, whole, lint, count),
  ];
}

/** Twice as much may take about twice the time, the bare start not counted. */
function growth(what: string, half: string, whole: string, lint: readonly string[], count: number): Row {
  const rounds = Array.from({ length: count }, () => {
    const bare = wallTime(BARE, half);
    return [wallTime(lint, half) - bare, wallTime(lint, whole) - bare] as const;
  });
  const [a, b] = [median(rounds.map(([first]) => first)), median(rounds.map(([, second]) => second))];
  const figure = median(rounds.map(([first, second]) => second / first));
  const detail = `${b.toFixed(0)} ms against ${a.toFixed(0)} ms, ${count} pairs`;
  return { what, figure, limit: 2.5, unit: 'x', detail };
}

/** A whole run with 10,000 findings, in every format. */
function manyFindings(folder: string, skillsaw: string, count: number): readonly Row[] {
  const project = makeProject(join(folder, 'findings'));
  writeFileSync(join(project, '.agents', 'mcp_config.json'), badServers(10_000));
  return FORMATS.map((format) => {
    const lint = [skillsaw, 'lint', '--fail-on', 'never', '--format', format];
    const times = Array.from({ length: count }, () => wallTime(lint, project));
    const what = `10,000 findings as ${format}`;
    return { what, figure: median(times), limit: 2000, unit: 'ms', detail: `${count} runs` };
  });
}

/** Typing in an editor that has a large file open. */
async function typing(folder: string, skillsaw: string, edits: number): Promise<readonly Row[]> {
  const { ratio, detail, growth } = await keystrokes(join(folder, 'typing'), skillsaw, edits);
  return [
    { what: 'a keystroke in 200 KiB, over a bare parse', figure: ratio, limit: 3, unit: 'x', detail },
    {
      what: `memory after ${edits} keystrokes, more than after the first`,
      figure: growth,
      limit: 30,
      unit: 'MB',
      detail: '',
    },
  ];
}

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, figure, limit, unit, detail } of rows) {
    const shown = `${figure.toFixed(unit === 'x' ? 2 : 0)} ${unit}`.padStart(8);
    const verdict = figure <= limit ? 'ok  ' : 'OVER';
    console.log(
      `${what.padEnd(width)}  ${shown}  limit ${`${limit} ${unit}`.padEnd(6)}  ${verdict}  ${detail}`.trimEnd(),
    );
  }
}

/** `npm run bench`: times and memory of the built program against their limits. `--quick`: smaller and rougher. */
async function main(): Promise<void> {
  const quick = process.argv.includes('--quick');
  await build(PROJECT);
  const folder = mkdtempSync(join(tmpdir(), 'skillsaw-bench-'));
  try {
    const skillsaw = copyProgram(join(folder, 'program'));
    const rows = [
      ...startUp(folder, skillsaw, quick ? 9 : 41),
      ...largeTree(folder, skillsaw, quick, 'one'),
      ...largeTree(folder, skillsaw, quick, 'all'),
      ...largeFile(folder, skillsaw, 'many servers', manyServers, quick ? 3 : 7),
      ...largeFile(folder, skillsaw, 'many values', manyValues, quick ? 3 : 7),
      ...longStrings(folder, skillsaw, quick ? 1 : 5),
      ...muchProse(folder, skillsaw, quick),
      ...manyFindings(folder, skillsaw, quick ? 1 : 5),
      ...(await typing(folder, skillsaw, quick ? 1000 : 10_000)),
    ];
    print(rows);
    if (rows.some(({ figure, limit }) => !(figure <= limit))) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
