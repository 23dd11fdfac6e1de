import { join } from 'node:path';
import { Client, type ElicitResult, InMemoryTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import { RULE_SOURCE } from '../cli/rule-list.ts';
import { serverFactory } from '../mcp/server.ts';
import type { RuleSource } from '../rule-source.ts';
import type { Io } from '../run/io.ts';
import { PROJECT, scrubbedEnv } from './helpers.ts';

/** The revision of today, and the one before it, with its handshake. */
export const ERAS = ['2026-07-28', '2025-11-25'] as const;

export interface ClientOptions {
  readonly era?: (typeof ERAS)[number];
  /** What the user says when he is asked; absent: the client cannot ask. */
  readonly user?: (question: string) => ElicitResult | Promise<ElicitResult>;
  /** Absent: all there are. */
  readonly rules?: RuleSource;
}

/** What a call came to: the data, or the text of an error. */
export type Outcome = { readonly data: Data } | { readonly error: string };
// biome-ignore lint/suspicious/noExplicitAny: whatever a tool gives
type Data = any;

export interface TestClient {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<Outcome>;
}

function newClient({ era = '2026-07-28', user }: ClientOptions): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: user === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } },
    },
  );
  if (user !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => user(params.message));
  }
  onTestFinished(() => client.close());
  return client;
}

function withCalls(client: Client): TestClient {
  return {
    client,
    async call(name, args = {}) {
      try {
        const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
        const [first] = content;
        const text = first?.type === 'text' ? first.text : '';
        if (isError === true) return { error: text };
        // Who knows no structured content reads the same in the text.
        if (JSON.stringify(JSON.parse(text)) !== JSON.stringify(structuredContent)) throw new Error(text);
        return { data: structuredContent };
      } catch (error) {
        return { error: (error as Error).message };
      }
    },
  };
}

/** A client of a server in this process. */
export async function connect(
  root: string | undefined,
  { rules = RULE_SOURCE, ...options }: ClientOptions = {},
): Promise<TestClient> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(serverFactory({ root, rules, io: SILENT }), { transport: far });
  const client = newClient(options);
  await client.connect(near);
  return withCalls(client);
}

/** A client of the built program, which it starts. */
export async function connectBuilt(
  args: readonly string[],
  { cwd = PROJECT, ...options }: ClientOptions & { readonly cwd?: string } = {},
): Promise<TestClient> {
  const client = newClient(options);
  const program = join(PROJECT, 'bin', 'skillsaw.js');
  const server = { command: process.execPath, args: [program, 'mcp', ...args], cwd, env: scrubbedEnv() };
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  return withCalls(client);
}

const stream = { isTerminal: false, columns: undefined, write: () => {} };
const SILENT: Io = {
  cwd: PROJECT,
  env: {},
  packageRoot: () => PROJECT,
  stdout: stream,
  stderr: stream,
  readStdin: () => new Uint8Array(),
};
