import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleConfig } from '../../config/example.ts';
import type { AnyRule } from '../../rule.ts';
import { EXIT, UsageError } from '../errors.ts';
import type { Io } from '../io.ts';

const NAME = '.skillsaw.yaml';

/** `skillsaw init`: a configuration that says what can be set and changes nothing. */
export function runInit(
  { force, stdout }: { readonly force: boolean; readonly stdout: boolean },
  rules: readonly AnyRule[],
  io: Io,
): number {
  const content = exampleConfig(rules);
  if (stdout) {
    io.stdout.write(content);
    return EXIT.ok;
  }
  try {
    // `wx` fails on whatever is there, a link that leads nowhere included: nothing is written through it.
    writeFileSync(join(io.cwd, NAME), content, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new UsageError([
      code === 'EEXIST'
        ? `${NAME} is there already; --force overwrites it, --stdout prints the text instead`
        : `${NAME} could not be written here (${code}); --stdout prints the text instead`,
    ]);
  }
  io.stderr.write(`${NAME} written; it changes nothing until you change it.\n`);
  return EXIT.ok;
}
