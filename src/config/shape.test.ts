import { describe, expect, test } from 'vitest';
import { SAMPLE_RULES } from './sample-rules.ts';
import { configShape, topKeys } from './schema.ts';
import {
  defaultsOf,
  flag,
  listOf,
  listWords,
  mapOf,
  type OptionValues,
  oneOf,
  option,
  text,
} from './shape.ts';

const OVEN = {
  crust: option(oneOf(['thin', 'thick']), { default: 'thin', summary: 'how the crust is' }),
  grains: option(listOf(text()), { default: [], summary: 'what is milled' }),
  lit: option<boolean | undefined>(flag, {
    default: undefined,
    summary: 'whether it burns',
    since: '0.21.0',
  }),
};

test('option values have the types of their shapes', () => {
  const values: OptionValues<typeof OVEN> = defaultsOf(OVEN);
  const crust: 'thin' | 'thick' = values.crust;
  const grains: readonly string[] = values.grains;
  const lit: boolean | undefined = values.lit;
  expect([crust, grains, lit]).toEqual(['thin', [], undefined]);
});

describe('JSON Schema', () => {
  test('of the shapes', () => {
    expect(mapOf(OVEN).schema).toEqual({
      type: ['object', 'null'],
      additionalProperties: false,
      properties: {
        crust: { enum: ['thin', 'thick'], description: 'how the crust is', default: 'thin' },
        grains: {
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'what is milled',
          default: [],
        },
        lit: { type: 'boolean', description: 'whether it burns' },
      },
    });
  });

  test('of the whole file names every key, and lets unknown rules pass', () => {
    const schema = JSON.parse(JSON.stringify(configShape(SAMPLE_RULES).schema));
    expect(Object.keys(schema.properties)).toEqual(Object.keys(topKeys([])));
    const { rules } = schema.properties;
    expect(rules.additionalProperties).toBe(true);
    expect(Object.keys(rules.properties)).toEqual(SAMPLE_RULES.map(({ id }) => id));
    const oven = rules.properties['bakery-oven'];
    expect(oven.additionalProperties).toBe(false);
    expect(oven.properties.severity.enum).toEqual(['error', 'warning', 'info', null]);
    expect(oven.properties.ignore.items.required).toEqual(['reason']);
  });
});

test.each<[readonly string[], string]>([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('listWords(%j)', (words, expected) => {
  expect(listWords(words)).toBe(expected);
});
