import { resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { RuleSource } from '../rule-source.ts';
import { EXIT, shownWord, UsageError } from '../run/errors.ts';
import type { Io } from '../run/io.ts';
import { createFiles } from '../workspace/files.ts';
import { kindAt } from '../workspace/locate.ts';
import { shown } from '../workspace/raw-path.ts';
import { serverFactory } from './server.ts';
import { wireOver } from './wire.ts';

export interface McpArguments {
  /** As typed; absent: each call names a directory. */
  readonly root: string | undefined;
}

/** `skillsaw mcp`: serves the protocol on standard input and output until the client closes them. */
export async function runMcp({ root }: McpArguments, rules: RuleSource, io: Io): Promise<number> {
  const server = serverFactory({ root: root === undefined ? undefined : rootOf(root, io.cwd), rules, io });
  const transport = wireOver(process.stdin, process.stdout);
  serveStdio(server, { transport });
  await transport.closed;
  return EXIT.ok;
}

function rootOf(root: string, cwd: string): string {
  const directory = resolve(cwd, root);
  if (root === '' || kindAt(directory) !== 'directory') {
    throw new UsageError([`--root ${shownWord(root)}: there is no such directory; name one that is there`]);
  }
  return shown(createFiles().realDirectory(directory));
}
