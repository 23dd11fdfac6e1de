import * as z from 'zod/v4';
import { type InventoryDocument, inventoryDocument } from '../../inventory/document.ts';
import { inventory } from '../../run/servers.ts';
import { printable } from '../../text/quote.ts';
import { bounded, pathText } from '../bounds.ts';
import { directoryField, notesField, omittedField, pathsField } from '../fields.ts';
import { takeNotes } from '../notes.ts';
import { pathsIn, placeOf } from '../place.ts';
import type { Session } from '../session.ts';
import { defineTool, type Immutable, READS, type Tool } from '../tool.ts';

const MOST_SERVERS = 100;
const MOST_FILES = 100;
const MOST_UNSEEN = 20;
/** Entries of one list of one server. */
const MOST_ENTRIES = 20;
/** UTF-16 units for what is not a server: the rest of an answer is for these. */
const FILES_ROOM = 20_000;
const TEXT_LIMIT = 200;

const placeFields = {
  path: z.string(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
};
const reason = z.object({ code: z.string(), message: z.string(), ...placeFields });
const names = z.array(z.string());

const fileSchema = z.object({
  path: z.string(),
  origin: z.string(),
  state: z.enum(['loaded', 'inert', 'fatal', 'off', 'blocked', 'unread']),
  reason: reason.optional(),
});

const serverSchema = z.object({
  name: z.string(),
  state: z.enum(['loaded', 'disabled', 'inert', 'dropped', 'replaced', 'not-loaded']),
  path: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  reasons: z.array(reason),
  transport: z.enum(['stdio', 'http', 'websocket', 'unknown', 'none']),
  command: z.string().optional(),
  args: names.optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  env: names.describe('Names alone.'),
  headers: names.describe('Names alone.'),
  credentials: z
    .array(z.object({ field: z.string(), form: z.string(), line: z.number().int() }))
    .describe('Where the server carries one; never its value.'),
  disabledTools: names,
  clashes: z.array(z.object(placeFields)).describe('Servers of its name that are loaded together with it.'),
  omitted: z.number().int().describe('Entries of its lists that this answer has no room for.'),
});

type ServerData = Immutable<z.input<typeof serverSchema>>;

/** Lists what `skillsaw servers` lists. */
export function listServersTool(session: Session): Tool {
  return defineTool({
    name: 'list_servers',
    title: 'List MCP servers',
    description:
      'Lists every MCP server that mcp_config.json files declare, as Antigravity would load it: loaded, disabled, dropped and why, ' +
      'what it starts or connects to, and where it is declared. Starts and contacts none of them.',
    input: z.strictObject({ directory: directoryField(session), paths: pathsField }),
    output: z.object({
      servers: z.array(serverSchema),
      omitted: omittedField,
      files: z.array(fileSchema),
      omittedFiles: omittedField,
      unseen: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .describe('What was not looked at, and may hold servers.'),
      omittedUnseen: omittedField,
      summary: z.object({
        files: z.number().int(),
        servers: z.number().int(),
        loaded: z.number().int(),
        disabled: z.number().int(),
        inert: z.number().int(),
        dropped: z.number().int(),
        replaced: z.number().int(),
        notLoaded: z.number().int(),
      }),
      notes: notesField,
    }),
    annotations: READS,
    async run({ directory, paths = [] }) {
      const place = placeOf(directory, session);
      const notes = takeNotes(place.directory, session.io);
      const request = {
        config: undefined,
        noConfig: false,
        within: place.within,
        paths: pathsIn(place, paths),
        user: false,
      };
      const found = inventoryDocument(await inventory(request, session.rules, notes.io));
      const servers = bounded(found.servers.slice(0, MOST_SERVERS).map(serverData), MOST_SERVERS);
      const files = bounded(found.files.slice(0, MOST_FILES).map(fileData), MOST_FILES, FILES_ROOM);
      const unseen = bounded(found.unseen.slice(0, MOST_UNSEEN).map(withTexts), MOST_UNSEEN, FILES_ROOM);
      return {
        servers: servers.kept,
        omitted: found.servers.length - servers.kept.length,
        files: files.kept,
        omittedFiles: found.files.length - files.kept.length,
        unseen: unseen.kept,
        omittedUnseen: found.unseen.length - unseen.kept.length,
        summary: found.summary,
        notes: notes.lines(),
      };
    },
  });
}

function fileData({ reason, ...file }: InventoryDocument['files'][number]): z.input<typeof fileSchema> {
  return {
    ...file,
    path: pathText(file.path),
    ...(reason === undefined ? {} : { reason: withTexts(reason) }),
  };
}

/** The names of a server come out of a file, and are as many and as long as its author likes. */
function serverData(server: InventoryDocument['servers'][number]): ServerData {
  let omitted = 0;
  const some = <T, U>(items: readonly T[], shown: (item: T) => U): U[] => {
    omitted += Math.max(0, items.length - MOST_ENTRIES);
    return items.slice(0, MOST_ENTRIES).map(shown);
  };
  const { args, command, cwd, url } = server;
  return {
    ...server,
    name: printable(server.name),
    path: pathText(server.path),
    reasons: some(server.reasons, withTexts),
    ...(command === undefined ? {} : { command: text(command) }),
    ...(args === undefined ? {} : { args: some(args, text) }),
    ...(cwd === undefined ? {} : { cwd: text(cwd) }),
    ...(url === undefined ? {} : { url: text(url) }),
    env: some(server.env, printName),
    headers: some(server.headers, printName),
    credentials: some(server.credentials, (one) => ({ ...one, field: text(one.field) })),
    disabledTools: some(server.disabledTools, printName),
    clashes: some(server.clashes, (one) => ({ ...one, path: pathText(one.path) })),
    omitted,
  };
}

function withTexts<T extends { readonly path: string; readonly message: string }>(one: T): T {
  return { ...one, path: pathText(one.path), message: text(one.message) };
}

function text(value: string): string {
  return printable(value, TEXT_LIMIT);
}

function printName(name: string): string {
  return printable(name);
}
