import type { LoaderSettings } from '../agy/mcp-config.ts';
import type { Config } from '../config/load.ts';
import { maskText } from '../credentials/index.ts';
import type {
  FileKindName,
  FilePlace,
  FileRef,
  FileViewOf,
  KindName,
  ViewOf,
  WorkspaceView,
} from '../kinds/index.ts';
import { type Loaders, loadLoaders } from '../kinds/loaders.ts';
import type { AnyRule, Gathered, MessageSpec, RawFinding } from '../rule.ts';
import { compareText } from '../text/compare.ts';
import { NAME_LIMIT } from '../text/quote.ts';
import type { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';
import { createBound, createRunBound } from './bound.ts';
import { BUILTIN_FINDINGS, type BuiltinId } from './builtin.ts';
import type { Directives, IdleDirective } from './directives.ts';
import { type Finding, type FindingFile, toFinding } from './finding.ts';
import { mayHoldDirectives } from './marks.ts';
import { inOrder } from './order.ts';
import { messageRuns, type RuleState, ruleConfig, ruleState, type Selection, severityOf } from './policy.ts';
import type { Suppression } from './suppression.ts';

/** A file that was read and is to be checked. */
export interface LintFile extends FindingFile {
  readonly source: SourceFile;
  readonly kind: FileKindName;
  readonly place: FilePlace;
}

/** A file that should have been checked and could not be read. */
export interface UnreadFile extends FindingFile {
  readonly problem: BuiltinId;
  readonly why: string;
}

/** A rule or a loader that threw: a bug of ours, kept apart from what is wrong with the file. */
export interface RuleCrash {
  /** Absent for a loader. */
  readonly ruleId?: string;
  /** Masked; the working directory for a rule that looks at more than one file. */
  readonly path: string;
  readonly error: unknown;
}

export interface LintInput {
  /** Read one by one as the run comes to them. */
  readonly files: Iterable<LintFile | UnreadFile>;
  /** For every kind that occurs among the files. */
  readonly loaders: Loaders;
  /** For the rules that look at more than one file. */
  readonly workspace: LintWorkspace;
  /** Files of some kinds that are not checked, and that rules about several files have to know; called once, if at all. */
  besides(kinds: ReadonlySet<FileKindName>): Iterable<LintFile>;
  readonly rules: readonly AnyRule[];
  /** Of every rule there is, also of those that need not be loaded. */
  readonly ids: readonly string[];
  readonly config: Config;
  readonly selection: Selection;
  readonly suppression: Suppression;
  /** Asked before each file; what it gives is waited for, and when it throws the run ends. */
  readonly pause?: () => Promise<void> | undefined;
}

export interface LintWorkspace {
  readonly folders: Omit<WorkspaceView, 'kind' | 'files'>;
  /** Whether findings about an absolute path are reported. */
  isSelected(absolutePath: string): boolean;
}

export interface LintResult {
  /** In the order of every report. */
  readonly findings: readonly Finding[];
  /** How many files were checked or should have been. */
  readonly files: number;
  /** What the configuration, or a comment in its file, keeps quiet about. */
  readonly silenced: readonly Finding[];
  /** Comments in files that kept nothing quiet. */
  readonly idle: readonly IdleComment[];
  readonly crashes: readonly RuleCrash[];
}

/** A directive that did nothing, of a rule that ran on the file or of none that was given. */
export interface IdleComment extends IdleDirective {
  readonly path: string;
}

/** Longest explanation of why a file was not read, in UTF-16 units. */
const WHY_LIMIT = 300;

/** Runs the rules over the files, and applies the policy. Reads nothing and writes nothing. */
export async function lint(input: LintInput): Promise<LintResult> {
  const { config, suppression, workspace } = input;
  const findings: Finding[] = [];
  const silenced = new Set<Finding>();
  const crashes: RuleCrash[] = [];
  const active = activeRules(input.rules, config, input.selection);
  const workspaceRules = active.filter(({ rule }) => rule.kinds.includes('workspace'));
  const byKind = new Map<FileKindName, readonly ActiveRule[]>();
  const views: LoadedFile[] = [];
  // What no such rule asks for is not kept: a large tree would fill the memory.
  const kept = new Set(
    workspaceRules.flatMap(({ rule }): readonly KindName[] => (rule.gather === undefined ? rule.kinds : [])),
  );
  const gatherers = workspaceRules.filter(({ rule }) => rule.gather !== undefined);
  const settings = loaderSettings(config);
  const roomInRun = createRunBound();
  const directives = new Map<string, { readonly path: string; readonly of: Directives }>();
  let files = 0;

  /**
   * Runs one rule on one view; `file` is what its findings are about unless they say otherwise. A promise only when there
   * may be something: most rules have nothing to say of most files, and a promise for each would cost more than that.
   */
  function run(active: ActiveRule, view: ViewOf<KindName>, file?: FileRef): Promise<void> | undefined {
    try {
      const found = active.rule.check(view, active.context);
      // As it is of nearly every rule and nearly every file.
      if (Array.isArray(found) && found.length === 0) return undefined;
      return found instanceof Promise ? settle(active, found, file) : collect(active, found, file);
    } catch (error) {
      crashes.push({ ruleId: active.rule.id, path: crashPath(file), error });
      return undefined;
    }
  }

  async function settle(
    active: ActiveRule,
    found: Promise<Iterable<RawFinding>>,
    file: FileRef | undefined,
  ): Promise<void> {
    try {
      collect(active, await found, file);
    } catch (error) {
      crashes.push({ ruleId: active.rule.id, path: crashPath(file), error });
    }
  }

  function collect(
    { rule, state }: ActiveRule,
    found: Iterable<RawFinding>,
    file: FileRef | undefined,
  ): undefined {
    let roomFor: ReturnType<typeof createBound> | undefined;
    try {
      for (const raw of found) {
        roomFor ??= createBound();
        const about = raw.file ?? file;
        if (about === undefined) throw new Error(`${raw.messageId} is about no file`);
        const spec: MessageSpec | undefined = rule.messages[raw.messageId];
        if (spec === undefined) throw new Error(`unknown message ${raw.messageId}`);
        if (!messageRuns(raw.since === undefined ? spec : raw, config, state)) continue;
        if (raw.file !== undefined && !reported(rule, raw.file)) continue;
        const room = roomFor(about.absolute, raw);
        if (room === 'full') findings.push(tooMany(rule, raw.at, about));
        if (room !== 'listed') {
          // What else the rule would find in its one file would not be listed, so it is not looked for.
          if (raw.file === undefined) break;
          continue;
        }
        const severity = severityOf(rule, spec, config);
        const roomLeft = roomInRun(raw);
        if (roomLeft === 'full') findings.push(tooManyInRun(raw.at, about));
        if (roomLeft !== 'listed') break;
        const finding = toFinding(rule, spec, raw, about, severity, NAME_LIMIT, file === undefined);
        findings.push(finding);
        // Both are asked, so that each learns that it was of use.
        const left = ignored(rule, about, raw);
        const commented = directives.get(about.absolute)?.of.silences(rule.id, raw.at) === true;
        if (left || commented) silenced.add(finding);
      }
    } catch (error) {
      crashes.push({ ruleId: rule.id, path: crashPath(file), error });
    }
  }

  function reported(rule: AnyRule, { absolute }: FileRef): boolean {
    return workspace.isSelected(absolute) && !suppression.excludes(rule.id, absolute);
  }

  /** One about several files is ignored for its own file, or for all the others. */
  function ignored({ id }: AnyRule, about: FileRef, { pointer, related = [] }: RawFinding): boolean {
    if (suppression.ignores(id, about.absolute, pointer)) return true;
    const others = related.flatMap(({ file }) => (file === undefined ? [] : [file.absolute]));
    const elsewhere = others.filter((path) => path !== about.absolute);
    return elsewhere.length > 0 && elsewhere.every((path) => suppression.ignores(id, path, pointer));
  }

  function gather(
    { rule, gathered }: ActiveRule,
    view: FileViewOf<FileKindName>,
    file: LintFile,
    reported: boolean,
  ): void {
    try {
      const digest = rule.gather?.(view);
      if (digest === undefined) return;
      const { path, repositoryPath, absolute, source } = file;
      gathered.push({ file: { path, repositoryPath, absolute, source }, digest, reported });
    } catch (error) {
      crashes.push({ ruleId: rule.id, path: crashPath(file), error });
    }
  }

  function viewOf(file: LintFile, loaders: Loaders): MaybeLater<FileViewOf<FileKindName> | undefined> {
    const failed = (error: unknown): undefined => {
      crashes.push({ path: crashPath(file), error });
      return undefined;
    };
    try {
      const load = loaders.get(file.kind);
      if (load === undefined) throw new Error(`no loader for files of kind ${file.kind}`);
      const loaded = load(file.source, file.place, settings);
      return loaded instanceof Promise ? loaded.catch(failed) : loaded;
    } catch (error) {
      return failed(error);
    }
  }

  function rulesFor({ kind, absolute }: LintFile): readonly ActiveRule[] {
    let ofKind = byKind.get(kind);
    if (ofKind === undefined) {
      ofKind = active.filter(({ rule }) => rule.kinds.includes(kind));
      byKind.set(kind, ofKind);
    }
    return suppression.excludesAny
      ? ofKind.filter(({ rule }) => !suppression.excludes(rule.id, absolute))
      : ofKind;
  }

  for (const file of input.files) {
    files++;
    const pause = input.pause?.();
    if (pause !== undefined) await pause;
    if ('problem' in file) {
      findings.push(unreadFinding(file));
      continue;
    }
    const rules = rulesFor(file);
    if (rules.length === 0 && !kept.has(file.kind)) continue;
    const loaded = viewOf(file, input.loaders);
    const view = loaded instanceof Promise ? await loaded : loaded;
    if (view === undefined) continue;
    if (kept.has(file.kind)) views.push({ file, view });
    if (mayHoldDirectives(file.kind, file.source.bytes)) {
      const found = (await import('./directives.ts')).readDirectives(view);
      if (found !== undefined) directives.set(file.absolute, { path: file.path, of: found });
    }
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i] as ActiveRule;
      if (rule.rule.gather !== undefined) gather(rule, view, file, true);
      const pending = run(rule, view, file);
      if (pending !== undefined) await pending;
    }
  }

  // What lies beside a file matters only where there is something to compare it with.
  const wanted = gatherers.filter(({ gathered }) => gathered.length > 0);
  if (wanted.length > 0) {
    const kinds = wanted.flatMap(({ rule }): readonly KindName[] => rule.kinds);
    const others = [...input.besides(new Set(kinds.filter((kind) => kind !== 'workspace')))];
    const loaders = await loadLoaders(others.map(({ kind }) => kind));
    for (const file of others) {
      const view = await viewOf(file, loaders);
      if (view === undefined) continue;
      for (const rule of rulesFor(file)) if (wanted.includes(rule)) gather(rule, view, file, false);
    }
  }
  for (const { gathered } of gatherers) gathered.sort((a, b) => compareText(a.file.path, b.file.path));

  if (workspaceRules.length > 0) {
    const view = workspaceView(workspace, views);
    for (const rule of workspaceRules) await run(rule, view);
  }

  const ordered = inOrder(findings, silenced);
  return { findings: ordered, files, silenced: [...silenced], idle: idleComments(), crashes };

  /** Of a rule that did not run nobody can tell. */
  function idleComments(): readonly IdleComment[] {
    const ran = (ruleId: string | undefined, path: string): boolean =>
      ruleId === undefined ||
      !input.ids.includes(ruleId) ||
      (active.some(({ rule }) => rule.id === ruleId) && !suppression.excludes(ruleId, path));
    return [...directives].flatMap(([absolute, { path, of }]) =>
      of
        .idle()
        .filter(({ ruleId }) => ran(ruleId, absolute))
        .map((one) => ({ ...one, path: maskText(path) })),
    );
  }
}

