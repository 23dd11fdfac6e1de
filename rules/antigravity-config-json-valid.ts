import {
  defineRule,
  explainSyntax,
  filterProblem,
  type JsonDoc,
  jsonPointer,
  KIND_NAMES,
  type Located,
  type Look,
  looksLikeRegistry,
  type RegistryEntry,
  type RegistryParent,
  type RegistryProblem,
  type RegistryView,
  SYNTAX_HELP,
  type SyntaxCause,
  syntaxFix,
  type UnreadKey,
  unreadKeyFix,
  unreadKeys,
  wrongTypeFix,
} from '../src/rule.ts';

const SKIPPED = 'Antigravity skips the file with one line in its log and uses nothing of it';
const FROM = 'a path starts at the repository root';

const CAUSE_HELP: Readonly<Record<SyntaxCause, string>> = {
  ...SYNTAX_HELP,
  'empty-file': 'Write {"entries": []} for a registry that names nothing, or delete the file.',
  comment: 'Write a comment as // to the end of the line or between /* and */; this file takes no other.',
  'trailing-comma':
    'Delete the comma: one may stand after the last entry, and nowhere else without an entry.',
  'extra-comma': 'Delete the comma that has nothing before it.',
  other: 'Mend the JSON at this place: comments and last commas are allowed here, single quotes are not.',
};

const ACCEPTED = { object: 'an object', array: 'a list', string: 'a string' } as const;

/** What does not happen when a key is passed over, and the right one does not stand beside it. */
const LOST: Readonly<Record<UnreadKey['meant'], string>> = {
  entries: 'so nothing in it is loaded',
  inherits: 'so nothing is inherited',
  path: 'so it names nothing',
  include_only: 'so there is no filter and everything at the path is loaded',
  exclude: 'so nothing is left out',
};

/** Related places of one finding. */
const MAX_RELATED = 100;

/** An absolute path on some system, or one in the home directory. */
const ELSEWHERE = /^(?:\/|~$|~\/|[A-Za-z]:[\\/]|\\\\)/;

/** What an entry may name, and what `inherits` may. */
const ITEMS: readonly Look[] = ['directory', 'file'];
const REGISTRIES: readonly Look[] = ['file'];

const shownAs = (path: string): string => (path === '' ? 'an empty path' : `"${path}"`);

