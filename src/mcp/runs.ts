import { type FixOutcome, mend } from '../engine/fix.ts';
import { type Checked, type LintRequest, type PreparedLint, prepareLint } from '../run/lint-run.ts';
import { type Notes, takeNotes } from './notes.ts';
import { type Place, pathsIn } from './place.ts';
import type { Session } from './session.ts';
import { pauseFor } from './turns.ts';

interface RunRequest {
  readonly paths: readonly string[];
  /** What the one path is taken to hold. */
  readonly content?: string;
  readonly signal: AbortSignal;
}

interface Prepared {
  readonly prepared: PreparedLint;
  readonly notes: Notes;
}

/** Sets up a run that stays in its place. Throws `UsageError` for what must be mended first. */
export async function prepareIn(
  place: Place,
  { paths, content, signal }: RunRequest,
  session: Session,
): Promise<Prepared> {
  const absolute = pathsIn(place, paths, content !== undefined);
  const notes = takeNotes(place.directory, session.io);
  const request: LintRequest = {
    config: undefined,
    noConfig: false,
    within: place.within,
    paths: content === undefined ? absolute : [],
    ...(content === undefined
      ? {}
      : { stdin: { filename: absolute[0] as string, bytes: Buffer.from(content) } }),
    selection: { only: [], skip: [] },
    useBaseline: true,
    pause: pauseFor(signal),
  };
  return { prepared: await prepareLint(request, session.rules, notes.io), notes };
}

/** Mends in memory what can be mended in a place. */
export async function mendIn(
  place: Place,
  request: RunRequest & { readonly suggested: boolean },
  session: Session,
): Promise<{ readonly outcome: FixOutcome<Checked>; readonly notes: Notes }> {
  const { prepared, notes } = await prepareIn(place, request, session);
  const outcome = await mend({ lint: prepared.check, suggested: request.suggested });
  await outcome.left.tell();
  return { outcome, notes };
}
