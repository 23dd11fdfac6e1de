import {
  defineRule,
  entryDetails,
  expandedSizeOver,
  firstLine,
  GLOBS_KEYS,
  HEAD_KIND_NAMES,
  type HeadEntry,
  headEntry,
  headMessages,
  headProblem,
  type Includes,
  includesOf,
  isFilled,
  nearestTrigger,
  type ProseView,
  pathFrom,
  quotingFix,
  type RawFinding,
  RULE_BYTES,
  RULE_CHARACTERS,
  RULE_TRIGGERS,
  type Span,
  scalarText,
  thousands,
  triggerKey,
  wordFix,
  writtenPath,
} from '../src/rule.ts';

const DROPPED = 'Antigravity drops the rule without a word';
const TRIGGERS = `${RULE_TRIGGERS.slice(0, -1).join(', ')} or ${RULE_TRIGGERS.at(-1)}`;

interface SizeArgs extends Record<string, string | number> {
  readonly bytes: number;
  readonly characters: number;
  readonly included: number;
}

const size = ({ bytes, characters, included }: SizeArgs): string =>
  `${thousands(bytes)} bytes (${thousands(characters)} characters)${included === 0 ? '' : ' after its includes'}`;

export default defineRule({
  id: 'antigravity-rule-valid',
  summary: 'A rule must be loaded, and read to its end',
  category: 'prose',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['rule'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: true,
  options: {},
  evidence: [
    {
      claim:
        'A rule needs a head with a trigger, one of always_on, model_decision, glob and manual; any other is dropped without a word.',
      source: "the vendor's page on rules, and a run with rules of each kind",
      version: '1.1.4',
      level: 'measured',
    },
    {
      claim:
        'globs is one text with commas and needed for glob; description is needed for model_decision. A value that begins with * must be in quotes.',
      source: "the vendor's page on rules",
      level: 'documented',
    },
    {
      claim: 'Only files directly in rules/ are read, unless rules.json names others.',
      source: "the vendor's page on rules",
      level: 'documented',
    },
    {
      claim: `Of a rule ${RULE_BYTES.value} bytes are read after its includes were put in; ${RULE_CHARACTERS.value} characters in earlier releases.`,
      source: "the vendor's page on rules, as it is and as it was",
      level: 'documented',
    },
    {
      claim: '`@[label](path)` is replaced by the file, its path starting at the folder of the rule.',
      source: "the vendor's page on rules",
      level: 'documented',
    },
  ],
  messages: {
    ...headMessages(DROPPED, 'trigger: always_on'),
    'no-trigger': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-lost',
      text: ({ key, host }: { key: string; host: string; instead: string }) => {
        const hint =
          key === '' ? '' : host === '' ? ` ("${key}" is not read)` : ` ("${key}" is a key of ${host})`;
        return `The head has no trigger${hint}; ${DROPPED}`;
      },
      help: ({ instead, key, host }) =>
        key !== '' && host === ''
          ? `Rename "${key}" to trigger${instead === '' ? ` and write ${TRIGGERS}` : ''}.`
          : instead === ''
            ? `Write trigger: and one of ${TRIGGERS}.`
            : `Write trigger: ${instead}.`,
    },
    'bad-trigger': {
      severity: 'warning',
      scope: 'field',
      consequence: 'file-lost',
      text: ({ found }: { found: string; instead: string }) =>
        `trigger is ${found} where only ${TRIGGERS} is read; ${DROPPED}`,
      help: ({ instead }) => (instead === '' ? `Write ${TRIGGERS}.` : `Write ${instead}.`),
    },
    'no-globs': {
      severity: 'warning',
      scope: 'field',
      consequence: 'file-inert',
      text: ({ key }: { key: string }) =>
        `trigger is glob and there is no globs${key === '' ? '' : ` ("${key}" is empty)`}; Antigravity never uses the rule`,
      help: () => 'Write globs: "**/*.ts, **/*.tsx", one text in quotes with commas between the patterns.',
    },
    'globs-type': {
      severity: 'warning',
      scope: 'field',
      consequence: 'file-inert',
      text: ({ key, found }: { key: string; found: string }) =>
        `${key} is ${found} where only one text with commas is read; Antigravity never uses the rule`,
      help: ({ key }) => `Write the patterns as one text in quotes: ${key}: "**/*.ts, **/*.tsx".`,
    },
    'no-description': {
      severity: 'warning',
      scope: 'field',
      consequence: 'file-inert',
      text: () =>
        'trigger is model_decision and there is no description, by which alone the model decides; Antigravity never uses the rule',
      help: () => 'Say in description what the rule is about and when it is wanted.',
    },
    'too-deep': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-not-read',
      text: () => 'The rule lies deeper in rules/ than Antigravity looks; it is not read',
      help: () => 'Move it directly into rules/, or name its folder in an entry of rules.json.',
    },
    'cut-off': {
      severity: 'warning',
      scope: 'file',
      consequence: 'truncated',
      text: (a: SizeArgs) =>
        `The rule has ${size(a)}; Antigravity reads ${thousands(RULE_BYTES.value)} bytes and cuts off the rest from here on`,
      help: () => 'Split it into several rules, or move what is seldom needed into a skill.',
    },
    long: {
      severity: 'info',
      scope: 'file',
      consequence: 'truncated',
      text: (a: SizeArgs) =>
        `The rule has ${size(a)}; earlier releases of Antigravity read ${thousands(RULE_CHARACTERS.value)} characters, up to here`,
      help: () => 'Split it into several rules when people use an earlier release.',
    },
    'missing-include': {
      severity: 'warning',
      scope: 'section',
      consequence: 'file-not-read',
      text: ({ path }: { path: string; there: string }) =>
        `@[…](${path}) includes a file that is not there; Antigravity has nothing to put in its place`,
      help: ({ there }) =>
        there === ''
          ? 'Mend the path, which starts at the folder of the rule, or take the include out.'
          : `The path starts at the folder of the rule: write ${there}.`,
    },
  },

  check({ source: { bytes, path }, place, markdown }: ProseView<'rule'>, { report }) {
    const { surroundings, prose } = place;
    if (prose?.reach === 'too-deep') return [report('too-deep', firstLine(bytes), {})];
    const problem = headProblem(markdown, bytes);
    const { head } = markdown;
    if (problem !== undefined) {
      return [report(problem.id, problem.at, problem.args, { fix: quotingFix(bytes, head) })];
    }
    const trigger = headEntry(head, 'trigger');
    if (trigger === undefined) return [withoutTrigger()];
    const word = scalarText(trigger.value);
    if (word === undefined || !RULE_TRIGGERS.some((known) => known === word)) {
      const found = word === undefined ? HEAD_KIND_NAMES[trigger.value.kind] : `"${word}"`;
      const instead = nearestTrigger(word ?? '') ?? '';
      const fix = wordFix(bytes, trigger.value, instead);
      return [
        report('bad-trigger', trigger.value.span, { found, instead }, { ...entryDetails(trigger), fix }),
      ];
    }
    const followed = includesOf(path.slice(path.lastIndexOf('/') + 1), surroundings);
    return [...inertFindings(word, trigger), ...sizeFindings(followed), ...includeFindings(followed)];

    function withoutTrigger(): RawFinding {
      const entries = head.state === 'read' ? head.entries : [];
      const { key, host, instead } =
        triggerKey(new Map(entries.map((entry) => [entry.key.name, scalarText(entry.value)]))) ?? {};
      const entry = entries.find((one) => one.key.name === key) ?? entries[0];
      const at = entry?.key.span ?? firstLine(bytes);
      return report('no-trigger', at, { key: key ?? '', host: host ?? '', instead: instead ?? '' });
    }

    /** What is loaded and never comes to be used. */
    function inertFindings(word: string, trigger: HeadEntry): RawFinding[] {
      if (word === 'model_decision') {
        const entry = headEntry(head, 'description');
        if (isFilled(entry)) return [];
        const at = entry?.key.span ?? trigger.value.span;
        return [report('no-description', at, {}, entry && entryDetails(entry))];
      }
      if (word !== 'glob') return [];
      const entries = GLOBS_KEYS.map((key) => headEntry(head, key)).filter((entry) => entry !== undefined);
      const wrong = entries.find(({ value }) => value.kind === 'list' || value.kind === 'map');
      if (wrong !== undefined) {
        const { key, value } = wrong;
        const args = { key: key.name, found: HEAD_KIND_NAMES[value.kind] };
        return [report('globs-type', value.span, args, entryDetails(wrong))];
      }
      if (entries.some(isFilled)) return [];
      const [empty] = entries;
      const at = empty?.key.span ?? trigger.value.span;
      return [report('no-globs', at, { key: empty?.key.name ?? '' }, empty && entryDetails(empty))];
    }

    function sizeFindings(followed: Includes): RawFinding[] {
      const over = (limit: number, unit: 'bytes' | 'characters') =>
        expandedSizeOver(limit, unit, markdown, bytes, followed);
      const finding = (id: 'cut-off' | 'long', found: ReturnType<typeof over>): RawFinding[] => {
        if (found === undefined) return [];
        const { cut, ...amount } = found;
        const included = markdown.outline.includes.length > 0 ? 1 : 0;
        return [report(id, cut, { ...amount, included })];
      };
      const cutOff = finding('cut-off', over(RULE_BYTES.value, 'bytes'));
      return cutOff.length > 0 ? cutOff : finding('long', over(RULE_CHARACTERS.value, 'characters'));
    }

    function includeFindings(followed: Includes): RawFinding[] {
      const places = new Map<string, Span[]>();
      for (const include of markdown.outline.includes) {
        const written = writtenPath(bytes, include);
        if (followed.target(written).state !== 'missing') continue;
        const known = places.get(written);
        if (known === undefined) places.set(written, [include.span]);
        else known.push(include.span);
      }
      return [...places].map(([written, [at, ...others]]) =>
        report(
          'missing-include',
          at as Span,
          { path: written, there: fromRepository(written) },
          { related: others.map((span) => ({ message: 'it is included here as well', at: span })) },
        ),
      );
    }

    /** The path to write when the one that is written starts at the repository root. */
    function fromRepository(written: string): string {
      if (surroundings.look(written, 'repository') !== 'file') return '';
      const target = surroundings.file(written, 'repository')?.repositoryPath;
      const own = surroundings.file('.', 'folder')?.repositoryPath;
      if (target === undefined || own === undefined) return '';
      return pathFrom(own, target);
    }
  },
});
