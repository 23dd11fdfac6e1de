import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import fc from '../test/property.ts';
import { under } from './locate.ts';

test('a path is put behind its base as resolve does it', () => {
  const piece = fc.constantFrom(
    '',
    '.',
    '..',
    '...',
    'kiln',
    '.agents',
    'a.',
    '.a.md',
    '~',
    'a\\b',
    'C:',
    ' ',
  );
  const path = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('/'));
  const base = fc.constantFrom('/', '/yard', '/yard/.agents').map((one) => resolve(one));
  fc.assert(
    fc.property(base, path, (from, to) => {
      expect(under(from, to)).toBe(resolve(from, to));
    }),
    { numRuns: 1000 },
  );
});
