import {
  defineRule,
  explainSyntax,
  type Fix,
  type InstallProblem,
  installableName,
  installProblem,
  type JsonDoc,
  jsonPointer,
  KIND_NAMES,
  manifestFieldFix,
  type NodeId,
  type PluginManifest,
  type PluginManifestView,
  type PluginProblem,
  pluginsFolderOf,
  type RelatedPlace,
  renameKey,
  type Span,
  SYNTAX_HELP,
  type SyntaxCause,
  syntaxFix,
  type WorkspaceView,
} from '../src/rule.ts';

const LOST = 'Antigravity takes the directory for no plugin and loads nothing of it';
const NAMELESS = 'agy plugin install wants one; a plugin that is found in place goes by its directory';

const CAUSE_HELP: Readonly<Record<SyntaxCause, string>> = {
  ...SYNTAX_HELP,
  'empty-file': 'Write at least {"name": "…"}: a plugin is told by its manifest.',
};

const ACCEPTED = { string: 'a string', boolean: 'true or false without quotes' } as const;

/** `empty` has no place here: an empty name counts as none. */
const NAME_FAULT: Readonly<Record<Exclude<InstallProblem['code'], 'empty'>, string>> = {
  'leading-dot': 'begins with a dot',
  'white-space': 'holds white space',
  character: 'holds another character than letters, digits, _ and -',
};

const furtherPlaces = (count: number): string =>
  count === 0 ? '' : ` (and ${count} more ${count === 1 ? 'place' : 'places'} in this file)`;

