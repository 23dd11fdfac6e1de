import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TreeSize {
  /** Projects, each with one `mcp_config.json`. */
  readonly projects: number;
  /** Other files of a project. */
  readonly filesEach: number;
  readonly packages: number;
  /** Files of a package below `node_modules`. */
  readonly packageFiles: number;
}

/** 100,000 files: 1,000 of Antigravity's, 19,000 others, 80,000 below `node_modules`. */
export const LARGE: TreeSize = { projects: 1000, filesEach: 19, packages: 2000, packageFiles: 40 };
/** As many files, of which 1,000 are Antigravity's, five in a project. */
export const LARGE_ALL: TreeSize = { projects: 200, filesEach: 99, packages: 2000, packageFiles: 40 };
export const SMALL: TreeSize = { projects: 100, filesEach: 19, packages: 200, packageFiles: 40 };

/** How many files a tree of that size has. */
export function fileCount(size: TreeSize): number {
  return size.projects * (1 + size.filesEach) + size.packages * size.packageFiles;
}

/** A file as people write it: a handful of servers, nothing wrong with it. */
export const ORDINARY = `${JSON.stringify(
  {
    mcpServers: {
      orchard: {
        command: 'npx',
        args: ['-y', 'orchard-mcp@2.1.0', '--stdio'],
        env: { ORCHARD_REGION: 'north', LOG_LEVEL: 'info' },
      },
      grapes: { serverUrl: 'https://grapes.example/mcp', headers: { 'X-Region': 'north' } },
      wagons: { command: 'python3', args: ['-m', 'wagons'], cwd: 'tools', disabled: true },
    },
  },
  null,
  2,
)}\n`;

/** The same for a plugin, whose servers have names of their own. */
const ORDINARY_PLUGIN_SERVERS = ORDINARY.replace(
  /"(?:orchard|grapes|wagons)"(?=: \{)/g,
  (name) => `"cellar-${name.slice(1)}`,
);

const ORDINARY_HOOKS = `${JSON.stringify(
  {
    press: {
      PreToolUse: [{ matcher: 'run_command', hooks: [{ command: 'make gate', timeout: 10 }] }],
      Stop: [{ command: 'npx --no-install prettier --check .' }],
    },
  },
  null,
  2,
)}\n`;
const ORDINARY_PLUGIN = `${JSON.stringify({ name: 'cellar', description: 'Keeps the vats', version: '1.2.0' }, null, 2)}\n`;
const ORDINARY_REGISTRY = `{\n  // shared with the other vineyards\n  "entries": [{ "path": "shared/skills" }],\n}\n`;

/** The names of the files that `makeTree` writes with all kinds. */
export const ALL_NAMES: readonly string[] = ['mcp_config.json', 'hooks.json', 'plugin.json', 'skills.json'];

function addOtherKinds(root: string): void {
  const plugin = join(root, 'plugins', 'cellar');
  mkdirSync(plugin, { recursive: true });
  writeFileSync(join(root, 'hooks.json'), ORDINARY_HOOKS);
  writeFileSync(join(root, 'skills.json'), ORDINARY_REGISTRY);
  writeFileSync(join(plugin, 'plugin.json'), ORDINARY_PLUGIN);
  writeFileSync(join(plugin, 'mcp_config.json'), ORDINARY_PLUGIN_SERVERS);
}

/** A new folder for one project with one ordinary file; gives the folder. */
export function makeProject(folder: string): string {
  // The folder that holds `.git` bounds every search upwards.
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(join(folder, '.agents'));
  writeFileSync(join(folder, '.agents', 'mcp_config.json'), ORDINARY);
  return folder;
}

function fill(folder: string, name: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i += 1) writeFileSync(join(folder, `${name}${i}.js`), '');
}

