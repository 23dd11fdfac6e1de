import {
  type DangerId,
  dangersOfLine,
  defineRule,
  everyCommand,
  type HooksView,
  hookPlaces,
} from '../src/rule.ts';

interface DangerArgs extends Record<string, string | number> {
  readonly hook: string;
  /** 0 when the command stands under no hook. */
  readonly named: number;
  readonly what: string;
  readonly more: number;
}

const message = (id: DangerId) =>
  ({
    severity: 'warning',
    scope: 'hook',
    consequence: 'dangerous',
    text: (a: DangerArgs) => {
      const subject = a.named === 0 ? 'A command' : `Hook "${a.hook}"`;
      const more =
        a.more === 0 ? '' : ` (and ${a.more} more ${a.more === 1 ? 'danger' : 'dangers'} in this line)`;
      return `${subject} ${a.what}${more}; Antigravity runs the line with the rights of its user`;
    },
    help: () => HELP[id],
  }) as const;

const HELP: Readonly<Record<DangerId, string>> = {
  'fetch-and-run':
    'Commit the script and call it from the hook, or install a version that was checked against a checksum; what an address serves can change after the review.',
  'decode-and-run':
    'Write the code in plain text into a script beside hooks.json, so that it can be read in a review.',
  'broad-delete':
    'Name the folder that is to go, such as ./dist; where a variable names it, write ${NAME:?} so that the line stops when it is not set.',
  'outside-write':
    'Keep to files of the repository; what belongs into somebody’s own configuration is theirs to put there.',
  exfiltration: 'Take it out; a hook has no business with keys, credentials or the environment as a whole.',
  'remote-shell': 'Take it out, and look at where the file came from.',
};

/** Findings of one file; a hostile file can hold a million commands, and nobody reads them. */
const MOST_FINDINGS = 1000;

export default defineRule({
  id: 'hooks-dangerous',
  summary:
    'A hook must not run code from elsewhere, delete broadly, or touch what lies outside the repository',
  category: 'security',
  repositoryTypes: ['any'],
  kinds: ['hooks'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'Antigravity runs the command of a hook by sh -c, with the rights of the user.',
      source: 'the command-line program in an empty home',
      version: '1.2.15',
      level: 'measured',
    },
    {
      claim: 'What the line does is read off the line itself; nothing is run.',
      source: 'a property of this rule, not of Antigravity',
      level: 'measured',
    },
  ],
  messages: {
    'fetch-and-run': message('fetch-and-run'),
    'decode-and-run': message('decode-and-run'),
    'broad-delete': message('broad-delete'),
    'outside-write': message('outside-write'),
    exfiltration: message('exfiltration'),
    'remote-shell': message('remote-shell'),
  },

  *check({ hooks: { doc } }: HooksView, { report }) {
    if (doc === undefined) return;
    const placeOf = hookPlaces(doc);
    let count = 0;
    for (const { node, value } of everyCommand(doc)) {
      const [first, ...more] = dangersOfLine(value);
      if (first === undefined) continue;
      if (++count > MOST_FINDINGS) return;
      const { hook, span, ...where } = placeOf(node);
      const named = hook === undefined ? 0 : 1;
      yield report(first.id, span, { hook: hook ?? '', named, what: first.what, more: more.length }, where);
    }
  },
});
