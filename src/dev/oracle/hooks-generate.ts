import { anyNumber, nest } from './extremes.ts';
import type { GeneratedDocument } from './kind.ts';
import { mutate, truncate, wrap } from './mutate.ts';
import { Random } from './random.ts';
import { type ByteString, foldedSpelling, toBytes } from './spell.ts';
import { TASTES, type Taste, Writer } from './writer.ts';

const SHARES = {
  mixed: 16,
  duplicates: 14,
  folding: 10,
  nulls: 8,
  types: 8,
  strings: 8,
  roots: 5,
  slices: 12,
  numbers: 8,
  depth: 0.3,
  mutated: 12,
  truncated: 4,
  wrapped: 4,
} as const;

type Category = keyof typeof SHARES;
export const HOOKS_CATEGORIES: readonly string[] = Object.keys(SHARES);

export function generateHooks(seed: number, index: number): GeneratedDocument {
  const r = new Random(seed, index);
  const category = r.weighted(SHARES);
  return { category, bytes: toBytes(write(r, category)) };
}

function write(r: Random, category: Category): ByteString {
  switch (category) {
    case 'slices':
      return slices(r);
    case 'numbers':
      return numbers(r);
    case 'depth':
      return depth(r);
    case 'mutated':
      return mutate(r, valid(r));
    case 'truncated':
      return truncate(r, valid(r));
    case 'wrapped':
      return wrap(r, valid(r));
    default:
      return new HooksWriter(r, TASTES[category]).root();
  }
}

function valid(r: Random): ByteString {
  return new HooksWriter(r, TASTES[r.pick(['mixed', 'duplicates', 'strings'] as const)]).root();
}

// The names are written down here once more, on purpose: one that the emulator's table forgets must not be forgotten here.
const GROUPED = ['PreToolUse', 'PostToolUse'] as const;
const FLAT = ['PreInvocation', 'PostInvocation', 'Stop', 'SessionStart'] as const;
const EVENTS = [...GROUPED, ...FLAT] as const;
type Event = (typeof EVENTS)[number];

/** Keys that the loader does not read, some of them traps for whoever keeps members in a plain object. */
const UNREAD = ['SessionEnd', 'description', '__proto__', 'constructor', '', 'x', 'comand', 'cwd', 'name'];
const HOOK_NAMES = [
  'a',
  'A',
  'gate',
  '__proto__',
  'toString',
  '',
  'caf\u00e9',
  '"',
  'hooks',
  'Stop',
  'enabled',
];
const TYPES = ['command', 'command', 'command', 'prompt', 'prompt', '', 'Command', 'http', 'command '];
const MATCHERS = ['', '*', 'run_command', 'a|b', '(', '\u2028'];
const TIMEOUTS: readonly ByteString[] = [
  '0',
  '-0',
  '5',
  '-5',
  '30',
  '2147483647',
  '2147483647',
  '-2147483648',
  '2147483648',
  '-2147483649',
  '99999999999999999999',
  '9223372036854775808',
  '5.0',
  '2.5',
  '1e1',
  '1E400',
  '-0.0',
  '"5"',
  'true',
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
  '[[]]',
  '[{}]',
  '[{"hooks":[]}]',
  '[{"hooks":[{"command":"x"}]}]',
  '[{"command":"x"}]',
  '{"hooks":{}}',
  '{"Stop":[]}',
  '{"Stop":[1]}',
  '{"a":{"a":null,"a":[]},"a":1}',
];

/** Writes documents that are JSON. */
class HooksWriter extends Writer {
  constructor(r: Random, taste: Taste) {
    super(r, taste, ANYTHING);
  }

