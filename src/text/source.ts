import { asciiView } from './ascii-view.ts';
import { LineIndex } from './lines.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A file as it was read: its bytes, and what is computed from them when somebody asks. */
export class SourceFile {
  /** As reports show it: relative to the working directory with `/`, absolute when the file lies outside it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  #lines: LineIndex | undefined;
  #text: string | undefined;
  #byteText: string | undefined;

  constructor(path: string, bytes: Uint8Array) {
    this.path = path;
    this.bytes = bytes;
  }

  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.bytes);
    return this.#lines;
  }

  /** The text as Node decodes it, a byte-order mark kept. */
  get text(): string {
    this.#text ??= decoder.decode(this.bytes);
    return this.#text;
  }

  /** The text with one character a byte (see `asciiView`): for looking for ASCII, where an index must be an offset. */
  get byteText(): string {
    this.#byteText ??= asciiView(this.bytes);
    return this.#byteText;
  }
}
