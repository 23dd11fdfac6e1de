import { type Config, type ConfigProblem, loadConfig } from '../config/load.ts';
import type { RuleSource } from '../rule-source.ts';
import { VERSION } from '../version.ts';
import type { Excluded } from '../workspace/inputs.ts';
import { printWarning, UsageError } from './errors.ts';
import type { Io } from './io.ts';

/** Which configuration to use, as the command line says. */
export interface ConfigArguments {
  readonly config: string | undefined;
  readonly noConfig: boolean;
  /** Real path of a directory: nothing outside of it is read. Absent: each file's own repository bounds what is read for it. */
  readonly within?: string;
  /** What configuration files are taken to hold, by absolute path, instead of what lies on the disk. */
  readonly unsaved?: ReadonlyMap<string, Uint8Array>;
}

/** A configuration that cannot be used. */
export class ConfigError extends UsageError {
  /** The same as `problems`, with their places. */
  readonly found: readonly ConfigProblem[];

  constructor(found: readonly ConfigProblem[], problems: readonly string[]) {
    super(problems);
    this.found = found;
  }
}

/** Loads the configuration of a command; warnings go to stderr, problems end the command with a `ConfigError`. */
export async function configuration(
  { config, noConfig, within, unsaved }: ConfigArguments,
  firstPath: string,
  rules: RuleSource,
  io: Io,
): Promise<Config> {
  const result = await loadConfig({
    cwd: io.cwd,
    firstPath,
    ...(config === undefined ? {} : { configFile: config }),
    noConfig,
    ...(within === undefined ? {} : { within }),
    ...(unsaved === undefined ? {} : { unsaved }),
    rules: (named) => rules.named(named),
    ruleIds: rules.ids,
    toolVersion: VERSION,
  });
  if (!result.ok) {
    const { problemText } = await import('../config/issues.ts');
    throw new ConfigError(result.problems, result.problems.map(problemText));
  }
  for (const warning of result.warnings) printWarning(warning, io);
  return result.config;
}

/** Compiles glob patterns; loads the matcher only when there are any. */
export async function compilePatterns(patterns: readonly string[], directory: string): Promise<Excluded> {
  if (patterns.length === 0) return () => false;
  const { compileExclude } = await import('../workspace/exclude.ts');
  return compileExclude(patterns, directory);
}
