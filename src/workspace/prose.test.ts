import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type TreeEntry, tempTree } from '../test/helpers.ts';
import { type Discovery, discover, type InputRequest } from './workspace.ts';

type Entries = Readonly<Record<string, TreeEntry>>;

const SERVERS = { '.agents/mcp_config.json': '{"mcpServers": {}}' };
const skills = (...entries: object[]): string => JSON.stringify({ entries });

function run(entries: Entries, request: Partial<InputRequest> = {}, below = ''): Discovery {
  const cwd = join(tempTree({ '.git/HEAD': '', ...entries }), below);
  return discover({ paths: [], cwd, ...request });
}

/** What agents read as text: `path kind reach`. */
function prose({ files }: Discovery): string[] {
  return files
    .filter(({ kind, filePlace }) => filePlace.prose !== undefined || kind === 'context')
    .map(
      ({ path, kind, filePlace }) => `${path} ${kind}${filePlace.prose ? ` ${filePlace.prose.reach}` : ''}`,
    );
}

describe('what is taken in a root', () => {
  it.each<[string, Entries, string[]]>([
    [
      'each by its place',
      {
        '.agents/rules/kiln.md': '',
        '.agents/rules/clay/red.md': '',
        '.agents/rules/README.md': '',
        '.agents/skills/fire/SKILL.md': '',
        '.agents/skills/fire/notes.md': '',
        '.agents/skills/old/glaze/SKILL.md': '',
        '.agents/skills/stamp.md': '',
        '.agents/agents/potter.md': '',
        '.agents/agents/painter/agent.md': '',
        '.agents/agents/old/agent.json': '{}',
        '.agents/workflows/throw.md': '',
        '.agents/memory/a.md': '',
      },
      [
        '.agents/agents/old/agent.json agent place',
        '.agents/agents/painter/agent.md agent place',
        '.agents/agents/potter.md agent place',
        '.agents/rules/clay/red.md rule too-deep',
        '.agents/rules/kiln.md rule place',
        '.agents/skills/fire/SKILL.md skill place',
        '.agents/skills/old/glaze/SKILL.md skill too-deep',
        '.agents/skills/stamp.md skill flat',
        '.agents/workflows/throw.md workflow place',
      ],
    ],
    [
      'what lies in a skill is part of it',
      {
        '.agents/skills/maker/SKILL.md': '',
        '.agents/skills/maker/templates/plain/SKILL.md': '',
        '.agents/skills/maker/templates/plain/more/SKILL.md': '',
      },
      ['.agents/skills/maker/SKILL.md skill place'],
    ],
    [
      'plugins, in a root and elsewhere',
      {
        '.agents/plugins/kiln/plugin.json': '{}',
        '.agents/plugins/kiln/skills/fire/SKILL.md': '',
        '.agents/plugins/kiln/rules/a.md': '',
        '.agents/plugins/bare/skills/fire/SKILL.md': '',
        '.agents/plugins/kiln/inner/plugin.json': '{}',
        '.agents/plugins/kiln/inner/skills/fire/SKILL.md': '',
        'pack/plugin.json': '{}',
        'pack/mcp_config.json': '{}',
        'pack/agents/potter.md': '',
        'pack/skills/deep/down/SKILL.md': '',
        'pack/src/skills/x/SKILL.md': '',
        'other/plugin.json': '{}',
        'other/skills/x/SKILL.md': '',
      },
      [
        '.agents/plugins/kiln/rules/a.md rule place',
        '.agents/plugins/kiln/skills/fire/SKILL.md skill place',
        'pack/agents/potter.md agent place',
        'pack/skills/deep/down/SKILL.md skill too-deep',
      ],
    ],
    [
      'context files in every directory',
      {
        'GEMINI.md': '',
        'docs/AGENTS.md': '',
        'docs/CLAUDE.md': '',
        '.agents/GEMINI.md': '',
        '.agents/rules/AGENTS.md': '',
        'node_modules/x/AGENTS.md': '',
      },
      [
        '.agents/GEMINI.md context',
        '.agents/rules/AGENTS.md context',
        'GEMINI.md context',
        'docs/AGENTS.md context',
      ],
    ],
    [
      'nothing of another host',
      { '.claude/agents/potter.md': '', '.github/workflows/a.md': '', 'skills/a.md': '' },
      [],
    ],
  ])('%s', (_, entries, expected) => {
    expect(prose(run({ ...SERVERS, ...entries }))).toEqual(expected);
  });
});

