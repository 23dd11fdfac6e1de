import type { RuleSource } from '../../rule-source.ts';
import type { ConfigArguments } from '../../run/configuration.ts';
import { compilePatterns, configuration } from '../../run/configuration.ts';
import { EXIT, printNote, UsageError } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { noteText, usageText } from '../../run/usage.ts';
import { expandGlobs } from '../../workspace/inputs.ts';
import { discover } from '../../workspace/workspace.ts';
import { renderTree } from './render-tree.ts';

export interface TreeArguments extends ConfigArguments {
  readonly paths: readonly string[];
  readonly format: 'text' | 'json';
}

/** `skillsaw tree`: what would be linted, and why. */
export async function runTree(args: TreeArguments, rules: RuleSource, io: Io): Promise<number> {
  const config = await configuration(args, args.paths[0] ?? '.', rules, io);
  const globs = await expandGlobs(args.paths, io.cwd);
  const excluded = await compilePatterns(config.exclude, config.directory);
  const found = discover({ paths: globs.paths, cwd: io.cwd, excluded });
  const problems = [...globs.problems, ...found.usage];
  if (problems.length > 0) throw new UsageError(problems.map(usageText));
  for (const note of found.notes) printNote(noteText(note), io);
  io.stdout.write(renderTree(found, args.format));
  return EXIT.ok;
}