function crashPath(file: FileRef | undefined): string {
  return file === undefined ? '.' : maskText(file.path);
}

/** Most things are there at once, and a promise for each of many files would cost more than they do. */
type MaybeLater<T> = T | Promise<T>;

interface ActiveRule {
  readonly rule: AnyRule;
  readonly state: RuleState;
  /** Made once: a rule runs on every file. */
  readonly context: Parameters<AnyRule['check']>[1];
  /** What it gathers of the files; complete when it runs on the workspace. */
  readonly gathered: Gathered<unknown>[];
}

function activeRules(rules: readonly AnyRule[], config: Config, selection: Selection): readonly ActiveRule[] {
  return rules.flatMap((rule) => {
    const state = ruleState(rule, config, selection);
    if (!state.on) return [];
    const gathered: Gathered<unknown>[] = [];
    const { options } = ruleConfig(rule, config);
    return [{ rule, state, gathered, context: { report, options, gathered, asked: state.whole } }];
  });
}

interface LoadedFile {
  readonly file: FileRef;
  readonly view: FileViewOf<FileKindName>;
}

function workspaceView(workspace: LintWorkspace, views: readonly LoadedFile[]): WorkspaceView {
  // Asked for one by one: to make them takes time, and most rules need none.
  return {
    kind: 'workspace',
    get roots() {
      return workspace.folders.roots;
    },
    get plugins() {
      return workspace.folders.plugins;
    },
    get nested() {
      return workspace.folders.nested;
    },
    get strays() {
      return workspace.folders.strays;
    },
    files: <K extends FileKindName>(kind: K) =>
      views.filter((one): one is { file: FileRef; view: FileViewOf<K> } => one.view.kind === kind),
  };
}