export default defineRule({
  id: 'antigravity-plugin-json-valid',
  summary: 'plugin.json must be a manifest that Antigravity accepts',
  category: 'plugins',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['plugin-manifest', 'workspace'],
  severity: 'error',
  enabled: 'auto',
  since: '0.20.0',
  fixable: true,
  options: {},
  evidence: [
    {
      claim:
        'A manifest that is not strict JSON, or has a known field twice or of another type, makes the directory no plugin: nothing in it is loaded.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim:
        'Bytes that are not UTF-8 and lone surrogates do the same, in keys and values that are dropped too.',
      source: 'the command-line program in an empty home, and protojson itself',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim: 'A folder in plugins/ of a customization root that has no manifest is no plugin.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim:
        'agy plugin install wants a name of letters, digits, _ and -; discovery takes any, and the name of the directory without one.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
  ],
  messages: {
    syntax: {
      severity: 'error',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { found: string; expected: string; cause: string }) =>
        `Invalid JSON: found ${a.found}, expected ${a.expected}; ${LOST}`,
      help: (a) => CAUSE_HELP[a.cause as SyntaxCause],
    },
    'root-type': {
      severity: 'error',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { found: string }) => `The manifest is ${a.found} where an object must stand; ${LOST}`,
      help: () => 'Write an object with the name of the plugin in it: {"name": "…"}.',
    },
    'invalid-utf8': {
      severity: 'error',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { field: string; more: number }) =>
        `${a.field} holds bytes that are not UTF-8${furtherPlaces(a.more)}; ${LOST}`,
      help: () => 'Save the file as UTF-8. It matters in keys that are not read as well.',
    },
    'lone-surrogate': {
      severity: 'error',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { field: string; half: string; more: number }) =>
        `${a.field}: the escape ${a.half} is half of a character${furtherPlaces(a.more)}; ${LOST}`,
      help: () =>
        'Write both halves, the first (\\ud800 to \\udbff) right before the second (\\udc00 to \\udfff), or the character itself.',
    },
    'repeated-field': {
      severity: 'error',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { field: string; times: number }) =>
        `${a.field} stands ${a.times === 2 ? 'twice' : `${a.times} times`} and may stand once; ${LOST}`,
      help: (a) => `Keep one ${a.field} and delete the rest, null or not.`,
    },
    'field-type': {
      severity: 'error',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { field: string; found: string; accepted: string }) =>
        `${a.field} is ${a.found} where only ${a.accepted} is read; ${LOST}`,
      help: (a) => `Write ${a.field} as ${a.accepted}, or take it out.`,
    },
    'missing-manifest': {
      severity: 'error',
      scope: 'plugin',
      consequence: 'plugin-lost',
      text: (a: { folder: string; component: string }) =>
        `${a.folder} holds ${a.component} and no plugin.json; ${LOST}`,
      help: () => 'Add a plugin.json with at least a name in it: {"name": "…"}.',
    },
    'unusable-name': {
      severity: 'warning',
      scope: 'plugin',
      consequence: 'unportable',
      text: (a: { name: string; fault: string }) =>
        `The name "${a.name}" ${a.fault}; agy plugin install refuses it`,
      help: ({ name }) => {
        const rule = 'Use letters, digits, _ and - alone, with no dot at the front';
        // Only of a name that is shown as it is: what was cut, masked or escaped gives no good example.
        const example = /^[\w .@/-]+$/.test(name) ? installableName(name) : '';
        return example === '' ? `${rule}.` : `${rule}, for example "${example}".`;
      },
    },
    'no-name': {
      severity: 'info',
      scope: 'plugin',
      consequence: 'unportable',
      text: () => `The manifest has no name; ${NAMELESS}`,
      help: () => 'Add a name of letters, digits, _ and -.',
    },
    'blank-name': {
      severity: 'info',
      scope: 'plugin',
      consequence: 'unportable',
      text: (a: { found: string }) => `name is ${a.found}, which counts as no name; ${NAMELESS}`,
      help: () => 'Give it a name of letters, digits, _ and -.',
    },
    'name-case': {
      severity: 'info',
      scope: 'plugin',
      consequence: 'unportable',
      text: (a: { key: string }) =>
        `"${a.key}" is not read, so the manifest has no name: in this file letter case counts; ${NAMELESS}`,
      help: (a) => `Rename "${a.key}" to name.`,
    },
  },

  check(view, { report }) {
    if (view.kind === 'workspace') return missing(view);
    const { manifest, source }: PluginManifestView = view;
    return isFlawless(manifest) ? [] : findings();

    function* findings() {
      for (const problem of manifest.problems) yield lost(problem);
      if (nameCanBeJudged(manifest)) yield* nameFindings();
    }

    /** A folder with the manifest of another host is that host's, or the business of the rule about layout. */
    function* missing({ roots }: WorkspaceView) {
      for (const root of roots) {
        const { linked, folders } = pluginsFolderOf(root);
        if (linked) continue;
        for (const { path, linked: link, manifestsIn, component } of folders) {
          if (link || manifestsIn.length > 0 || component === undefined) continue;
          const file = root.surroundings.file(`${path}/plugin.json`, 'folder');
          if (file === undefined) continue;
          yield report('missing-manifest', { start: 0, end: 0 }, { folder: path, component }, { file });
        }
      }
    }

    function lost(problem: PluginProblem) {
      const { span, field = '', pointer } = problem.place;
      const where = pointer === undefined || pointer === '' ? {} : { field, pointer };
      switch (problem.code) {
        case 'syntax': {
          const { cause, found, expected, start, end, open } = explainSyntax(source.bytes, problem.error);
          const related =
            open === undefined ? [] : [relatedTo('opened here', { start: open, end: open + 1 })];
          const fix = syntaxFix(source.bytes, cause);
          return report('syntax', { start, end }, { found, expected, cause }, { related, fix });
        }
        case 'root-type':
          return report('root-type', span, { found: KIND_NAMES[problem.found] }, { pointer: '' });
        case 'invalid-utf8':
          return report('invalid-utf8', span, { field, more: problem.more }, where);
        case 'lone-surrogate': {
          const half = new TextDecoder().decode(source.bytes.subarray(span.start, span.end));
          return report('lone-surrogate', span, { field, half, more: problem.more }, where);
        }
        case 'repeated-field': {
          const { first, others } = problem;
          const related = [
            relatedTo(`${field} for the first time`, first),
            ...others.map((other) => relatedTo(`${field} once more`, other)),
          ];
          return report('repeated-field', span, { field, times: others.length + 2 }, { ...where, related });
        }
        case 'field-type': {
          const args = { field, found: KIND_NAMES[problem.found], accepted: ACCEPTED[problem.wanted] };
          return report('field-type', span, args, { ...where, fix: manifestFieldFix(manifest.doc, problem) });
        }
      }
    }

    function* nameFindings() {
      const { doc, name, blank, unknown } = manifest;
      if (doc === undefined) return;
      const where = { field: 'name', pointer: '/name' };
      if (name !== undefined) {
        const problem = installProblem(name.value);
        if (problem === undefined || problem.code === 'empty') return;
        const args = { name: name.value, fault: NAME_FAULT[problem.code] };
        yield report('unusable-name', doc.span(name.node), args, where);
        return;
      }
      const empty = blank.find(({ field }) => field === 'name');
      if (empty !== undefined) {
        const found = empty.because === 'null' ? 'null' : 'empty';
        yield report('blank-name', doc.span(empty.node), { found }, where);
        return;
      }
      const other = unknown.find((field) => field.name.toLowerCase() === 'name');
      if (other !== undefined) {
        const at = { field: other.name, pointer: jsonPointer(other.name) };
        yield report(
          'name-case',
          doc.span(other.key),
          { key: other.name },
          { ...at, fix: nameFix(doc, other.key) },
        );
        return;
      }
      const [first] = doc.members(doc.root);
      const { start } = doc.span(doc.root);
      const at = first === undefined ? { start, end: start + 1 } : doc.span(first.key);
      yield report('no-name', at, {}, { pointer: '' });
    }
  },
});

/** As nearly all are: then nothing more is done for it. */
function isFlawless({ problems, name }: PluginManifest): boolean {
  return problems.length === 0 && name !== undefined && installProblem(name.value) === undefined;
}

/** Not while the same defect may be behind what is wrong with the name: a flaw of the text, or of the name itself. */
function nameCanBeJudged({ problems }: PluginManifest): boolean {
  return problems.every(
    (problem) =>
      (problem.code === 'repeated-field' || problem.code === 'field-type') && problem.field !== 'name',
  );
}

/** The key in the case that is read, where its value can be a name. */
function nameFix(doc: JsonDoc, key: NodeId): Fix | undefined {
  if (doc.kind(key + 1) !== 'string') return undefined;
  return { kind: 'safe', title: 'Rename the key to name', edits: renameKey(doc, key, 'name') };
}

function relatedTo(message: string, at: Span): RelatedPlace {
  return { message, at };
}
