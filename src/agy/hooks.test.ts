import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { HOOK_EVENT_NAMES, HOOK_EVENTS } from './hook-facts.ts';
import { MOST_OF_A_CODE } from './hook-problems.ts';
import { emulateHooks, everyCommand, type HookHandler, type HooksFile, type LoadedHook } from './hooks.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const load = (text: string): HooksFile => emulateHooks(encode(text));

/** One hook whose members are given as JSON text. */
const hook = (members: string): HooksFile => load(`{"mill":{${members}}}`);

/** Handlers of one flat event, given as JSON text. */
const stop = (...handlers: string[]): HooksFile => hook(`"Stop":[${handlers.join(',')}]`);

function plainHandler(handler: HookHandler): Record<string, unknown> {
  const { givenType, command, prompt, model, timeout } = handler;
  const all = { type: givenType, command, prompt, model, timeout };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, located]) => (located === undefined ? [] : [[name, located.value]])),
  );
}

/** The effective entries of a hook: a list of handlers, or of matchers with their handlers. */
function plain(loaded: LoadedHook): Record<string, unknown> {
  return Object.fromEntries(
    loaded.events.map(({ event, shape, groups }) => [
      event,
      shape === 'flat'
        ? groups.flatMap(({ handlers }) => handlers.map(plainHandler))
        : groups.map(({ matcher, handlers }) => [matcher?.value, ...handlers.map(plainHandler)]),
    ]),
  );
}

function only(file: HooksFile): LoadedHook {
  expect(file.hooks).toHaveLength(1);
  return file.hooks[0] as LoadedHook;
}

const codes = (file: HooksFile): string[] => file.problems.map(({ code }) => code);

/** Code, field and the marked text of every problem. */
function problems(file: HooksFile): string[] {
  return file.problems.map(({ code, place }) => {
    const { start, end } = place.span;
    const text = new TextDecoder().decode((file.doc?.bytes ?? new Uint8Array()).subarray(start, end));
    return `${code} ${place.field ?? '-'} ${text}`;
  });
}

describe('the document', () => {
  test.each<[string, string, HooksFile['state'], string[]]>([
    ['null', 'null', 'loaded', []],
    ['an empty object', '{}', 'loaded', []],
    ['a null hook', '{"mill":null}', 'loaded', []],
    ['an empty hook', '{"mill":{}}', 'loaded', []],
    ['a list', '[]', 'lost', ['root-type - [']],
    ['a string', '"mill"', 'lost', ['root-type - "mill"']],
    ['a schema line', '{"$schema":"x","mill":{}}', 'lost', ['hook-type - "$schema"']],
    ['a version', '{"version":1}', 'lost', ['hook-type - "version"']],
    ['a note', '{"//":"why"}', 'lost', ['hook-type - "//"']],
    ['enabled at the top', '{"enabled":true}', 'lost', ['hook-type - "enabled"']],
    ['an event at the top', '{"PreToolUse":[]}', 'lost', ['hook-type - "PreToolUse"']],
    ['an event at the top that holds an object is a hook', '{"Stop":{}}', 'loaded', []],
    ['the wrapper of other hosts is a name', '{"hooks":{"Stop":[{"command":"x"}]}}', 'loaded', []],
  ])('%s', (_, text, state, found) => {
    const file = load(text);
    expect(problems(file)).toEqual(found);
    expect(file.state).toBe(state);
  });

  test.each([
    ['empty', ''],
    ['a byte-order mark', '\ufeff{}'],
    ['a comment', '{/**/}'],
    ['a trailing comma', '{"mill":{},}'],
    ['NaN in an ignored value', '{"mill":{"SessionEnd":NaN}}'],
    ['text behind it', '{} x'],
  ])('is not JSON: %s', (_, text) => {
    const file = load(text);
    expect(file.doc).toBeUndefined();
    expect(file.state).toBe('lost');
    expect(codes(file)).toEqual(['syntax']);
    expect(file.problems[0]?.effect).toBe('file-lost');
  });

  test('points at the first bad byte, and nowhere behind the end', () => {
    expect(load('{,').problems[0]?.place.span).toEqual({ start: 1, end: 2 });
    expect(load('{').problems[0]?.place.span).toEqual({ start: 1, end: 1 });
  });
});

