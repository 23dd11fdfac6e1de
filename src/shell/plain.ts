/** Nothing quoted, escaped or expanded, no redirection, and nothing that connects commands. */
const PLAIN = /^[\w./:@,+=-]+(?: [\w./:@,+=-]+)*$/;

/**
 * The words of a line that is nothing but words; undefined for any other line. Whatever such a line runs, through wrappers
 * or in lines inside of it, is among them. Most lines are like that, and to see that none of its words is the name
 * of anything that matters (see `programName`) costs far less than to split the line.
 */
export function wordsOfPlainLine(line: string): readonly string[] | undefined {
  return PLAIN.test(line) ? line.split(' ') : undefined;
}
