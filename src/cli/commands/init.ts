import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleConfig } from '../../config/example.ts';
import { CONFIG_NAMES } from '../../config/find.ts';
import type { AnyRule } from '../../rule.ts';
import { codeOf, EXIT, UsageError } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';

const [NAME] = CONFIG_NAMES;

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
  const path = join(io.cwd, NAME);
  try {
    const other = CONFIG_NAMES.find((name) => name !== NAME && isThere(join(io.cwd, name)));
    if (other !== undefined && !force) {
      throw new UsageError([
        `${other} is there already and would not be read beside ${NAME}; rename it, or write with --force`,
      ]);
    }
    if (force) rmSync(path, { force: true });
    // `wx` fails on whatever is there, a link that leads nowhere included: nothing is written through it.
    writeFileSync(path, content, { flag: 'wx' });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = codeOf(error);
    throw new UsageError([
      code === 'EEXIST'
        ? `${NAME} is there already; --force overwrites it, --stdout prints the text instead`
        : `${NAME} could not be written here (${code}); --stdout prints the text instead`,
    ]);
  }
  io.stderr.write(`${NAME} written; it changes nothing until you change it.\n`);
  return EXIT.ok;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
