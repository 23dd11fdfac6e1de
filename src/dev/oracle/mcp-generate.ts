import { anyNumber, nest } from './extremes.ts';
import type { GeneratedDocument } from './kind.ts';
import { mutate, truncate, wrap } from './mutate.ts';
import { Random } from './random.ts';
import { type ByteString, content, foldedSpelling, nearMiss, ODD_CONTENT, toBytes } from './spell.ts';
import { TASTES, type Taste, Writer } from './writer.ts';

const SHARES = {
  mixed: 16,
  duplicates: 14,
  folding: 10,
  nulls: 8,
  types: 8,
  strings: 10,
  roots: 5,
  slices: 6,
  numbers: 6,
  long: 0.3,
  depth: 0.3,
  mutated: 20,
  truncated: 8,
  wrapped: 7,
} as const;

type Category = keyof typeof SHARES;
export const MCP_CATEGORIES: readonly string[] = Object.keys(SHARES);

/** A value of `authProviderType` to be passed to both sides as one that the user allowed. */
export const EXTRA_AUTH_PROVIDER = 'house_login';

/** Document number `index` of a seed: the same bytes every time, whatever else was generated. */
export function generateMcp(seed: number, index: number): GeneratedDocument {
  const r = new Random(seed, index);
  const category = r.weighted(SHARES);
  return { category, bytes: toBytes(write(r, category)) };
}

function write(r: Random, category: Category): ByteString {
  switch (category) {
    case 'slices':
      return inServer(slices(r));
    case 'numbers':
      return numbers(r);
    case 'long':
      return inServer(long(r));
    case 'depth':
      return depth(r);
    case 'mutated':
      return mutate(r, valid(r));
    case 'truncated':
      return truncate(r, valid(r));
    case 'wrapped':
      return wrap(r, valid(r));
    default:
      return new McpWriter(r, TASTES[category]).root();
  }
}

function valid(r: Random): ByteString {
  return new McpWriter(r, TASTES[r.pick(['mixed', 'duplicates', 'strings'] as const)]).root();
}

function inServer(members: ByteString): ByteString {
  return `{"mcpServers":{"only":{${members}}}}`;
}

/**
 * The names of fields are written down here once more, on purpose: a field that the emulator's table forgets must not be
 * forgotten here too.
 */
const STRINGS = ['command', 'cwd', 'serverUrl', 'url'] as const;
const LISTS = ['args', 'disabledTools'] as const;
const MAPS = ['env', 'headers'] as const;
const FIELDS = [...STRINGS, ...LISTS, ...MAPS, 'oauth', 'disabled', 'authProviderType'] as const;
type Field = (typeof FIELDS)[number];

/** Keys that the loader does not read, some of them traps for whoever keeps members in a plain object. */
const UNREAD = [
  'type',
  'timeout',
  'enabled',
  'clientId',
  'clientSecret',
  '__proto__',
  'constructor',
  '',
  'x',
  'comand',
];
const SERVER_NAMES = [
  'a',
  'A',
  'lights',
  '__proto__',
  'toString',
  '',
  'caf\u00e9',
  '\ud83d\ude80',
  '"',
  'mcpServers',
];
const MEMBER_NAMES = [
  'K',
  'k',
  'TOKEN',
  'token',
  '__proto__',
  'hasOwnProperty',
  '',
  '\u212a',
  '\u017f',
  'two words',
];
const AUTH_PROVIDERS = [
  'google_credentials',
  'google_credentials',
  'google_credentials',
  EXTRA_AUTH_PROVIDER,
  '',
  'Google_Credentials',
  'google_credentials ',
  'MCP_AUTH_PROVIDER_TYPE_GOOGLE_CREDENTIALS',
];
const ANYTHING: readonly ByteString[] = [
  'true',
  'false',
  '0',
  '-0',
  '1e400',
  '3.5',
  '""',
  '"x"',
  '"\xff"',
  '[]',
  '{}',
  '["x"]',
  '[null]',
  '[1]',
  '{"K":"x"}',
  '{"K":1}',
  '{"clientId":"x"}',
  '[[],{}]',
  '{"a":{"a":null,"a":[]},"a":1}',
];

