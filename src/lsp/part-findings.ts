import type { Finding } from '../engine/finding.ts';
import type { SourceFile } from '../text/source.ts';
import { Mover } from './moved.ts';
import { type EditedPart, placeInFile } from './parts.ts';

/**
 * The findings of a file in which a part was changed.
 * @param before what was found in the file before the change
 * @param inPart what was found in the document of the part
 * @param now the file as it is
 */
export function withPart(
  before: readonly Finding[],
  inPart: readonly Finding[],
  edited: EditedPart,
  now: SourceFile,
): readonly Finding[] {
  const mover = new Mover(now);
  const kept = before.filter((finding) => !liesIn(finding, edited)).map((finding) => mover.finding(finding));
  return [...kept, ...inPart.flatMap((finding) => inFile(finding, edited, now))];
}

/** Of what is compared with another place in the file, only the whole file tells. */
function liesIn({ span, related }: Finding, { before: { start, end } }: EditedPart): boolean {
  const isInside = (place: Finding['span']): boolean => place.start >= start && place.end <= end;
  return isInside(span) && related.every((place) => place.file !== undefined || isInside(place.span));
}

/** A finding in the document of a part, as one in the file; none when it is about what stands around the part there. */
function inFile(finding: Finding, edited: EditedPart, source: SourceFile): readonly Finding[] {
  const span = placeInFile(edited, finding.span);
  if (span === undefined) return [];
  const related = finding.related.flatMap((place) => {
    if (place.file !== undefined) return [place];
    const at = placeInFile(edited, place.span);
    return at === undefined ? [] : [{ ...place, source, span: at }];
  });
  // Its edits are those of another document.
  const { fix: _, ...rest } = finding;
  return [{ ...rest, source, span, related }];
}
