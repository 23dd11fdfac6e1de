import { defineRule, everyCommand, type HooksView, hookPlaces, listOf, option, text } from '../src/rule.ts';

/** Findings of one file; a hostile file can hold a million commands, and nobody reads them. */
const MOST_FINDINGS = 1000;

export default defineRule({
  id: 'hooks-prohibited',
  summary: 'A hook must run only commands that are on the allowlist',
  category: 'policy',
  repositoryTypes: ['any'],
  kinds: ['hooks'],
  severity: 'error',
  enabled: false,
  since: '0.20.0',
  fixable: false,
  options: {
    allowlist: option(listOf(text()), {
      default: [],
      summary: 'Commands that hooks may run, each exactly as it stands in hooks.json',
    }),
  },
  evidence: [
    {
      claim: 'The rule compares texts; it says what the configuration asks for, nothing about Antigravity.',
      source: 'a property of this rule, not of Antigravity',
      level: 'measured',
    },
  ],
  messages: {
    prohibited: {
      severity: 'error',
      scope: 'hook',
      consequence: 'policy',
      text: (a: { hook: string; named: number; command: string }) =>
        `${a.named === 0 ? 'The file' : `Hook "${a.hook}"`} runs "${a.command}", which is not on the allowlist of hooks-prohibited`,
      help: () =>
        'Take the command out, or have it added to the allowlist in .skillsaw.yaml, letter for letter.',
    },
  },

  *check({ hooks: { doc } }: HooksView, { report, options }) {
    if (doc === undefined) return;
    const allowed = new Set(options.allowlist);
    const placeOf = hookPlaces(doc);
    let count = 0;
    for (const { node, value: command } of everyCommand(doc)) {
      if (command === '' || allowed.has(command)) continue;
      if (++count > MOST_FINDINGS) return;
      const { hook, span, ...where } = placeOf(node);
      yield report(
        'prohibited',
        span,
        { hook: hook ?? '', named: hook === undefined ? 0 : 1, command },
        where,
      );
    }
  },
});
