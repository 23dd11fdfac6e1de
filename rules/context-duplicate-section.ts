import {
  type ContextView,
  defineRule,
  type FileRef,
  headOfSection,
  type RawFinding,
  type SectionText,
  sectionTexts,
  type WorkspaceView,
} from '../src/rule.ts';

/** Fewer words are a phrase that two files may well share. */
const FEWEST_WORDS = 40;

interface RepeatedArgs extends Record<string, string | number> {
  readonly title: string;
  /** How many further sections stand in both files behind it. */
  readonly more: number;
  readonly words: number;
  readonly other: string;
}

export default defineRule({
  id: 'context-duplicate-section',
  summary: 'A section must not stand in two context files that Antigravity loads together',
  category: 'context',
  repositoryTypes: ['any'],
  kinds: ['workspace', 'context'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim:
        'GEMINI.md and AGENTS.md are both loaded, from every directory between the edited file and the workspace root, and from a customization root there.',
      source: 'the vendor’s page on rules',
      level: 'documented',
    },
    {
      claim: 'A bare @AGENTS.md is a reference; the content of the file does not take its place.',
      source: 'the vendor’s page on rules',
      level: 'documented',
    },
  ],
  messages: {
    repeated: {
      severity: 'warning',
      scope: 'section',
      consequence: 'duplicate',
      text: ({ title, more, words, other }: RepeatedArgs) => {
        const what = title === '' ? 'The text before the first heading' : `The section "${title}"`;
        const further = more === 0 ? '' : ` and ${more === 1 ? 'the next one' : `the next ${more}`}`;
        const verb = more === 0 ? 'stands' : 'stand';
        return `${what}${further} (${words} words) ${verb} in ${other} as well; Antigravity loads both files, so the text counts twice, and the two copies will drift apart`;
      },
      help: () => 'Keep it in one of the two files and delete the other copy.',
    },
    pointer: {
      severity: 'info',
      scope: 'file',
      consequence: 'value-literal',
      text: () =>
        'GEMINI.md holds nothing but a reference to AGENTS.md; Antigravity loads AGENTS.md anyway, and puts no content in the place of the reference',
      help: () => 'Delete GEMINI.md, or write into it what AGENTS.md does not say.',
    },
  },

  *check(view: WorkspaceView | ContextView, { report }) {
    if (view.kind !== 'workspace') return;
    const files = view.files('context').map(contextFile);
    const directories = new Set(files.filter(({ name }) => name === 'AGENTS.md').map(({ folder }) => folder));
    for (const { file, name, folder, view: context } of files) {
      if (name !== 'GEMINI.md' || !directories.has(folder) || !isPointer(context)) continue;
      const [first] = context.markdown.outline.sections;
      if (first !== undefined) {
        yield report('pointer', headOfSection(context.source.bytes, first), {}, { file });
      }
    }
    if (files.length > 1) yield* repeatedIn(files);

    function* repeatedIn(all: readonly ContextFile[]): Generator<RawFinding> {
      const seen = new SeenSections();
      for (const one of all) {
        const sections = sectionTexts(one.view.source.bytes, one.view.markdown.outline);
        let index = 0;
        while (index < sections.length) {
          const run = longestRun(seen, one, sections, index);
          if (run !== undefined) yield finding(one, sections, index, run);
          index += run?.length ?? 1;
        }
        seen.add(one, sections);
      }
    }

    function finding(
      one: ContextFile,
      sections: readonly SectionText[],
      index: number,
      { length, words, places }: Run,
    ): RawFinding {
      const { section, title } = sections[index] as SectionText;
      const [first] = places as [SeenSection, ...SeenSection[]];
      return report(
        'repeated',
        headOfSection(one.view.source.bytes, section),
        { title, more: length - 1, words, other: first.of.file.path },
        {
          file: one.file,
          related: places.map(({ of, sections: theirs, index: at }) => ({
            message: 'the same text',
            at: headOfSection(of.view.source.bytes, (theirs[at] as SectionText).section),
            file: of.file,
          })),
        },
      );
    }
  },
});

interface ContextFile {
  readonly file: FileRef;
  readonly view: ContextView;
  readonly name: string;
  /** Absolute path of the directory that it belongs to; for one in a customization root the directory above. */
  readonly folder: string;
  /** The same for the repository; nothing above it is loaded with it. */
  readonly repository: string;
}

