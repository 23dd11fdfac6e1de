export interface GeneratedDocument {
  readonly category: string;
  readonly bytes: Uint8Array;
}

/** A kind of file of which the emulator and the Go program each have an opinion. */
export interface OracleKind {
  /** As on the command line, here and in Go. */
  readonly name: string;
  readonly file: string;
  readonly categories: readonly string[];
  /** What a comparison must have met to prove anything. */
  readonly situations: readonly string[];
  /** Further arguments for the Go program. */
  readonly args: readonly string[];
  /** Document number `index` of a seed: the same bytes every time, whatever else was generated. */
  readonly generate: (seed: number, index: number) => GeneratedDocument;
  /** The line that Go should write for a document, and every situation that it is an example of, once for each. */
  readonly emulate: (bytes: Uint8Array) => { readonly line: string; readonly situations: readonly string[] };
}
