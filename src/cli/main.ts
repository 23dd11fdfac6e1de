import { wantsColor } from '../report/colors.ts';
import { bugText } from '../report/report.ts';
import { EXIT, printBug, printUsageError, shownWord, UsageError } from '../run/errors.ts';
import type { Io } from '../run/io.ts';
import { VERSION } from '../version.ts';
import { type Invocation, plainLint } from './arguments.ts';
import { runLint } from './commands/lint.ts';
import { RULE_SOURCE } from './rule-list.ts';

/** Runs one command and gives the exit status. Throws nothing: what fails is printed. */
export async function main(argv: readonly string[], world: Io): Promise<number> {
  let io = world;
  let nothingDone = 'Nothing was linted.';
  try {
    const invocation = plainLint(argv) ?? (await parsed(argv, io));
    if (invocation.command !== 'lint' && invocation.command !== 'usage') nothingDone = 'Nothing was done.';
    if (invocation.command === 'lint' && invocation.color !== undefined) {
      io = { ...world, colorFlag: invocation.color };
    }
    switch (invocation.command) {
      case 'none':
        return EXIT.ok;
      case 'usage':
        throw new UsageError([`${shownWord(invocation.message)} (skillsaw --help shows how it is used)`]);
      case 'lint':
        return await runLint(invocation, RULE_SOURCE, io);
      case 'explain':
        return await (await import('./commands/explain.ts')).runExplain(invocation, RULE_SOURCE, io);
      case 'list-rules':
        return (await import('./commands/list-rules.ts')).runListRules(
          invocation.format,
          await RULE_SOURCE.all(),
          io,
        );
      case 'schema':
        return await (await import('./commands/schema.ts')).runSchema(invocation.name, RULE_SOURCE, io);
      case 'init':
        return (await import('./commands/init.ts')).runInit(invocation, await RULE_SOURCE.all(), io);
      case 'fix':
        return await (await import('./commands/fix.ts')).runFix(invocation, RULE_SOURCE, io);
      case 'mcp':
        return await (await import('../mcp/serve.ts')).runMcp(invocation, RULE_SOURCE, io);
      case 'lsp':
        return await (await import('../lsp/server.ts')).runLsp(RULE_SOURCE, io);
      case 'baseline':
        return await (await import('./commands/baseline.ts')).runBaseline(invocation, RULE_SOURCE, io);
      case 'tree':
        return await (await import('./commands/tree.ts')).runTree(invocation, RULE_SOURCE, io);
      case 'servers':
        return await (await import('./commands/servers.ts')).runServers(invocation, RULE_SOURCE, io);
    }
  } catch (error) {
    if (error instanceof UsageError) {
      printUsageError(error, io, nothingDone);
      return EXIT.usage;
    }
    printBug(bugText('the command', error, VERSION), error, io);
    return EXIT.bug;
  }
}

/** Loads the parser of flags, which costs more than a clean run of the linter. */
async function parsed(argv: readonly string[], io: Io): Promise<Invocation> {
  const { parseArguments } = await import('./args.ts');
  return parseArguments(argv, {
    out: (text) => io.stdout.write(text),
    columns: io.stdout.columns,
    color: wantsColor({ flag: undefined, env: io.env, isTerminal: io.stdout.isTerminal }),
  });
}
