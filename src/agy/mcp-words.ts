import type { FieldType } from './facts.ts';

/** What a field takes, in words: "only … is read". */
export const ACCEPTED_WORDS: Readonly<Record<FieldType, string>> = {
  string: 'a string',
  boolean: 'true or false without quotes',
  'string-list': 'a list of strings',
  'string-map': 'an object of strings',
  oauth: 'an object',
  'auth-provider': 'a string',
};
