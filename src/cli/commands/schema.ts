import { REGISTRY_FILE_NAMES } from '../../agy/registry-facts.ts';
import type { RuleSource } from '../../rule-source.ts';
import { EXIT, shownWord, UsageError } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { SCHEMA_NAMES, schemaText } from '../../schema/index.ts';
import { suggest } from '../../text/suggest.ts';

/** `skillsaw schema`: the JSON Schema of a kind of file. */
export async function runSchema(word: string, source: RuleSource, io: Io): Promise<number> {
  const name = SCHEMA_NAMES.find((known) => known === word);
  if (name === undefined) {
    const isRegistry = REGISTRY_FILE_NAMES.some((file) => file === word);
    const hint = isRegistry ? 'registry' : suggest(word, SCHEMA_NAMES);
    throw new UsageError([
      `there is no schema of ${shownWord(word)}${hint === undefined ? '' : `; did you mean ${hint}?`} (there is one of ${SCHEMA_NAMES.join(', ')})`,
    ]);
  }
  io.stdout.write(schemaText(name, await source.all()));
  return EXIT.ok;
}
