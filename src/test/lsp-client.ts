import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, inject } from 'vitest';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  PublishDiagnosticsParams,
  Registration,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol';
import { PAUSE_MS } from '../lsp/queue.ts';
import { PROJECT, scrubbedEnv } from './helpers.ts';

/** As an editor with everything says of itself. */
export const ABLE: ClientCapabilities = {
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    completion: { completionItem: { snippetSupport: true } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
  workspace: {
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

/** Longest time to wait for what the server should say. */
const WAIT_MS = 20_000;

export interface ClientOptions {
  /** URIs. */
  readonly folders?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** Absent: that of the test. */
  readonly processId?: number | null;
  /** Whether to say hello; absent: true. */
  readonly hello?: boolean;
}

/** An editor, as far as the built server can tell. */
export interface LspClient {
  readonly connection: MessageConnection;
  readonly process: ChildProcess;
  /** Empty before hello. */
  readonly initialized: InitializeResult;
  /** All that was published, in order. */
  readonly published: readonly PublishDiagnosticsParams[];
  /** What was shown to people. */
  readonly shown: readonly string[];
  readonly logged: readonly string[];
  readonly registrations: readonly Registration[];
  /** Every byte that the server has written. */
  traffic(): string;
  open(uri: string, text: string, version?: number): void;
  change(uri: string, version: number, ...changes: TextDocumentContentChangeEvent[]): void;
  save(uri: string): void;
  close(uri: string): void;
  ask<T>(method: string, params: object): Promise<T>;
  /** Waits for a publication about a document that a test accepts, from the one with this number on. */
  diagnostics(
    uri: string,
    accepts?: (published: PublishDiagnosticsParams) => boolean,
    from?: number,
  ): Promise<Diagnostic[]>;
  until(what: string, holds: () => boolean): Promise<void>;
  /** Waits until nothing was published for longer than the server lets anything wait. */
  settled(): Promise<void>;
  /** Resolved with the exit status when the server is gone. */
  readonly gone: Promise<number | null>;
}

const clients: ChildProcess[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.kill('SIGKILL');
});

/** Starts the built server and says hello. */
export async function lspClient(options: ClientOptions = {}): Promise<LspClient> {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(`the program could not be built: ${failure}`);
  const child = spawn(process.execPath, [join(PROJECT, 'bin', 'skillsaw.js'), 'lsp', '--stdio'], {
    env: scrubbedEnv(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  clients.push(child);
  const gone = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that was killed takes nothing any more.
  child.stdin.on('error', () => {});
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const published: PublishDiagnosticsParams[] = [];
  const shown: string[] = [];
  const logged: string[] = [];
  const registrations: Registration[] = [];
  let heard: () => void = () => {};
  const hear =
    <T>(use: (params: T) => void) =>
    (params: T): void => {
      use(params);
      heard();
    };
  connection.onNotification(
    'textDocument/publishDiagnostics',
    hear((params: PublishDiagnosticsParams) => published.push(params)),
  );
  connection.onNotification(
    'window/showMessage',
    hear(({ message }: { message: string }) => shown.push(message)),
  );
  connection.onNotification(
    'window/logMessage',
    hear(({ message }: { message: string }) => logged.push(message)),
  );
  connection.onRequest('client/registerCapability', (params: { registrations: Registration[] }) => {
    registrations.push(...params.registrations);
    heard();
    return null;
  });
  connection.onError(() => {});
  connection.listen();
  const { folders = [], capabilities = ABLE, processId = process.pid, hello = true } = options;
  let initialized: InitializeResult = { capabilities: {} };
  if (hello) {
    initialized = await connection.sendRequest<InitializeResult>('initialize', {
      processId,
      rootUri: folders[0] ?? null,
      capabilities,
      workspaceFolders: folders.map((uri) => ({ uri, name: 'folder' })),
    });
    void connection.sendNotification('initialized', {});
  }

  function until(what: string, holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), WAIT_MS);
      heard = () => {
        if (!holds()) return;
        clearTimeout(timer);
        heard = () => {};
        resolve();
      };
      heard();
    });
  }

  // A server that is gone hears nothing more.
  const notify = (method: string, params: object): void =>
    void connection.sendNotification(method, params).catch(() => {});
  return {
    connection,
    process: child,
    initialized,
    published,
    shown,
    logged,
    registrations,
    gone,
    until,
    traffic: () => Buffer.concat(chunks).toString('utf8'),
    open: (uri, text, version = 1) =>
      notify('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version, text } }),
    change: (uri, version, ...contentChanges) =>
      notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges }),
    save: (uri) => notify('textDocument/didSave', { textDocument: { uri } }),
    close: (uri) => notify('textDocument/didClose', { textDocument: { uri } }),
    ask: (method, params) => connection.sendRequest(method, params),
    async settled() {
      const until = Date.now() + WAIT_MS;
      for (let before = -1; before !== published.length; ) {
        if (Date.now() > until) throw new Error('waited in vain for the server to have said everything');
        before = published.length;
        await new Promise((resolve) => setTimeout(resolve, 3 * PAUSE_MS));
      }
    },
    async diagnostics(uri, accepts = () => true, from = 0) {
      const find = (): PublishDiagnosticsParams | undefined =>
        published.slice(from).findLast((one) => one.uri === uri && accepts(one));
      await until(`diagnostics of ${uri}`, () => find() !== undefined);
      return find()?.diagnostics ?? [];
    },
  };
}