describe('whose a root is', () => {
  it.each<[string, Entries, string[]]>([
    ['skills alone are for any tool', { '.agents/skills/fire/SKILL.md': '', '.agents/skills/a.md': '' }, []],
    ['and so in .agent', { '.agent/skills/fire/SKILL.md': '' }, []],
    ['agents may be as well', { '.agents/agents/potter.md': '', '.agents/skills/fire/SKILL.md': '' }, []],
    ['but not in .agent', { '.agent/agents/potter.md': '' }, ['.agent/agents/potter.md agent place']],
    [
      'rules are for Antigravity',
      { '.agents/rules/a.md': '', '.agents/agents/potter.md': '', 'b/.agents/skills/fire/SKILL.md': '' },
      ['.agents/agents/potter.md agent place', '.agents/rules/a.md rule place'],
    ],
    ['further down as well', { '.agents/rules/web/a.md': '' }, ['.agents/rules/web/a.md rule too-deep']],
    ['so are workflows', { '.agents/workflows/a.md': '' }, ['.agents/workflows/a.md workflow place']],
    ['a README says nothing', { '.agents/rules/README.md': '', '.agents/skills/fire/SKILL.md': '' }, []],
    ['nor an empty folder', { '.agents/rules/': '', '.agents/skills/fire/SKILL.md': '' }, []],
    [
      'a registry tells, when it is one',
      { '.agents/skills.json': '{"entries": []}', '.agents/skills/fire/SKILL.md': '' },
      ['.agents/skills/fire/SKILL.md skill place'],
    ],
    ['and not when it is not', { '.agents/skills.json': '{}', '.agents/skills/fire/SKILL.md': '' }, []],
    [
      'a plugin tells',
      { '.agents/plugins/kiln/plugin.json': '{}', '.agents/skills/fire/SKILL.md': '' },
      ['.agents/skills/fire/SKILL.md skill place'],
    ],
    [
      'Codex has a file there, too',
      { '.agents/plugins/marketplace.json': '{}', '.agents/skills/a/SKILL.md': '' },
      [],
    ],
    [
      'a package called _agents is no root',
      { '_agents/rules/a.md': '', '_agents/agents/b.md': '', 'src/_agent/workflows/c.md': '' },
      [],
    ],
    [
      'until it holds a file of its own',
      { '_agents/hooks.json': '{}', '_agents/rules/a.md': '' },
      ['_agents/rules/a.md rule place'],
    ],
  ])('%s', (_, entries, expected) => {
    expect(prose(run(entries))).toEqual(expected);
  });
});

