import { foldPattern } from '../agy/fold.ts';
import type { JsonSchema } from '../config/shape.ts';

export type { JsonSchema } from '../config/shape.ts';

/** What a field takes, and what a person is told of it. */
export interface SchemaField {
  readonly schema: JsonSchema;
  readonly description?: string;
}

export const TEXT: JsonSchema = { type: ['string', 'null'] };
export const BOOLEAN: JsonSchema = { type: ['boolean', 'null'] };

export function listOf(items: JsonSchema): JsonSchema {
  return { type: ['array', 'null'], items };
}

export function mapOf(values: JsonSchema): JsonSchema {
  return { type: ['object', 'null'], additionalProperties: values };
}

/**
 * An object that Go decodes into a struct: names match by simple folding, other keys are passed over. Each field stands
 * twice: spelled as the loader spells it, for editors to offer it, and as the pattern of all its spellings.
 */
export function struct(fields: Readonly<Record<string, SchemaField>>): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries(
      entries.map(([name, { schema, description }]) => [
        name,
        description === undefined ? schema : { description, ...schema },
      ]),
    ),
    patternProperties: Object.fromEntries(entries.map(([name, { schema }]) => [foldPattern(name), schema])),
  };
}

/** Holds for an object in which some spelling of a field has a value of this kind. */
export function someSpelling(name: string, value: JsonSchema): JsonSchema {
  return { not: everySpelling(name, { not: value }) };
}

/** Holds for an object in which every spelling of a field, if there is one, has a value of this kind. */
export function everySpelling(name: string, value: JsonSchema): JsonSchema {
  return { patternProperties: { [foldPattern(name)]: value } };
}
