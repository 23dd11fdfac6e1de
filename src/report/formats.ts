import type { Reporter } from './report.ts';

interface FormatEntry {
  /** What it is for, in half a line. */
  readonly about: string;
  /** Endings of file names that tell it; none where the ending tells another, or nothing. */
  readonly endings: readonly string[];
  /** Whether it tells more than the findings, which is only then gathered. */
  readonly background?: true;
  /** The reporter, loaded when somebody asks for it. */
  readonly load: () => Promise<Reporter>;
}

// biome-ignore format: a line each
const FORMAT_LIST = {
  text: { about: 'for people, with the line of the file', endings: ['.txt'], load: async () => (await import('./text.ts')).reportText },
  json: { about: 'for programs, with everything that is known', endings: ['.json'], load: async () => (await import('./json.ts')).reportJson },
  sarif: { about: 'SARIF 2.1.0, for code scanning and editors', endings: ['.sarif', '.sarif.json'], background: true, load: async () => (await import('./sarif.ts')).reportSarif },
  github: { about: 'annotations, from a step of a GitHub workflow', endings: [], load: async () => (await import('./github.ts')).reportGithub },
  gitlab: { about: "GitLab's code quality report", endings: [], load: async () => (await import('./gitlab.ts')).reportGitlab },
  junit: { about: 'JUnit XML, for whatever shows test results', endings: ['.xml'], background: true, load: async () => (await import('./junit.ts')).reportJunit },
  html: { about: 'one page with filters, to be opened in a browser', endings: ['.html', '.htm'], background: true, load: async () => (await import('./html.ts')).reportHtml },
  compact: { about: 'one line a finding', endings: [], load: async () => (await import('./compact.ts')).reportCompact },
} as const satisfies Readonly<Record<string, FormatEntry>>;

export type Format = keyof typeof FORMAT_LIST;

export const FORMATS = Object.keys(FORMAT_LIST) as readonly Format[];

export function formatEntry(format: Format): FormatEntry {
  return FORMAT_LIST[format];
}

export function isFormat(word: string): word is Format {
  return Object.hasOwn(FORMAT_LIST, word);
}
