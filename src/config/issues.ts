import { suggest } from '../text/suggest.ts';
import type { ConfigKey, ConfigNode, Help, Issues, Place } from './shape.ts';
import { found, quoted } from './words.ts';

/** What is wrong with a configuration, and where; every text is fit for a terminal. */
export interface ConfigProblem {
  /** As reports show paths. */
  readonly path: string;
  /** Absent when it is about the file as such. */
  readonly place?: Place;
  readonly message: string;
}

/** One line: `file:line:column: what was found, what is allowed`. */
export function problemText(problem: ConfigProblem): string {
  const { path, place, message } = problem;
  return place === undefined ? `${path}: ${message}` : `${path}:${place.line}:${place.column}: ${message}`;
}

/** More than anybody reads; a generated file with a mistake in every line must not cost minutes. */
const LIMIT = 100;

class Pile {
  readonly #entries: { readonly place: Place; readonly message: string }[] = [];
  #count = 0;

  add(place: Place, message: () => string): void {
    this.#count++;
    if (this.#entries.length < LIMIT) this.#entries.push({ place, message: message() });
  }

  get count(): number {
    return this.#count;
  }

  /** In file order, each once. */
  problems(path: string): readonly ConfigProblem[] {
    const seen = new Set<string>();
    const sorted = this.#entries
      .toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
      .map((entry): ConfigProblem => ({ path, ...entry }))
      .filter((problem) => {
        const text = problemText(problem);
        return !seen.has(text) && seen.add(text);
      });
    const more = this.#count - this.#entries.length;
    return more === 0 ? sorted : [...sorted, { path, message: `and ${more} more` }];
  }
}

/** Collects problems and warnings of one file; `within` gives a view that names the key they are about. */
export class IssueLog implements Issues {
  readonly #path: string;
  readonly #problems: Pile;
  readonly #warnings: Pile;

  constructor(path = '', problems = new Pile(), warnings = new Pile()) {
    this.#path = path;
    this.#problems = problems;
    this.#warnings = warnings;
  }

  within(step: string | number): IssueLog {
    const joint = typeof step === 'number' ? `[${step}]` : this.#path === '' ? step : `.${step}`;
    return new IssueLog(this.#path + joint, this.#problems, this.#warnings);
  }

  problem(place: Place, message: string): void {
    this.#problems.add(place, () => this.#subject() + message);
  }

  wrongValue(node: ConfigNode, allowed: string, help: Help = {}): void {
    const word = node.kind === 'string' ? node.value : undefined;
    this.#problems.add(
      node.place,
      () => `${this.#subject()}found ${found(node)}; allowed: ${allowed}${hints(word, help)}`,
    );
  }

  unknownKey(key: ConfigKey, known: readonly string[], help: Help = {}): void {
    this.#problems.add(key.place, () => {
      const hint = hints(key.name, { candidates: known, ...help });
      return `${this.#subject()}unknown key ${quoted(key.name)}; allowed: ${known.join(', ')}${hint}`;
    });
  }

  missingKey(map: ConfigNode, name: string): void {
    this.problem(map.place, `the key "${name}" is missing; it is required`);
  }

  warnKey(key: ConfigKey, text: string, help: Help = {}): void {
    this.#warnings.add(
      key.place,
      () => `${this.#subject()}${quoted(key.name)} ${text}${hints(key.name, help)}`,
    );
  }

  warnValue(node: ConfigNode, text: string): void {
    this.#warnings.add(node.place, () => `${this.#subject()}${found(node)} ${text}`);
  }

  get problemCount(): number {
    return this.#problems.count;
  }

  problems(path: string): readonly ConfigProblem[] {
    return this.#problems.problems(path);
  }

  warnings(path: string): readonly string[] {
    return this.#warnings.problems(path).map(problemText);
  }

  #subject(): string {
    return this.#path === '' ? '' : `${this.#path}: `;
  }
}

function hints(word: string | undefined, { advice, candidates = [] }: Help): string {
  const meant = word === undefined ? undefined : suggest(word, candidates);
  return (
    (advice === undefined ? '' : `; ${advice}`) + (meant === undefined ? '' : `; did you mean ${meant}?`)
  );
}
