/** Everything a command may touch of the outside world besides files. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where docs/ and the example file lie. */
  packageRoot(): string;
  /** `--color` or `--no-color`, once the command line is understood. */
  readonly colorFlag?: boolean;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Standard input until it ends, or until it is larger than any file that is linted; blocks. */
  readStdin(): Uint8Array;
}

export interface Stream {
  readonly isTerminal: boolean;
  /** Terminal width in columns; undefined where there is no terminal. */
  readonly columns: number | undefined;
  write(text: string): void;
}