function unreadFinding(file: UnreadFile): Finding {
  return builtinFinding(file.problem, file.why, { start: 0, end: 0 }, file);
}

/** Stands where the first finding stands that is not listed. An error, for nobody knows what else is there. */
function tooMany({ id }: AnyRule, at: Span, file: FindingFile): Finding {
  return builtinFinding('too-many-findings', `${id} finds more in this file than can be listed`, at, file);
}

function tooManyInRun(at: Span, file: FindingFile): Finding {
  return builtinFinding('too-many-findings', 'this run finds more than can be listed', at, file);
}

function builtinFinding(id: BuiltinId, why: string, at: Span, file: FindingFile): Finding {
  const spec = BUILTIN_FINDINGS[id];
  return toFinding({ id }, spec, { messageId: id, args: { why }, at }, file, spec.severity, WHY_LIMIT);
}

function report(
  messageId: string,
  at: RawFinding['at'],
  args: RawFinding['args'],
  details: object = {},
): RawFinding {
  return { messageId, at, args, ...details };
}

/** The loader takes one hint from the user; it belongs to the rule that reports what is lost without it. */
export function loaderSettings(config: Config): LoaderSettings {
  const extra = config.rules.get('antigravity-mcp-valid')?.options['extra-auth-provider-types'];
  return { extraAuthProviderTypes: Array.isArray(extra) ? extra : [] };
}