  root(): ByteString {
    const { r } = this;
    if (r.chance(this.taste.root * 0.4)) return this.spaced(r.pick(['null', 'null', ...ANYTHING]));
    const members: ByteString[] = [];
    let names: readonly string[] = [r.pick(HOOK_NAMES)];
    for (let left = r.pick([0, 1, 1, 1, 1, 2, 3]); left > 0; left--) {
      if (!r.chance(this.taste.again)) names = [...names, r.pick(HOOK_NAMES)];
      members.push(this.member(this.key(r.pick(names)), this.#hook()));
    }
    return this.spaced(this.object(members));
  }

  #hook(): ByteString {
    const { r } = this;
    if (r.chance(this.taste.nulls * 0.2)) return 'null';
    if (r.chance(this.taste.root * 0.3 + this.taste.wrong * 0.2)) return this.any();
    const members: ByteString[] = [];
    let last: Event | undefined;
    for (let left = r.pick([0, 1, 1, 2, 2, 3, 4]); left > 0; left--) {
      if (r.chance(0.1)) members.push(this.member(this.key(r.pick(UNREAD)), this.any()));
      else if (r.chance(0.15)) members.push(this.member(this.fieldKey('enabled'), this.#boolean()));
      else {
        last = last !== undefined && r.chance(this.taste.again) ? last : r.pick(EVENTS);
        members.push(this.member(this.fieldKey(last), this.#entries(last)));
      }
    }
    return this.object(members);
  }

  #boolean(): ByteString {
    if (this.r.chance(this.taste.nulls)) return 'null';
    return this.r.chance(this.taste.wrong) ? this.any() : this.r.pick(['true', 'false']);
  }

  #entries(event: Event): ByteString {
    const isGrouped = (GROUPED as readonly string[]).includes(event);
    // Now and then the shape that belongs to the other events.
    const writeGroups = this.r.chance(0.05) ? !isGrouped : isGrouped;
    return this.#list(() => (writeGroups ? this.#group() : this.#handler()));
  }

  #list(make: () => ByteString): ByteString {
    const { r } = this;
    if (r.chance(this.taste.nulls * 0.5)) return 'null';
    if (r.chance(this.taste.wrong * 0.5)) return this.any();
    const items = Array.from({ length: r.pick([0, 1, 1, 1, 2, 3]) }, () => {
      if (r.chance(this.taste.nulls * 0.4)) return 'null';
      return r.chance(this.taste.wrong * 0.3) ? this.any() : make();
    });
    return this.array(items);
  }

  #group(): ByteString {
    const { r } = this;
    const members: ByteString[] = [];
    do {
      if (r.chance(0.7)) members.push(this.member(this.fieldKey('matcher'), this.text(MATCHERS)));
      if (r.chance(0.05)) members.push(this.member(this.key(r.pick([...UNREAD, 'command'])), this.any()));
      if (r.chance(0.9))
        members.push(
          this.member(
            this.fieldKey('hooks'),
            this.#list(() => this.#handler()),
          ),
        );
    } while (r.chance(this.taste.again * 0.3));
    return this.object(members);
  }

  #handler(): ByteString {
    const { r } = this;
    const members: ByteString[] = [];
    const add = (field: string, value: ByteString): void => {
      members.push(this.member(this.fieldKey(field), value));
    };
    const type = r.chance(0.5) ? r.pick(r.chance(0.9) ? TYPES.slice(0, 6) : TYPES) : undefined;
    if (type !== undefined) add('type', this.text([type]));
    do {
      if (type === 'prompt') add('prompt', this.text());
      if (type !== 'prompt' || r.chance(0.05)) add('command', this.text());
      if (r.chance(type === 'prompt' ? 0.5 : 0.03)) add('model', this.text());
      if (r.chance(0.03)) add('prompt', this.text());
      if (r.chance(0.02)) add('hooks', this.any());
      if (r.chance(0.3)) add('timeout', this.#timeout());
      if (r.chance(0.1)) members.push(this.member(this.key(r.pick(UNREAD)), this.any()));
    } while (r.chance(this.taste.again * 0.4));
    if (r.chance(0.2)) members.reverse();
    return this.object(members);
  }

  #timeout(): ByteString {
    const { r } = this;
    if (r.chance(this.taste.nulls)) return 'null';
    return r.chance(0.7) ? r.pick(TIMEOUTS.slice(0, 8)) : r.pick(TIMEOUTS);
  }
}

