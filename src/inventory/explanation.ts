import { MCP_FIELDS, type McpField } from '../agy/facts.ts';
import { type LoadedServer, type LoaderSettings, type McpConfig, wrappersOf } from '../agy/mcp-config.ts';
import { type TracedSpelling, traceServer } from '../agy/mcp-trace.ts';
import { ACCEPTED_WORDS } from '../agy/mcp-words.ts';
import type { Located } from '../agy/types.ts';
import { maskText, maskValue } from '../credentials/index.ts';
import { KIND_NAMES } from '../json/advice.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';
import type { SourceFile } from '../text/source.ts';
import { placeOf, word } from './reasons.ts';
import { programOf } from './server-entry.ts';
import type { Inventory, InventoryFile, InventoryPlace, ServerEntry, ServerFile } from './types.ts';

/** What a key on the way to a server, or in it, has come to. */
export interface Step {
  /** `wrapper`: mcpServers. `server`: the name. `field`: a key in the server. */
  readonly level: 'wrapper' | 'server' | 'field';
  /** As spelled; masked. */
  readonly key: string;
  /** The field that the key is, whatever its case; absent for a key that is not read. */
  readonly field?: McpField;
  readonly effect: 'counts' | TracedSpelling['effect'];
  /** Half a sentence, masked, escaped and cut; empty where there is nothing to add. */
  readonly message: string;
  readonly at: Required<InventoryPlace>;
}

/** A value that a server has in the end. */
export interface Effective {
  /** By its own name, such as `env.PORT`; masked. */
  readonly field: string;
  /** Masked. Absent for what may be a credential: all that stands in `env`, `headers` and `oauth`. */
  readonly value?: string | boolean | readonly string[];
  /** Where it comes from. */
  readonly line: number;
}

/** How a file came to its server of a name. */
export interface Decoding {
  readonly file: InventoryFile;
  /** Every spelling in the order of the file. */
  readonly steps: readonly Step[];
  /** The server that counts; absent where none does. */
  readonly entry?: ServerEntry;
  readonly effective: readonly Effective[];
}

export interface Explanation {
  /** Masked. */
  readonly name: string;
  /** One for each file in which the name stands. */
  readonly decodings: readonly Decoding[];
}

/** So many names are told in a message. */
const MOST_NAMED = 8;

/**
 * How a server was decoded, in every file that is listed.
 * @param inventory of these files
 */
export function explainServer(
  name: string,
  files: readonly ServerFile[],
  inventory: Pick<Inventory, 'files' | 'servers'>,
  settings: LoaderSettings,
): Explanation {
  const masked = maskText(name);
  const entries = inventory.servers.filter((entry) => entry.name === masked && entry.state !== 'replaced');
  const decodings = files
    .filter(({ listed }) => listed)
    .flatMap(({ content }, index): readonly Decoding[] => {
      const shown = inventory.files[index];
      if (shown === undefined || 'unread' in content || content.config.doc === undefined) return [];
      const { config, source } = content;
      const { doc } = content.config;
      const steps = [...stepsIn(name, config, doc, source, settings)];
      if (!steps.some(({ level }) => level === 'server')) return [];
      const server = config.servers.find((one) => one.name === name);
      if (server === undefined) return [{ file: shown, steps, effective: [] }];
      const { line, column } = placeOf(source, doc.span(server.key));
      const entry = entries.find(
        ({ file, at }) => file === shown && at.line === line && at.column === column,
      );
      return [
        {
          file: shown,
          steps,
          ...(entry === undefined ? {} : { entry }),
          effective: [...effectiveOf(server, doc, source)],
        },
      ];
    });
  return { name: masked, decodings };
}

function* stepsIn(
  name: string,
  config: McpConfig,
  doc: JsonDoc,
  source: SourceFile,
  settings: LoaderSettings,
): Generator<Step> {
  const wrappers = wrappersOf(doc);
  const counting = config.servers.find((one) => one.name === name);
  const lastWrapper = wrappers.at(-1)?.key;
  const lineOf = (node: NodeId): number => placeOf(source, doc.span(node)).line;
  const step = (
    level: Step['level'],
    key: NodeId,
    { effect, message = '', field }: Pick<Step, 'effect'> & Partial<Step>,
  ): Step => ({
    level,
    key: maskText(doc.text(key)),
    ...(field === undefined ? {} : { field }),
    effect,
    message,
    at: placeOf(source, doc.span(key)),
  });
  for (const wrapper of wrappers) {
    const isLast = wrapper.key === lastWrapper;
    yield step(
      'wrapper',
      wrapper.key,
      isLast
        ? { effect: 'counts' }
        : { effect: 'replaced', message: `by the one in line ${lineOf(lastWrapper as NodeId)}, whole` },
    );
    for (const { key, value } of doc.members(wrapper.value)) {
      if (doc.text(key) !== name) continue;
      if (key !== counting?.key) {
        const by = isLast
          ? `by the one in line ${lineOf(counting?.key ?? key)}, whole`
          : 'with its mcpServers';
        yield step('server', key, { effect: 'replaced', message: by });
        continue;
      }
      const kind = doc.kind(value);
      if (kind !== 'object') {
        const message =
          kind === 'null'
            ? 'null is a server without fields'
            : `${KIND_NAMES[kind]} where an object must stand drops the server`;
        yield step('server', key, { effect: kind === 'null' ? 'counts' : 'refused', message });
        continue;
      }
      yield step('server', key, { effect: 'counts' });
      for (const traced of traceServer(doc, counting, settings)) {
        const { effect, field } = traced;
        yield step('field', traced.key, {
          effect,
          message: messageOf(traced, doc, lineOf),
          ...(field === undefined ? {} : { field }),
        });
      }
    }
  }
}

