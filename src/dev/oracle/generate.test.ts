import { describe, expect, it } from 'vitest';
import { KINDS } from './kinds.ts';

const COUNT = 6000;

describe.each(KINDS)('documents generated for $name', ({ generate, emulate, categories, situations }) => {
  const documents = Array.from({ length: COUNT }, (_, index) => generate(7, index));
  const verdicts = documents.map(({ bytes }) => emulate(bytes));

  it('are the same for the same seed and number, in whatever order they are made', () => {
    for (const index of [4321, 17, 0, COUNT - 1]) {
      expect(generate(7, index)).toEqual(documents[index]);
    }
  });

  it('differ between seeds', () => {
    const same = documents.slice(0, 100).filter(({ bytes }, index) => {
      return Buffer.compare(bytes, generate(8, index).bytes) === 0;
    });
    expect(same.length).toBeLessThan(10);
  });

  it('are mostly small and mostly different', () => {
    const small = documents.filter(({ bytes }) => bytes.length <= 600).length;
    const different = new Set(documents.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))).size;
    expect(small / COUNT).toBeGreaterThan(0.9);
    expect(different / COUNT).toBeGreaterThan(0.85);
  });

  it('are of every category', () => {
    expect(new Set(documents.map(({ category }) => category))).toEqual(new Set(categories));
  });

  it('can be read more often than not, and not always', () => {
    const broken = verdicts.filter(({ line }) => line.includes('"syntax')).length;
    expect(broken / COUNT).toBeGreaterThan(0.1);
    expect(broken / COUNT).toBeLessThan(0.35);
  });

  it('load now and then', () => {
    const loaded = verdicts.filter(({ line }) => line.startsWith('{"verdict":"loaded"')).length;
    expect(loaded / COUNT).toBeGreaterThan(0.3);
  });

  it.each(situations)('meet "%s"', (situation) => {
    const times = verdicts.flatMap((verdict) => verdict.situations).filter((met) => met === situation).length;
    expect(times).toBeGreaterThan(10);
  });
});
