import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES, findConfig, nearestDirectory } from '../config/find.ts';
import type { ConfigProblem, RuleConfig } from '../config/load.ts';
import type { Finding } from '../engine/finding.ts';
import { crashText } from '../report/report.ts';
import type { RuleSource } from '../rule-source.ts';
import { ConfigError } from '../run/configuration.ts';
import { UsageError } from '../run/errors.ts';
import type { Io } from '../run/io.ts';
import { type LintRequest, prepareLint } from '../run/lint-run.ts';
import { createRelint, type Relint } from '../run/relint.ts';
import { VERSION } from '../version.ts';

export type ProjectKind = 'folder' | 'file';

/** A configuration that cannot be used. */
export interface BadConfig {
  /** Absolute. */
  readonly path: string;
  readonly problems: readonly ConfigProblem[];
}

/** What a new look at everything came to, besides findings. */
export interface Refreshed {
  /** What the user must mend before anything is linted anew; what was found before stands. */
  readonly refusals: readonly string[];
  readonly badConfig?: BadConfig;
  /** Lines for a log. */
  readonly notes: readonly string[];
}

/** A folder of the workspace, or a file that lies in none: what is linted together, with one configuration. */
export class Project {
  readonly path: string;
  readonly kind: ProjectKind;
  readonly #source: RuleSource;
  readonly #io: Io;
  #notes: string[] = [];
  #relint: Relint | undefined;
  #alone = new Map<string, readonly Finding[]>();
  #across = new Map<string, readonly Finding[]>();
  #options: RuleConfig['options'] | undefined;
  /** Whether it was looked at; what could not be linted was looked at, too. */
  isKnown = false;

  /** @param cwd absolute; messages name paths from there */
  constructor(path: string, kind: ProjectKind, cwd: string, source: RuleSource, io: Io) {
    this.path = path;
    this.kind = kind;
    this.#source = source;
    const write = (text: string): void => void this.#notes.push(text.trimEnd());
    this.#io = { ...io, cwd, stderr: { isTerminal: false, columns: undefined, write } };
  }

  /** Undefined as long as nothing could be linted. */
  get relint(): Relint | undefined {
    return this.#relint;
  }

  /** Values of `authProviderType` to accept besides those of the profile. */
  get extraAuthProviderTypes(): readonly string[] {
    const extra = this.#options?.['extra-auth-provider-types'];
    return Array.isArray(extra) ? extra : [];
  }

  /**
   * Reads the configuration and the baseline, finds and lints everything.
   * @param unsaved what files are taken to hold, by absolute path; one that is not on the disk yet is linted under its name
   */
  async refresh(unsaved: ReadonlyMap<string, Uint8Array>): Promise<Refreshed> {
    this.#notes = [];
    this.isKnown = true;
    const bytes = this.kind === 'folder' || existsSync(this.path) ? undefined : unsaved.get(this.path);
    const request: LintRequest = {
      paths: bytes === undefined ? [this.path] : [],
      ...(bytes === undefined ? {} : { stdin: { filename: this.path, bytes } }),
      config: undefined,
      noConfig: false,
      unsaved,
      selection: { only: [], skip: [] },
      useBaseline: true,
    };
    try {
      const { scope, result } = await (await prepareLint(request, this.#source, this.#io)).check(unsaved);
      this.#relint = createRelint(scope);
      this.#options = scope.config.rules.get('antigravity-mcp-valid')?.options;
      const across = ({ acrossFiles }: Finding): boolean => acrossFiles === true;
      this.#alone = byFile(result.findings.filter((finding) => !across(finding)));
      this.#across = byFile(result.findings.filter(across));
      this.#notes.push(...result.crashes.map((crash) => crashText(crash, VERSION)));
      return { refusals: [], notes: this.#notes };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const bad =
        error instanceof ConfigError
          ? { badConfig: { path: this.#configPath(), problems: error.found } }
          : {};
      return { refusals: error.problems, notes: this.#notes, ...bad };
    }
  }

  /** The findings about a file, with those that other files have to do with. */
  findings(path: string): readonly Finding[] {
    return [...(this.#alone.get(path) ?? []), ...(this.#across.get(path) ?? [])];
  }

  /** Only those that the file comes to by itself. */
  alone(path: string): readonly Finding[] {
    return this.#alone.get(path) ?? [];
  }

  setAlone(path: string, findings: readonly Finding[]): void {
    if (findings.length === 0) this.#alone.delete(path);
    else this.#alone.set(path, findings);
  }

  /** Asks the rules about several files again; gives the paths of which they said something, before or now. */
  async lintAcross(): Promise<ReadonlySet<string>> {
    const before = this.#across;
    this.#across = byFile((await this.#relint?.across()) ?? []);
    return new Set([...before.keys(), ...this.#across.keys()]);
  }

  /** Absolute paths of the files with findings. */
  get paths(): readonly string[] {
    return [...new Set([...this.#alone.keys(), ...this.#across.keys()])];
  }

  #configPath(): string {
    const start = nearestDirectory(this.path);
    return findConfig(start, () => {}).file?.path ?? join(start, CONFIG_NAMES[0]);
  }
}

function byFile(findings: readonly Finding[]): Map<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const [path = ''] = finding.files;
    const group = groups.get(path);
    if (group === undefined) groups.set(path, [finding]);
    else group.push(finding);
  }
  return groups;
}