describe('names of hooks', () => {
  test('compare exactly', () => {
    expect(load('{"mill":{},"Mill":{},"mi\\u006cl":{}}').hooks.map(({ name }) => name)).toEqual([
      'Mill',
      'mill',
    ]);
  });

  test('the last of several equal ones counts, decoded afresh', () => {
    const file = load('{"mill":{"Stop":[{"command":"a","timeout":5}]},"mill":{"Stop":[{}]}}');
    expect(plain(only(file))).toEqual({ Stop: [{}] });
    expect(file.replaced.map(plain)).toEqual([{ Stop: [{ command: 'a', timeout: 5 }] }]);
  });

  test('null after a hook empties it', () => {
    expect(plain(only(load('{"mill":{"Stop":[{"command":"a"}]},"mill":null}')))).toEqual({});
  });

  test.each([
    ['a wrong type in a replaced hook stays', '{"mill":{"Stop":1},"mill":{}}', ['event-type']],
    ['also when the whole of it is no hook', '{"mill":1,"mill":{}}', ['hook-type']],
    ['what is wrong beyond types goes with it', '{"mill":{"Stop":[{"type":"http"}]},"mill":{}}', []],
    ['and so do its lesser faults', '{"mill":{"SessionEnd":[],"Stop":[{}]},"mill":{}}', []],
  ])('%s', (_, text, found) => {
    const file = load(text);
    expect(codes(file)).toEqual(found);
    expect(file.state).toBe(found.length === 0 ? 'loaded' : 'lost');
  });
});

describe('events', () => {
  test.each(HOOK_EVENT_NAMES)('%s has its shape', (event) => {
    const group = '{"matcher":"m","hooks":[{"command":"a"}]}';
    const entry = HOOK_EVENTS[event].shape === 'grouped' ? group : '{"command":"a"}';
    const file = hook(`"${event}":[${entry}]`);
    expect(file.problems).toEqual([]);
    const expected = HOOK_EVENTS[event].shape === 'grouped' ? ['m', { command: 'a' }] : { command: 'a' };
    expect(plain(only(file))).toEqual({ [event]: [expected] });
  });

  test.each(['stop', 'STOP', '\u017ftop', 'St\\u006fp'])('fold: %s', (spelled) => {
    const file = hook(`"${spelled}":[{"command":"a"}]`);
    expect(plain(only(file))).toEqual({ Stop: [{ command: 'a' }] });
    expect(file.problems).toEqual([]);
  });

  test('keep how they are spelled', () => {
    expect(only(hook('"stop":[]')).events[0]).toMatchObject({
      event: 'Stop',
      spelled: 'stop',
      shape: 'flat',
    });
  });

  test.each([
    ['an object', '"Stop":{}', 'event-type Stop {'],
    ['a string', '"preToolUse":"make"', 'event-type preToolUse "make"'],
    ['a wrong type before a right one', '"Stop":1,"Stop":[]', 'event-type Stop 1'],
  ])('of a wrong type: %s', (_, members, found) => {
    const file = hook(members);
    expect(problems(file)).toEqual([found]);
    expect(file.state).toBe('lost');
  });

  test.each([
    [
      'of another host',
      '"UserPromptSubmit":[{"command":"a"}]',
      ['unknown-event UserPromptSubmit "UserPromptSubmit"'],
    ],
    ['misspelt', '"PreTooluze":[]', ['unknown-event PreTooluze "PreTooluze"']],
    ['not folded by lookalikes', '"\uff33top":[]', ['unknown-event \uff33top "\uff33top"']],
    ['with a value that is no list', '"SessionEnd":"make"', ['unknown-event SessionEnd "SessionEnd"']],
    ['null', '"SessionEnd":null', []],
    ['a key that is no event', '"timeout":5', ['ignored-key timeout "timeout"']],
    ['a switch that is off', '"disabled":false', []],
    ['a note', '"description":"why","_Stop":[{"command":"a"}],"// x":{},"$schema":"x"', []],
  ])('unknown: %s', (_, members, found) => {
    const file = hook(members);
    expect(problems(file)).toEqual(found);
    expect(file.state).toBe('loaded');
    expect(only(file).unread.length).toBeGreaterThan(0);
  });

  test('what unknown events hold is nobody\u2019s business', () => {
    expect(hook('"SessionEnd":[1,{"timeout":"x"}]').state).toBe('loaded');
  });
});

