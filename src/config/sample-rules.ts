/** Made-up rules for the tests of this folder; nothing that ships imports them. */
import { type AnyRule, listOf, option, text } from '../rule.ts';
import { flag, oneOf } from './shape.ts';

const base = {
  category: 'made-up',
  repositoryTypes: ['any'],
  kinds: [],
  severity: 'warning',
  since: '0.20.0',
  fixable: false,
  messages: {},
  options: {},
  evidence: [],
  check: () => [],
} as const;

export const SAMPLE_RULES: readonly AnyRule[] = [
  {
    ...base,
    id: 'antigravity-mcp-valid',
    summary: 'The oven keeps to its timetable',
    enabled: 'auto',
    options: {
      'extra-auth-provider-types': option(listOf(text()), {
        default: [],
        summary: 'more values that authProviderType may have',
      }),
    },
  },
  {
    ...base,
    id: 'bakery-oven',
    summary: 'Ovens are closed',
    enabled: true,
    since: '0.21.0',
    options: {
      shadowed: option(flag, { default: false, summary: 'also what nobody sees', since: '0.22.0' }),
      crust: option(oneOf(['thin', 'thick']), { default: 'thin', summary: 'how the crust is' }),
      grains: option(listOf(text()), { default: ['rye', 'spelt'], summary: 'what is milled' }),
    },
  },
  { ...base, id: 'herbarium-label', summary: 'Each leaf has a label', enabled: false },
];
