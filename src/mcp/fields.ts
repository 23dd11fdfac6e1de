import * as z from 'zod/v4';
import { MAX_PATH } from '../workspace/locate.ts';
import type { Session } from './session.ts';

/** Paths that one call may name. */
const MAX_PATHS = 50;

const path = z.string().min(1).max(MAX_PATH);

/** The directory of a call. */
export function directoryField({ root }: Session): z.ZodString | z.ZodOptional<z.ZodString> {
  return root === undefined
    ? path.describe('Absolute path of the directory to work in. Nothing outside of its repository is read.')
    : path.optional().describe('A directory inside the root of this server. Default: the root.');
}

export const pathsField = z
  .array(path)
  .min(1)
  .max(MAX_PATHS)
  .optional()
  .describe('Files and directories in the directory. Default: all of it.');

export const suggestedField = z
  .boolean()
  .optional()
  .describe(
    'Whether to use the fixes too that somebody should look at. Default: only those whose meaning is beyond doubt.',
  );

export const omittedField = z
  .number()
  .int()
  .describe('How many more there are that this answer has no room for.');

export const notesField = z.array(z.string()).describe('What else there is to say of the run, a line each.');