describe('enabled', () => {
  test.each([
    ['absent', '"Stop":[]', undefined],
    ['null', '"enabled":null', undefined],
    ['off', '"enabled":false', false],
    ['in another case', '"Enabled":false', false],
    ['the later counts', '"enabled":false,"ENABLED":true', true],
    ['null leaves it', '"enabled":false,"enabled":null', false],
  ])('%s', (_, members, value) => {
    const file = hook(members);
    expect(only(file).enabled?.value).toBe(value);
    expect(file.problems).toEqual([]);
  });

  test('of a wrong type loses the file', () => {
    const file = hook('"enabled":"false"');
    expect(file.problems).toMatchObject([
      { code: 'field-type', name: 'enabled', wanted: 'boolean', found: 'string' },
    ]);
    expect(file.state).toBe('lost');
  });

  test('switched off is judged and read all the same', () => {
    const file = hook('"enabled":false,"Stop":[{"command":"a","timeout":1.5}]');
    expect(file.state).toBe('lost');
    expect(plain(only(file))).toEqual({ Stop: [{ command: 'a' }] });
  });
});

describe('handlers', () => {
  test.each<[string, string, HookHandler['type']]>([
    ['no type', '{"command":"a"}', 'command'],
    ['an empty type', '{"type":"","command":"a"}', 'command'],
    ['a null type', '{"type":null,"command":"a"}', 'command'],
    ['a command', '{"type":"command","command":"a"}', 'command'],
    ['a prompt', '{"type":"prompt","prompt":"a","model":"b"}', 'prompt'],
    ['empty strings are absent', '{"command":"a","prompt":"","model":""}', 'command'],
    ['also for a prompt', '{"type":"prompt","prompt":"a","command":""}', 'prompt'],
    ['keys fold', '{"TYPE":"prompt","Prompt":"a"}', 'prompt'],
    ['the last type counts', '{"type":"http","type":"command","command":"a"}', 'command'],
    ['the last prompt counts', '{"command":"a","prompt":"b","prompt":""}', 'command'],
    ['null leaves what was there', '{"command":"a","command":null}', 'command'],
    ['notes', '{"command":"a","description":"b","statusMessage":"c","name":"d","_x":1}', 'command'],
    ['what is off or empty', '{"command":"a","async":false,"env":{},"args":[],"cwd":null}', 'command'],
  ])('are fine: %s', (_, handler, type) => {
    const file = stop(handler);
    expect(file.problems).toEqual([]);
    expect(file.state).toBe('loaded');
    expect(only(file).events[0]?.groups[0]?.handlers[0]?.type).toBe(type);
  });

  test.each([
    ['another type', '{"type":"http","command":"a"}', 'handler-type Stop[0].type "http"'],
    ['types compare exactly', '{"type":"Command","command":"a"}', 'handler-type Stop[0].type "Command"'],
    ['null does not mend a type', '{"type":"http","type":null}', 'handler-type Stop[0].type "http"'],
    ['a command with a prompt', '{"command":"a","prompt":"b"}', 'handler-mix Stop[0].prompt "b"'],
    ['a command with a model', '{"command":"a","Model":"b"}', 'handler-mix Stop[0].Model "b"'],
    ['a prompt without its type', '{"prompt":"b"}', 'handler-mix Stop[0].prompt "b"'],
    [
      'a prompt with a command',
      '{"type":"prompt","prompt":"a","command":"b"}',
      'handler-mix Stop[0].command "b"',
    ],
    ['a command that is a list', '{"command":["a"]}', 'field-type Stop[0].command ['],
    ['a type that is a number', '{"type":1,"command":"a"}', 'field-type Stop[0].type 1'],
    ['a wrong type before a right one', '{"command":1,"command":"a"}', 'field-type Stop[0].command 1'],
    ['an entry that is a string', '"make"', 'entry-type Stop[0] "make"'],
    ['a group', '{"matcher":"","hooks":[{"command":"a"}]}', 'grouped-entry Stop[0].hooks "hooks"'],
    ['a group without entries', '{"Hooks":[]}', 'grouped-entry Stop[0].Hooks "Hooks"'],
    ['a group with an empty command', '{"hooks":[],"command":""}', 'grouped-entry Stop[0].hooks "hooks"'],
  ])('lose the file: %s', (_, handler, found) => {
    const file = stop(handler);
    expect(problems(file)).toContain(found);
    expect(file.problems.filter(({ effect }) => effect === 'file-lost')).toHaveLength(1);
    expect(file.state).toBe('lost');
  });

  test.each([
    ['no command', '{"timeout":5}', 'empty-command Stop[0] {', 'missing'],
    ['nothing', '{}', 'empty-command Stop[0] {', 'missing'],
    ['null', 'null', 'empty-command Stop[0] null', 'missing'],
    ['a null command', '{"command":null}', 'empty-command Stop[0] {', 'missing'],
    ['an empty command', '{"command":""}', 'empty-command Stop[0].command ""', 'empty'],
  ])('run nothing: %s', (_, handler, found, because) => {
    const file = stop(handler);
    expect(problems(file)).toEqual([found]);
    expect(file.problems).toMatchObject([{ effect: 'hook-ineffective', because }]);
    expect(file.state).toBe('loaded');
  });

  test.each([
    ['a key of another host', '{"command":"a","async":true}', 'ignored-key Stop[0].async "async"'],
    ['a misspelt key', '{"command":"a","timeoutSec":5}', 'ignored-key Stop[0].timeoutSec "timeoutSec"'],
    ['a matcher', '{"command":"a","Matcher":"b"}', 'flat-matcher Stop[0].Matcher "Matcher"'],
    ['hooks beside a command', '{"command":"a","hooks":[{}]}', 'ignored-key Stop[0].hooks "hooks"'],
  ])('lose a value: %s', (_, handler, found) => {
    const file = stop(handler);
    expect(problems(file)).toEqual([found]);
    expect(file.problems[0]?.effect).toBe('value-ignored');
    expect(file.state).toBe('loaded');
  });

  test('a group is one problem, its matcher is no second one', () => {
    const file = stop('{"matcher":"m","hooks":[{"command":"a"}],"async":true}');
    expect(codes(file)).toEqual(['grouped-entry', 'ignored-key']);
  });

  test('a prompt handler with hooks is not taken for a group', () => {
    expect(codes(stop('{"type":"prompt","prompt":"a","hooks":[{}]}'))).toEqual(['ignored-key']);
  });
});

