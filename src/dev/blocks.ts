/** `<!-- NAME -->` or `<!-- NAME: ARGUMENT -->` on a line of its own, up to the line `<!-- /NAME -->`. */
const BLOCK = /^<!-- ([a-z]+)(?:: (.+?))? -->\n(?:[\s\S]*?\n)??<!-- \/\1 -->$/gm;

/** Fills every block of a page anew; what stands between its marks is replaced. */
export async function replaceBlocks(
  page: string,
  fill: (name: string, argument: string) => Promise<string>,
): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  for (const match of page.matchAll(BLOCK)) {
    const [whole, name = '', argument = ''] = match;
    const open = argument === '' ? `<!-- ${name} -->` : `<!-- ${name}: ${argument} -->`;
    parts.push(page.slice(at, match.index), `${open}\n\n${await fill(name, argument)}\n\n<!-- /${name} -->`);
    at = match.index + whole.length;
  }
  return parts.join('') + page.slice(at);
}
