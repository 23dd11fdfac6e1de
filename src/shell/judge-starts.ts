import type { splitShell } from './split.ts';
import { type Start, startsOf } from './starts.ts';

/**
 * Judges servers by what they start in the end (see `startsOf`). The reader of lines is loaded only where a shell starts
 * one of them; then the answer comes later.
 * @param servers each with its program and arguments, as `argv`
 */
export function judgeStarts<S extends { readonly argv: readonly string[] }, F>(
  servers: readonly S[],
  judge: (server: S, starts: readonly Start[]) => readonly F[],
): readonly F[] | Promise<readonly F[]> {
  const known = servers.map(({ argv }) => startsOf(argv));
  const all = (split?: typeof splitShell): readonly F[] =>
    servers.flatMap((server, i) => judge(server, known[i] ?? startsOf(server.argv, split) ?? []));
  if (!known.includes(undefined)) return all();
  return import('./lines.ts').then(({ splitShell: split }) => all(split));
}
