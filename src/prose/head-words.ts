import type { HeadCause, Markdown } from '../markdown/index.ts';
import type { Span } from '../text/span.ts';

/** Arguments of the two messages about a head. */
export interface HeadArgs extends Record<string, string | number> {
  readonly cause: HeadCause | 'absent' | 'late' | 'unclosed' | 'no-map';
  /** The key in whose line the fault is; '' when there is none. */
  readonly key: string;
}

export interface HeadProblem {
  readonly id: 'no-head' | 'broken-head';
  readonly at: Span;
  readonly args: HeadArgs;
}

/** What is wrong with the head as a whole; undefined when it was read. */
export function headProblem({ head }: Markdown, bytes: Uint8Array): HeadProblem | undefined {
  switch (head.state) {
    case 'read':
      return undefined;
    case 'absent': {
      const { late } = head;
      if (late === undefined)
        return { id: 'no-head', at: firstLine(bytes), args: { cause: 'absent', key: '' } };
      const at = { start: late.start, end: late.start + '---'.length };
      return { id: 'no-head', at, args: { cause: 'late', key: '' } };
    }
    case 'unclosed':
      return { id: 'broken-head', at: head.span, args: { cause: 'unclosed', key: '' } };
    case 'no-map':
      return { id: 'broken-head', at: head.at, args: { cause: 'no-map', key: '' } };
    case 'broken': {
      const { cause, key = '', at } = head.fault;
      return { id: 'broken-head', at, args: { cause, key } };
    }
  }
}

/** Where something stands that a whole file is about. */
export function firstLine(bytes: Uint8Array): Span {
  let end = 0;
  while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++;
  return { start: 0, end };
}

const REASONS: Readonly<Record<HeadArgs['cause'], string>> = {
  absent: 'there is no head',
  late: 'the head does not begin in the first line, where alone it is looked for',
  unclosed: 'the head is never closed: a second line of three dashes is missing',
  'no-map': 'the head holds no keys',
  colon: 'the value holds a colon and a space, and is not in quotes',
  quotes: 'something follows the closing quote; perhaps there are quotes inside quotes',
  'unclosed-quote': 'the quote is never closed',
  star: 'the value begins with *, which names something else in YAML',
  sign: 'the value begins with a sign that has a meaning of its own in YAML',
  bracket: 'the value begins with a bracket, and is no list or map',
  tab: 'a tab indents the line, where YAML wants spaces',
  indent: 'the line is indented unlike what it belongs to',
  'no-colon': 'the line has no key with a colon and a space',
  'no-blank': 'the space after the colon is missing',
  'repeated-key': 'the key stands a second time',
  'too-large': 'it is larger, or nested deeper, than anybody reads',
  other: 'it is not valid YAML here',
};

const REMEDIES: Readonly<Record<HeadArgs['cause'], string>> = {
  absent: '',
  late: 'Move the head to the very top of the file.',
  unclosed: 'Close the head with a line of three dashes that begins at the left edge.',
  'no-map': 'Write lines of key: value between the two lines of dashes.',
  colon: 'Put the whole value in quotes.',
  quotes: 'Put the whole value in quotes of the other kind, or double the quotes inside.',
  'unclosed-quote': 'Close the quote, or take it out.',
  star: 'Put the value in quotes.',
  sign: 'Put the value in quotes.',
  bracket: 'Put the value in quotes, or close the list.',
  tab: 'Indent with spaces.',
  indent: 'Let the keys of one map begin in the same column.',
  'no-colon': 'Write key: value, or indent the line when it goes on with the value above.',
  'no-blank': 'Write a space after the colon.',
  'repeated-key': 'Take one of them out.',
  'too-large': 'Shorten the head to what describes the file.',
  other: 'Put values with special characters in quotes.',
};

/**
 * The messages about a head, for a rule about files that need one.
 * @param lost what Antigravity does then, as it stands behind a semicolon
 * @param example the line to write into one
 */
export function headMessages(lost: string, example: string) {
  const text = ({ cause, key }: HeadArgs): string => {
    const subject = key === '' ? '' : `"${key}": `;
    const whole = cause === 'absent' || cause === 'late' || cause === 'unclosed' || cause === 'no-map';
    return `${whole ? sentence(REASONS[cause]) : `The head is no YAML: ${subject}${REASONS[cause]}`}; ${lost}`;
  };
  const help = ({ cause }: HeadArgs): string =>
    cause === 'absent'
      ? `Begin the file with a head: between two lines of three dashes write ${example}.`
      : REMEDIES[cause];
  const common = { severity: 'warning', scope: 'file', consequence: 'file-lost', text, help } as const;
  return { 'no-head': common, 'broken-head': common } as const;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
