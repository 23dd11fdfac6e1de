import type { LoadedServer } from '../agy/mcp-server.ts';

const RUNTIME = /^(?:.*\/)?(?:node|nodejs|tsx|ts-node|bun|deno)(?:\.exe)?$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * The script that a server starts by a path of its own, relative to where its `cwd` leads; undefined for a package, a path
 * that is absolute, and everything that a reader could not tell either.
 */
export function entryPath({ fields }: LoadedServer): string | undefined {
  const { command, args, cwd } = fields;
  if (command === undefined || command.value === '') return undefined;
  const script = RUNTIME.test(command.value)
    ? (args ?? []).find(({ value }) => !value.startsWith('-') && value !== 'run')?.value
    : command.value;
  if (script === undefined || !SCRIPT.test(script)) return undefined;
  const path = cwd === undefined || cwd.value === '' ? script : `${cwd.value}/${script}`;
  return /^(?:[/~\\]|[A-Za-z]:)|[$%]/.test(path) ? undefined : path;
}
