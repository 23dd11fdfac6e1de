import { baselineFolder, holdsBaseline } from '../../config/find.ts';
import { type BaselineEntry, baselineEntries, staysOutside } from '../../engine/baseline.ts';
import { renderBaseline } from '../../engine/baseline-file.ts';
import { plural } from '../../report/report.ts';
import type { RuleSource } from '../../rule-source.ts';
import { baselineIn } from '../../run/baseline.ts';
import type { ConfigArguments } from '../../run/configuration.ts';
import { EXIT, printNote, UsageError } from '../../run/errors.ts';
import type { Io } from '../../run/io.ts';
import { lintPaths } from '../../run/lint-run.ts';
import { MAX_FILE_BYTES } from '../../workspace/files.ts';
import { isInside } from '../../workspace/raw-path.ts';
import { replaceFile } from '../../workspace/replace-file.ts';

export interface BaselineArguments extends ConfigArguments {
  readonly paths: readonly string[];
}

/** `skillsaw baseline`: takes down what is found now; entries for what was not looked at are kept as they are. */
export async function runBaseline(args: BaselineArguments, source: RuleSource, io: Io): Promise<number> {
  const selection = { only: [], skip: [] };
  const { config, named, findings, crashes } = await lintPaths(
    { ...args, selection, useBaseline: false },
    source,
    io,
  );
  if (crashes.length > 0) {
    io.stderr.write('Nothing was written.\n');
    return EXIT.bug;
  }
  const folder = baselineFolder(config);
  const place = baselineIn(folder, io.cwd);
  const entries = baselineEntries(findings, place.pathOf);
  const kept = keptEntries();
  const bytes = Buffer.from(renderBaseline([...kept, ...entries]));
  if (bytes.length > MAX_FILE_BYTES) {
    throw new UsageError([
      `${place.shown}: with ${kept.length + entries.length} entries it would be larger than a file that is read again; leave folders out with exclude in .skillsaw.yaml`,
    ]);
  }
  const problem = replaceFile(place.path, bytes);
  if (problem !== undefined) throw new UsageError([`${place.shown}: ${problem.detail}`]);
  const outside = findings.filter(staysOutside).length;
  if (outside > 0) {
    const about = `${plural(outside, 'finding')} about what could not be read`;
    printNote(`${about}: not part of a baseline, and reported as before`, io);
  }
  const rest = kept.length === 0 ? '' : `, and ${kept.length} kept for what was not looked at`;
  io.stderr.write(`${place.shown} written: ${plural(entries.length, 'finding')} known from now on${rest}.\n`);
  return EXIT.ok;

  /** The entries that this run could not have come to. */
  function keptEntries(): readonly BaselineEntry[] {
    if (!holdsBaseline(folder)) return [];
    try {
      const lookedAt = place.lookedAt(named, findings);
      return place.read().filter((entry) => !lookedAt(entry));
    } catch (error) {
      // Where everything was looked at, nothing of a file that cannot be read is missed.
      if (error instanceof UsageError && named.some((path) => isInside(path, folder))) return [];
      throw error;
    }
  }
}
