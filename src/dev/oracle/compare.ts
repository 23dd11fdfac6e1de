/**
 * Compares the emulators with decoders on Go's real encoding/json over generated documents.
 *
 *   tsx src/dev/oracle/compare.ts [--kind mcp|hooks|registry] [--count N] [--seed S]
 *
 * Without --kind it compares every kind, each over that many documents.
 *
 * Needs `go` in the path. Exit status: 0 they agree, 1 they do not or the documents proved too little, 2 it could not run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { GeneratedDocument, OracleKind } from './kind.ts';
import { KINDS } from './kinds.ts';
import { shrink } from './shrink.ts';

const BATCH = 4000;
const SHOWN = 5;
/** From this many documents on, a situation that never came up is a fault of the comparison. */
const ENOUGH = 10_000;

const SOURCES = fileURLToPath(new URL('.', import.meta.url));

interface Disagreement extends GeneratedDocument {
  readonly index: number;
}

function buildOracle(folder: string): string {
  const program = join(folder, process.platform === 'win32' ? 'oracle.exe' : 'oracle');
  const { error, status, stderr } = spawnSync('go', ['build', '-buildvcs=false', '-o', program, '.'], {
    cwd: SOURCES,
    encoding: 'utf8',
  });
  if (error !== undefined) throw new Error(`cannot run go: ${error.message}`);
  if (status !== 0) throw new Error(`go build failed:\n${stderr}`);
  return program;
}

/** One canonical line for each document. */
function askGo(program: string, kind: OracleKind, documents: readonly Uint8Array[]): string[] {
  const parts = documents.flatMap((document) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(document.length);
    return [length, document];
  });
  const { error, status, stdout, stderr } = spawnSync(program, [kind.name, ...kind.args], {
    input: Buffer.concat(parts),
    encoding: 'latin1',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (error !== undefined) throw error;
  const lines = stdout.split('\n').slice(0, -1);
  if (status !== 0 || lines.length !== documents.length) throw new Error(`the Go program failed:\n${stderr}`);
  return lines;
}

function emulate(kind: OracleKind, bytes: Uint8Array): ReturnType<OracleKind['emulate']> {
  try {
    return kind.emulate(bytes);
  } catch (error) {
    return { line: `threw ${error}`, situations: [] };
  }
}

/** Bytes as a reader can take them in, long ones cut in the middle. */
function show(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^ -~]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return text.length <= 1000 ? text : `${text.slice(0, 500)} ... ${text.slice(-500)} (${bytes.length} bytes)`;
}

function table(rows: readonly (readonly [string, ...(string | number)[]])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(
      ([name, ...cells]) =>
        `  ${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(15)).join('')}\n`,
    )
    .join('');
}

/** Runs the comparison; the report is for people. */
function compare(
  program: string,
  kind: OracleKind,
  count: number,
  seed: number,
): { report: string; agreed: boolean } {
  const began = performance.now();
  const perCategory = new Map(kind.categories.map((name) => [name, { documents: 0, disagreements: 0 }]));
  const met = new Map<string, number>(kind.situations.map((name) => [name, 0]));
  const disagreements: Disagreement[] = [];
  for (let first = 0; first < count; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - first) }, (_, i) =>
      kind.generate(seed, first + i),
    );
    const lines = askGo(
      program,
      kind,
      batch.map(({ bytes }) => bytes),
    );
    for (const [i, document] of batch.entries()) {
      const { line, situations } = emulate(kind, document.bytes);
      const figures = perCategory.get(document.category);
      if (figures === undefined) throw new Error(`unknown category ${document.category}`);
      figures.documents++;
      for (const situation of situations) met.set(situation, (met.get(situation) ?? 0) + 1);
      if (line === lines[i]) continue;
      figures.disagreements++;
      disagreements.push({ ...document, index: first + i });
    }
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);

  let report = '';
  const print = (text: string): void => {
    report += text;
  };
  print(
    `${kind.file}: ${count} documents of seed ${seed} in ${seconds} s: ${disagreements.length} disagreements\n\n`,
  );
  print(
    table([
      ['category', 'documents', 'disagreements'],
      ...[...perCategory].map(([name, figures]) => [name, figures.documents, figures.disagreements] as const),
    ]),
  );
  print(`\n${table([['met', 'times'], ...met])}`);

  const fails = (candidates: readonly Uint8Array[]): boolean[] => {
    const lines = askGo(program, kind, candidates);
    return candidates.map((candidate, i) => emulate(kind, candidate).line !== lines[i]);
  };
  // The shortest say the most, and cost the least to make minimal.
  const shortest = disagreements.sort((a, b) => a.bytes.length - b.bytes.length).slice(0, SHOWN);
  for (const { index, category, bytes } of shortest) {
    const minimal = shrink(bytes, fails);
    print(`\n${category}, document ${index}, made minimal:\n  ${show(minimal)}\n`);
    print(`  Go:       ${askGo(program, kind, [minimal])[0]}\n  emulator: ${emulate(kind, minimal).line}\n`);
  }
  const missed = count < ENOUGH ? [] : kind.situations.filter((name) => met.get(name) === 0);
  for (const name of missed) print(`\nno document met "${name}": the comparison says nothing about it\n`);
  return { report, agreed: disagreements.length === 0 && missed.length === 0 };
}

function wholeNumber(text: string, flag: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${flag} takes a whole number, not "${text}"`);
  return Number(text);
}

function main(): number {
  const { values } = parseArgs({
    options: {
      kind: { type: 'string' },
      count: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const count = wholeNumber(values.count, '--count');
  const seed = wholeNumber(values.seed, '--seed');
  const kinds = values.kind === undefined ? KINDS : KINDS.filter(({ name }) => name === values.kind);
  if (kinds.length === 0) throw new Error(`--kind takes ${KINDS.map(({ name }) => name).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'skillsaw-oracle-'));
  try {
    const program = buildOracle(folder);
    let status = 0;
    for (const [index, kind] of kinds.entries()) {
      const { report, agreed } = compare(program, kind, count, seed);
      process.stdout.write(index === 0 ? report : `\n${report}`);
      if (!agreed) status = 1;
    }
    return status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
