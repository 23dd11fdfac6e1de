import type { TextDocumentContentChangeEvent, TextDocumentItem } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { SourceFile } from '../text/source.ts';
import type { Shown } from './positions.ts';
import { pathOf } from './uri.ts';

const encoder = new TextEncoder();

/** A file that a client has open. What it holds is what the client says, and no longer what lies on the disk. */
export class OpenFile {
  readonly uri: string;
  /** Absolute; undefined for a document that is no file of this machine. */
  readonly path: string | undefined;
  #text: TextDocument;
  #shown: Shown | undefined;

  constructor({ uri, languageId, version, text }: TextDocumentItem) {
    this.uri = uri;
    this.path = pathOf(uri);
    this.#text = TextDocument.create(uri, languageId, version, text);
  }

  get version(): number {
    return this.#text.version;
  }

  change(changes: TextDocumentContentChangeEvent[], version: number): void {
    this.#text = TextDocument.update(this.#text, changes, version);
    this.#shown = undefined;
  }

  /**
   * Takes the bytes on the disk for what the client shows, when they say the same: a client hides a byte-order mark, shows bad
   * UTF-8 as U+FFFD, and may turn line ends into its own.
   */
  seenOnDisk(bytes: Uint8Array): void {
    const source = this.#source(bytes);
    const text = this.#text.getText();
    if (source.text === text) this.#shown = { source, fromDisk: false };
    else if (plain(source.text.replace(/^\ufeff/, '')) === plain(text))
      this.#shown = { source, fromDisk: true };
  }

  /** The bytes that count. */
  get shown(): Shown {
    this.#shown ??= { source: this.#source(encoder.encode(this.#text.getText())), fromDisk: false };
    return this.#shown;
  }

  #source(bytes: Uint8Array): SourceFile {
    return new SourceFile(this.path ?? this.uri, bytes);
  }
}

/** A text with line ends of one kind, and none at its end. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}
