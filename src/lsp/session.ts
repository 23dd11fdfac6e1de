import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  CodeActionTriggerKind,
  type Diagnostic,
  type Range,
  type TextDocumentContentChangeEvent,
  type TextDocumentItem,
} from 'vscode-languageserver/node';
import { maskText } from '../credentials/index.ts';
import type { Linted } from '../engine/fix-plan.ts';
import { crashText, errorName } from '../report/report.ts';
import type { RuleSource } from '../rule-source.ts';
import type { Io } from '../run/io.ts';
import { printable } from '../text/quote.ts';
import { VERSION } from '../version.ts';
import { createFiles } from '../workspace/files.ts';
import { kindAt } from '../workspace/locate.ts';
import { isInside } from '../workspace/raw-path.ts';
import { FIX_ALL, wants } from './code-actions.ts';
import { configDiagnostics, type DiagnosticContext, diagnosticOf } from './diagnostics.ts';
import { type Linting, lintingIn } from './linting.ts';
import { Mender } from './mending.ts';
import { Mover } from './moved.ts';
import { OpenFile } from './open-file.ts';
import { withPart } from './part-findings.ts';
import { editedPart, type Parts, partsOf } from './parts.ts';
import type { Shown } from './positions.ts';
import { type BadConfig, Project, type Refreshed } from './project.ts';
import { LONGEST_WAIT_MS, Queue } from './queue.ts';
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

/** Up to here a whole file is linted at every keystroke, in bytes; of a larger one the part that changes, until there is a pause. */
const SMALL = 32 * 1024;

/** A part that is larger waits for the pause as well. */
const LARGEST_PART = 2 * SMALL;

/** In milliseconds: nobody notices, and nothing else has to wait. */
const QUICK_MS = 25;

/** A look at a whole file. */
interface Looked {
  /** What was shown then. The version says nothing: a client may give two texts the same. */
  readonly shown: Shown;
  readonly linted: Linted;
  /** In milliseconds. */
  readonly took: number;
}

/** What was last said of a file. */
interface Published {
  /** As the client spelled it, if it did. */
  readonly uri: string;
  /** Absent for a file that is open: something is said each time. */
  readonly text?: string;
}

const LONGEST_STACK = 20_000;

/** More lines than these do not fit into a message that pops up. */
const MOST_REFUSALS = 3;

