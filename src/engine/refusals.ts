import type { TextEdit } from '../text/edit.ts';
import { spanMover } from '../text/moved.ts';
import type { Finding } from './finding.ts';
import { kindAt } from './fix-judge.ts';

/** Remembers findings whose fix was no good, while the files around them change. */
export class Refusals {
  /** By file; as the file is now. */
  readonly #findings = new Map<string, readonly Finding[]>();
  readonly #known = new Map<string, ReadonlySet<string>>();

  add(file: string, findings: readonly Finding[]): void {
    if (findings.length > 0) this.#set(file, [...(this.#findings.get(file) ?? []), ...findings]);
  }

  /** Tells of edits in a file that do not overlap. */
  edited(file: string, edits: readonly TextEdit[]): void {
    const findings = this.#findings.get(file);
    if (findings === undefined) return;
    const moved = spanMover(edits);
    this.#set(
      file,
      findings.map((finding) => ({ ...finding, span: moved(finding.span) })),
    );
  }

  has(file: string, finding: Finding): boolean {
    return this.#known.get(file)?.has(kindAt(finding)) ?? false;
  }

  #set(file: string, findings: readonly Finding[]): void {
    this.#findings.set(file, findings);
    this.#known.set(file, new Set(findings.map((finding) => kindAt(finding))));
  }
}
