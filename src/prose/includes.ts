import type { Surroundings } from '../kinds/index.ts';
import { type Include, plainMarkdown } from '../markdown/index.ts';
import type { Span } from '../text/span.ts';

/** How much text there is. */
export interface Amount {
  readonly bytes: number;
  /** Code points. */
  readonly characters: number;
}

/** Where the path of an include leads. `elsewhere`: to a place that is not looked at. */
export interface IncludeTarget {
  readonly state: 'found' | 'missing' | 'elsewhere';
  /** From the repository root; of a file that was found. */
  readonly path?: string;
}

/** A body, and the includes in it. */
interface Text {
  readonly amount: Amount;
  readonly includes: readonly { readonly amount: Amount; readonly path: string }[];
}

/** A text is asked for by every file that includes it. */
const texts = new WeakMap<Uint8Array, Text>();

/** Follows the includes of one file, each path and each file once. */
export interface Includes {
  /** Where a path leads that an include of the file gives; it starts at the folder of the file. */
  target(path: string): IncludeTarget;
  /**
   * What an include is replaced by: the file it names without its head, and so on from there. A file that comes back to one that is
   * being put in adds nothing. Time is linear in what is included.
   */
  amount(target: IncludeTarget): Amount;
}

/** @param name of the file, in the folder of its surroundings */
export function includesOf(name: string, surroundings: Surroundings): Includes {
  const targets = new Map<string, IncludeTarget>();
  const expander = new Expander(surroundings, surroundings.file(name, 'folder')?.repositoryPath);
  return {
    target(path) {
      let target = targets.get(path);
      if (target === undefined) {
        target = resolve(path, 'folder', '', surroundings);
        targets.set(path, target);
      }
      return target;
    },
    amount: ({ path }) => (path === undefined ? NOTHING : expander.amount(path)),
  };
}

function resolve(
  written: string,
  from: 'folder' | 'repository',
  folder: string,
  surroundings: Surroundings,
): IncludeTarget {
  const path = written.trim().replace(/#.*$/s, '');
  // An address, the home directory, a path that a variable completes.
  if (path === '' || /^(?:[A-Za-z][A-Za-z0-9+.-]*:|[~/\\])|[$*{}]/.test(path)) return { state: 'elsewhere' };
  for (const candidate of new Set([path, decoded(path)])) {
    const full = folder === '' ? candidate : `${folder}/${candidate}`;
    const look = surroundings.look(full, from);
    if (look === 'missing') continue;
    const file = look === 'file' ? surroundings.file(full, from) : undefined;
    return file === undefined ? { state: 'elsewhere' } : { state: 'found', path: file.repositoryPath };
  }
  return { state: 'missing' };
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const NOTHING: Amount = { bytes: 0, characters: 0 };

/** A file that is being put together. */
interface Open {
  readonly path: string;
  readonly text: Text;
  next: number;
  bytes: number;
  characters: number;
}

class Expander {
  readonly #surroundings: Surroundings;
  /** undefined while the file is open. */
  readonly #known = new Map<string, Amount | undefined>();

  constructor(surroundings: Surroundings, own: string | undefined) {
    this.#surroundings = surroundings;
    if (own !== undefined) this.#known.set(own, undefined);
  }

  amount(path: string): Amount {
    const stack: Open[] = [];
    if (!this.#known.has(path)) this.#open(path, stack);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const include = top.text.includes[top.next];
      if (include === undefined) {
        this.#known.set(top.path, { bytes: top.bytes, characters: top.characters });
        stack.pop();
        continue;
      }
      const folder = top.path.slice(0, Math.max(0, top.path.lastIndexOf('/')));
      const target = resolve(include.path, 'repository', folder, this.#surroundings);
      if (target.path !== undefined && !this.#known.has(target.path)) {
        this.#open(target.path, stack);
        continue;
      }
      top.next++;
      if (target.path === undefined) continue;
      const { bytes, characters } = this.#known.get(target.path) ?? NOTHING;
      top.bytes += bytes - include.amount.bytes;
      top.characters += characters - include.amount.characters;
    }
    return this.#known.get(path) ?? NOTHING;
  }

  #open(path: string, stack: Open[]): void {
    const file = this.#surroundings.read(path, 'repository');
    if (file === undefined) {
      this.#known.set(path, NOTHING);
      return;
    }
    this.#known.set(path, undefined);
    const text = textOf(file.bytes);
    stack.push({ path, text, next: 0, ...text.amount });
  }
}

function textOf(bytes: Uint8Array): Text {
  let text = texts.get(bytes);
  if (text === undefined) {
    const { head, outline } = plainMarkdown(bytes);
    text = {
      amount: amountOf(bytes, { start: head.bodyStart, end: bytes.length }),
      includes: outline.includes.map(({ span, path }) => ({
        amount: amountOf(bytes, span),
        path: pathOf(bytes, path),
      })),
    };
    texts.set(bytes, text);
  }
  return text;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function pathOf(bytes: Uint8Array, { start, end }: Span): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** The path of an include as it is written. */
export function writtenPath(bytes: Uint8Array, { path }: Include): string {
  return pathOf(bytes, path);
}

export function amountOf(bytes: Uint8Array, { start, end }: Span): Amount {
  let characters = 0;
  for (let i = start; i < end; i++) if (((bytes[i] as number) & 0xc0) !== 0x80) characters++;
  return { bytes: end - start, characters };
}
