import type { McpArguments } from '../mcp/serve.ts';
import type { Severity } from '../rule.ts';
import type { ConfigArguments } from '../run/configuration.ts';
import { COMMANDS } from '../run/usage.ts';

/** What the command line asks for. Words in it are as typed; nothing has been looked up. */
export type Invocation =
  | ({ readonly command: 'lint' } & LintArguments)
  | ({
      readonly command: 'explain';
      readonly rule: string;
      readonly format: 'text' | 'markdown' | 'json';
    } & ConfigArguments)
  | { readonly command: 'list-rules'; readonly format: 'text' | 'json' }
  | { readonly command: 'init'; readonly force: boolean; readonly stdout: boolean }
  | { readonly command: 'schema'; readonly name: string }
  | ({
      readonly command: 'tree';
      readonly paths: readonly string[];
      readonly format: 'text' | 'json';
    } & ConfigArguments)
  | ({
      readonly command: 'servers';
      readonly paths: readonly string[];
      readonly format: 'text' | 'json';
      readonly explain: string | undefined;
      readonly user: boolean;
    } & ConfigArguments)
  | ({ readonly command: 'baseline'; readonly paths: readonly string[] } & ConfigArguments)
  | ({
      readonly command: 'fix';
      readonly paths: readonly string[];
      readonly dryRun: boolean;
      readonly suggest: boolean;
    } & ConfigArguments)
  | ({ readonly command: 'mcp' } & McpArguments)
  | { readonly command: 'lsp' }
  /** `--help`, `--version`: printed already. */
  | { readonly command: 'none' }
  /** A mistake in the flags, in words. */
  | { readonly command: 'usage'; readonly message: string };

export interface LintArguments extends ConfigArguments {
  readonly paths: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly failOn: Severity | 'never' | undefined;
  readonly format: string;
  readonly outputs: readonly string[];
  readonly level: 'quiet' | 'normal' | 'verbose';
  readonly color: boolean | undefined;
  readonly stdinFilename: string | undefined;
  readonly noBaseline: boolean;
  readonly since: string | undefined;
  readonly fix: boolean;
}

/**
 * Reads a command line that asks for `lint` with no flag at all, as hooks do, without the parser of flags; undefined for
 * any other. A test keeps the two equal.
 */
export function plainLint(argv: readonly string[]): Invocation | undefined {
  if (argv.some((word) => word.startsWith('-'))) return undefined;
  const [first] = argv;
  const command = COMMANDS.find((name) => name === first);
  if (command !== undefined && command !== 'lint') return undefined;
  return {
    command: 'lint',
    paths: command === 'lint' ? argv.slice(1) : argv,
    config: undefined,
    noConfig: false,
    only: [],
    skip: [],
    failOn: undefined,
    format: 'text',
    outputs: [],
    level: 'normal',
    color: undefined,
    stdinFilename: undefined,
    noBaseline: false,
    since: undefined,
    fix: false,
  };
}
