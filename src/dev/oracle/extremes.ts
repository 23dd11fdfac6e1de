import type { Random } from './random.ts';
import type { ByteString } from './spell.ts';

const GOOD_NUMBERS: readonly ByteString[] = [
  '0',
  '-0',
  '-0.0',
  '0e0',
  '0E-0',
  '7',
  '-12',
  '3.25',
  '1e400',
  '-1E+400',
  '1e-400',
  '0.000',
  '123456789012345678901234567890',
  '9007199254740993',
  '1e007',
  '2.5E10',
  '9'.repeat(400),
];
const BAD_NUMBERS: readonly ByteString[] = [
  '01',
  '-01',
  '00',
  '-',
  '--1',
  '+1',
  '.5',
  '-.5',
  '1.',
  '1.e5',
  '1e',
  '1e+',
  '1e-x',
  '1E5.5',
  '0x1F',
  '1_000',
  '1,000',
  '0b1',
  '1n',
  '1f',
  '- 1',
  '1 2',
  'NaN',
  '-NaN',
  'Infinity',
  '-Infinity',
  'inf',
  '1..2',
  '\xd9\xa1',
  '\xef\xbc\x91',
];

/** A number of any form, good or bad, as the last of a file or not. */
export function anyNumber(r: Random): ByteString {
  const number = r.chance(0.4) ? r.pick(BAD_NUMBERS) : r.pick(GOOD_NUMBERS);
  return number + r.pick(['', '', '', ' ', '\n']);
}

/** Go's limit on open containers, at which each place in a document has its own distance from the root. */
const LIMIT = 10_000;

/** Nesting just below, at and above the limit, for a place with so many open containers above it. */
export function nest(r: Random, above: number): ByteString {
  const levels = LIMIT - above + r.between(-2, 2);
  const mixed = r.pick([0, 0.01, 0.5, 1]);
  let opening = '';
  const closing: ByteString[] = [];
  for (let level = 0; level < levels; level++) {
    const isObject = r.chance(mixed);
    opening += isObject ? '{"":' : '[';
    closing.push(isObject ? '}' : ']');
  }
  // An object needs a value; an array may stay empty.
  const inner = r.pick(['0', 'null', '"x"', closing.at(-1) === ']' ? '' : '1']);
  closing.reverse();
  return opening + inner + (r.chance(0.1) ? closing.slice(r.between(1, 3)) : closing).join('');
}
