import { expect, test } from 'vitest';
import type { Surroundings } from '../kinds/index.ts';
import fc, { runs } from '../test/property.ts';
import { createInspector } from './inspect.ts';

/** A repository with nothing in it. */
const nowhere: Surroundings = {
  look: () => 'missing',
  file: () => undefined,
  read: () => undefined,
  list: () => [],
};

const faults = (line: string) => createInspector(nowhere)(line, true);

test('a plain line is told as one that is read to its end', () => {
  const word = fc.constantFrom(
    ...'make agy agy.exe /opt/agy -p --prompt=x sh -c -lc env X=1 npx uv run tsx python3 python3.12 node check.py hooks/check.sh ./check check.mjs -m pytest echo printf cat hookSpecificOutput permissionDecision decision=block if then case test eval source . cd timeout 5 exec bun deno x.sh'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const line = words.join(' ');
      // A space at the end changes nothing, but such a line is read to its end.
      expect(faults(line)).toEqual(faults(`${line} `));
    }),
    { numRuns: runs(5000) },
  );
});

test.each([
  ['agy -p tidy', 'recursion'],
  ['env X=1 timeout 5 agy --prompt tidy', 'recursion'],
  ['sh -c agy', undefined],
  ['echo hookSpecificOutput', 'bad-answer'],
  ['python3 check.py', 'script-missing'],
  ['npx tsx check.ts', 'script-missing'],
  ['hooks/check.sh', 'script-missing'],
  ['uv run check.py', 'script-missing'],
  ['make gate', undefined],
  ['npx --no-install prettier --check .', undefined],
])('plain: %s', (line, code) => expect(faults(line)[0]?.code).toBe(code));
