import type { Config } from '../config/load.ts';
import { FILE_KINDS, type KindName, type ViewOf } from '../kinds/index.ts';
import type { AnyRule, MessageSpec, RawFinding } from '../rule.ts';
import type { SourceFile } from '../text/source.ts';
import { BUILTIN_FINDINGS, type BuiltinId } from './builtin.ts';
import { type Finding, type FindingFile, toFinding } from './finding.ts';
import { inOrder } from './order.ts';
import { messageRuns, ruleState, type Selection, severityOf } from './policy.ts';
import type { Suppression } from './suppression.ts';

/** A file that was read and is to be checked. */
export interface LintFile extends FindingFile {
  readonly source: SourceFile;
  readonly absolute: string;
  readonly kind: KindName;
}

/** A file that should have been checked and could not be read. */
export interface UnreadFile extends FindingFile {
  readonly problem: BuiltinId;
  readonly why: string;
}

/** A rule that threw: a bug of ours, kept apart from what is wrong with the file. */
export interface RuleCrash {
  readonly ruleId: string;
  readonly path: string;
  readonly error: unknown;
}

export interface LintInput {
  /** Read one by one as the run comes to them. */
  readonly files: Iterable<LintFile | UnreadFile>;
  readonly rules: readonly AnyRule[];
  readonly config: Config;
  readonly selection: Selection;
  readonly suppression: Suppression;
}

export interface LintResult {
  /** In the order of every report. */
  readonly findings: readonly Finding[];
  /** How many files were checked or should have been. */
  readonly files: number;
  readonly suppressed: number;
  readonly crashes: readonly RuleCrash[];
}

/** Longest explanation of why a file was not read, in UTF-16 units. */
const WHY_LIMIT = 300;

/** Runs the rules over the files, and applies the policy. Reads nothing and writes nothing. */
export function lint(input: LintInput): LintResult {
  const { config, suppression } = input;
  const findings: Finding[] = [];
  const silenced = new Set<Finding>();
  const crashes: RuleCrash[] = [];
  const active = input.rules
    .map((rule) => ({ rule, state: ruleState(rule, config, input.selection) }))
    .filter(({ state }) => state.on);
  const settings = loaderSettings(config);
  let files = 0;

  for (const file of input.files) {
    files++;
    if ('problem' in file) {
      findings.push(unreadFinding(file));
      continue;
    }
    const rules = active.filter(
      ({ rule }) => rule.kinds.includes(file.kind) && !suppression.excludes(rule.id, file.absolute),
    );
    if (rules.length === 0) continue;
    const view = FILE_KINDS.find(({ name }) => name === file.kind)?.load(file.source, settings);
    if (view === undefined) throw new Error(`no loader for files of kind ${file.kind}`);
    for (const { rule, state } of rules) {
      try {
        for (const raw of check(rule, view, config)) {
          const spec: MessageSpec | undefined = rule.messages[raw.messageId];
          if (spec === undefined) throw new Error(`unknown message ${raw.messageId}`);
          if (!messageRuns(spec, config, state)) continue;
          const finding = toFinding(rule, spec, raw, file, severityOf(rule, spec, config));
          findings.push(finding);
          if (suppression.ignores(rule.id, file.absolute, raw.pointer)) silenced.add(finding);
        }
      } catch (error) {
        crashes.push({ ruleId: rule.id, path: file.path, error });
      }
    }
  }

  const ordered = inOrder(findings, silenced);
  return { findings: ordered, files, suppressed: silenced.size, crashes };
}

function unreadFinding(file: UnreadFile): Finding {
  const spec = BUILTIN_FINDINGS[file.problem];
  const raw = { messageId: file.problem, args: { why: file.why }, at: { start: 0, end: 0 } };
  return toFinding({ id: file.problem }, spec, raw, file, spec.severity, WHY_LIMIT);
}

function check(rule: AnyRule, view: ViewOf<KindName>, config: Config): Iterable<RawFinding> {
  const options = config.rules.get(rule.id)?.options ?? {};
  const report = (
    messageId: string,
    at: RawFinding['at'],
    args: RawFinding['args'],
    details: object = {},
  ): RawFinding => ({ messageId, at, args, ...details });
  return rule.check(view, { report, options });
}

/** The loader takes one hint from the user; it belongs to the rule that reports what is lost without it. */
function loaderSettings(config: Config): { readonly extraAuthProviderTypes: readonly string[] } {
  const extra = config.rules.get('antigravity-mcp-valid')?.options['extra-auth-provider-types'];
  return { extraAuthProviderTypes: Array.isArray(extra) ? extra : [] };
}
