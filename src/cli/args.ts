import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { FORMATS, type Format, formatEntry } from '../report/formats.ts';
import type { ConfigArguments } from '../run/configuration.ts';
import { VERSION } from '../version.ts';
import type { Invocation, LintArguments } from './arguments.ts';

export interface Printer {
  out(text: string): void;
  columns: number | undefined;
  color: boolean;
}

const FAIL_ON = ['error', 'warning', 'info', 'never'] as const;

/** Parses the arguments after the program's name. Prints help and version; decides nothing else. */
export function parseArguments(argv: readonly string[], printer: Printer): Invocation {
  let invocation: Invocation = { command: 'none' };
  const program = new Command('skillsaw')
    .description('Says what Google Antigravity will silently lose of the files in its customization roots.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .showHelpAfterError('(skillsaw --help shows how it is used)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printer.out(text),
      writeErr: () => {},
      getOutHelpWidth: () => Math.max(60, Math.min(printer.columns ?? 100, 110)),
      getOutHasColors: () => printer.color,
    })
    .addHelpText(
      'after',
      `
Examples:
  $ skillsaw                          lint everything below this directory
  $ skillsaw lint packages/pier -v    one directory, info findings too
  $ skillsaw explain antigravity-mcp-valid

Exit status: 0 clean, 1 findings at or above --fail-on, 2 something to mend on the command line or
in the configuration, 3 a bug in skillsaw.`,
    );

  const withConfig = (command: Command): Command => {
    const given = new Set<string>();
    // Commander keeps both in one value, so it cannot tell that they conflict.
    const give = (name: string) => () => {
      if (given.add(name).size > 1) {
        usage('--config and --no-config exclude each other: leave out one of them');
      }
    };
    return command
      .option('-c, --config <file>', 'use this configuration file and search for none')
      .option('--no-config', 'use no configuration file')
      .on('option:config', give('--config'))
      .on('option:no-config', give('--no-config'));
  };
  const configOf = (options: Record<string, unknown>): ConfigArguments => ({
    config: typeof options.config === 'string' ? options.config : undefined,
    noConfig: options.config === false,
  });
  const formatOption = (choices: readonly string[]): Option =>
    new Option('--format <format>', 'how to print').choices([...choices]).default('text');

  withConfig(
    program
      .command('lint', { isDefault: true })
      .description('lint files and directories (the default command)')
      .argument('[paths...]', 'files or directories; - for standard input (default: .)'),
  )
    .option('--rule <id>', 'run only this rule (repeatable)', collect)
    .option('--skip-rule <id>', 'leave this rule out (repeatable)', collect)
    .addOption(
      new Option(
        '--fail-on <severity>',
        'lowest severity that makes the exit status 1 (default: error)',
      ).choices([...FAIL_ON]),
    )
    .option('--strict', 'same as --fail-on warning')
    .addOption(
      new Option('--format <format>', 'what to print on standard output')
        .choices([...FORMATS])
        .default('text'),
    )
    .option('--output <[format:]file>', 'also write a report to a file (repeatable)', collect)
    .addOption(new Option('-v, --verbose', 'show info findings, too (text and compact)').conflicts('quiet'))
    .option('-q, --quiet', 'show errors only (text and compact)')
    .option('--color', 'colour the text, whatever the terminal says')
    .option('--no-color', 'never colour the text')
    .option('--since <revision>', 'only what differs from a git revision, and what depends on it')
    .option('--no-baseline', 'report what the baseline knows, too')
    .option('--fix', 'mend what skillsaw fix mends, then report what is left')
    .option('--stdin-filename <path>', 'lint standard input as if it were this file')
    .addHelpText(
      'after',
      `
Formats, and the endings by which --output knows them:
${FORMATS.map(formatLine).join('\n')}

Examples:
  $ skillsaw lint                              everything below this directory
  $ skillsaw lint .agents/mcp_config.json      one file
  $ skillsaw lint --strict --format compact    fail on warnings, one line a finding
  $ skillsaw lint --since origin/main          what a branch has to do with
  $ skillsaw lint --format github              annotations where a GitHub workflow runs
  $ skillsaw lint --output skillsaw.sarif --output skillsaw.html
                                               text here, SARIF and a page into files
  $ skillsaw lint --output gitlab:gl-code-quality-report.json
                                               the format named, where the ending does not tell it
  $ skillsaw lint - --stdin-filename .agents/mcp_config.json < draft.json`,
    )
    .action((paths: string[], options: Record<string, unknown>) => {
      const strict = options.strict === true;
      const failOn = options.failOn as LintArguments['failOn'];
      if (strict && failOn !== undefined && failOn !== 'warning') {
        usage(`--strict means --fail-on warning; leave out --strict or --fail-on ${failOn}`);
      }
      const { rule: only = [], skipRule: skip = [], output = [] } = options as Record<string, string[]>;
      if (only.length > 0 && skip.length > 0) {
        usage('--rule and --skip-rule exclude each other: name the rules to run, or the rules to leave out');
      }
      invocation = {
        command: 'lint',
        ...configOf(options),
        paths,
        only,
        skip,
        failOn: strict ? 'warning' : failOn,
        format: options.format as string,
        outputs: output,
        level: options.quiet === true ? 'quiet' : options.verbose === true ? 'verbose' : 'normal',
        color: options.color as boolean | undefined,
        stdinFilename: options.stdinFilename as string | undefined,
        since: options.since as string | undefined,
        noBaseline: options.baseline === false,
        fix: options.fix === true,
      };
    });

  withConfig(
    program
      .command('explain')
      .description('show the documentation of a rule and how it is configured here')
      .argument('<rule>', 'the id of a rule'),
  )
    .addOption(formatOption(['text', 'markdown', 'json']))
    .addHelpText('after', '\nExample:\n  $ skillsaw explain mcp-valid-json')
    .action((rule: string, options: Record<string, unknown>) => {
      const format = options.format as 'text' | 'markdown' | 'json';
      invocation = { command: 'explain', rule, format, ...configOf(options) };
    });

  program
    .command('list-rules')
    .description('list every rule')
    .addOption(formatOption(['text', 'json']))
    .addHelpText('after', '\nExample:\n  $ skillsaw list-rules --format json')
    .action((options: Record<string, unknown>) => {
      invocation = { command: 'list-rules', format: options.format as 'text' | 'json' };
    });

  program
    .command('init')
    .description('write a commented .skillsaw.yaml that changes nothing yet')
    .option('--force', 'overwrite a file that is there')
    .option('--stdout', 'print it and write nothing')
    .addHelpText('after', '\nExample:\n  $ skillsaw init --stdout | less')
    .action((options: Record<string, unknown>) => {
      invocation = { command: 'init', force: options.force === true, stdout: options.stdout === true };
    });

  program
    .command('schema')
    .description('print the JSON Schema of a kind of file')
    .argument('<name>', 'mcp_config.json, hooks.json, plugin.json, registry or .skillsaw.yaml')
    .addHelpText('after', '\nExample:\n  $ skillsaw schema hooks.json > hooks.schema.json')
    .action((name: string) => {
      invocation = { command: 'schema', name };
    });

  withConfig(
    program
      .command('tree')
      .description('show the customization roots, plugins and files found, and why each was taken')
      .argument('[paths...]', 'files or directories (default: .)'),
  )
    .addOption(formatOption(['text', 'json']))
    .addHelpText('after', '\nExample:\n  $ skillsaw tree packages/pier')
    .action((paths: string[], options: Record<string, unknown>) => {
      invocation = {
        command: 'tree',
        paths,
        format: options.format as 'text' | 'json',
        ...configOf(options),
      };
    });

  withConfig(
    program
      .command('servers')
      .description('list every MCP server as Antigravity would load it')
      .argument('[paths...]', 'files or directories (default: .)'),
  )
    .addOption(formatOption(['text', 'json']))
    .option('--explain <name>', 'show how one server is decoded, spelling by spelling')
    .option('--user', 'add the files in the home directory, which are only read')
    .addHelpText(
      'after',
      `
Examples:
  $ skillsaw servers                      everything below this directory
  $ skillsaw servers --user               and what every session of yours loads
  $ skillsaw servers --explain crane      why a server is what it is`,
    )
    .action((paths: string[], options: Record<string, unknown>) => {
      invocation = {
        command: 'servers',
        paths,
        format: options.format as 'text' | 'json',
        explain: options.explain as string | undefined,
        user: options.user === true,
        ...configOf(options),
      };
    });

  withConfig(
    program
      .command('baseline')
      .description('write .skillsaw-baseline.json: what is found now is not reported from now on')
      .argument('[paths...]', 'files or directories; entries for others are kept (default: .)'),
  )
    .addHelpText('after', '\nExample:\n  $ skillsaw baseline packages/pier')
    .action((paths: string[], options: Record<string, unknown>) => {
      invocation = { command: 'baseline', paths, ...configOf(options) };
    });

  withConfig(
    program
      .command('fix')
      .description('mend what can be mended without guessing')
      .argument('[paths...]', 'files or directories (default: .)'),
  )
    .option('--dry-run', 'print what would change as a diff, and write nothing')
    .option('--suggest', 'apply the fixes too that somebody should look at')
    .addHelpText(
      'after',
      `
Examples:
  $ skillsaw fix                                everything below this directory
  $ skillsaw fix --suggest --dry-run            what it could do, as a diff
  $ skillsaw fix --dry-run | git apply          the same as skillsaw fix
  $ skillsaw fix .agents/mcp_config.json        one file

Only what is known to be meant is changed, and every result is linted before it is written.`,
    )
    .action((paths: string[], options: Record<string, unknown>) => {
      invocation = {
        command: 'fix',
        paths,
        dryRun: options.dryRun === true,
        suggest: options.suggest === true,
        ...configOf(options),
      };
    });

  program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for agents')
    .option('--root [directory]', 'work in this directory alone (default: .), and offer to mend files in it')
    .addHelpText(
      'after',
      `
Examples:
  $ skillsaw mcp --root               what lies below this directory
  $ skillsaw mcp                      each call names a directory; nothing is ever written

A client starts it and talks to it. In mcp_config.json: "command": "skillsaw", "args": ["mcp"]`,
    )
    .action((options: Record<string, unknown>) => {
      const { root } = options;
      invocation = { command: 'mcp', root: root === true ? '.' : (root as string | undefined) };
    });

  program
    .command('lsp')
    .description('serve an editor: the language server protocol on standard input and output')
    // Clients of one family put these behind every command; there is no other way to talk, and the process is watched anyway.
    .addOption(new Option('--stdio').hideHelp())
    .addOption(new Option('--clientProcessId <id>').hideHelp())
    .addHelpText(
      'after',
      `
Example:
  $ skillsaw lsp

An editor starts it and talks to it; docs/editors.md has the settings of VS Code, Neovim, Helix and Zed.`,
    )
    .action(() => {
      invocation = { command: 'lsp' };
    });

  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { command: 'none' };
    return { command: 'usage', message: sentence(error.message) };
  }
  return invocation;
}

function formatLine(format: Format): string {
  const { about, endings } = formatEntry(format);
  return `  ${format.padEnd(9)} ${about}${endings.length === 0 ? '' : ` (${endings.join(', ')})`}`;
}

function usage(message: string): never {
  throw new InvalidArgumentError(message);
}

/** A default would be printed in the help. */
function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Commander's messages begin with `error: ` and end in a full stop. */
function sentence(message: string): string {
  return message.replace(/^error: /, '').replaceAll('\n', ' ');
}
