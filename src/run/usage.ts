import { maskText } from '../credentials/index.ts';
import { printable } from '../text/quote.ts';
import { suggest } from '../text/suggest.ts';
import type { Note, UsageProblem } from '../workspace/inputs.ts';
import { shownWord } from './errors.ts';

/** The words that are commands and no paths. */
export const COMMANDS = [
  'lint',
  'explain',
  'list-rules',
  'schema',
  'init',
  'tree',
  'servers',
  'baseline',
  'fix',
  'mcp',
  'lsp',
] as const;

/** Longest note, in UTF-16 units; what it says may end with a path. */
const NOTE_LIMIT = 500;

export function noteText({ path, message }: Note): string {
  return `${shownWord(path)}: ${printable(maskText(message), NOTE_LIMIT)}`;
}

/** Of an id that no rule has. @param lister what shows whoever asked all there are */
export function noSuchRule(id: string, ids: readonly string[], lister = 'skillsaw list-rules'): string {
  const hint = suggest(id, ids);
  return `there is no rule ${shownWord(id)}${hint === undefined ? '' : `; did you mean ${hint}?`} (${lister} shows them all)`;
}

/** What is wrong with an argument. A misspelt command is taken for a path, and so is `help`; the message says so. */
export function usageText({ argument, message }: UsageProblem): string {
  if (argument === 'help') return `${argument}: ${message}; skillsaw --help lists the commands`;
  const command = suggest(argument, COMMANDS);
  const hint = command === undefined ? '' : `; did you mean the command ${command}?`;
  return `${shownWord(argument)}: ${message}${hint}`;
}