describe('timeouts', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['-5', -5],
    ['30', 30],
    ['2147483647', 2147483647],
    ['-2147483648', -2147483648],
  ])('%s loads', (text, value) => {
    const file = stop(`{"command":"a","timeout":${text}}`);
    expect(file.problems).toEqual([]);
    const timeout = only(file).events[0]?.groups[0]?.handlers[0]?.timeout?.value;
    expect(Object.is(timeout, value)).toBe(true);
  });

  test.each([
    ['5.0', 'fraction'],
    ['2.5', 'fraction'],
    ['-0.0', 'fraction'],
    ['1e1', 'exponent'],
    ['1.5E3', 'exponent'],
    ['2147483648', 'out-of-range'],
    ['-2147483649', 'out-of-range'],
    ['9'.repeat(400), 'out-of-range'],
  ])('%s loses the file', (text, badInteger) => {
    const file = stop(`{"command":"a","timeout":${text}}`);
    expect(problems(file)).toEqual([`field-type Stop[0].timeout ${text}`]);
    expect(file.problems).toMatchObject([{ wanted: 'int32', found: 'number', badInteger }]);
    expect(file.state).toBe('lost');
  });

  test('a string loses the file', () => {
    expect(stop('{"command":"a","timeout":"5"}').problems).toMatchObject([
      { wanted: 'int32', found: 'string' },
    ]);
  });

  test.each([
    ['null leaves it', '"timeout":5,"timeout":null', 5],
    ['a wrong one leaves it', '"timeout":5,"timeout":2.5', 5],
    ['the later counts', '"timeout":5,"TimeOut":6', 6],
  ])('%s', (_, members, value) => {
    expect(plain(only(stop(`{"command":"a",${members}}`)))).toEqual({
      Stop: [{ command: 'a', timeout: value }],
    });
  });
});

