import { RULES } from '../../rules/index.ts';
import { wantsColor } from '../report/colors.ts';
import { FORMATS } from '../report/formats.ts';
import { parseArguments } from './args.ts';
import { OutputError, runLint } from './commands/lint.ts';
import { EXIT, printBug, printUsageError, shownWord, UsageError } from './errors.ts';
import type { Io } from './io.ts';

/** Runs one command and gives the exit status. Throws nothing: what fails is printed. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let nothingDone = 'Nothing was linted.';
  try {
    const invocation = parseArguments(argv, FORMATS, {
      out: (text) => io.stdout.write(text),
      columns: io.stdout.columns,
      color: wantsColor({ flag: undefined, env: io.env, isTerminal: io.stdout.isTerminal }),
    });
    if (invocation.command !== 'lint' && invocation.command !== 'usage') nothingDone = 'Nothing was done.';
    switch (invocation.command) {
      case 'none':
        return EXIT.ok;
      case 'usage':
        throw new UsageError([`${shownWord(invocation.message)} (skillsaw --help shows how it is used)`]);
      case 'lint':
        return await runLint(invocation, RULES, io);
      case 'explain':
        return await (await import('./commands/explain.ts')).runExplain(invocation, RULES, io);
      case 'list-rules':
        return (await import('./commands/list-rules.ts')).runListRules(invocation.format, RULES, io);
      case 'init':
        return (await import('./commands/init.ts')).runInit(invocation, RULES, io);
      case 'tree':
        return await (await import('./commands/tree.ts')).runTree(invocation, RULES, io);
    }
  } catch (error) {
    if (error instanceof UsageError) {
      printUsageError(error, io, error instanceof OutputError ? 'Everything was linted.' : nothingDone);
      return EXIT.usage;
    }
    printBug(`the command`, error, io);
    return EXIT.bug;
  }
}
