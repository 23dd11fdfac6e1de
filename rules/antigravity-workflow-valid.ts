import {
  defineRule,
  entryDetails,
  firstLine,
  headEntry,
  isFilled,
  type ProseView,
  type RawFinding,
  type Span,
  TURBO_LINES,
  WORKFLOWS_RETIRED,
  wordLines,
} from '../src/rule.ts';

export default defineRule({
  id: 'antigravity-workflow-valid',
  summary: 'A workflow is no longer read, and must not let its steps run unasked where it is',
  category: 'prose',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['workflow'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: `Since ${WORKFLOWS_RETIRED} workflows are not indexed; /migrate-workflows makes skills of them.`,
      source: "the vendor's documentation",
      level: 'documented',
    },
    {
      claim:
        'A workflow needs a description; // turbo lets the next step run without asking, // turbo-all every step.',
      source: "the vendor's page on workflows before they were retired",
      level: 'documented',
    },
  ],
  messages: {
    retired: {
      severity: 'info',
      scope: 'file',
      consequence: 'file-not-read',
      text: () =>
        `Since ${WORKFLOWS_RETIRED} Antigravity no longer indexes workflows; only earlier releases know this one`,
      help: () => 'Let /migrate-workflows make a skill of it; a skill of the same name wins in any case.',
    },
    'no-description': {
      severity: 'info',
      scope: 'file',
      consequence: 'file-lost',
      text: () =>
        'The workflow has no description, without which earlier releases of Antigravity do not list it',
      help: () => 'Begin the file with a head that says in description what the workflow is for.',
    },
    turbo: {
      severity: 'warning',
      scope: 'section',
      consequence: 'dangerous',
      text: ({ word }: { word: string }) =>
        `${word} lets ${word === TURBO_LINES[1] ? 'every step of the workflow' : 'the next step'} run without asking`,
      help: () => 'Take the line out: whoever starts the workflow can still allow a command for good.',
    },
  },

  check({ source: { bytes }, markdown }: ProseView<'workflow'>, { report }) {
    const { head, outline } = markdown;
    return [report('retired', firstLine(bytes), {}), ...descriptionFinding(), ...turboFindings()];

    function descriptionFinding(): RawFinding[] {
      const entry = headEntry(head, 'description');
      // What cannot be read may hold one.
      if (isFilled(entry) || (head.state !== 'read' && head.state !== 'absent')) return [];
      if (entry === undefined) return [report('no-description', firstLine(bytes), {})];
      return [report('no-description', entry.key.span, {}, entryDetails(entry))];
    }

    /** A word that stands in a line of its own; one finding for each of the two. */
    function turboFindings(): RawFinding[] {
      const found = new Map<string, Span[]>();
      for (const line of wordLines(bytes, head.bodyStart, TURBO_LINES)) {
        if (outline.regionAt(line.at.start) !== 'prose') continue;
        const known = found.get(line.word);
        if (known === undefined) found.set(line.word, [line.at]);
        else known.push(line.at);
      }
      return [...found].map(([word, [at, ...others]]) =>
        report(
          'turbo',
          at as Span,
          { word },
          { related: others.map((span) => ({ message: `${word} stands here as well`, at: span })) },
        ),
      );
    }
  },
});
