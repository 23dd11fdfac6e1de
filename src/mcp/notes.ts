import type { Io, Stream } from '../run/io.ts';

/** Lines that an answer has room for. */
const MOST_NOTES = 20;

/** Where a run says what there is to say: an answer, since standard output is the protocol's and standard error is nobody's. */
export interface Notes {
  /** For the run; without a terminal, without an environment. */
  readonly io: Io;
  /** What was said, a line each. */
  lines(): string[];
}

export function takeNotes(cwd: string, { packageRoot }: Pick<Io, 'packageRoot'>): Notes {
  let said = '';
  const stream = (write: (text: string) => void): Stream => ({
    isTerminal: false,
    columns: undefined,
    write,
  });
  return {
    io: {
      cwd,
      env: {},
      packageRoot,
      stdout: stream(() => {}),
      stderr: stream((text) => {
        said += text;
      }),
      readStdin: () => new Uint8Array(),
    },
    lines() {
      const lines = said.split('\n').filter((line) => line !== '');
      const rest = lines.length - MOST_NOTES;
      return rest > 0 ? [...lines.slice(0, MOST_NOTES), `and ${rest} more such lines`] : lines;
    },
  };
}
