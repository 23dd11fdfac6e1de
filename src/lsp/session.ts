import type {
  CodeAction,
  Diagnostic,
  Range,
  TextDocumentContentChangeEvent,
  TextDocumentItem,
  TextEdit,
} from 'vscode-languageserver/node';
import { maskText } from '../credentials/index.ts';
import { mend } from '../engine/fix.ts';
import { holdsAlone } from '../engine/fix-one.ts';
import { fixableByFile } from '../engine/fix-plan.ts';
import { crashText } from '../report/report.ts';
import type { RuleSource } from '../rule-source.ts';
import type { Io } from '../run/io.ts';
import type { Relint } from '../run/relint.ts';
import { printable } from '../text/quote.ts';
import { VERSION } from '../version.ts';
import { isInside } from '../workspace/raw-path.ts';
import type { WorkspaceFile } from '../workspace/workspace.ts';
import { FIX_ALL, quickFix, textEdits, touches, wants } from './code-actions.ts';
import { configDiagnostics, type DiagnosticContext, diagnosticOf } from './diagnostics.ts';
import { Mover } from './moved.ts';
import { OpenFile } from './open-file.ts';
import { editedPart, type Parts, partsOf, placeInFile } from './parts.ts';
import { type BadConfig, Project, type Refreshed } from './project.ts';
import { Queue } from './queue.ts';
import { isSetting, uriOf } from './uri.ts';

/** What the session says to a client. */
export interface Client {
  publish(uri: string, diagnostics: Diagnostic[], version: number | undefined): void;
  /** To somebody who has to mend something. */
  show(message: string): void;
  /** To somebody who looks for it. */
  log(message: string): void;
}

/** What a client can show. */
export interface Abilities {
  readonly relatedInformation: boolean;
  /** Whether edits can say which version of a document they are for. */
  readonly versionedEdits: boolean;
}

/** An open file and what lints it. */
export interface Linting {
  readonly open: OpenFile;
  readonly project: Project;
  readonly relint: Relint;
  readonly file: WorkspaceFile;
}

/** Up to here a whole file is linted at every keystroke, in bytes; of a larger one the part that changes, until there is a pause. */
const SMALL = 32 * 1024;

/** A part that is larger waits for the pause as well. */
const LARGEST_PART = 2 * SMALL;

/** Fixes that are tried for one place. */
const MOST_FIXES = 20;

/** What was last said of a file that is open: something, each time. */
const OPEN = 'open';

const LONGEST_STACK = 20_000;

/** More lines than these do not fit into a message that pops up. */
const MOST_REFUSALS = 3;

/** Everything that goes on between opening an editor and closing it, apart from the protocol. */
export class Session {
  readonly #client: Client;
  readonly #source: RuleSource;
  readonly #io: Io;
  readonly #abilities: Abilities;
  readonly #context: DiagnosticContext;
  readonly #queue: Queue;
  readonly #folders = new Map<string, Project>();
  readonly #files = new Map<string, Project>();
  readonly #open = new Map<string, OpenFile>();
  readonly #parts = new WeakMap<OpenFile, Parts>();
  /** What the client knows of, by path. */
  readonly #published = new Map<string, string>();
  #asked = 0;
  readonly #badConfigs = new Map<Project, BadConfig>();
  readonly #told = new Map<Project, string>();

