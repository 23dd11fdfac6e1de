import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../agy/registry.ts';
import { asNobody } from '../test/as-nobody.ts';
import { type TreeEntry, tempTree } from '../test/helpers.ts';
import { compileExclude } from './exclude.ts';
import { MAX_FILE_BYTES } from './files.ts';
import { type Discovery, discover, type InputRequest } from './workspace.ts';

type Entries = Readonly<Record<string, TreeEntry>>;

const GIT = { '.git/HEAD': '' };

function run(entries: Entries, request: Partial<InputRequest> = {}): Discovery {
  return discover({ paths: [], cwd: tempTree({ ...GIT, ...entries }), ...request });
}

function registry(paths: readonly string[], inherits: readonly string[] = []): string {
  const list = (all: readonly string[]) => all.map((path) => ({ path }));
  return JSON.stringify({ entries: list(paths), inherits: list(inherits) });
}

/** What the entries and parents of every registry came to: `path: state`. */
function states({ registries }: Discovery): Record<string, string[]> {
  return Object.fromEntries(
    registries.map(({ path, state, entries, inherits }) => [
      `${path} ${state}`,
      [
        ...entries.map(
          ({ path, state, items }) => `${path}: ${state}${items.length === 0 ? '' : ` ${items.length}`}`,
        ),
        ...inherits.map(({ path, state }) => `^${path}: ${state}`),
      ],
    ]),
  );
}

const found = ({ items }: Discovery): string[] => items.map(({ kind, path }) => `${kind} ${path}`);

describe('what an entry names', () => {
  const tree: Entries = {
    'a/agents/miller.md': '',
    'a/agents/potter/agent.md': '',
    'a/agents/potter/notes.md': '',
    'a/agents/deep/down/agent.md': '',
    'a/agents/readme.txt': '',
    'a/skills/fire/SKILL.md': '',
    'a/skills/glaze/SKILL.md': '',
    'a/skills/glaze/more/SKILL.md': '',
    'a/skills/empty/notes.md': '',
    'a/skills/folder/SKILL.md/x': '',
    'a/skills/SKILLS.md': '',
    'a/rules/hot.md': '',
    'a/rules/deep/hot.md': '',
  };

  it.each<[string, string, string, string[]]>([
    ['agents.json', 'a/agents', 'found 2', ['agent a/agents/miller.md', 'agent a/agents/potter/agent.md']],
    ['agents.json', 'a/agents/miller.md', 'found 1', ['agent a/agents/miller.md']],
    ['agents.json', './a//agents/potter/', 'found 1', ['agent a/agents/potter/agent.md']],
    ['agents.json', 'a/agents/readme.txt', 'empty', []],
    ['agents.json', 'a/skills/empty', 'found 1', ['agent a/skills/empty/notes.md']],
    ['skills.json', 'a/skills', 'found 2', ['skill a/skills/fire/SKILL.md', 'skill a/skills/glaze/SKILL.md']],
    ['skills.json', 'a/skills/glaze', 'found 1', ['skill a/skills/glaze/SKILL.md']],
    ['skills.json', 'a/skills/fire/SKILL.md', 'empty', []],
    ['skills.json', 'a', 'empty', []],
    ['rules.json', 'a/rules', 'found 1', ['rule a/rules/hot.md']],
    ['workflows.json', 'a/rules/hot.md', 'found 1', ['workflow a/rules/hot.md']],
  ])('%s: %s is %s', (name, path, state, items) => {
    const discovery = run({ ...tree, [`.agents/${name}`]: registry([path]) });
    expect(states(discovery)).toEqual({ [`.agents/${name} loaded`]: [`${path}: ${state}`] });
    expect(found(discovery)).toEqual(items);
    expect(discovery.problems).toEqual([]);
  });

  it('is told with the registry that names it, once', () => {
    const discovery = run({
      ...tree,
      '.agents/skills.json': registry(['a/skills', 'a/skills', 'a/skills/fire']),
      'b/.agents/skills.json': registry(['a/skills/fire']),
    });
    expect(discovery.items.map(({ why, selected }) => `${why.text} ${selected}`)).toEqual([
      'the registry .agents/skills.json names it true',
      'the registry .agents/skills.json names it true',
    ]);
  });

  it('filters hide nothing', () => {
    const text = '{"entries": [{"path": "a/skills", "include_only": ["^none$"], "exclude": ["."]}]}';
    expect(found(run({ ...tree, '.agents/skills.json': text }))).toHaveLength(2);
  });

  it('exclude in the configuration does', () => {
    const cwd = tempTree({ ...GIT, ...tree, '.agents/skills.json': registry(['a/skills'], ['more.json']) });
    const excluded = compileExclude(['a/skills/fire', 'more.json'], cwd);
    expect(found(discover({ paths: [], cwd, excluded }))).toEqual(['skill a/skills/glaze/SKILL.md']);
  });
});

