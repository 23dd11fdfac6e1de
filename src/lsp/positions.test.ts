import { describe, expect, test } from 'vitest';
import { SourceFile } from '../text/source.ts';
import { lspRange, offsetOf, type Shown } from './positions.ts';

const BOM = '\ufeff';

function shown(text: string, fromDisk = false): Shown {
  return { source: new SourceFile('a.json', new TextEncoder().encode(text)), fromDisk };
}

describe('lspRange and offsetOf', () => {
  test.each<[string, Shown, number, number, number]>([
    ['LF', shown('ab\ncd'), 4, 1, 1],
    ['CRLF', shown('ab\r\ncd'), 5, 1, 1],
    ['a lone CR', shown('ab\rcd'), 4, 1, 1],
    ['an astral character', shown('"🦀"x'), 6, 0, 4],
    ['two bytes', shown('é"'), 2, 0, 1],
    ['a byte-order mark that the client hides', shown(`${BOM}ab`, true), 4, 0, 1],
    ['the line behind it', shown(`${BOM}a\nb`, true), 5, 1, 0],
    ['one that the client shows', shown(`${BOM}ab`), 4, 0, 2],
    ['no mark at all', shown('ab', true), 1, 0, 1],
    ['the end of the file', shown('ab\n'), 3, 1, 0],
  ])('%s', (_, file, offset, line, character) => {
    const position = { line, character };
    expect(lspRange(file, { start: offset, end: offset })).toEqual({ start: position, end: position });
    expect(offsetOf(file, position)).toBe(offset);
  });

  test('the mark itself is at the start', () => {
    expect(lspRange(shown(`${BOM}{`, true), { start: 0, end: 3 })).toEqual({
      start: { line: 0, character: 0 },
      end: { line: 0, character: 0 },
    });
  });

  test('a broken sequence is one unit', () => {
    const file = { source: new SourceFile('a', Uint8Array.of(0x22, 0xff, 0x22)), fromDisk: true };
    expect(lspRange(file, { start: 2, end: 3 }).start).toEqual({ line: 0, character: 2 });
    expect(offsetOf(file, { line: 0, character: 2 })).toBe(2);
  });

  test.each([
    ['behind the end of a line', { line: 0, character: 99 }, 2],
    ['behind the last line', { line: 9, character: 0 }, 5],
    ['in the middle of a pair', { line: 1, character: 1 }, 3],
  ])('a position %s is moved', (_, position, offset) => {
    expect(offsetOf(shown(position.line === 1 ? 'ab\n🦀' : 'ab\ncd'), position)).toBe(offset);
  });
});