export default defineRule({
  id: 'antigravity-config-json-valid',
  summary: 'A registry must load, and its paths and filters must mean what they say',
  category: 'registries',
  repositoryTypes: ['antigravity'],
  kinds: ['registry'],
  severity: 'error',
  enabled: 'auto',
  since: '0.20.0',
  fixable: true,
  options: {},
  evidence: [
    {
      claim:
        'A registry is JSON with comments and last commas; anything else that is no JSON, or one wrong type, skips the whole file with one line in the log.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim: 'An unknown key such as includeOnly is passed over: the filter is gone and everything loads.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim:
        'inherits must name a registry file: a directory loads nothing. A path starts at the repository root.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim: 'include_only and exclude are regular expressions on names.',
      source: 'the documentation that agy carries',
      level: 'documented',
    },
    {
      claim: 'What the regular expressions of a Go program may hold.',
      source: 'https://pkg.go.dev/regexp/syntax',
      level: 'documented',
    },
  ],
  messages: {
    syntax: {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { found: string; expected: string; cause: string }) =>
        `Invalid JSON: found ${a.found}, expected ${a.expected}; ${SKIPPED}`,
      help: (a) => CAUSE_HELP[a.cause as SyntaxCause],
    },
    'root-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { found: string }) => `The document is ${a.found} where an object must stand; ${SKIPPED}`,
      help: () => 'Write an object with the list in it: {"entries": [{"path": "…"}]}.',
    },
    'wrong-type': {
      severity: 'error',
      scope: 'file',
      consequence: 'file-lost',
      text: (a: { field: string; found: string; wanted: string; more: number }) =>
        `${a.field} is ${a.found} where only ${a.wanted} is read${
          a.more === 0 ? '' : ` (and ${a.more} more ${a.more === 1 ? 'place' : 'places'} in this file)`
        }; ${SKIPPED}`,
      help: (a) =>
        a.wanted === ACCEPTED.object && a.found === KIND_NAMES.string
          ? 'Write each element as an object: {"path": "…"}.'
          : `Write ${a.field} as ${a.wanted}, or take it out.`,
    },
    'inherits-directory': {
      severity: 'error',
      scope: 'entry',
      consequence: 'entry-lost',
      text: (a: { field: string; path: string }) =>
        `${a.field} names the directory ${shownAs(a.path)}; Antigravity reads only a registry file there and inherits nothing`,
      help: () => 'Name the registry file itself, for example the skills.json in that directory.',
    },
    'inherits-missing': {
      severity: 'error',
      scope: 'entry',
      consequence: 'entry-lost',
      text: (a: { field: string; path: string }) =>
        `${a.field} names ${shownAs(a.path)}, and there is no such file; Antigravity inherits nothing from it`,
      help: () => `Name a registry file of this repository (${FROM}), or take the element out.`,
    },
    'unread-key': {
      severity: 'warning',
      scope: 'entry',
      consequence: 'value-ignored',
      text: (a: { key: string; meant: string; lost: string }) =>
        `"${a.key}" is not read, did you mean ${a.meant}? Antigravity passes over it${a.lost}`,
      help: (a) => `Rename "${a.key}" to ${a.meant}.`,
    },
    'misplaced-key': {
      severity: 'warning',
      scope: 'entry',
      consequence: 'value-ignored',
      text: (a: { key: string; meant: string }) =>
        `"${a.key}" is not read here: ${a.meant} belongs into an element of entries; Antigravity passes over it`,
      help: (a) => `Move it into the entries that it is meant for, spelled ${a.meant}.`,
    },
    'no-path': {
      severity: 'warning',
      scope: 'entry',
      consequence: 'entry-lost',
      text: (a: { field: string }) => `${a.field} has no path; Antigravity loads nothing for it`,
      help: () => 'Give it a path from the repository root, or take it out.',
    },
    'missing-path': {
      severity: 'warning',
      scope: 'entry',
      consequence: 'entry-lost',
      text: (a: { field: string; path: string }) =>
        `${a.field} is ${shownAs(a.path)}, and nothing lies there in the repository; Antigravity loads nothing for it`,
      help: () => `Mend the path (${FROM}), or take the entry out.`,
    },
    'path-from-elsewhere': {
      severity: 'warning',
      scope: 'entry',
      consequence: 'entry-lost',
      text: (a: { field: string; path: string; there: string }) =>
        `${a.field} is ${shownAs(a.path)}: ${FROM}, where nothing lies under it, and not at the registry; Antigravity loads nothing for it`,
      help: (a) => `Write "${a.there}".`,
    },
    'invalid-filter': {
      severity: 'warning',
      scope: 'entry',
      consequence: 'value-ignored',
      text: (a: { field: string; pattern: string; why: string; glob: string }) =>
        `${a.field} is ${shownAs(a.pattern)}, which is no regular expression: ${a.why}; Antigravity cannot filter with it`,
      help: (a) =>
        a.glob === ''
          ? 'Filters are regular expressions as Go has them (RE2): no look-around, no back-references.'
          : `It looks like a glob, and filters are regular expressions: write .* for any text, and ^ and $ for the ends of the name.`,
    },
    'glob-filter': {
      severity: 'warning',
      scope: 'entry',
      consequence: 'value-literal',
      text: (a: { field: string; pattern: string }) =>
        `${a.field} is ${shownAs(a.pattern)}, which looks like a glob; Antigravity reads it as a regular expression that matches anywhere in a name`,
      help: ({ pattern }) => {
        const rule = 'Write .* for any text, and ^ and $ for the ends of the name';
        // Only of a pattern that is shown as it is: what was cut, masked or escaped gives no good example.
        const example = /^[\w -]*(?:\*[\w -]+)*\*?$/.test(pattern)
          ? `^${pattern.replaceAll('*', '.*')}$`
          : '';
        return example === '' ? `${rule}.` : `${rule}: "${example}".`;
      },
    },
    'path-on-this-machine': {
      severity: 'info',
      scope: 'entry',
      consequence: 'unportable',
      text: (a: { field: string; path: string }) =>
        `${a.field} is ${shownAs(a.path)}, a place on one machine; Antigravity loads it only where it exists`,
      help: () => `Put what it names into the repository and write the path from there (${FROM}).`,
    },
    'path-outside': {
      severity: 'info',
      scope: 'entry',
      consequence: 'unportable',
      text: (a: { field: string; path: string }) =>
        `${a.field} is ${shownAs(a.path)}, which leads out of the repository; who has only the repository does not have it`,
      help: () => `Put what it names into the repository and write the path from there (${FROM}).`,
    },
  },

  check({ registry, source, place }: RegistryView, { report, asked }) {
    if (!asked && place.inherited !== true && !looksLikeRegistry(registry, source.bytes)) return [];
    const { doc } = registry;
    if (doc === undefined || registry.state === 'skipped') return lost();
    const { surroundings } = place;
    const hasRoot = place.owner !== 'none' || place.inherited === true;
    const named = new Set<string>();
    return registry.allKeysRead &&
      registry.entries.every(isFlawless) &&
      registry.inherits.every((parent) => leadsTo(REGISTRIES, parent))
      ? []
      : findings(doc);

    function* findings(doc: JsonDoc) {
      for (const unread of unreadKeys(doc)) {
        if (unread.meant === 'path' && unread.alone) named.add(parentOf(unread.place.pointer));
        yield unreadKey(unread);
      }
      for (const entry of registry.entries) {
        if (isFlawless(entry)) continue;
        yield* pathFindings(entry, 'entries');
        for (const [filters, name] of [
          [entry.includeOnly, 'include_only'],
          [entry.exclude, 'exclude'],
        ] as const) {
          for (const [index, filter] of filters.entries()) yield* filterFindings(entry, filter, name, index);
        }
      }
      for (const parent of registry.inherits) yield* pathFindings(parent, 'inherits');
    }

    /** As nearly all are: no filter, and the path leads somewhere. */
    function isFlawless(entry: RegistryEntry): boolean {
      return entry.includeOnly.length + entry.exclude.length === 0 && leadsTo(ITEMS, entry);
    }

    function leadsTo(kinds: readonly Look[], { path }: RegistryParent): boolean {
      if (path === undefined || path.value === '') return false;
      if (!hasRoot) return true;
      return !ELSEWHERE.test(path.value) && kinds.includes(surroundings.look(path.value, 'repository'));
    }

    /** Of a file that is skipped only the reason: what else is wrong with it shows when that is mended. */
    function* lost() {
      const lists = new Map<string, RegistryProblem[]>();
      for (const problem of registry.problems) {
        const { span, pointer = '' } = problem.place;
        if (problem.code === 'syntax') {
          const { cause, found, expected, start, end, open } = explainSyntax(source.bytes, problem.error);
          const related =
            open === undefined ? [] : [{ message: 'opened here', at: { start: open, end: open + 1 } }];
          const fix = syntaxFix(source.bytes, cause);
          yield report('syntax', { start, end }, { found, expected, cause }, { related, fix });
        } else if (pointer === '') {
          yield report('root-type', span, { found: KIND_NAMES[problem.found] }, { pointer });
        } else {
          const list = pointer.split('/', 2)[1] as string;
          const earlier = lists.get(list);
          if (earlier === undefined) lists.set(list, [problem]);
          else earlier.push(problem);
        }
      }
      for (const [first, ...others] of lists.values()) {
        if (first?.code !== 'wrong-type') continue;
        const { span, field = '', pointer = '' } = first.place;
        const related = others
          .slice(0, MAX_RELATED)
          .map(({ place }) => ({ message: `${place.field} as well`, at: place.span }));
        const found = KIND_NAMES[first.found];
        // Those that were not kept come after the last that was.
        const isLast = (others.at(-1) ?? first) === registry.problems.at(-1);
        const more = others.length + (isLast ? registry.furtherProblems : 0);
        const args = { field, found, wanted: ACCEPTED[first.wanted], more };
        const fix = wrongTypeFix(doc, [first, ...others]);
        yield report('wrong-type', span, args, { field, pointer, related, fix });
      }
    }

    function unreadKey(unread: UnreadKey) {
      const { key, meant, because, alone, place: at } = unread;
      const { span, field = key, pointer = '' } = at;
      const where = { field, pointer };
      if (because === 'place') return report('misplaced-key', span, { key, meant }, where);
      const lost = alone ? `, ${LOST[meant]}` : '';
      const fix = doc === undefined ? undefined : unreadKeyFix(doc, unread);
      return report('unread-key', span, { key, meant, lost }, { ...where, fix });
    }

    function* pathFindings(entry: RegistryEntry | RegistryParent, list: 'entries' | 'inherits') {
      if (doc === undefined) return;
      const { path, node } = entry;
      const { field: element, pointer } = placeOf(entry);
      if (path === undefined || path.value === '') {
        if (named.has(pointer)) return;
        const [first] = doc.members(node);
        const { start, end } = doc.span(node);
        const span =
          path !== undefined
            ? doc.span(path.node)
            : first !== undefined
              ? doc.span(first.key)
              : { start, end: doc.kind(node) === 'object' ? start + 1 : end };
        yield report('no-path', span, { field: element }, { field: element, pointer });
        return;
      }
      if (!hasRoot) return;
      const key = path.key === undefined ? 'path' : doc.text(path.key);
      const field = `${element}.${key}`;
      const where = { field, pointer: `${pointer}/${key}` };
      const span = doc.span(path.node);
      const args = { field, path: path.value };
      if (ELSEWHERE.test(path.value)) {
        yield report('path-on-this-machine', span, args, where);
        return;
      }
      switch (surroundings.look(path.value, 'repository')) {
        case 'outside':
          // A link on the way that leaves the repository is reported by itself.
          if (surroundings.file(path.value, 'repository') === undefined) {
            yield report('path-outside', span, args, where);
          }
          return;
        case 'directory':
          if (list === 'inherits') yield report('inherits-directory', span, args, where);
          return;
        case 'missing': {
          if (list === 'inherits') {
            yield report('inherits-missing', span, args, where);
            return;
          }
          const there = elsewhere(path.value);
          if (there === undefined) yield report('missing-path', span, args, where);
          else yield report('path-from-elsewhere', span, { ...args, there }, where);
        }
      }
    }

    /** Where a path leads that was written from the registry, or from the folder that holds the customization root. */
    function elsewhere(path: string): string | undefined {
      for (const candidate of [path, `../${path}`]) {
        const seen = surroundings.look(candidate, 'folder');
        if (seen === 'file' || seen === 'directory')
          return surroundings.file(candidate, 'folder')?.repositoryPath;
      }
      return undefined;
    }

    function* filterFindings(entry: RegistryEntry, filter: Located<string>, name: string, index: number) {
      const problem = filterProblem(filter.value);
      if (problem === undefined || doc === undefined) return;
      const { field: element, pointer: above } = placeOf(entry);
      const key = filter.field === undefined ? name : doc.text(filter.field);
      const field = `${element}.${key}[${index}]`;
      const where = { field, pointer: `${above}/${key}/${index}` };
      const args = { field, pattern: filter.value };
      const span = doc.span(filter.node);
      if (problem.code === 'glob') yield report('glob-filter', span, args, where);
      else {
        const glob = problem.glob ? 'yes' : '';
        yield report('invalid-filter', span, { ...args, why: problem.why, glob }, where);
      }
    }
  },
});

/** How an element of a list is called. */
function placeOf({ list, index }: RegistryParent): { readonly field: string; readonly pointer: string } {
  return { field: `${list}[${index}]`, pointer: jsonPointer(list, index) };
}

function parentOf(pointer = ''): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}