describe('where a path leads', () => {
  it.each<[string, string]>([
    ['', 'no-path'],
    ['gone', 'missing'],
    ['README.md/x', 'missing'],
    ['../skills', 'outside'],
    ['a/../../skills', 'outside'],
    ['/', 'outside'],
    ['~', 'outside'],
    ['~/skills', 'outside'],
    ['~potter/skills', 'missing'],
    ['a\0b', 'unreadable'],
    [`${'a/../'.repeat(1000)}skills`, 'unreadable'],
  ])('%.40s: %s', (path, state) => {
    const discovery = run({ 'README.md': '', '.agents/skills.json': registry([path], [path]) });
    expect(Object.values(states(discovery))).toEqual([[`${path}: ${state}`, `^${path}: ${state}`]]);
    expect(discovery.problems).toEqual([]);
  });

  it('a link that leaves the repository is reported, whatever lies behind it', () => {
    const base = tempTree({
      'repo/.git/HEAD': '',
      'repo/.agents/skills.json': registry(['link', 'link/fire', 'link/gone', 'gone-link/x', 'in']),
      'repo/link': { symlink: '../outside' },
      'repo/gone-link': { symlink: '../gone' },
      'repo/in/escaping/SKILL.md': { symlink: '../../../outside/fire/SKILL.md' },
      'repo/in/inside/SKILL.md': { symlink: '../note.md' },
      'repo/in/note.md': '',
      'repo/in/linked': { symlink: '../../outside/fire' },
      'outside/fire/SKILL.md': '',
    });
    const discovery = discover({ paths: [], cwd: join(base, 'repo') });
    expect(Object.values(states(discovery))).toEqual([
      ['link: outside', 'link/fire: outside', 'link/gone: outside', 'gone-link/x: outside', 'in: found 1'],
    ]);
    expect(discovery.problems.map(({ path, code }) => `${path} ${code}`)).toEqual(
      ['gone-link/x', 'link', 'link/fire', 'link/gone'].map((path) => `${path} escaping-link`),
    );
    expect(found(discovery)).toEqual(['skill in/inside/SKILL.md']);
  });

  it.skipIf(process.platform === 'win32')('what is closed or no file is told from what is missing', () => {
    const cwd = tempTree({
      ...GIT,
      '.agents/skills.json': registry(['closed', 'closed/x', 'pipe'], ['closed/more.json', 'pipe']),
      'closed/': { mode: 0 },
    });
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const discovery = asNobody(() => discover({ paths: [], cwd }));
    expect(Object.values(states(discovery))).toEqual([
      [
        'closed: unreadable',
        'closed/x: unreadable',
        'pipe: unreadable',
        '^closed/more.json: unreadable',
        '^pipe: unreadable',
      ],
    ]);
  });
});

