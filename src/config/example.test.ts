import { describe, expect, test } from 'vitest';
import { exampleConfig, inlineYaml, sentence } from './example.ts';
import { interpret } from './interpret.ts';
import { IssueLog } from './issues.ts';
import { SAMPLE_RULES } from './sample-rules.ts';
import { commonKeys, topKeys } from './schema.ts';
import { parseYaml } from './yaml.ts';

function interpreted(text: string | undefined, rules = SAMPLE_RULES) {
  const issues = new IssueLog();
  const { root, problems } = text === undefined ? { root: undefined, problems: [] } : parseYaml(text);
  expect(problems).toEqual([]);
  const source = root === undefined ? undefined : { path: '/x/a.yaml', shown: 'a.yaml', root };
  const config = interpret(source, '/x', rules, '0.20.0', issues);
  expect([issues.problems('a.yaml'), issues.warnings('a.yaml')]).toEqual([[], []]);
  return config;
}

describe('the example', () => {
  const example = exampleConfig(SAMPLE_RULES);

  test.each([[SAMPLE_RULES], [[]]])('is the defaults', (rules) => {
    const { path, origin: _, ...config } = interpreted(exampleConfig(rules), rules);
    const { origin: __, ...defaults } = interpreted(undefined, rules);
    expect(path).toBe('/x/a.yaml');
    expect(config).toEqual(defaults);
  });

  test('holds every key but the version, and no switch that would outdo one', () => {
    const { origin } = interpreted(example);
    for (const key of Object.keys(topKeys(SAMPLE_RULES))) {
      expect([key, origin(key) === 'default']).toEqual([key, key === 'version']);
    }
    for (const { id, options, enabled } of SAMPLE_RULES) {
      for (const key of [...Object.keys(options), ...Object.keys(commonKeys({ enabled }))]) {
        const absent = key === 'enabled' && enabled === true;
        expect([id, key, origin('rules', id, key) === 'default']).toEqual([id, key, absent]);
      }
    }
  });

  test('with its version switched on, pins to the newest rule', () => {
    const pinned = example.replace('# version:', 'version:');
    const issues = new IssueLog();
    const { root } = parseYaml(pinned);
    if (root === undefined) throw new Error('not YAML');
    const config = interpret({ path: '/x/a', shown: 'a', root }, '/x', SAMPLE_RULES, '0.21.0', issues);
    expect(config.version).toBe('0.21.0');
    expect(issues.warnings('a')).toEqual([]);
  });

  test('explains every option in lines that fit', () => {
    expect(example.split('\n').filter((line) => line.length > 101)).toEqual([]);
    expect(example).toContain(
      '    # How the crust is. Allowed: thin or thick\n    crust: thin\n    # What is milled. Allowed: a list, each item a string\n    grains: ["rye", "spelt"]\n',
    );
    expect(example.endsWith('\n')).toBe(true);
    expect(example).not.toMatch(/[ \t]$/m);
  });
});

test.each<[unknown, string]>([
  ['auto', 'auto'],
  ['true', '"true"'],
  ['no', '"no"'],
  ['a b', '"a b"'],
  [null, 'null'],
  [false, 'false'],
  [[], '[]'],
  [['a', '*.b'], '["a", "*.b"]'],
])('inlineYaml(%j)', (value, expected) => {
  expect(inlineYaml(value)).toBe(expected);
});

test.each([
  ['how the crust is', 'How the crust is.'],
  ['A loaf.', 'A loaf.'],
  ['oven.json must parse, and be warm', 'oven.json must parse, and be warm.'],
  ['an .oven must be warm', 'An .oven must be warm.'],
])('%j as a sentence', (text, expected) => {
  expect(sentence(text)).toBe(expected);
});
