/** Everything a command may touch of the outside world besides files. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where docs/ and the example file lie. */
  readonly packageRoot: string;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** All of standard input; blocks until it ends. */
  readStdin(): Uint8Array;
}

export interface Stream {
  readonly isTerminal: boolean;
  /** Terminal width in columns; undefined where there is no terminal. */
  readonly columns: number | undefined;
  write(text: string): void;
}