describe('groups', () => {
  const pre = (group: string): HooksFile => hook(`"PreToolUse":[${group}]`);

  test.each([
    ['a matcher and handlers', '{"matcher":"m","hooks":[{"command":"a"}]}'],
    ['no matcher', '{"hooks":[{"command":"a"}]}'],
    ['no handlers on purpose', '{"matcher":"m","hooks":[]}'],
    ['folded keys', '{"MATCHER":"m","Hoo\u212as":[{"command":"a"}]}'],
    ['a matcher that is no regular expression', '{"matcher":"(","hooks":[{"command":"a"}]}'],
    ['a note', '{"description":"why","hooks":[{"command":"a"}]}'],
  ])('are fine: %s', (_, group) => {
    expect(pre(group).problems).toEqual([]);
  });

  test.each([
    [
      'a bare handler',
      '{"type":"command","command":"a"}',
      'group-without-hooks PreToolUse[0].command "command"',
      true,
    ],
    [
      'a matcher with a command',
      '{"matcher":"m","Command":"a"}',
      'group-without-hooks PreToolUse[0].Command "Command"',
      true,
    ],
    ['only a timeout', '{"timeout":5}', 'group-without-hooks PreToolUse[0].timeout "timeout"', true],
    ['nothing', '{}', 'group-without-hooks PreToolUse[0] {', false],
    ['null', 'null', 'group-without-hooks PreToolUse[0] null', false],
    ['null hooks', '{"matcher":"m","hooks":null}', 'group-without-hooks PreToolUse[0] {', false],
  ])('run nothing: %s', (_, group, found, bare) => {
    const file = pre(group);
    expect(problems(file)).toEqual([found]);
    expect(file.problems).toMatchObject([{ effect: 'hook-ineffective', event: 'PreToolUse', bare }]);
    expect(file.state).toBe('loaded');
  });

  test.each([
    ['a matcher that is a list', '{"matcher":["m"],"hooks":[]}', 'field-type PreToolUse[0].matcher ['],
    ['hooks that are an object', '{"hooks":{}}', 'field-type PreToolUse[0].hooks {'],
    ['a handler that is a string', '{"hooks":["a"]}', 'entry-type PreToolUse[0].hooks[0] "a"'],
    ['a group that is a list', '[]', 'entry-type PreToolUse[0] ['],
    [
      'a bad timeout',
      '{"hooks":[{"command":"a","timeout":1e2}]}',
      'field-type PreToolUse[0].hooks[0].timeout 1e2',
    ],
  ])('lose the file: %s', (_, group, found) => {
    const file = pre(group);
    expect(problems(file)).toContain(found);
    expect(file.state).toBe('lost');
  });

  test('a key beside the hooks is ignored', () => {
    expect(problems(pre('{"timeout":5,"hooks":[{"command":"a"}]}'))).toEqual([
      'ignored-key PreToolUse[0].timeout "timeout"',
    ]);
  });

  test('places carry a pointer of decoded keys', () => {
    const file = load('{"a/b":{"PreToolUse":[{"hooks":[{"command":"a"},{"t~":1,"command":"b"}]}]}}');
    expect(file.problems[0]?.place.pointer).toBe('/a~1b/PreToolUse/0/hooks/1/t~0');
  });
});