describe('what registries name', () => {
  it.each<[string, Entries, string[]]>([
    [
      'a folder of skills further down',
      {
        '.agents/skills.json': skills({ path: '.agents/skills/old' }),
        '.agents/skills/old/glaze/SKILL.md': '',
      },
      ['.agents/skills/old/glaze/SKILL.md skill registry'],
    ],
    [
      'a path in a filter',
      {
        '.agents/skills.json': skills({ path: '.agents/skills', include_only: ['old/glaze'] }),
        '.agents/skills/old/glaze/SKILL.md': '',
        '.agents/rules/old/a.md': '',
      },
      ['.agents/rules/old/a.md rule too-deep', '.agents/skills/old/glaze/SKILL.md skill registry'],
    ],
    [
      'nothing but direct children',
      { '.agents/skills.json': skills({ path: '.agents/skills' }), '.agents/skills/old/glaze/SKILL.md': '' },
      ['.agents/skills/old/glaze/SKILL.md skill too-deep'],
    ],
    [
      'rules further down',
      { '.agents/rules.json': skills({ path: '.agents/rules/clay' }), '.agents/rules/clay/red.md': '' },
      ['.agents/rules/clay/red.md rule registry'],
    ],
    [
      'what lies anywhere in the repository',
      {
        '.agents/skills.json': skills({ path: 'shared/skills' }),
        '.agents/agents.json': skills({ path: 'shared/potter.md' }, { path: 'shared/painter' }),
        'shared/skills/fire/SKILL.md': '',
        'shared/potter.md': '',
        'shared/painter/agent.md': '',
      },
      [
        'shared/painter/agent.md agent registry',
        'shared/potter.md agent registry',
        'shared/skills/fire/SKILL.md skill registry',
      ],
    ],
  ])('%s', (_, entries, expected) => {
    expect(prose(run(entries))).toEqual(expected);
  });

  it('has the name of its folder', () => {
    const { files } = run({
      '.agents/agents.json': skills({ path: 'shared/painter' }, { path: 'shared/potter.md' }),
      'shared/painter/agent.md': '',
      'shared/potter.md': '',
    });
    expect(files.map(({ filePlace }) => filePlace.prose?.name)).toEqual([undefined, 'painter', 'potter']);
  });

  it('is not linted where it was not named', () => {
    const entries = {
      '.agents/skills.json': skills({ path: 'shared/skills' }),
      'shared/skills/fire/SKILL.md': '',
    };
    expect(prose(run(entries, { paths: ['.agents'] }))).toEqual([]);
  });
});

describe('links', () => {
  it('to a file are read, when they stay inside', () => {
    const found = run({
      ...SERVERS,
      'docs/kiln.md': 'a',
      '.agents/rules/kiln.md': { symlink: '../../docs/kiln.md' },
      '.agents/rules/out.md': { symlink: '/etc/hostname' },
    });
    expect(prose(found)).toEqual(['.agents/rules/kiln.md rule place']);
    expect(found.problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '.agents/rules/out.md escaping-link',
    ]);
  });

  it('to a folder are not followed, and reported when they leave the repository', () => {
    const found = run({
      ...SERVERS,
      'skills/fire/SKILL.md': '',
      '.agents/skills/fire': { symlink: '../../skills/fire' },
      '.agents/skills/out': { symlink: '/etc' },
      '.agents/agents': { symlink: '/etc' },
      'b/.agents/skills/out': { symlink: '/etc' },
    });
    expect(prose(found)).toEqual([]);
    expect(found.problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '.agents/agents escaping-link',
      '.agents/skills/out escaping-link',
    ]);
  });
});

