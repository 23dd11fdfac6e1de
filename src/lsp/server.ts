import {
  type CancellationToken,
  CodeActionKind,
  type CompletionItem,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type DocumentSymbol,
  ErrorCodes,
  type InitializeError,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  MarkupKind,
  MessageType,
  PositionEncodingKind,
  ResponseError,
  ShowMessageNotification,
  type SymbolInformation,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import type { RuleSource } from '../rule-source.ts';
import type { Io } from '../run/io.ts';
import { VERSION } from '../version.ts';
import { FIX_ALL } from './code-actions.ts';
import { completionsAt } from './completion.ts';
import { hoverAt } from './hover.ts';
import type { Linting } from './linting.ts';
import { rulePages } from './rule-pages.ts';
import { Session } from './session.ts';
import { symbolsOf } from './symbols.ts';
import { pathOf } from './uri.ts';
import { watchers } from './watchers.ts';

const NOT_YET = new ResponseError(ErrorCodes.ServerNotInitialized, 'ask again after initialize');
const TOO_LATE = new ResponseError(ErrorCodes.InvalidRequest, 'nothing is answered after shutdown');
const ONCE_MORE = new ResponseError(ErrorCodes.InvalidRequest, 'initialize was asked before', {
  retry: false,
});
const CANCELLED = new ResponseError(LSPErrorCodes.RequestCancelled, 'nobody waits for this any more');

/** `skillsaw lsp`: speaks the protocol on standard input and output until the client is gone. Does not come back: the connection ends the process. */
export function runLsp(source: RuleSource, io: Io): Promise<never> {
  const connection = createConnection(process.stdin, process.stdout);
  // A client that is gone takes nothing any more.
  process.stdout.on('error', () => process.exit(1));
  serve(connection, source, io);
  connection.listen();
  return new Promise(() => {});
}

/** Answers everything that comes in over a connection. */
export function serve(connection: Connection, source: RuleSource, io: Io): void {
  let session: Session | undefined;
  let isOver = false;
  let client: InitializeParams['capabilities'] = {};
  let folders: readonly string[] = [];

  connection.onInitialize((params): InitializeResult | ResponseError<InitializeError> => {
    if (session !== undefined) return ONCE_MORE;
    client = params.capabilities;
    folders = foldersOf(params);
    const abilities = {
      relatedInformation: client.textDocument?.publishDiagnostics?.relatedInformation === true,
      versionedEdits: client.workspace?.workspaceEdit?.documentChanges === true,
    };
    session = new Session(
      {
        publish: (uri, diagnostics, version) =>
          void connection.sendDiagnostics({
            uri,
            diagnostics,
            ...(version === undefined ? {} : { version }),
          }),
        show: (message) =>
          void connection.sendNotification(ShowMessageNotification.type, {
            type: MessageType.Error,
            message,
          }),
        log: (message) => connection.console.warn(message),
      },
      source,
      io,
      abilities,
      rulePages(io.packageRoot()),
    );
    return {
      serverInfo: { name: 'skillsaw', version: VERSION },
      capabilities: {
        positionEncoding: PositionEncodingKind.UTF16,
        textDocumentSync: {
          openClose: true,
          change: TextDocumentSyncKind.Incremental,
          save: { includeText: false },
        },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['"', ':', ' '] },
        documentSymbolProvider: true,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(() => {
    for (const path of folders) session?.addFolder(path);
    const watching = client.workspace?.didChangeWatchedFiles;
    if (watching?.dynamicRegistration === true) {
      const options = { watchers: watchers(folders, watching.relativePatternSupport === true) };
      connection.client
        .register(DidChangeWatchedFilesNotification.type, options)
        // Then it is what is saved in the editor that tells.
        .catch(() => connection.console.warn('the client watches no files'));
    }
    if (client.workspace?.workspaceFolders === true) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const path of pathsOf(removed)) session?.removeFolder(path);
        for (const path of pathsOf(added)) session?.addFolder(path);
      });
    }
  });

  connection.onDidOpenTextDocument(({ textDocument }) => session?.open(textDocument));
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) =>
    session?.change(uri, contentChanges, version),
  );
  connection.onDidSaveTextDocument(({ textDocument }) => session?.save(textDocument.uri));
  connection.onDidCloseTextDocument(({ textDocument }) => session?.close(textDocument.uri));
  connection.onDidChangeWatchedFiles(() => session?.diskChanged());

  /** Whom to ask; between the first and the last thing that is asked. */
  function ready(): Session | ResponseError {
    return isOver ? TOO_LATE : (session ?? NOT_YET);
  }

  /** Answers about an open file that is linted; to a question that was taken back, with that. */
  async function answer<T>(
    uri: string,
    token: CancellationToken,
    nothing: T,
    found: (linting: Linting) => T,
  ): Promise<T | ResponseError> {
    const asked = ready();
    if (asked instanceof ResponseError) return asked;
    const linting = await asked.linting(uri);
    if (token.isCancellationRequested) return CANCELLED;
    return linting === undefined ? nothing : found(linting);
  }

  connection.onCodeAction(async ({ textDocument, range, context }, token) => {
    const isStale = (): boolean => token.isCancellationRequested;
    const asked = ready();
    if (asked instanceof ResponseError) return asked;
    const actions = await asked.codeActions(textDocument.uri, range, context, isStale);
    return isStale() ? CANCELLED : actions;
  });

  connection.onHover(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, null, ({ open, file, project: { extraAuthProviderTypes } }) => {
      const markdown = client.textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) === true;
      return hoverAt(file.kind, open.shown, position, { markdown, extraAuthProviderTypes }) ?? null;
    }),
  );

  connection.onCompletion(({ textDocument, position }, token) =>
    answer<CompletionItem[]>(textDocument.uri, token, [], ({ open, file }) => {
      const snippets = client.textDocument?.completion?.completionItem?.snippetSupport === true;
      return [...completionsAt(file.kind, open.shown, position, { snippets })];
    }),
  );

  connection.onDocumentSymbol(({ textDocument: { uri } }, token) =>
    answer<DocumentSymbol[] | SymbolInformation[]>(uri, token, [], ({ open, file }) => {
      const symbols = symbolsOf(file.kind, open.shown, file.absolute);
      const isTree = client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
      return isTree ? symbols : flat(symbols, uri);
    }),
  );

  connection.onShutdown(() => {
    isOver = true;
  });
}

/** Absolute paths of the folders that a client has open; those of other schemes are none of ours. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders ?? (rootUri === null ? [] : [{ uri: rootUri }]);
  return pathsOf(uris);
}

function pathsOf(folders: readonly { readonly uri: string }[]): readonly string[] {
  return folders.flatMap(({ uri }) => pathOf(uri) ?? []);
}

/** For a client that knows no trees. */
function flat(symbols: readonly DocumentSymbol[], uri: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range } },
    ...flat(children, uri),
  ]);
}
