import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Io, Stream } from './io.ts';
import { main } from './main.ts';

/** Runs the program on the process it is in; never calls `process.exit`, so that output is flushed. */
export async function run(): Promise<void> {
  const stream = (target: NodeJS.WriteStream): Stream => ({
    isTerminal: target.isTTY === true,
    columns: target.columns,
    write: (text) => {
      target.write(text);
    },
  });
  for (const target of [process.stdout, process.stderr]) {
    target.on('error', (error: NodeJS.ErrnoException) => {
      // The reader has gone (`| head`): nothing is wrong, there is just nobody left to tell.
      if (error.code !== 'EPIPE') throw error;
    });
  }
  const io: Io = {
    cwd: process.cwd(),
    env: process.env,
    packageRoot: packageRoot(),
    stdout: stream(process.stdout),
    stderr: stream(process.stderr),
    readStdin: () => readFileSync(0),
  };
  process.exitCode = await main(process.argv.slice(2), io);
}

/** The nearest directory above this module that holds package.json: the same for sources and bundle. */
function packageRoot(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, 'package.json')) && dirname(directory) !== directory) {
    directory = dirname(directory);
  }
  return directory;
}