describe('named on the command line', () => {
  const entries = {
    ...SERVERS,
    '.agents/rules/kiln.md': '',
    '.agents/rules/clay/red.md': '',
    '.agents/skills/old/glaze/SKILL.md': '',
    '.agents/skills.json': skills({ path: '.agents/skills/old' }),
    'b/.agents/skills/fire/SKILL.md': '',
    'pack/plugin.json': '{}',
    'pack/agents/potter.md': '',
    'lone/SKILL.md': '',
    'docs/AGENTS.md': '',
  };
  test.each([
    ['.agents/rules/kiln.md', '.agents/rules/kiln.md rule place'],
    ['.agents/rules/clay/red.md', '.agents/rules/clay/red.md rule too-deep'],
    ['.agents/skills/old/glaze/SKILL.md', '.agents/skills/old/glaze/SKILL.md skill registry'],
    ['b/.agents/skills/fire/SKILL.md', 'b/.agents/skills/fire/SKILL.md skill place'],
    ['pack/agents/potter.md', 'pack/agents/potter.md agent place'],
    ['lone/SKILL.md', 'lone/SKILL.md skill place'],
    ['docs/AGENTS.md', 'docs/AGENTS.md context'],
  ])('%s', (path, expected) => {
    const found = run(entries, { paths: [path] });
    expect(found.usage).toEqual([]);
    expect(prose(found)).toEqual([expected]);
  });

  it.each([
    [
      'rules',
      ['.agents/rules'],
      ['.agents/rules/clay/red.md rule too-deep', '.agents/rules/kiln.md rule place'],
    ],
    ['a folder deeper', ['.agents/rules/clay'], ['.agents/rules/clay/red.md rule too-deep']],
    [
      'skills that a registry names',
      ['.agents/skills/old/glaze'],
      ['.agents/skills/old/glaze/SKILL.md skill registry'],
    ],
    ['agents of a plugin', ['pack/agents'], ['pack/agents/potter.md agent place']],
    [
      'rules of a plugin in a root',
      ['.agents/plugins/owl/rules'],
      ['.agents/plugins/owl/rules/fly.md rule place'],
    ],
    ['skills of a root that may be another tool\u2019s', ['b/.agents/skills'], []],
    [
      'what is named twice',
      ['.agents/rules/clay', '.agents/rules/clay/red.md'],
      ['.agents/rules/clay/red.md rule too-deep'],
    ],
    ['rules that lie elsewhere', ['rules'], []],
  ])('a folder: %s', (_, paths, expected) => {
    const found = run(
      {
        ...entries,
        'rules/a.md': '',
        'pack/mcp_config.json': '{}',
        '.agents/plugins/owl/plugin.json': '{}',
        '.agents/plugins/owl/rules/fly.md': '',
      },
      { paths },
    );
    expect(found.usage).toEqual([]);
    expect(prose(found)).toEqual(expected);
  });

  it('a folder among them: the root is known and not selected, and nothing else of it is taken', () => {
    const found = run(entries, { paths: ['.agents/rules'] });
    expect(found.roots.map(({ path, selected }) => [path, selected])).toEqual([['.agents', false]]);
    expect(found.files.map(({ path }) => path)).toEqual([
      '.agents/rules/clay/red.md',
      '.agents/rules/kiln.md',
    ]);
  });

  it('says whose it is, from within as well', () => {
    const [file] = run(entries, { paths: ['kiln.md'] }, '.agents/rules').files;
    expect(file?.owner).toMatchObject({ type: 'root', repositoryPath: '.agents' });
    expect(file).toMatchObject({ path: 'kiln.md', repositoryPath: '.agents/rules/kiln.md' });
  });

  it('a text that lies elsewhere is not understood', () => {
    expect(run({ 'rules/a.md': '' }, { paths: ['rules/a.md'] }).usage).toHaveLength(1);
    expect(run({ '.agents/notes.md': '' }, { paths: ['.agents/notes.md'] }).usage).toHaveLength(1);
  });
});

test('every other file of a root is at hand', () => {
  const found = run(
    {
      '.agents/skills/fire/SKILL.md': '',
      '.agents/skills/fire/run.sh': '',
      '.agents/skills/fire/linked': { symlink: 'run.sh' },
      '.agents/skills/fire/node_modules/x.js': '',
      'b/.agents/hooks.json': '{}',
      'b/.agents/hooks/run.sh': '',
      'b/.agents/.secret': '',
      'b/.agents/skipped/x': '',
      'c/_agents/x.py': '',
      'pack/plugin.json': '{}',
      'pack/mcp_config.json': '{}',
      'pack/skills/fire/x.sh': '',
    },
    { excluded: (path) => path.includes('skipped') },
  );
  expect(found.holdsRootFiles).toBe(true);
  expect(found.rootFiles.map(({ path, kind, filePlace }) => [path, kind, filePlace.shared])).toEqual([
    ['.agents/skills/fire/SKILL.md', 'root-file', true],
    ['.agents/skills/fire/run.sh', 'root-file', true],
    ['b/.agents/.secret', 'root-file', undefined],
    ['b/.agents/hooks/run.sh', 'root-file', undefined],
  ]);
});