  constructor(
    client: Client,
    source: RuleSource,
    io: Io,
    abilities: Abilities,
    pageOf: DiagnosticContext['pageOf'],
  ) {
    this.#client = client;
    this.#source = source;
    this.#io = io;
    this.#abilities = abilities;
    this.#context = {
      shown: (path) => this.#open.get(path)?.shown,
      uriOf: (path) => this.#uriOf(path),
      pageOf,
      related: abilities.relatedInformation,
    };
    this.#queue = new Queue((error) => this.#failed(error));
  }

  addFolder(path: string): void {
    if (this.#folders.has(path)) return;
    const project = new Project(path, 'folder', this.#source, this.#io);
    this.#folders.set(path, project);
    void this.#queue.soon(`refresh ${path}`, () => this.#refresh(project));
  }

  removeFolder(path: string): void {
    const project = this.#folders.get(path);
    if (project === undefined) return;
    this.#folders.delete(path);
    this.#badConfigs.delete(project);
    this.#told.delete(project);
    for (const one of [...this.#published.keys()]) if (isInside(path, one)) this.#publish(one);
    for (const { path: one } of this.#open.values())
      if (one !== undefined && isInside(path, one)) this.#lintSoon(one);
  }

  open(item: TextDocumentItem): void {
    const open = new OpenFile(item);
    const { path } = open;
    if (path === undefined) return;
    this.#open.set(path, open);
    if (isSetting(path)) this.#refreshAll();
    else void this.#queue.soon(`lint ${path}`, () => this.#lintFromDisk(open));
  }

  change(uri: string, changes: TextDocumentContentChangeEvent[], version: number): void {
    const open = this.#openFile(uri);
    if (open?.path === undefined) return;
    open.change(changes, version);
    if (isSetting(open.path)) this.#refreshAll();
    else this.#lintSoon(open.path);
  }

  /** Whatever was written may be what others look at. */
  save(uri: string): void {
    const open = this.#openFile(uri);
    if (open?.path !== undefined && !isSetting(open.path)) {
      void this.#queue.soon(`lint ${open.path}`, () => this.#lintFromDisk(open));
    }
    this.#refreshAll();
  }

  close(uri: string): void {
    const open = this.#openFile(uri);
    if (open?.path === undefined) return;
    const { path } = open;
    this.#open.delete(path);
    this.#files.delete(path);
    // What lies on the disk counts again.
    this.#publish(path);
    this.#refreshAll();
  }

  /** Something on the disk is no longer as it was. */
  diskChanged(): void {
    this.#refreshAll();
  }

  /** An open file that is linted, once everything about it is known; undefined for any other document. */
  async linting(uri: string): Promise<Linting | undefined> {
    const open = this.#openFile(uri);
    if (open?.path === undefined || isSetting(open.path)) return undefined;
    let found: Linting | undefined;
    this.#asked++;
    await this.#queue.soon(`question ${this.#asked}`, async () => {
      found = await this.#linting(open);
    });
    return found;
  }

  /**
   * Quick fixes for the findings in a range, and what mends all that can be mended.
   * @param isStale whether nobody waits for an answer any more
   */
  async codeActions(
    uri: string,
    range: Range,
    only: readonly string[] | undefined,
    isStale: () => boolean,
  ): Promise<CodeAction[]> {
    const linting = await this.linting(uri);
    if (linting === undefined || isStale()) return [];
    const actions = wants(only, 'quickfix') ? [...(await this.#quickFixes(linting, range, isStale))] : [];
    const all = wants(only, FIX_ALL) && !isStale() ? await this.#fixAll(linting) : undefined;
    return all === undefined ? actions : [...actions, all];
  }

  async #quickFixes(
    { open, relint, file }: Linting,
    range: Range,
    isStale: () => boolean,
  ): Promise<readonly CodeAction[]> {
    const { shown, version } = open;
    const before = await relint.alone(file, shown.source.bytes);
    const actions: CodeAction[] = [];
    let tried = 0;
    for (const [origin, findings] of fixableByFile(before, true)) {
      for (const finding of findings) {
        const diagnostic = diagnosticOf(finding, this.#context);
        if (!touches(diagnostic.range, range)) continue;
        tried++;
        if (tried > MOST_FIXES || isStale()) return actions;
        const holds = await holdsAlone(origin, finding, before, (bytes) => relint.alone(file, bytes));
        const action = holds
          ? quickFix(finding, shown, diagnostic, (edits) => this.#edit(open, version, edits))
          : undefined;
        if (action !== undefined) actions.push(action);
      }
    }
    return actions;
  }

  async #fixAll({ open, relint, file }: Linting): Promise<CodeAction | undefined> {
    const { shown, version } = open;
    const { files } = await mend({
      lint: (contents) => relint.alone(file, contents.get(file.absolute) ?? shown.source.bytes),
      suggested: false,
    });
    const edits = files[0] === undefined ? undefined : textEdits(shown, files[0].edited.changes());
    if (edits === undefined) return undefined;
    return { title: 'Mend what skillsaw fix mends', kind: FIX_ALL, edit: this.#edit(open, version, edits) };
  }

  #edit({ uri }: OpenFile, version: number, edits: TextEdit[]): NonNullable<CodeAction['edit']> {
    return this.#abilities.versionedEdits
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } };
  }

  #openFile(uri: string): OpenFile | undefined {
    for (const open of this.#open.values()) if (open.uri === uri) return open;
    return undefined;
  }

  #lintSoon(path: string): void {
    const open = this.#open.get(path);
    if (open === undefined) return;
    void this.#queue.soon(`lint ${path}`, () => this.#lint(open));
  }

  async #lintFromDisk(open: OpenFile): Promise<void> {
    const found = await this.#linting(open);
    const content = found?.file.read();
    if (content?.ok === true) open.seenOnDisk(content.bytes);
    await this.#lint(open, 'whole');
  }

  /** Lints what somebody types: all of it when it is small, else the part that changed, and all of it when there is a pause. */
  async #lint(open: OpenFile, extent: 'near' | 'whole' = 'near'): Promise<void> {
    const { path } = open;
    if (path === undefined || this.#open.get(path) !== open) return;
    const found = await this.#linting(open);
    if (found === undefined) {
      this.#publish(path);
      return;
    }
    const { relint, file, project } = found;
    const { version } = open;
    const { bytes } = open.shown.source;
    relint.hold(path, bytes);
    if (extent === 'near' && bytes.length > SMALL) {
      await this.#lintPart(found);
      this.#queue.afterPause(`lint ${path}`, () => this.#lint(open, 'whole'));
      return;
    }
    const { result } = await relint.alone(file);
    for (const crash of result.crashes) this.#client.log(crashText(crash, VERSION));
    if (open.version !== version) return;
    project.setAlone(path, result.findings);
    const parts = bytes.length > SMALL ? partsOf(file.kind, bytes) : undefined;
    if (parts === undefined) this.#parts.delete(open);
    else this.#parts.set(open, parts);
    this.#publish(path);
    this.#afterLint(found);
  }

  /** What is new in one part; everything else is where it was, or has moved. */
  async #lintPart({ open, project, relint, file }: Linting): Promise<void> {
    const { shown, version } = open;
    const { source } = shown;
    const parts = this.#parts.get(open);
    const edited = parts === undefined ? undefined : editedPart(parts, source.bytes);
    // What was found is said again when the whole file was looked at.
    if (edited === undefined || edited.document.length > LARGEST_PART) return;
    this.#parts.set(open, edited.parts);
    const { result } = await relint.alone(file, edited.document);
    if (open.version !== version) return;
    const { start, end } = edited.before;
    const mover = new Mover(source);
    const kept = project
      .alone(file.absolute)
      .filter(({ span, related }) => {
        const isInPart = span.start >= start && span.end <= end;
        // Of what it is compared with only the whole file tells.
        return !isInPart || related.some((place) => place.span.start < start || place.span.end > end);
      })
      .map((finding) => mover.finding(finding));
    const fresh = result.findings.flatMap((finding) => {
      const span = placeInFile(edited, finding.span);
      if (span === undefined) return [];
      const related = finding.related.flatMap((place) => {
        const at = placeInFile(edited, place.span);
        return place.file !== undefined ? [place] : at === undefined ? [] : [{ ...place, source, span: at }];
      });
      return [{ ...finding, source, span, related }];
    });
    project.setAlone(file.absolute, [...kept, ...fresh]);
    this.#publish(file.absolute);
  }

  /** What the change means for other files is told when there is a pause. */
  #afterLint({ project, file }: Linting): void {
    // What a registry names is found by looking for it.
    if (file.kind === 'registry') this.#refreshLater(project);
    else this.#queue.afterPause(`across ${project.path}`, () => this.#lintAcross(project));
  }

  async #lintAcross(project: Project): Promise<void> {
    for (const path of await project.lintAcross()) this.#publish(path);
  }

  /** What lints an open file: the innermost folder that has it, else a project of its own. */
  async #linting(open: OpenFile): Promise<Linting | undefined> {
    const { path } = open;
    if (path === undefined) return undefined;
    const folder = this.#folderOf(path);
    if (folder !== undefined && !folder.isKnown) await this.#refresh(folder);
    const inFolder = lintingIn(folder, open, path);
    if (inFolder !== undefined) {
      this.#files.delete(path);
      return inFolder;
    }
    let project = this.#files.get(path);
    if (project === undefined) {
      project = new Project(path, 'file', this.#source, this.#io);
      this.#files.set(path, project);
      await this.#refresh(project);
    }
    return lintingIn(project, open, path);
  }

  #folderOf(path: string): Project | undefined {
    let found: Project | undefined;
    for (const folder of this.#folders.values()) {
      if (isInside(folder.path, path) && (found === undefined || isInside(found.path, folder.path))) {
        found = folder;
      }
    }
    return found;
  }

  #refreshAll(): void {
    for (const project of [...this.#folders.values(), ...this.#files.values()]) this.#refreshLater(project);
  }

  #refreshLater(project: Project): void {
    this.#queue.afterPause(`refresh ${project.path}`, () => this.#refresh(project));
  }

  async #refresh(project: Project): Promise<void> {
    if (!this.#isThere(project)) return;
    const before = project.paths;
    const unsaved = new Map<string, Uint8Array>();
    const versions = new Map<string, number>();
    for (const [path, open] of this.#open) {
      versions.set(path, open.version);
      if (!open.shown.fromDisk) unsaved.set(path, open.shown.source.bytes);
    }
    this.#tell(project, await project.refresh(unsaved));
    if (!this.#isThere(project)) return;
    for (const path of new Set([...before, ...project.paths])) this.#publish(path);
    for (const [path, open] of this.#open) {
      // What was typed meanwhile is linted next.
      if (open.version !== versions.get(path) || !isInside(project.path, path) || isSetting(path)) continue;
      this.#parts.delete(open);
      void this.#queue.soon(`lint ${path}`, () => this.#lint(open, 'whole'));
    }
  }

  #isThere(project: Project): boolean {
    const projects = project.kind === 'folder' ? this.#folders : this.#files;
    return projects.get(project.path) === project;
  }

  #tell(project: Project, { refusals, badConfig, notes }: Refreshed): void {
    for (const note of notes) this.#client.log(note);
    const before = this.#badConfigs.get(project);
    if (badConfig === undefined) this.#badConfigs.delete(project);
    else this.#badConfigs.set(project, badConfig);
    for (const path of new Set([before?.path, badConfig?.path])) if (path !== undefined) this.#publish(path);
    // A file that nobody lints is no mistake of anybody's.
    const isMistake = project.kind === 'folder' || badConfig !== undefined;
    const text = isMistake ? refusals.slice(0, MOST_REFUSALS).join('\n') : '';
    if (text !== '' && text !== this.#told.get(project)) this.#client.show(`skillsaw: ${text}`);
    this.#told.set(project, text);
  }

  #publish(path: string): void {
    const open = this.#open.get(path);
    const diagnostics = this.#diagnostics(path, open);
    if (open === undefined) {
      // Nobody looks at the file, so the client is told only what is news.
      const text = diagnostics.length === 0 ? '' : JSON.stringify(diagnostics);
      if (text === (this.#published.get(path) ?? '')) return;
      this.#published.set(path, text);
    } else this.#published.set(path, OPEN);
    this.#client.publish(this.#uriOf(path), diagnostics, open?.version);
  }

  #diagnostics(path: string, open: OpenFile | undefined): Diagnostic[] {
    for (const bad of this.#badConfigs.values()) if (bad.path === path) return configDiagnostics(bad);
    const folder = this.#folderOf(path);
    const project = this.#files.get(path) ?? folder;
    const findings = project?.findings(path) ?? [];
    const mover = open === undefined ? undefined : new Mover(open.shown.source);
    return findings.map((finding) => diagnosticOf(mover?.finding(finding) ?? finding, this.#context));
  }

  #uriOf(path: string): string {
    return this.#open.get(path)?.uri ?? uriOf(path);
  }

  #failed(error: unknown): void {
    const kind = error instanceof Error ? error.name : typeof error;
    this.#client.log(`a bug in skillsaw: ${kind}; SKILLSAW_DEBUG=1 shows where`);
    if (this.#io.env.SKILLSAW_DEBUG === '1' && error instanceof Error) {
      this.#client.log(printable(maskText(error.stack ?? error.message), LONGEST_STACK));
    }
  }
}

function lintingIn(project: Project | undefined, open: OpenFile, path: string): Linting | undefined {
  const relint = project?.relint;
  const file = relint?.file(path);
  return project === undefined || relint === undefined || file === undefined
    ? undefined
    : { open, project, relint, file };
}
