import type { LineSpan, ShellWord } from './types.ts';

/**
 * What a command line does that nobody wants of a file that came with a repository. The words are kinds of finding.
 * `fetch-and-run`: code from the network. `decode-and-run`: code that was hidden in another encoding.
 * `broad-delete`: whole trees that nobody named. `outside-write`: files outside the repository that steer programs.
 * `exfiltration`: credentials and keys leave the machine. `remote-shell`: a shell for somebody else.
 */
export const DANGER_IDS = [
  'fetch-and-run',
  'decode-and-run',
  'broad-delete',
  'outside-write',
  'exfiltration',
  'remote-shell',
] as const;

export type DangerId = (typeof DANGER_IDS)[number];

export interface Danger {
  readonly id: DangerId;
  /** What the line does, to follow its name: `downloads code with curl and runs it with sh`. Holds text from the line. */
  readonly what: string;
  /** The command or word in question, in UTF-16 units of the line. */
  readonly span: LineSpan;
}

/** Where text comes from that a line may run. */
export type Origin = { readonly id: 'fetch-and-run' | 'decode-and-run'; readonly by: string };

/** What earlier commands of a line have left behind. */
export interface Traces {
  /** Variables that hold code from elsewhere. */
  readonly variables: Map<string, Origin>;
  /** Files that hold it, by their `fileKey`. */
  readonly files: Map<string, Origin>;
  /** Variables that are certainly set. */
  readonly known: Set<string>;
  /** `set -u`: the line stops at a variable that is not set. */
  stopsAtUnset: boolean;
}

export function newTraces(): Traces {
  return { variables: new Map(), files: new Map(), known: new Set(), stopsAtUnset: false };
}

/**
 * A word as the text of a line for a shell or another program: what is quoted in it counts, expansions stay as spelled.
 */
export function lineOf(word: ShellWord, line: string): string {
  let text = '';
  for (const part of word.parts) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'variable') text += line.slice(part.variable.start, part.variable.end);
    else text += line.slice(part.start, part.end);
  }
  return text;
}
