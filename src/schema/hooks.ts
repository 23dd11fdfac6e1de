import { GROUP_DOES, HANDLER_FIELDS, HANDLER_TYPES, HOOK_EVENTS, HOOK_SWITCH } from '../agy/hook-facts.ts';
import { sentence } from '../text/sentence.ts';
import {
  BOOLEAN,
  everySpelling,
  type JsonSchema,
  listOf,
  type SchemaField,
  someSpelling,
  struct,
  TEXT,
} from './struct.ts';

const INT32: JsonSchema = { type: ['integer', 'null'], minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
/** The loader takes an empty string for none. */
const ABSENT: JsonSchema = { enum: ['', null] };
const IS_PROMPT = someSpelling('type', { const: 'prompt' });

/** What agy takes in a `hooks.json`: a file that it loses does not validate. */
export function hooksSchema(): JsonSchema {
  const events = Object.entries(HOOK_EVENTS).map(([name, { shape, runs }]): [string, SchemaField] => [
    name,
    {
      schema: listOf({ $ref: `#/definitions/${shape === 'grouped' ? 'group' : 'flatHandler'}` }),
      description: `Runs ${runs}.`,
    },
  ]);
  const enabled: SchemaField = { schema: BOOLEAN, description: sentence(HOOK_SWITCH.does) };
  return {
    type: ['object', 'null'],
    additionalProperties: { $ref: '#/definitions/hook' },
    definitions: {
      hook: struct({ enabled, ...Object.fromEntries(events) }),
      group: struct({
        matcher: { schema: TEXT, description: sentence(GROUP_DOES.matcher) },
        hooks: {
          schema: listOf({ $ref: '#/definitions/handler' }),
          description: sentence(GROUP_DOES.hooks),
        },
      }),
      handler: handler(),
      flatHandler: { allOf: [{ $ref: '#/definitions/handler' }, NO_GROUP] },
    },
  };
}

/** A group where the event wants handlers: in it nobody says what to run. */
const NO_GROUP: JsonSchema = {
  if: {
    allOf: [
      someSpelling('hooks', {}),
      { not: IS_PROMPT },
      { not: someSpelling('command', { type: 'string', minLength: 1 }) },
    ],
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: false,
};

function handler(): JsonSchema {
  const fields = Object.entries(HANDLER_FIELDS).map(([name, { type, does }]): [string, SchemaField] => [
    name,
    {
      schema: name === 'type' ? { enum: [...HANDLER_TYPES, '', null] } : type === 'int32' ? INT32 : TEXT,
      description: sentence(does),
    },
  ]);
  return {
    ...struct(Object.fromEntries(fields)),
    if: IS_PROMPT,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: everySpelling('command', ABSENT),
    else: { allOf: [everySpelling('prompt', ABSENT), everySpelling('model', ABSENT)] },
  };
}
