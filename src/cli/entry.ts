import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT } from '../run/errors.ts';
import type { Io } from '../run/io.ts';
import { MAX_FILE_BYTES } from '../workspace/files.ts';
import { main } from './main.ts';
import { outputStream, readInput } from './stream.ts';

/** Runs the program on the process it is in; never calls `process.exit`, so that output is flushed. */
export async function run(): Promise<void> {
  const stderr = outputStream(2, () => process.stderr);
  const cwd = workingDirectory();
  if (cwd === undefined) {
    stderr.write('error: the working directory does not exist any more; change to one that does\n');
    process.exitCode = EXIT.usage;
    return;
  }
  const io: Io = {
    cwd,
    env: process.env,
    packageRoot,
    stdout: outputStream(1, () => process.stdout),
    stderr,
    readStdin: () => readInput(0, MAX_FILE_BYTES),
  };
  process.exitCode = await main(process.argv.slice(2), io);
}

function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** The nearest directory above this module that holds package.json: the same for sources and bundle. */
function packageRoot(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, 'package.json')) && dirname(directory) !== directory) {
    directory = dirname(directory);
  }
  return directory;
}