/** What there is to say of a spelling besides what it did. */
function messageOf(traced: TracedSpelling, doc: JsonDoc, lineOf: (node: NodeId) => number): string {
  const { field, effect, earlier, added, overwritten } = traced;
  if (field === undefined) return 'no field of a server';
  const before = earlier === undefined ? undefined : `line ${lineOf(earlier)}`;
  switch (effect) {
    case 'refused':
      return `${refusal(traced, field, doc)}; that drops the server, whatever comes later`;
    case 'cleared':
      return before === undefined ? 'null, and there was nothing' : `null clears what ${before} gave`;
    case 'replaced':
      return before === undefined ? '' : `takes the place of ${before}`;
    case 'merged': {
      const parts = [
        ...(added.length === 0 ? [] : [`adds ${names(added)}`]),
        ...(overwritten.length === 0 ? [] : [`takes over ${names(overwritten)}`]),
      ];
      const into = before === undefined ? '' : `into ${before}`;
      return [into, parts.length === 0 ? 'adds nothing' : parts.join(', ')].filter(Boolean).join(': ');
    }
    default:
      return names(added);
  }
}

function refusal({ refused, value }: TracedSpelling, field: McpField, doc: JsonDoc): string {
  const { type } = MCP_FIELDS[field];
  const [first, ...more] = refused;
  if (first === undefined) {
    const kind = doc.kind(value);
    if (type === 'auth-provider' && kind === 'string') {
      return `"${word(doc.text(value))}" where only "google_credentials" is read`;
    }
    return `${KIND_NAMES[kind]} where only ${ACCEPTED_WORDS[type]} is read`;
  }
  const which = typeof first.name === 'number' ? `[${first.name}]` : word(first.name);
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return `${which} is ${KIND_NAMES[first.found]} where only a string is read${others}`;
}

function names(all: readonly string[]): string {
  const rest = all.length - MOST_NAMED;
  const shown = all.slice(0, MOST_NAMED).map(word).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** What the server holds in the end, field by field. */
function* effectiveOf({ fields }: LoadedServer, doc: JsonDoc, source: SourceFile): Generator<Effective> {
  const lineOf = ({ node, key }: Pick<Located<unknown>, 'node' | 'key'>): number =>
    placeOf(source, doc.span(key ?? node)).line;
  const { command, args = [], cwd, serverUrl, url, authProviderType, disabled, disabledTools = [] } = fields;
  const program = programOf(command?.value ?? '', fields);
  if (command !== undefined) {
    yield { field: 'command', value: program.command, line: lineOf(command) };
  }
  if (args[0] !== undefined) yield { field: 'args', value: program.args, line: lineOfList(args[0]) };
  if (cwd !== undefined) yield { field: 'cwd', value: maskValue(cwd.value), line: lineOf(cwd) };
  for (const [field, located] of Object.entries({ serverUrl, url, authProviderType })) {
    if (located !== undefined) yield { field, value: maskValue(located.value), line: lineOf(located) };
  }
  for (const field of ['env', 'headers'] as const) {
    for (const [name, located] of fields[field] ?? []) {
      yield { field: maskText(`${field}.${name}`), line: lineOf(located) };
    }
  }
  for (const [name, located] of Object.entries(fields.oauth ?? {})) {
    yield { field: `oauth.${name}`, line: lineOf(located) };
  }
  if (disabled !== undefined) yield { field: 'disabled', value: disabled.value, line: lineOf(disabled) };
  if (disabledTools[0] !== undefined) {
    const value = disabledTools.map(({ value }) => maskText(value));
    yield { field: 'disabledTools', value, line: lineOfList(disabledTools[0]) };
  }

  /** The line of the key that the first element came in with. */
  function lineOfList({ node, field }: Located<string>): number {
    return lineOf({ node: field ?? node });
  }
}