/** Everything that goes on between opening an editor and closing it, apart from the protocol. */
export class Session {
  readonly #client: Client;
  readonly #source: RuleSource;
  readonly #io: Io;
  readonly #context: DiagnosticContext;
  readonly #queue: Queue;
  readonly #folders = new Map<string, Project>();
  readonly #files = new Map<string, Project>();
  readonly #open = new Map<string, OpenFile>();
  readonly #mender: Mender;
  readonly #parts = new WeakMap<OpenFile, Parts>();
  /** What was found when a whole file was looked at. */
  readonly #linted = new WeakMap<OpenFile, Looked>();
  /** What the client knows of, by path. */
  readonly #published = new Map<string, Published>();
  #asked = 0;
  readonly #badConfigs = new Map<Project, BadConfig>();
  /** What people know already. */
  readonly #told = new Map<Project, { readonly message: string; readonly notes: readonly string[] }>();

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
    this.#context = {
      shown: (path) => this.#open.get(path)?.shown,
      uriOf: (path) => this.#uriOf(path),
      pageOf,
      related: abilities.relatedInformation,
    };
    this.#mender = new Mender(abilities.versionedEdits, (finding) => diagnosticOf(finding, this.#context));
    this.#queue = new Queue((error) => this.#failed(error));
  }

  addFolder(path: string): void {
    if (this.#folders.has(path)) return;
    const project = new Project(path, 'folder', path, this.#source, this.#io);
    this.#folders.set(path, project);
    void this.#queue.soon(`refresh ${path}`, () => this.#refresh(project));
  }

  removeFolder(path: string): void {
    const project = this.#folders.get(path);
    if (project === undefined) return;
    this.#folders.delete(path);
    this.#forget(project);
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
    this.#forget(this.#files.get(path));
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
    { only, triggerKind }: CodeActionContext,
    isStale: () => boolean,
  ): Promise<CodeAction[]> {
    const linting = await this.linting(uri);
    if (linting === undefined || isStale()) return [];
    const actions: CodeAction[] = [];
    if (wants(only, CodeActionKind.QuickFix)) {
      const linted = await this.#lintedNow(linting);
      actions.push(...(await this.#mender.quickFixes(linting, linted, range, isStale)));
    }
    // An editor that only asks because the cursor has moved shows no such action.
    const isIdle = only === undefined && triggerKind === CodeActionTriggerKind.Automatic;
    if (!wants(only, FIX_ALL) || isIdle || isStale()) return actions;
    const all = await this.#mender.fixAll(linting);
    return all === undefined ? actions : [...actions, all];
  }

  async #lintedNow({ open, relint, file }: Linting): Promise<Linted> {
    const last = this.#linted.get(open);
    if (last?.shown === open.shown) return last.linted;
    return relint.alone(file, open.shown.source.bytes);
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
    if (found !== undefined) {
      // Not what the file is held with.
      const content = createFiles().read(found.file.absolute, found.file.repositoryRoot);
      if (content.ok) open.seenOnDisk(content.bytes);
    }
    await this.#lint(open, 'whole');
  }

  /**
   * Lints what somebody types: all of it when it is small, else the part that changed, and all of it when there is a pause.
   * @param extent `again`: all of it, right after everything was looked at, so that it means nothing new for other files
   */
  async #lint(open: OpenFile, extent: 'near' | 'whole' | 'again' = 'near'): Promise<void> {
    const { path } = open;
    if (path === undefined || this.#open.get(path) !== open) return;
    const found = await this.#linting(open);
    if (found === undefined) {
      this.#publish(path);
      return;
    }
    const { relint, file, project } = found;
    const { shown } = open;
    const { bytes } = shown.source;
    relint.hold(path, bytes);
    if (extent === 'near' && bytes.length > SMALL && !this.#isQuick(open)) {
      await this.#lintPart(found);
      this.#queue.afterPause(`lint ${path}`, () => this.#lint(open, 'whole'));
      return;
    }
    const start = performance.now();
    const linted = await relint.alone(file);
    const took = performance.now() - start;
    for (const crash of linted.result.crashes) this.#client.log(crashText(crash, VERSION));
    if (open.shown !== shown) return;
    this.#linted.set(open, { shown, linted, took });
    project.setAlone(path, linted.result.findings);
    this.#findParts(found);
    this.#publish(path);
    if (extent !== 'again') this.#afterLint(found);
  }

  /** Whether a large file that has no parts is done in no time all the same, as text is. */
  #isQuick(open: OpenFile): boolean {
    return !this.#parts.has(open) && (this.#linted.get(open)?.took ?? QUICK_MS) < QUICK_MS;
  }

  /** What is new in one part; everything else is where it was, or has moved. */
  async #lintPart({ open, project, relint, file }: Linting): Promise<void> {
    const { shown } = open;
    const { source } = shown;
    const parts = this.#parts.get(open);
    const edited = parts === undefined ? undefined : editedPart(parts, source.bytes);
    // What was found is said again when the whole file was looked at.
    if (edited === undefined || edited.document.length > LARGEST_PART) return;
    this.#parts.set(open, edited.parts);
    const { result } = await relint.alone(file, edited.document);
    if (open.shown !== shown) return;
    const { absolute } = file;
    project.setAlone(absolute, withPart(project.alone(absolute), result.findings, edited, source));
    this.#publish(absolute);
  }

  /** Those of a file that does not parse are where they were while it did. */
  #findParts({ open, file }: Linting): void {
    const { bytes } = open.shown.source;
    const known = this.#parts.get(open);
    const parts = bytes.length > SMALL ? partsOf(file.kind, bytes) : undefined;
    if (parts !== undefined) this.#parts.set(open, parts);
    else if (known?.bytes !== bytes) this.#parts.delete(open);
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
    // What was closed meanwhile is nobody's question any more.
    if (path === undefined || this.#open.get(path) !== open) return undefined;
    const folder = this.#folderOf(path);
    if (folder !== undefined && !folder.isKnown) await this.#refresh(folder);
    const inFolder = lintingIn(folder, open, path);
    if (inFolder !== undefined) {
      this.#forget(this.#files.get(path));
      return inFolder;
    }
    let project = this.#files.get(path);
    if (project === undefined) {
      // A folder is none of its own: everything in it would be looked for.
      if (kindAt(path) === 'directory') return undefined;
      project = new Project(path, 'file', folder?.path ?? dirname(path), this.#source, this.#io);
      this.#files.set(path, project);
      await this.#refresh(project);
    }
    return lintingIn(project, open, path);
  }

  /** What it has said is no longer so. */
  #forget(project: Project | undefined): void {
    if (project === undefined) return;
    if (project.kind === 'file') this.#files.delete(project.path);
    this.#told.delete(project);
    const bad = this.#badConfigs.get(project);
    if (this.#badConfigs.delete(project) && bad !== undefined) this.#publish(bad.path);
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
    // Somebody who writes files all the time makes no pause.
    this.#queue.afterPause(`refresh ${project.path}`, () => this.#refresh(project), LONGEST_WAIT_MS);
  }

  async #refresh(project: Project): Promise<void> {
    if (!this.#isThere(project)) return;
    const before = project.paths;
    const unsaved = new Map<string, Uint8Array>();
    const shown = new Map<string, Shown>();
    for (const [path, open] of this.#open) {
      shown.set(path, open.shown);
      // What somebody has open is not gone because its file is.
      if (!open.shown.fromDisk || !existsSync(path)) unsaved.set(path, open.shown.source.bytes);
    }
    const refreshed = await project.refresh(unsaved);
    if (!this.#isThere(project)) return;
    this.#tell(project, refreshed);
    // What was typed meanwhile is linted next.
    const isOld = (path: string): boolean => this.#open.get(path)?.shown !== shown.get(path);
    for (const path of new Set([...before, ...project.paths])) if (!isOld(path)) this.#publish(path);
    for (const [path, open] of this.#open) {
      if (isOld(path) || !isInside(project.path, path) || isSetting(path)) continue;
      this.#parts.delete(open);
      // What waits for its first look is still to be looked at on the disk.
      const isNew = !this.#linted.has(open);
      void this.#queue.soon(`lint ${path}`, () =>
        isNew ? this.#lintFromDisk(open) : this.#lint(open, 'again'),
      );
    }
  }

  #isThere(project: Project): boolean {
    const projects = project.kind === 'folder' ? this.#folders : this.#files;
    return projects.get(project.path) === project;
  }

  #tell(project: Project, { refusals, badConfig, notes }: Refreshed): void {
    const before = this.#badConfigs.get(project);
    if (badConfig === undefined) this.#badConfigs.delete(project);
    else this.#badConfigs.set(project, badConfig);
    for (const path of new Set([before?.path, badConfig?.path])) if (path !== undefined) this.#publish(path);
    // A file that nobody lints is no mistake of anybody's.
    const isMistake = project.kind === 'folder' || badConfig !== undefined;
    const message = isMistake ? refusals.slice(0, MOST_REFUSALS).join('\n') : '';
    const told = [...this.#told.values()];
    // While a configuration is typed it is wrong in one way after the other, and each is told at its place.
    const isStillBad = before !== undefined && before.path === badConfig?.path;
    if (message !== '' && !isStillBad && !told.some((one) => one.message === message)) {
      this.#client.show(`skillsaw: ${message}`);
    }
    for (const note of notes) if (!told.some((one) => one.notes.includes(note))) this.#client.log(note);
    this.#told.set(project, { message, notes });
  }

  #publish(path: string): void {
    const open = this.#open.get(path);
    const diagnostics = this.#diagnostics(path, open);
    const uri = this.#uriOf(path);
    const known = this.#published.get(path);
    // A client may spell the same path in several ways, and shows what was said of each.
    if (known !== undefined && known.uri !== uri) this.#client.publish(known.uri, [], undefined);
    if (open === undefined) {
      // Nobody looks at the file, so the client is told only what is news.
      const text = diagnostics.length === 0 ? '' : JSON.stringify(diagnostics);
      if (known?.uri !== uri && text === '') this.#published.delete(path);
      if (known?.uri === uri ? text === known.text : text === '') return;
      if (text === '') this.#published.delete(path);
      else this.#published.set(path, { uri, text });
    } else this.#published.set(path, { uri });
    this.#client.publish(uri, diagnostics, open?.version);
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
    this.#client.log(`a bug in skillsaw: ${errorName(error)}; SKILLSAW_DEBUG=1 shows where`);
    if (this.#io.env.SKILLSAW_DEBUG === '1' && error instanceof Error) {
      this.#client.log(printable(maskText(error.stack ?? error.message), LONGEST_STACK));
    }
  }
}
