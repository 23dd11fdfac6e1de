import type { CodeAction, Diagnostic, Range, TextEdit } from 'vscode-languageserver/node';
import type { Finding } from '../engine/finding.ts';
import { mend } from '../engine/fix.ts';
import { holdsAlone } from '../engine/fix-one.ts';
import { type FixableFinding, fixableByFile, type Linted } from '../engine/fix-plan.ts';
import type { LintFile } from '../engine/lint.ts';
import type { Fix } from '../text/edit.ts';
import { FIX_ALL, quickFix, textEdits, touches } from './code-actions.ts';
import type { Linting } from './linting.ts';
import type { OpenFile } from './open-file.ts';

/** Fixes that are tried for one place. */
const MOST_FIXES = 20;

/** Makes the code actions of open files. */
export class Mender {
  readonly #versionedEdits: boolean;
  readonly #diagnosticOf: (finding: Finding) => Diagnostic;
  /** Whether a fix holds: an editor asks again whenever the cursor moves. */
  readonly #holding = new WeakMap<Fix, boolean>();

  /** @param versionedEdits whether edits can say which version of a document they are for */
  constructor(versionedEdits: boolean, diagnosticOf: (finding: Finding) => Diagnostic) {
    this.#versionedEdits = versionedEdits;
    this.#diagnosticOf = diagnosticOf;
  }

  /**
   * A fix for each finding in a range that has one.
   * @param linted what was found in the file as it is now
   * @param isStale whether nobody waits for an answer any more
   */
  async quickFixes(
    linting: Linting,
    linted: Linted,
    range: Range,
    isStale: () => boolean,
  ): Promise<readonly CodeAction[]> {
    const { open } = linting;
    const { shown, version } = open;
    const actions: CodeAction[] = [];
    let tried = 0;
    for (const [file, findings] of fixableByFile(linted, true)) {
      for (const finding of findings) {
        const diagnostic = this.#diagnosticOf(finding);
        if (!touches(diagnostic.range, range)) continue;
        tried++;
        if (tried > MOST_FIXES || isStale()) return actions;
        if (!(await this.#holds(linting, linted, file, finding))) continue;
        const action = quickFix(finding, shown, diagnostic, (edits) => this.#edit(open, version, edits));
        if (action !== undefined) actions.push(action);
      }
    }
    return actions;
  }

  /** All safe fixes of a file, as `skillsaw fix` does them; undefined when there are none. */
  async fixAll({ open, relint, file }: Linting): Promise<CodeAction | undefined> {
    const { shown, version } = open;
    const { files } = await mend({
      lint: (contents) => relint.alone(file, contents.get(file.absolute) ?? shown.source.bytes),
      suggested: false,
    });
    const edits = files[0] === undefined ? undefined : textEdits(shown, files[0].edited.changes());
    if (edits === undefined) return undefined;
    return { title: 'Mend what skillsaw fix mends', kind: FIX_ALL, edit: this.#edit(open, version, edits) };
  }

  async #holds(
    { relint, file }: Linting,
    linted: Linted,
    origin: LintFile,
    finding: FixableFinding,
  ): Promise<boolean> {
    const known = this.#holding.get(finding.fix);
    if (known !== undefined) return known;
    const holds = await holdsAlone(origin, finding, linted, (bytes) => relint.alone(file, bytes));
    this.#holding.set(finding.fix, holds);
    return holds;
  }

  #edit({ uri }: OpenFile, version: number, edits: TextEdit[]): NonNullable<CodeAction['edit']> {
    return this.#versionedEdits
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } };
  }
}
