import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../run/errors.ts';
import { outputStream, readInput } from './stream.ts';

const noTerminal = (): never => {
  throw new Error('no stream of Node is made for what is no terminal');
};

function withDescriptor<T>(path: string, flags: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, flags);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

describe('an output', () => {
  test('takes the text as it is', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'skillsaw-stream-')), 'out');
    withDescriptor(path, 'w', (descriptor) => outputStream(descriptor, noTerminal).write('kiln ✓\n'));
    expect(readFileSync(path, 'utf8')).toBe('kiln ✓\n');
  });

  test.runIf(process.platform === 'linux')('that is full is something for the user to mend', () => {
    withDescriptor('/dev/full', 'w', (descriptor) => {
      const stream = outputStream(descriptor, () => ({ isTTY: false }) as NodeJS.WriteStream);
      expect(() => stream.write('x')).toThrow(UsageError);
      expect(() => stream.write('x')).toThrow(/^standard output cannot be written \(ENOSPC\)/);
    });
  });
});

describe('an input', () => {
  test('is read to its end', () => {
    const path = import.meta.filename;
    const bytes = withDescriptor(path, 'r', (descriptor) => readInput(descriptor, 1e9));
    expect(Buffer.from(bytes)).toEqual(readFileSync(path));
  });

  test.runIf(process.platform === 'linux')('without an end is read no further than it needs to be', () => {
    const limit = 200_000;
    const bytes = withDescriptor('/dev/zero', 'r', (descriptor) => readInput(descriptor, limit));
    expect(bytes.length).toBeGreaterThan(limit);
    expect(bytes.length).toBeLessThan(limit + 100_000);
  });

  test.runIf(process.platform === 'linux')('that is a directory is something for the user to mend', () => {
    withDescriptor(tmpdir(), 'r', (descriptor) => {
      expect(() => readInput(descriptor, 10)).toThrow(UsageError);
    });
  });
});