describe('an event that comes again is decoded into the memory of the earlier one', () => {
  test.each<[string, string, string, unknown[]]>([
    [
      'what is not named stays',
      '[{"command":"a","timeout":5}]',
      '[{"command":"b"}]',
      [{ command: 'b', timeout: 5 }],
    ],
    ['null leaves an entry', '[{"command":"a"}]', '[null]', [{ command: 'a' }]],
    ['shorter', '[{"command":"a"},{"command":"b"}]', '[{}]', [{ command: 'a' }]],
    ['longer', '[{"command":"a"}]', '[{},{}]', [{ command: 'a' }, {}]],
    ['an empty list forgets', '[{"command":"a"}]', '[],"Stop":[{}]', [{}]],
    ['null forgets', '[{"command":"a"}]', 'null,"Stop":[{}]', [{}]],
    [
      'elements past the length come back',
      '[{"command":"a"},{"command":"b"}]',
      '[{}],"Stop":[{},{}]',
      [{ command: 'a' }, { command: 'b' }],
    ],
    ['a wrong type leaves the entry', '[{"command":"a"}]', '[5]', [{ command: 'a' }]],
  ])('%s', (_, first, second, handlers) => {
    expect(plain(only(hook(`"Stop":${first},"stop":${second.replaceAll('"Stop"', '"STOP"')}`)))).toEqual({
      Stop: handlers,
    });
  });

  test('the key whose value counts is kept', () => {
    const keyOf = (members: string) => only(hook(members)).events.map(({ spelled }) => spelled);
    expect(keyOf('"Stop":[],"STOP":[]')).toEqual(['STOP']);
    expect(keyOf('"Stop":[],"STOP":null')).toEqual(['STOP']);
    expect(keyOf('"Stop":[],"STOP":5')).toEqual(['Stop']);
  });

  test('groups and their handlers too', () => {
    const first = '"PreToolUse":[{"matcher":"m","hooks":[{"command":"a"},{"command":"b"}]}]';
    expect(plain(only(hook(`${first},"PreToolUse":[{"hooks":[{"timeout":5}]}]`)))).toEqual({
      PreToolUse: [['m', { command: 'a', timeout: 5 }]],
    });
    expect(plain(only(hook(`${first},"PreToolUse":[{"hooks":null}]`)))).toEqual({ PreToolUse: [['m']] });
  });

  test('a prompt left from an earlier array spoils a command', () => {
    const file = hook('"Stop":[{"type":"prompt","prompt":"a"}],"Stop":[{"type":"command","command":"b"}]');
    expect(problems(file)).toEqual(['handler-mix Stop[0].prompt "a"']);
  });

  test('what no length reaches is not judged', () => {
    const file = hook('"Stop":[{"command":"a"},{"type":"http"}],"Stop":[{"command":"b"}]');
    expect(file.problems).toEqual([]);
  });

  test('hooks do not share memory', () => {
    const file = load('{"mill":{"Stop":[{"command":"a"}]},"kiln":{"Stop":[{}]}}');
    expect(file.hooks.map(plain)).toEqual([{ Stop: [{ command: 'a' }] }, { Stop: [{}] }]);
  });
});

describe('commands', () => {
  const commands = (text: string): string[] => {
    const { doc } = load(text);
    return doc === undefined ? [] : [...everyCommand(doc)].map(({ value }) => value);
  };

  test.each([
    ['in a lost file', '{"version":1,"mill":{"Stop":[{"command":"a"}]}}', ['a']],
    ['in a hook that is replaced', '{"mill":{"Stop":[{"command":"a"}]},"mill":{}}', ['a']],
    [
      'in an array that is overwritten',
      '{"mill":{"Stop":[{"command":"a"}],"Stop":[{"command":"b"}]}}',
      ['a', 'b'],
    ],
    ['in a group under a flat event', '{"mill":{"Stop":[{"hooks":[{"command":"a"}]}]}}', ['a']],
    ['in a bare handler', '{"mill":{"PreToolUse":[{"command":"a"}]}}', ['a']],
    ['under an unknown event', '{"mill":{"SessionEnd":[{"Command":"a"}]}}', ['a']],
    ['under an event at the top', '{"Stop":[{"command":"a"}]}', ['a']],
    [
      'not another type, not another key',
      '{"mill":{"Stop":[{"command":["a"],"commands":"b","x":"command"}]}}',
      [],
    ],
  ])('are found %s', (_, text, found) => {
    expect(commands(text)).toEqual(found);
  });
});

describe('hostile files', () => {
  const json = fc.jsonValue();
  const memberKey = fc.constantFrom(
    'Stop',
    'stop',
    'PreToolUse',
    'hooks',
    'command',
    'timeout',
    'type',
    'x',
    '__proto__',
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      json.map((value) => JSON.stringify(value)),
      fc.array(tie('tree'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(memberKey, tie('tree')), { maxLength: 4 })
        .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
    ),
  }));

  test('never throw, and every problem has a place inside the file', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = `{"mill":${value}}`;
        const file = load(text);
        expect(file.state === 'lost').toBe(file.problems.some(({ effect }) => effect === 'file-lost'));
        const { length } = encode(text);
        for (const { place } of file.problems) {
          expect(place.span.start).toBeLessThan(place.span.end);
          expect(place.span.end).toBeLessThanOrEqual(length);
        }
        expect(file.problems.map(({ place }) => place.span.start)).toEqual(
          file.problems.map(({ place }) => place.span.start).sort((a, b) => a - b),
        );
      }),
    );
  });

  test('bytes that are no text never throw', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void emulateHooks(bytes)));
  });

  test('keep the first problems of each code, and do not lose the verdict', () => {
    const file = stop(...new Array<string>(5000).fill('{}'), '1');
    expect(codes(file).filter((code) => code === 'empty-command')).toHaveLength(MOST_OF_A_CODE);
    expect(file.state).toBe('lost');
  });
});
