import type { McpConfig } from '../agy/mcp-config.ts';
import { serverReason } from '../inventory/reasons.ts';
import { serverEntry } from '../inventory/server-entry.ts';
import type { ServerCredential } from '../inventory/types.ts';
import { printable } from '../text/quote.ts';
import type { SourceFile } from '../text/source.ts';

/** Longest line of a server's form, in UTF-16 units. */
const LONGEST = 200;

/** Of more names or arguments than these the rest is left out. */
const MOST = 20;

const STATES = {
  loaded: 'Antigravity loads it',
  disabled: 'switched off',
  inert: 'loaded, and starts nothing',
  dropped: 'dropped without a word',
} as const;

const FORMS: Readonly<Record<ServerCredential['form'], string>> = {
  literal: ' (in the file)',
  placeholder: ' (a placeholder)',
  'sign-in': ' (a sign-in)',
};

/** What Antigravity makes of a server of a file, in lines for people, with no value that may be secret; undefined where it loads none of that name. */
export function serverForm(
  { doc, state, servers }: McpConfig,
  name: string,
  source: SourceFile,
): readonly string[] | undefined {
  const server = state === 'fatal' ? undefined : servers.find((one) => one.name === name);
  if (server === undefined || doc === undefined) return undefined;
  const reasons = server.problems.map((problem) => serverReason(problem, source));
  const entry = serverEntry(server, { doc, source, state: server.state, reasons, placeholders: [] });
  const { command, args = [], url, cwd, env, headers, credentials, disabledTools } = entry;
  const lines = [`${entry.name}: ${STATES[server.state]}`];
  for (const { message } of reasons) lines.push(`because ${message}`);
  if (command !== undefined) lines.push(`starts: ${listed([command, ...args].map(quoted), ' ')}`);
  if (url !== undefined) lines.push(`connects to: ${url}`);
  if (cwd !== undefined) lines.push(`in the folder: ${cwd}`);
  const named = (what: string, names: readonly string[]): void => {
    if (names.length > 0) lines.push(`${what}: ${listed(names, ', ')}`);
  };
  named('with the variables', env);
  named('with the headers', headers);
  named(
    'with the credentials',
    credentials.map(({ field, form }) => `${field}${FORMS[form]}`),
  );
  named('without the tools', disabledTools);
  return lines.map((line) => printable(line, LONGEST));
}

function listed(words: readonly string[], between: string): string {
  return [...words.slice(0, MOST), ...(words.length > MOST ? ['…'] : [])].join(between);
}

/** A word of a command line, so that its ends show. */
function quoted(word: string): string {
  return /^[\w@%+=:,./*-]+$/.test(word) ? word : JSON.stringify(word);
}
