import type { MessageSpec } from '../rule.ts';

interface Unreadable extends Record<string, string | number> {
  /** A plain sentence of the workspace: what is there and why it was not read. */
  readonly why: string;
}

interface BuiltinSpec extends MessageSpec<Unreadable> {
  /** One line for lists, as a rule has it. */
  readonly summary: string;
}

/** What the engine reports by itself. Such findings cannot be switched off: nothing unread passes for clean. */
export const BUILTIN_FINDINGS = {
  'unreadable-file': {
    summary: 'A file that Antigravity reads must be one that can be checked',
    severity: 'error',
    scope: 'file',
    consequence: 'unreadable',
    text: (a: Unreadable) => `${a.why}; nothing in it was checked`,
    help: () => 'Make it a readable file of at most 8 MiB, or leave it out with `exclude` in .skillsaw.yaml.',
  },
  'escaping-link': {
    summary: 'A link must stay inside the repository, where it can be followed',
    severity: 'warning',
    scope: 'file',
    consequence: 'file-not-read',
    text: (a: Unreadable) => `${a.why}; it was not followed`,
    help: () => 'Put a copy into the repository, or link to a place inside it.',
  },
  'too-many-findings': {
    summary: 'Neither a file nor a whole run must have more findings than can be listed',
    severity: 'error',
    scope: 'file',
    consequence: 'unreadable',
    text: (a: Unreadable) => `${a.why}; the rest was not checked`,
    help: () =>
      'Mend these first, lint fewer directories at once, or leave the file out with `exclude` in .skillsaw.yaml.',
  },
} as const satisfies Record<string, BuiltinSpec>;

export type BuiltinId = keyof typeof BUILTIN_FINDINGS;
