import { describe, expect, test } from 'vitest';
import { secret } from '../test/secrets.ts';
import { SourceFile } from '../text/source.ts';
import { frameOf } from './frame.ts';

const PASSWORD = secret('password');
const MEGABYTE = 1024 * 1024;

/** The frame for the first place of a text in a file. */
function frameAt(content: string, text: string): string | undefined {
  const start = content.indexOf(text);
  const bytes = new TextEncoder().encode(content);
  return frameOf({ path: 'x', source: new SourceFile('x', bytes), span: { start, end: start + text.length } })
    ?.text;
}

describe('a file that is looked through in parts', () => {
  const line = `  "KILN_PASSWORD": "${PASSWORD}", "glaze": "%",\n`;
  const lines = line.repeat(Math.ceil((2 * MEGABYTE) / line.length));

  test('is masked in every part, and where two meet', () => {
    for (let at = 0; at < 2 * MEGABYTE; at += 1301 * line.length) {
      const content = `${lines.slice(0, at)}\n"KILN_PASSWORD": "${PASSWORD}", "kiln": 7,\n${lines.slice(at)}`;
      const frame = frameAt(content, '"kiln": 7');
      expect(frame).toContain('"KILN_PASSWORD": "***"');
    }
  });

  test('is masked in one line that is longer than a part', () => {
    const content = `{${lines.replaceAll('\n', '')} "kiln": 7}`;
    expect(frameAt(content, '"kiln": 7')).toContain('***');
    expect(frameAt(content, '"kiln": 7')).not.toContain(PASSWORD);
  });

  test.each([0, 1])('shows nothing of a value that is longer than a part', (more) => {
    const value = `${PASSWORD} `.repeat(MEGABYTE / 10 + more * 7_001);
    const content = `{"a": 1, "KILN_PASSWORD": "${value}", "kiln": 7}`;
    const frame = frameAt(content, '"kiln": 7');
    expect(frame).toContain('***", "kiln": 7}');
    expect(frame).not.toContain(PASSWORD.slice(0, 6));
  });

  test('shows what is none', () => {
    const content = `${'{"a": "b"},\n'.repeat(MEGABYTE / 10)}{"kiln": 7, "c": "d"}\n`;
    expect(frameAt(content, '"kiln": 7')).toBe('{"kiln": 7, "c": "d"}');
  });
});