/** One event that comes again: longer, shorter, empty, with entries that name little or nothing, cleared in between. */
function slices(r: Random): ByteString {
  const event = r.pick(EVENTS);
  const isGrouped = (GROUPED as readonly string[]).includes(event);
  const text = (): ByteString => `"${'abcdefgh'[r.between(0, 7)]}${r.between(0, 9)}"`;
  const some = (...members: readonly (() => ByteString)[]): ByteString =>
    `{${members
      .filter(() => r.chance(0.4))
      .map((member) => member())
      .join(',')}}`;
  const list = (item: () => ByteString): ByteString =>
    r.chance(0.06)
      ? r.pick(['null', '[]', '[]', '{}', '"x"'])
      : `[${Array.from({ length: r.pick([0, 1, 1, 2, 2, 3, 4, 5, 6, 9]) }, () =>
          r.chance(0.1) ? 'null' : r.chance(0.005) ? r.pick(ANYTHING) : item(),
        ).join(',')}]`;
  const handler = (): ByteString =>
    some(
      () => `"command":${r.pick(['null', '""', text(), text()])}`,
      () => `"timeout":${r.pick(['null', '1', '2', '3'])}`,
      () => (r.chance(0.1) ? `"type":${r.pick(['"prompt"', '"command"', '""', 'null'])}` : '"x":1'),
      () => (r.chance(0.06) ? `"prompt":${r.pick(['""', 'null', text()])}` : '"y":1'),
      () => (r.chance(0.06) ? `"hooks":${r.pick(['[]', 'null', '[{}]'])}` : '"z":1'),
    );
  const group = (): ByteString =>
    some(
      () => `"matcher":${r.pick(['null', text()])}`,
      () => `"hooks":${list(handler)}`,
      () => `"hooks":${list(handler)}`,
    );
  const arrays = Array.from({ length: r.between(2, 5) }, () => {
    const key = foldedSpelling(r, event, 0);
    return `"${key}":${list(isGrouped ? group : handler)}`;
  });
  return `{"only":{${arrays.join(',')}}}`;
}

/** Numbers of every form: as a timeout, where they are ignored, where they are wrong, and at the end of the file. */
function numbers(r: Random): ByteString {
  const value = r.chance(0.5) ? r.pick(TIMEOUTS) : anyNumber(r);
  const event = r.pick(FLAT);
  switch (
    r.weighted({
      timeout: 6,
      twice: 3,
      grouped: 2,
      ignored: 3,
      field: 1,
      entry: 1,
      hook: 1,
      replaced: 2,
      root: 1,
    })
  ) {
    case 'timeout':
      return `{"a":{"${event}":[{"command":"x","timeout":${value}}]}}`;
    case 'twice':
      return `{"a":{"${event}":[{"command":"x","timeout":7,"TIMEOUT":${value}}]}}`;
    case 'grouped':
      return `{"a":{"PreToolUse":[{"hooks":[{"command":"x","timeout":${value}}]}]}}`;
    case 'ignored':
      return `{"a":{"${event}":[{"command":"x","weight":${value}}],"SessionEnd":${value}}}`;
    case 'field':
      return `{"a":{"${event}":[{"${r.pick(['type', 'command', 'prompt', 'model'])}":${value}}]}}`;
    case 'entry':
      return `{"a":{"${event}":[${value}]}}`;
    case 'hook':
      return `{"a":${value}}`;
    case 'replaced':
      return `{"a":{"${event}":[{"timeout":${value}}]},"a":{"${event}":[{"command":"x"}]}}`;
    case 'root':
      return value;
  }
}

/** Nesting near the limit, in values that are read, ignored or replaced. */
function depth(r: Random): ByteString {
  switch (
    r.weighted({ root: 1, hook: 1, event: 1, unknown: 2, entry: 1, field: 1, ignored: 2, replaced: 2 })
  ) {
    case 'root':
      return nest(r, 0);
    case 'hook':
      return `{"a":${nest(r, 1)}}`;
    case 'event':
      return `{"a":{"${r.pick(EVENTS)}":${nest(r, 2)}}}`;
    case 'unknown':
      return `{"a":{"SessionEnd":${nest(r, 2)}}}`;
    case 'entry':
      return `{"a":{"${r.pick(EVENTS)}":[${nest(r, 3)}]}}`;
    case 'field':
      return `{"a":{"Stop":[{"${r.pick(['command', 'timeout', 'hooks'])}":${nest(r, 4)}}]}}`;
    case 'ignored':
      return `{"a":{"PreToolUse":[{"hooks":[{"command":"x","note":${nest(r, 6)}}]}]}}`;
    case 'replaced':
      return `{"a":{"SessionEnd":${nest(r, 2)}},"a":{"Stop":[{"command":"x"}]}}`;
  }
}
