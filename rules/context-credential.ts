import { defineRule, type FileView, findTokens, type RawFinding } from '../src/rule.ts';

export default defineRule({
  id: 'context-credential',
  summary: 'A file that agents read, or that lies in a customization root, must not carry a token',
  category: 'security',
  repositoryTypes: ['any'],
  kinds: [
    'context',
    'rule',
    'skill',
    'agent',
    'workflow',
    'hooks',
    'plugin-manifest',
    'registry',
    'settings',
    'root-file',
  ],
  severity: 'error',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'A token is told by a format that its issuer publishes, never by how random it looks.',
      source: 'the table of formats that comes with skillsaw',
      level: 'documented',
    },
  ],
  messages: {
    token: {
      severity: 'error',
      scope: 'file',
      consequence: 'credential-exposed',
      text: ({ what }: { what: string }) =>
        `This file carries ${what}; everybody who can read the repository can use it, and an agent that reads the file may pass it on`,
      help: () =>
        'Take it out of the file and revoke it. Name the variable that holds it instead, and let whoever runs the agent set that.',
    },
  },

  check({ source }: FileView<string>, { report }) {
    if (isBinary(source.bytes)) return [];
    return findTokens(source.byteText, { most: MOST_TOKENS }).map(
      ({ start, end, what }): RawFinding => report('token', { start, end }, { what }),
    );
  },
});

/** One more than are listed of one file, so that the report says that it breaks off. */
const MOST_TOKENS = 10_001;

/** Bytes at the front by which a file is told that is no text. */
const FRONT = 8000;

function isBinary(bytes: Uint8Array): boolean {
  const zero = bytes.indexOf(0);
  return zero !== -1 && zero < FRONT;
}