describe('registries that are inherited', () => {
  it('are linted as registries, whatever they are called, where they lie below what was named', () => {
    const entries = {
      '.agents/skills.json': registry([], ['lists/one.json', 'lists/two.json']),
      'lists/one.json': registry(['skills']),
      'lists/two.json': 'no JSON',
      'skills/fire/SKILL.md': '',
    };
    const discovery = run(entries);
    expect(states(discovery)).toEqual({
      '.agents/skills.json loaded': ['^lists/one.json: found', '^lists/two.json: found'],
      'lists/one.json loaded': ['skills: found 1'],
      'lists/two.json skipped': [],
    });
    expect(
      discovery.files.map(({ path, kind, why, filePlace }) => [path, kind, why.text, filePlace.inherited]),
    ).toEqual([
      ['.agents/skills.json', 'registry', 'it lies in a customization root', undefined],
      ['lists/one.json', 'registry', 'the registry .agents/skills.json inherits it', true],
      ['lists/two.json', 'registry', 'the registry .agents/skills.json inherits it', true],
      ['skills/fire/SKILL.md', 'skill', 'the registry lists/one.json names it', undefined],
    ]);
    expect(run(entries, { paths: ['.agents'] }).files.map(({ path }) => path)).toEqual([
      '.agents/skills.json',
    ]);
  });

  it('may go in a circle', () => {
    const discovery = run({
      '.agents/skills.json': registry([], ['.agents/skills.json', 'one.json']),
      'one.json': registry([], ['two.json']),
      'two.json': registry(['skills'], ['one.json', '.agents/skills.json']),
      'skills/fire/SKILL.md': '',
    });
    expect(states(discovery)).toEqual({
      '.agents/skills.json loaded': ['^.agents/skills.json: found', '^one.json: found'],
      'one.json loaded': ['^two.json: found'],
      'two.json loaded': ['skills: found 1', '^one.json: found', '^.agents/skills.json: found'],
    });
  });

  it('are come to by the shortest way, and not from further than eight', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`${i}.json`, registry([], [`${i + 1}.json`])]),
    );
    const far = run({ ...chain, '.agents/skills.json': registry([], ['0.json']) });
    expect(far.registries).toHaveLength(9);
    expect(states(far)['7.json loaded']).toEqual(['^8.json: too-deep']);
    const near = run({ ...chain, '.agents/skills.json': registry([], ['0.json', '6.json']) });
    expect(near.registries).toHaveLength(13);
  });

  it('are followed once, however many inherit them', () => {
    const discovery = run({
      'a/.agents/skills.json': registry([], ['shared.json']),
      'b/.agents/skills.json': registry([], ['shared.json']),
      'b/.agents/agents.json': registry([], ['shared.json']),
      'shared.json': registry(['skills']),
      'skills/fire/SKILL.md': '',
    });
    expect(discovery.registries.map(({ path, name, inheritedBy }) => [path, name, inheritedBy])).toEqual([
      ['a/.agents/skills.json', 'skills.json', undefined],
      ['b/.agents/agents.json', 'agents.json', undefined],
      ['b/.agents/skills.json', 'skills.json', undefined],
      ['shared.json', 'agents.json', 'b/.agents/agents.json'],
      ['shared.json', 'skills.json', 'a/.agents/skills.json'],
    ]);
    expect(discovery.files.filter(({ path }) => path === 'shared.json')).toHaveLength(1);
  });

  it('and are too large are said to be unreadable', () => {
    const cwd = tempTree({ ...GIT, '.agents/skills.json': registry([], ['huge.json']), 'huge.json': '' });
    truncateSync(join(cwd, 'huge.json'), MAX_FILE_BYTES + 1);
    const discovery = discover({ paths: [], cwd });
    expect(states(discovery)['huge.json unreadable']).toEqual([]);
    expect(discovery.problems.map(({ path, code }) => `${path} ${code}`)).toEqual(['huge.json too-large']);
  });
});

it('files of other tools that go by these names are not followed', () => {
  const discovery = run({
    '.agents/skills.json': '{"skills": [{"path": "skills"}]}',
    '.agents/agents.json': 'no JSON',
    '.agents/rules.json': '[]',
  });
  expect(discovery.registries).toEqual([]);
});

it.each([
  ['a registry that was followed is decoded for whoever lints it', 'x', true],
  ['a large one is not kept for that', 'x'.repeat(600_000), false],
])('%s', (_, note, kept) => {
  const content = JSON.stringify({ note, entries: [] });
  const [file] = run({ '.agents/skills.json': content }, { readLater: true }).files;
  const result = file?.read();
  if (result?.ok !== true) throw new Error('not read');
  expect(new TextDecoder().decode(result.bytes)).toBe(content);
  const [first, second] = [loadRegistry(result.bytes), loadRegistry(result.bytes)];
  expect(first === second).toBe(kept);
});

it('a registry that was named alone is followed', () => {
  const discovery = run(
    { '.agents/skills.json': registry(['skills']), 'skills/fire/SKILL.md': '' },
    { paths: ['.agents/skills.json'] },
  );
  expect(discovery.items).toMatchObject([{ path: 'skills/fire/SKILL.md', selected: false }]);
});

it('ten thousand entries take linear time, also when all name the same large folder', () => {
  const skills = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`skills/s${i}/SKILL.md`, '']));
  const time = (count: number): number => {
    const paths = Array.from({ length: count }, (_, i) => ['skills', `gone/${i}`, `../${i}`, `skills/s${i}`]);
    const cwd = tempTree({ ...GIT, ...skills, '.agents/skills.json': registry(paths.flat()) });
    const start = performance.now();
    const { registries, items } = discover({ paths: [], cwd });
    const spent = performance.now() - start;
    expect(registries[0]?.entries).toHaveLength(count * 4);
    expect(items).toHaveLength(300);
    return spent;
  };
  time(250);
  expect(time(2500)).toBeLessThan(40 * Math.max(time(250), 50));
});
