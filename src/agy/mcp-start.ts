import type { JsonDoc } from '../json/tree.ts';
import { valuePlace } from './mcp-place.ts';
import type { LoadedServer } from './mcp-server.ts';
import type { Located, ProblemPlace } from './types.ts';

/** The program of a server, then its arguments; nothing for a server that names no program. */
export function argumentsOf({
  fields: { command, args },
}: Pick<LoadedServer, 'fields'>): readonly Located<string>[] {
  return command === undefined || command.value === '' ? [] : [command, ...(args ?? [])];
}

/** Whether one of `argumentsOf` passes a test; for every server of every file, so nothing is made. */
export function someArgument(
  { fields: { command, args } }: Pick<LoadedServer, 'fields'>,
  test: (text: string) => boolean,
): boolean {
  if (command === undefined || command.value === '') return false;
  return test(command.value) || args?.some(({ value }) => test(value)) === true;
}

/**
 * Where one of `argumentsOf` stands: 0 is the program.
 * @param wrapper the keys that lead to the servers
 */
export function argumentPlace(
  doc: JsonDoc,
  server: LoadedServer,
  argument: number,
  wrapper: readonly string[],
): ProblemPlace {
  const located = argumentsOf(server)[argument] as Located<string>;
  return valuePlace(doc, server.name, located, argument === 0 ? undefined : argument - 1, wrapper);
}
