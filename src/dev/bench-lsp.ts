import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { parseJson } from '../json/parse.ts';
import { makeProject, manyServers } from './bench-trees.ts';

/** The size of the file that is typed in, in bytes. */
const SIZE = 200 * 1024;

/** People pause, and then the server does what can wait. */
const PAUSE_EVERY = 250;
const PAUSE_MS = 600;

/** Keystrokes that do not count: the program is compiled by running. */
const WARM = 200;

export interface Keystrokes {
  /** Median time from a keystroke to its diagnostics, over the median of bare parses between them. */
  readonly ratio: number;
  readonly detail: string;
  /** How much more memory the server holds after all edits than after the first thousand, in MB. */
  readonly growth: number;
}

interface Server {
  readonly process: ChildProcess;
  /** Types a character into a server's argument and waits for the diagnostics; gives milliseconds. */
  type(): Promise<number>;
  end(): Promise<void>;
}

async function startServer(skillsaw: string, project: string, text: string): Promise<Server> {
  const child = spawn(process.execPath, [skillsaw, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const uri = pathToFileURL(join(project, '.agents', 'mcp_config.json')).href;
  let version = 1;
  let heard: () => void = () => {};
  connection.onNotification('textDocument/publishDiagnostics', (params: { version?: number }) => {
    if (params.version === version) heard();
  });
  const answer = (): Promise<void> =>
    new Promise((resolve) => {
      heard = resolve;
    });
  connection.listen();
  const root = pathToFileURL(project).href;
  const folders = { rootUri: root, workspaceFolders: [{ uri: root, name: 'bench' }] };
  await connection.sendRequest('initialize', { processId: process.pid, capabilities: {}, ...folders });
  void connection.sendNotification('initialized', {});
  const opened = answer();
  const textDocument = { uri, languageId: 'json', version, text };
  void connection.sendNotification('textDocument/didOpen', { textDocument });
  await opened;
  // In the middle of the file, inside of a string.
  const lines = text.slice(0, text.indexOf('--berth', text.length >> 1)).split('\n');
  const at = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return {
    process: child,
    async type() {
      version++;
      // Every second keystroke takes back what the one before has typed.
      const end = version % 2 === 0 ? at : { ...at, character: at.character + 1 };
      const change = { range: { start: at, end }, text: version % 2 === 0 ? 'x' : '' };
      const start = performance.now();
      const answered = answer();
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [change],
      });
      await answered;
      return performance.now() - start;
    },
    async end() {
      await connection.sendRequest('shutdown');
      const gone = new Promise((resolve) => child.on('exit', resolve));
      void connection.sendNotification('exit');
      await gone;
    },
  };
}

/** Resident memory of a process in MB; only on Linux. */
function memoryOf(pid: number | undefined): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kib) * 1024) / 1e6;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * Types into a large file that is open in the server.
 * @param skillsaw the launcher
 * @param edits how many keystrokes; the memory is compared from the first thousand on
 */
export async function keystrokes(folder: string, skillsaw: string, edits: number): Promise<Keystrokes> {
  const project = makeProject(folder);
  const text = manyServers(SIZE).replaceAll('},"s', '},\n"s');
  writeFileSync(join(project, '.agents', 'mcp_config.json'), text);
  const bytes = new TextEncoder().encode(text);
  const parse = (): number => {
    const start = performance.now();
    if (!parseJson(bytes, { dialect: 'strict' }).ok) throw new Error('the file of the benchmark is no JSON');
    return performance.now() - start;
  };
  const server = await startServer(skillsaw, project, text);
  const times: number[] = [];
  const parses: number[] = [];
  let early = Number.NaN;
  for (let i = 0; i < edits; i++) {
    parses.push(parse());
    times.push(await server.type());
    // Long enough for the server to look at the whole file.
    if (i % PAUSE_EVERY === 0) await setTimeout(PAUSE_MS);
    if (i === Math.min(999, edits >> 1)) early = memoryOf(server.process.pid);
  }
  const growth = memoryOf(server.process.pid) - early;
  await server.end();
  const [typed, parsed] = [median(times.slice(WARM)), median(parses.slice(WARM))];
  const detail = `${typed.toFixed(2)} ms against ${parsed.toFixed(2)} ms, ${edits} keystrokes`;
  return { ratio: typed / parsed, detail, growth };
}