/** Writes valid documents. */
class McpWriter extends Writer {
  constructor(r: Random, taste: Taste) {
    super(r, taste, ANYTHING);
  }

  root(): ByteString {
    const { r } = this;
    if (r.chance(this.taste.root * 0.3)) return this.spaced(r.pick(['null', ...ANYTHING]));
    const members: ByteString[] = [];
    if (r.chance(0.2))
      members.push(this.member(this.key(r.pick([...UNREAD, 'mcpservers', 'servers'])), this.any()));
    do {
      const name = r.chance(this.taste.root * 0.3)
        ? r.pick([foldedSpelling, nearMiss])(r, 'mcpServers', this.taste.escapes)
        : content(r, 'mcpServers', this.taste.escapes);
      members.push(this.member(`"${name}"`, this.#wrapper()));
    } while (r.chance(this.taste.again * 0.3));
    if (r.chance(0.1)) members.push(this.member(this.key(r.pick(UNREAD)), this.any()));
    return this.spaced(this.object(members));
  }

  #wrapper(): ByteString {
    const { r } = this;
    if (r.chance(this.taste.root * 0.4)) return r.pick(['null', ...ANYTHING]);
    const members: ByteString[] = [];
    let names: readonly string[] = [r.pick(SERVER_NAMES)];
    for (let left = r.pick([0, 1, 1, 1, 1, 2, 3]); left > 0; left--) {
      if (!r.chance(this.taste.again)) names = [...names, r.pick(SERVER_NAMES)];
      members.push(this.member(this.key(r.pick(names)), this.#server()));
    }
    return this.object(members);
  }

  #server(): ByteString {
    const { r } = this;
    if (r.chance(this.taste.nulls * 0.2)) return 'null';
    if (r.chance(this.taste.wrong * 0.3)) return this.any();
    const members: ByteString[] = [];
    let last: Field | undefined;
    for (let left = r.pick([0, 1, 2, 2, 3, 4, 6]); left > 0; left--) {
      if (r.chance(0.1)) {
        members.push(this.member(this.key(r.pick(UNREAD)), this.any()));
        continue;
      }
      const field: Field = last !== undefined && r.chance(this.taste.again) ? last : r.pick(FIELDS);
      last = field;
      members.push(this.member(this.fieldKey(field), this.#value(field)));
    }
    return this.object(members);
  }

  #value(field: Field): ByteString {
    const { r } = this;
    if (r.chance(this.taste.nulls)) return 'null';
    if (r.chance(this.taste.wrong)) return this.any();
    if (isOneOf(LISTS, field)) return this.array(this.several(() => this.text()));
    if (isOneOf(MAPS, field)) {
      return this.object(this.several(() => this.member(this.key(r.pick(MEMBER_NAMES)), this.text())));
    }
    if (field === 'oauth') {
      return this.object(
        this.several(() => {
          const key = r.chance(0.1)
            ? this.key(r.pick(UNREAD))
            : this.fieldKey(r.pick(['clientId', 'clientSecret']));
          return this.member(key, this.text());
        }),
      );
    }
    if (field === 'disabled') return r.pick(['true', 'false']);
    if (field === 'authProviderType') return `"${content(r, r.pick(AUTH_PROVIDERS), this.taste.escapes)}"`;
    return this.text();
  }
}

function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value);
}

/** Arrays that come again in one field: longer, shorter, empty, full of nulls, cleared in between. */
function slices(r: Random): ByteString {
  const members: ByteString[] = [];
  const item = (): ByteString =>
    r.chance(0.5)
      ? 'null'
      : r.chance(0.02)
        ? r.pick(ANYTHING)
        : `"${'abcdefgh'[r.between(0, 7)]}${r.between(0, 9)}"`;
  for (let left = r.between(2, 6); left > 0; left--) {
    const field = foldedSpelling(r, r.pick(['args', 'args', 'args', 'disabledTools']), 0);
    const value = r.chance(0.08)
      ? r.pick(['null', '[]', '{}', '"x"', '1'])
      : `[${Array.from({ length: r.pick([0, 1, 2, 3, 4, 5, 6, 7, 10]) }, item).join(',')}]`;
    members.push(`"${field}":${value}`);
  }
  return members.join(',');
}

/** Numbers of every form, where they are ignored, where they are wrong, and at the end of the file. */
function numbers(r: Random): ByteString {
  const value = anyNumber(r);
  switch (
    r.weighted({ ignored: 4, field: 3, element: 2, member: 1, server: 1, replaced: 2, unread: 2, root: 1 })
  ) {
    case 'ignored':
      return inServer(`"timeout":${value},"command":"run"`);
    case 'field':
      return inServer(`"${r.pick(FIELDS)}":${value}`);
    case 'element':
      return inServer(`"args":["a",${value}]`);
    case 'member':
      return inServer(`"env":{"A":${value}}`);
    case 'server':
      return `{"mcpServers":{"a":${value}}}`;
    case 'replaced':
      return `{"mcpServers":{"a":${value},"a":{"command":"run"}}}`;
    case 'unread':
      return `{"version":${value},"mcpServers":{}}`;
    case 'root':
      return value;
  }
}

/** Strings and lists that do not fit into whatever a decoder works with at a time. */
function long(r: Random): ByteString {
  const odd = r.pick([0, 0, 0.001, 0.1]);
  const filler = r.pick(['x', 'caf\xc3\xa9 ', '\xf0\x9f\x9a\x80', '\\ud83d\\ude80', '\xff']);
  const length = r.pick([300, 511, 512, 513, 2000, 8191, 8192, 8193, 8194, 20_000]);
  let text = '';
  for (let i = 0; i < length; i++) text += r.chance(odd) ? r.pick(ODD_CONTENT) : filler;
  switch (r.pick(['value', 'key', 'list', 'broken'] as const)) {
    case 'value':
      return `"command":"${text}"`;
    case 'key':
      return `"env":{"${text}":"a","${text}":"b"}`;
    case 'list':
      return `"args":[${'"a",'.repeat(length)}""],"args":[${'null,'.repeat(r.between(0, 2 * length))}null]`;
    case 'broken':
      return `"command":"${text}\n"`;
  }
}

/** Nesting near the limit, in values that are read, ignored or replaced. */
function depth(r: Random): ByteString {
  const place = r.pick([
    'root',
    'unread',
    'wrapper',
    'replaced',
    'server',
    'field',
    'ignored',
    'member',
  ] as const);
  const above = { root: 0, unread: 1, wrapper: 1, replaced: 2, server: 2, field: 3, ignored: 3, member: 4 }[
    place
  ];
  const nested = nest(r, above);
  switch (place) {
    case 'root':
      return nested;
    case 'unread':
      return `{"x":${nested},"mcpServers":{"a":{"command":"run"}}}`;
    case 'wrapper':
      return `{"mcpServers":${nested}}`;
    case 'replaced':
      return `{"mcpServers":{"a":${nested},"a":{"command":"run"}}}`;
    case 'server':
      return `{"mcpServers":{"a":${nested}}}`;
    case 'field':
      return inServer(`"${r.pick(FIELDS)}":${nested}`);
    case 'ignored':
      return inServer(`"command":"run","note":${nested}`);
    case 'member':
      return inServer(
        `"${r.pick(['env', 'headers', 'oauth', 'args'])}":${r.chance(0.5) ? `{"K":${nested}}` : `[${nested}]`}`,
      );
  }
}
