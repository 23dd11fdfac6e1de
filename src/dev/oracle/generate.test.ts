import { describe, expect, it } from 'vitest';
import { emulateMcpConfig } from '../../agy/mcp-config.ts';
import { SITUATIONS, situations } from './coverage.ts';
import { CATEGORIES, EXTRA_AUTH_PROVIDER, generateDocument } from './generate.ts';

const COUNT = 6000;
const documents = Array.from({ length: COUNT }, (_, index) => generateDocument(7, index));
const configs = documents.map(({ bytes }) =>
  emulateMcpConfig(bytes, { extraAuthProviderTypes: [EXTRA_AUTH_PROVIDER] }),
);

describe('generated documents', () => {
  it('are the same for the same seed and number, in whatever order they are made', () => {
    for (const index of [4321, 17, 0, COUNT - 1]) {
      expect(generateDocument(7, index)).toEqual(documents[index]);
    }
  });

  it('differ between seeds', () => {
    const same = documents.slice(0, 100).filter(({ bytes }, index) => {
      return Buffer.compare(bytes, generateDocument(8, index).bytes) === 0;
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
    expect(new Set(documents.map(({ category }) => category))).toEqual(new Set(CATEGORIES));
  });

  it('are valid JSON more often than not, and not always', () => {
    const broken = configs.filter(({ problems }) => problems.some(({ code }) => code === 'syntax')).length;
    expect(broken / COUNT).toBeGreaterThan(0.1);
    expect(broken / COUNT).toBeLessThan(0.35);
  });

  it.each(SITUATIONS)('meet "%s"', (situation) => {
    const times = configs.flatMap(situations).filter((met) => met === situation).length;
    expect(times).toBeGreaterThan(10);
  });
});
