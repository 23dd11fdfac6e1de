/**
 * The way from one folder of the repository to a file in it, to be written into a command: `./x.sh`, `../tools/x.sh`.
 * @param folder from the repository root with `/`; `.` for the root
 * @param file in the same way
 */
export function pathFrom(folder: string, file: string): string {
  const from = partsOf(folder);
  const to = partsOf(file);
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  const up = from.length - same;
  const rest = to.slice(same).join('/');
  return up === 0 ? `./${rest}` : `${'../'.repeat(up)}${rest}`;
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}
