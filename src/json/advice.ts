import type { SyntaxCause } from './explain.ts';
import type { JsonKind } from './tree.ts';

/** What kinds of value are called in messages. */
export const KIND_NAMES: Readonly<Record<JsonKind, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  true: 'the boolean true',
  false: 'the boolean false',
  null: 'null',
};

/** How to mend each common mistake of a strict JSON file; a rule puts its own in where the kind of file knows better. */
export const SYNTAX_HELP: Readonly<Record<SyntaxCause, string>> = {
  'empty-file': 'Write {} for a file that sets nothing, or delete the file.',
  'byte-order-mark':
    'Save the file as UTF-8 without a byte-order mark: the three bytes EF BB BF before the first brace are no JSON.',
  'utf-16': 'Save the file as UTF-8 without a byte-order mark.',
  'nul-byte': 'Delete the NUL bytes and save the file as UTF-8.',
  comment:
    'Take the comment out: this file is strict JSON. A note can stand under a key that is not read, such as "//".',
  'trailing-comma': 'Delete the comma after the last entry.',
  'missing-comma': 'Put a comma between the two entries.',
  'missing-colon': 'Put a colon between the key and its value.',
  'missing-value': 'Write a value after the key, or take the key out.',
  'extra-comma': 'Delete the comma that has nothing before it.',
  'single-quotes': 'Use double quotes around keys and strings.',
  'curly-quotes': 'Replace the typographic quotes by straight double quotes.',
  'bare-key': 'Put the key in double quotes.',
  'bare-word': 'Put the text in double quotes; only true, false, null and numbers stand without.',
  'not-a-number': 'Use a finite number, or null: JSON has no NaN and no Infinity.',
  'other-case-literal': 'Write true, false and null in lower case.',
  'number-form':
    'Write the number as JSON does (no leading zero or plus sign, digits on both sides of the point), or in double quotes.',
  'unclosed-string':
    'Close the string with a double quote on the same line; a line break inside is written \\n.',
  'control-character': 'Replace the control character inside the string by its escape, such as \\t.',
  'bad-escape': 'Double the backslash if you mean one (C:\\\\tools), or use an escape that JSON knows.',
  'text-after-value':
    'Delete what stands after the end of the document, or merge it: a file holds one JSON value.',
  'unclosed-container': 'Close every bracket: the file ends while one is open.',
  'wrong-bracket': 'Close the innermost open bracket first: [ with ], { with }.',
  'invisible-space':
    'Replace the character by an ordinary space: only space, tab and line ends may stand between values.',
  'conflict-marker': 'Resolve the merge conflict and delete its marker lines.',
  'too-deep': 'Take out the nesting: agy reads at most 10,000 brackets inside one another.',
  other: 'Mend the JSON at this place: comments, trailing commas and single quotes are not allowed.',
};
