import type { Reporter } from './report.ts';

/** Every format, and where its reporter is: all but `text` are loaded when they are asked for. */
const REPORTERS = {
  text: async (): Promise<Reporter> => (await import('./text.ts')).reportText,
  json: async (): Promise<Reporter> => (await import('./json.ts')).reportJson,
  compact: async (): Promise<Reporter> => (await import('./compact.ts')).reportCompact,
} as const;

export type Format = keyof typeof REPORTERS;

export const FORMATS = Object.keys(REPORTERS) as readonly Format[];

const EXTENSIONS: Readonly<Record<string, Format>> = { txt: 'text', json: 'json' };

export function loadReporter(format: Format): Promise<Reporter> {
  return REPORTERS[format]();
}

export function isFormat(word: string): word is Format {
  return Object.hasOwn(REPORTERS, word);
}

/**
 * Takes `[F:]FILE` apart. A prefix counts only when it is the name of a format, so that a drive letter is none;
 * undefined when neither prefix nor extension says which format is meant.
 */
export function parseOutput(word: string): { readonly format: Format; readonly file: string } | undefined {
  const colon = word.indexOf(':');
  const prefix = word.slice(0, Math.max(0, colon));
  if (isFormat(prefix)) return { format: prefix, file: word.slice(colon + 1) };
  const format = EXTENSIONS[word.slice(word.lastIndexOf('.') + 1).toLowerCase()];
  return format === undefined ? undefined : { format, file: word };
}
