import {
  type ContextView,
  defineRule,
  findGrants,
  type Grant,
  type GrantKind,
  grantsInJson,
  type HooksView,
  mayHoldGrant,
  type Outline,
  type ProseView,
  type RawFinding,
  type RegistryView,
  type RootFileView,
  type SettingsView,
} from '../src/rule.ts';

type Any =
  | ProseView<'rule' | 'skill' | 'agent' | 'workflow'>
  | ContextView
  | RootFileView
  | RegistryView
  | HooksView
  | SettingsView;

const WHAT: Readonly<Record<GrantKind, string>> = {
  'skip-flag': '--dangerously-skip-permissions starts agy so that it asks for nothing',
  'wide-grant': 'the grant holds for everything of its kind',
  'always-proceed': 'with always-proceed no tool call is asked about',
  'full-autonomy': 'with full autonomy the bridge starts agy so that it asks for nothing',
};

const HELP: Readonly<Record<GrantKind, string>> = {
  'skip-flag': 'Take the flag out, and grant what is needed by name in the settings of whoever runs it.',
  'wide-grant': 'Name what is granted, such as command(npm test); the rest is asked about.',
  'always-proceed': 'Leave the setting to each user, in the settings of their home directory.',
  'full-autonomy': 'Leave it at safe, or at sandbox; what is needed beyond that can be granted by name.',
};

interface GrantArgs extends Record<string, string | number> {
  readonly kind: GrantKind;
  readonly more: number;
}

const text = ({ kind, more }: GrantArgs): string =>
  `Committed for everybody: ${WHAT[kind]}${more === 0 ? '' : ` (and ${more} more of it in this file)`}; whoever opens the repository works under it without having decided so`;

export default defineRule({
  id: 'committed-grants',
  summary: 'A repository must not switch off for everybody what Antigravity asks about',
  category: 'security',
  repositoryTypes: ['any'],
  kinds: ['context', 'rule', 'skill', 'agent', 'workflow', 'hooks', 'registry', 'settings', 'root-file'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim:
        'agy takes --dangerously-skip-permissions, and settings grant command(*), mcp(*) and unsandboxed(*) or let every tool call proceed.',
      source: 'reported by users and by generators of such files',
      level: 'reported',
    },
    {
      claim:
        'Whether settings in a repository are read is not documented; the ones of the home directory are.',
      source: 'reported by generators of such files',
      level: 'reported',
    },
  ],
  messages: {
    grant: {
      severity: 'warning',
      scope: 'file',
      consequence: 'dangerous',
      text,
      help: ({ kind }) => HELP[kind as GrantKind],
    },
    'grant-example': {
      severity: 'info',
      scope: 'section',
      consequence: 'dangerous',
      text: ({ kind }: GrantArgs) =>
        `A fenced block shows a grant: ${WHAT[kind]}; an agent may run what it is shown`,
      help: ({ kind }) => HELP[kind as GrantKind],
    },
  },

  check(view: Any, { report }) {
    const { bytes, byteText: text } = view.source;
    if (!mayHoldGrant(text)) return [];
    if (/\.jsonc?$/.test(view.source.path)) {
      const values = grantsInJson(bytes);
      if (values !== undefined) return inOne(values);
    }
    const grants = findGrants(text).filter(
      ({ kind, at }) => !ofAnotherProgram(kind, lineBefore(text, at.start)),
    );
    if (grants.length === 0 || text.lastIndexOf('\0', FRONT) !== -1) return [];
    const outline = 'markdown' in view ? view.markdown?.outline : undefined;
    if (outline === undefined) return inOne(grants.filter(({ at }) => !forbids(lineBefore(text, at.start))));
    const { said, shown } = byRegion(grants, outline, text);
    if (view.kind !== 'context') return inOne([...said, ...shown].sort((a, b) => a.at.start - b.at.start));
    const [first] = shown;
    return [
      ...inOne(said),
      ...(first === undefined ? [] : [report('grant-example', first.at, { kind: first.kind, more: 0 })]),
    ];

    /** One finding for each kind of grant; the others of the kind are related. */
    function inOne(all: readonly Grant[]): RawFinding[] {
      const byKind = new Map<GrantKind, Grant[]>();
      for (const one of all) {
        const known = byKind.get(one.kind);
        if (known === undefined) byKind.set(one.kind, [one]);
        else known.push(one);
      }
      return [...byKind].map(([kind, [first, ...others]]) =>
        report(
          'grant',
          (first as Grant).at,
          { kind, more: others.length },
          { related: others.slice(0, MOST_RELATED).map(({ at }) => ({ message: 'here, too', at })) },
        ),
      );
    }
  },
});

/** Bytes at the front by which a file is told that is no text. */
const FRONT = 8000;
const MOST_RELATED = 50;
/** A line is looked at as far back as this, in bytes. */
const LINE_REACH = 300;

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - LINE_REACH), at);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
}

/** Claude Code has a flag of the same name. */
function ofAnotherProgram(kind: GrantKind, before: string): boolean {
  return kind === 'skip-flag' && /\bclaude\b[^|;&]*$/.test(before);
}

/** Whether a line says not to do what follows. */
function forbids(before: string): boolean {
  return /\b(?:not|never|no|avoid|without|deny|denied|forbid\w*|instead of|refuse\w*|reject\w*)\b|n\W{1,3}t\b/i.test(
    before,
  );
}

/** What a text asks for, and what its fenced blocks show. What is only named, or named to be left alone, is neither. */
function byRegion(
  grants: readonly Grant[],
  outline: Outline,
  text: string,
): { readonly said: readonly Grant[]; readonly shown: readonly Grant[] } {
  const said = grants.filter(({ kind, at }) => {
    const region = outline.regionAt(at.start);
    const before = lineBefore(text, at.start);
    return (region === 'prose' || region === 'code') && !forbids(before) && asksFor(kind, before);
  });
  return { said, shown: grants.filter(({ at }) => outline.regionAt(at.start) === 'fence') };
}

/** Prose also explains: a flag counts behind the program that takes it, a grant where something is allowed. */
function asksFor(kind: GrantKind, before: string): boolean {
  if (kind === 'skip-flag') return /(?:^|[\s;&|($])agy\s/.test(before.slice(before.lastIndexOf('`') + 1));
  return kind !== 'wide-grant' || /\b(?:allow|grant|permi)\w*/i.test(before);
}