function contextFile({ file, view }: { readonly file: FileRef; readonly view: ContextView }): ContextFile {
  const absolute = file.absolute.replaceAll('\\', '/');
  const name = absolute.slice(absolute.lastIndexOf('/') + 1);
  const directory = above(absolute);
  const repository = absolute.slice(0, -file.repositoryPath.length - 1);
  const inRoot = view.place.owner === 'root' && directory.length > repository.length;
  return { file, view, name, folder: inRoot ? above(directory) : directory, repository };
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Every directory from a file's own up to its repository. */
function* directoriesOf({ folder, repository }: ContextFile): Generator<string> {
  for (let at = folder; at.length >= repository.length; at = above(at)) {
    yield at;
    if (at.length === repository.length) return;
  }
}

function isPointer({ source: { bytes } }: ContextView): boolean {
  return (
    bytes.length < 1000 &&
    /^\s*(?:#[^\n]*\n\s*)?@(?:\.\/)?AGENTS\.md\s*$/.test(new TextDecoder().decode(bytes))
  );
}

interface SeenSection {
  readonly of: ContextFile;
  readonly sections: readonly SectionText[];
  readonly index: number;
}

interface Run {
  readonly length: number;
  readonly words: number;
  /** Where the same text stands, one place a file; the longest run first. */
  readonly places: readonly SeenSection[];
}

/** A reader has enough of so many. */
const MOST_PLACES = 10;

/** Sections of the files so far, by their text and by the directories that load them. */
class SeenSections {
  /** By text, then by directory: the first file of that directory. */
  readonly #own = new Map<string, Map<string, SeenSection>>();
  /** By text, then by directory: the first file of a directory at or below it. */
  readonly #below = new Map<string, Map<string, SeenSection>>();

  add(of: ContextFile, sections: readonly SectionText[]): void {
    for (const [index, section] of sections.entries()) {
      if (!section.saysAnything) continue;
      const seen = { of, sections, index };
      keep(this.#own, section.body, of.folder, seen);
      for (const directory of directoriesOf(of)) keep(this.#below, section.body, directory, seen);
    }
  }

  /** The same text in files that are loaded together with one, each file once. */
  find(of: ContextFile, { body }: SectionText): ReadonlySet<SeenSection> {
    const found = new Set<SeenSection>();
    const own = this.#own.get(body);
    if (own === undefined) return found;
    const below = this.#below.get(body)?.get(of.folder);
    if (below !== undefined) found.add(below);
    for (const directory of directoriesOf(of)) {
      const seen = own.get(directory);
      if (seen !== undefined) found.add(seen);
      if (found.size === MOST_PLACES) break;
    }
    return found;
  }
}

function keep<T>(map: Map<string, Map<string, T>>, text: string, directory: string, seen: T): void {
  let inner = map.get(text);
  if (inner === undefined) {
    inner = new Map();
    map.set(text, inner);
  }
  if (!inner.has(directory)) inner.set(directory, seen);
}

/** The sections from `index` on that stand in another file as well, one behind the other; undefined when they are too short. */
function longestRun(
  seen: SeenSections,
  one: ContextFile,
  sections: readonly SectionText[],
  index: number,
): Run | undefined {
  const start = sections[index] as SectionText;
  if (!start.saysAnything) return undefined;
  const places: (SeenSection & { readonly length: number; readonly words: number })[] = [];
  for (const place of seen.find(one, start)) {
    let length = 0;
    let words = 0;
    while (isSame(sections[index + length], place.sections[place.index + length])) {
      words += (sections[index + length] as SectionText).words;
      length++;
    }
    if (words >= FEWEST_WORDS && !isLinkedTo(one, place.of)) places.push({ ...place, length, words });
  }
  const [first, ...others] = places.sort((a, b) => b.words - a.words);
  return first === undefined
    ? undefined
    : { length: first.length, words: first.words, places: [first, ...others] };
}

/** A text that is long enough is the same under another heading, too. */
function isSame(a: SectionText | undefined, b: SectionText | undefined): boolean {
  if (a === undefined || b === undefined || a.body !== b.body) return false;
  return a.words >= FEWEST_WORDS || a.title === b.title;
}

/** Whether one of two equal files is a link, probably to the other: nobody knows whether that is loaded twice. */
function isLinkedTo(one: ContextFile, other: ContextFile): boolean {
  const { bytes } = one.view.source;
  const theirs = other.view.source.bytes;
  if (bytes.length !== theirs.length) return false;
  return [one, other].some(({ view, name }) =>
    view.place.surroundings.list('.', 'folder').some((entry) => entry.name === name && entry.kind === 'link'),
  );
}