/** A repository of many projects, each with one of Antigravity's files or with one of every kind, beside a large `node_modules`; gives the folder. */
export function makeTree(folder: string, size: TreeSize, kinds: 'one' | 'all' = 'one'): string {
  mkdirSync(join(folder, '.git'), { recursive: true });
  for (let i = 0; i < size.projects; i += 1) {
    const project = join(folder, 'projects', `p${i}`);
    fill(project, 'file', size.filesEach);
    mkdirSync(join(project, '.agents'));
    writeFileSync(join(project, '.agents', 'mcp_config.json'), ORDINARY);
    if (kinds === 'all') addOtherKinds(join(project, '.agents'));
  }
  if (kinds === 'all') mkdirSync(join(folder, 'shared', 'skills'), { recursive: true });
  for (let i = 0; i < size.packages; i += 1) {
    fill(join(folder, 'node_modules', `package${i}`), 'module', size.packageFiles);
  }
  return folder;
}

function repeatUpTo(bytes: number, head: string, piece: (index: number) => string, tail: string): string {
  const pieces: string[] = [];
  let size = head.length + tail.length;
  for (let i = 0; ; i += 1) {
    const next = `${i === 0 ? '' : ','}${piece(i)}`;
    if (size + next.length > bytes) return head + pieces.join('') + tail;
    size += next.length;
    pieces.push(next);
  }
}

/** Servers, one after the other, in a file of at most `bytes`. */
export function manyServers(bytes: number): string {
  const server = (i: number) =>
    `"s${i}":{"command":"orchard-mcp","args":["--berth","${i}"],"env":{"LOG_LEVEL":"info"}}`;
  return repeatUpTo(bytes, '{"mcpServers":{', server, '}}');
}

/** As many JSON values as go into a file of at most `bytes`: the worst case for a tree of nodes. */
export function manyValues(bytes: number): string {
  return repeatUpTo(bytes, '{"mcpServers":{"orchard":{"command":"orchard-mcp","berths":[', () => '0', ']}}}');
}

/** Servers with one mistake each, as a program writes them that indents. */
export function badServers(count: number): string {
  const server = (i: number) => ({ command: 'orchard-mcp', args: ['--berth', `${i}`], env: { BERTH: i } });
  const servers = Object.fromEntries(Array.from({ length: count }, (_, i) => [`orchard-${i}`, server(i)]));
  return `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`;
}

/** A repository with so many skills, each of some length; gives the folder. */
export function makeSkills(folder: string, count: number): string {
  const root = join(folder, '.agents');
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(join(root, 'rules'), { recursive: true });
  // What tells that the root is Antigravity's, so that its skills are judged.
  writeFileSync(
    join(root, 'rules', 'vats.md'),
    '---\ntrigger: always_on\n---\nRinse the vats in the evening.\n',
  );
  for (let i = 0; i < count; i += 1) {
    const skill = join(root, 'skills', `press-${i}`);
    mkdirSync(skill, { recursive: true });
    writeFileSync(
      join(skill, 'SKILL.md'),
      `---\nname: press-${i}\ndescription: Sets up press number ${i} before the harvest.\n---\n${prose(2048)}`,
    );
  }
  return folder;
}

/** Markdown of about so many bytes, with headings, lists and fences as people write them; no two sections are equal. */
export function prose(bytes: number): string {
  const pieces: string[] = [];
  for (let size = 0, i = 0; size < bytes; i += 1) {
    const piece = `## Row ${i}\n\n- Count the vines of row ${i} and write the number down.\n- Ask for help when \`make row-${i}\` fails.\n\n\`\`\`sh\nmake row-${i} --dry-run\n\`\`\`\n\nThe rows are numbered from the gate; what stands behind the wall belongs to row ${i + 1}.\n\n`;
    pieces.push(piece);
    size += piece.length;
  }
  return pieces.join('');
}

/** Texts over and over that the search for credentials has to look at everywhere; put together here, so that none stands in a file. */
export const HARD_TO_SEARCH: Readonly<Record<string, string>> = {
  tokens: `${['gh', 'p_'].join('')}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 `,
  prefixes: 'sk-',
  words: 'a ',
  addresses: 'postgres://picker:${PLUMS}@db.orchard.example/ ',
  assignments: 'ORCHARD_TOKEN=${PLUMS} ',
};

/** A server with one argument of nearly 8 MiB. */
export function longString(piece: string): string {
  const args = [piece.repeat(Math.floor(8_300_000 / piece.length))];
  return JSON.stringify({ mcpServers: { orchard: { command: 'orchard-mcp', args } } });
}
