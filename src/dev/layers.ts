import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

/**
 * What each part of the program may import besides itself; nothing else. `src/rule.ts` and `src/config/shape.ts` are
 * parts of their own: the one module that rules know, and the leaf that lets a rule declare its options.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  version: [],
  text: [],
  json: ['text'],
  agy: ['text', 'json'],
  credentials: ['text'],
  yaml: [],
  markdown: ['text', 'yaml'],
  shell: ['text'],
  bridge: ['text'],
  toml: ['text'],
  gitignore: ['text'],
  sdk: ['text', 'json', 'agy', 'markdown'],
  kinds: ['text', 'json', 'agy', 'markdown'],
  inventory: ['text', 'json', 'agy', 'credentials', 'kinds'],
  hooks: ['text', 'json', 'agy', 'shell', 'kinds'],
  prose: ['text', 'agy', 'markdown', 'kinds'],
  fixes: ['text', 'json', 'agy', 'markdown', 'hooks'],
  'config/shape': ['text'],
  rule: [
    'text',
    'json',
    'agy',
    'credentials',
    'markdown',
    'shell',
    'bridge',
    'toml',
    'sdk',
    'gitignore',
    'kinds',
    'inventory',
    'hooks',
    'prose',
    'fixes',
    'config/shape',
  ],
  'rule-source': ['kinds', 'rule'],
  rules: ['rule'],
  schema: ['text', 'agy', 'config', 'config/shape', 'rule'],
  config: ['version', 'text', 'credentials', 'yaml', 'config/shape', 'rule'],
  workspace: ['text', 'json', 'agy', 'gitignore', 'kinds'],
  git: ['workspace'],
  engine: [
    'version',
    'text',
    'json',
    'agy',
    'credentials',
    'kinds',
    'config/shape',
    'rule',
    'rules',
    'config',
    'workspace',
  ],
  report: ['version', 'text', 'credentials', 'inventory', 'rule', 'engine'],
  run: [
    'version',
    'text',
    'agy',
    'credentials',
    'kinds',
    'inventory',
    'rule',
    'rule-source',
    'config',
    'workspace',
    'git',
    'engine',
    'report',
  ],
  mcp: ['version', 'text', 'credentials', 'inventory', 'rule-source', 'workspace', 'engine', 'report', 'run'],
  lsp: [
    'version',
    'text',
    'json',
    'agy',
    'credentials',
    'markdown',
    'kinds',
    'rule',
    'rule-source',
    'config',
    'workspace',
    'engine',
    'inventory',
    'report',
    'run',
  ],
  cli: [
    'version',
    'text',
    'json',
    'agy',
    'credentials',
    'kinds',
    'inventory',
    'config/shape',
    'rule',
    'rule-source',
    'rules',
    'schema',
    'config',
    'workspace',
    'git',
    'engine',
    'report',
    'run',
    'mcp',
    'lsp',
  ],
};

/** Not shipped, so free to import anything; and nothing that ships may import them. */
const NOT_SHIPPED: readonly string[] = ['dev', 'test'];

/** Parts that are functions of their input alone: no Node module at all. */
const PURE: readonly string[] = [
  'text',
  'json',
  'agy',
  'credentials',
  'yaml',
  'markdown',
  'shell',
  'bridge',
  'toml',
  'sdk',
  'gitignore',
  'kinds',
  'inventory',
  'hooks',
  'prose',
  'fixes',
  'config/shape',
  'rule',
  'rule-source',
  'rules',
];

/** Parts that touch the file system. */
const FILE_SYSTEM: readonly string[] = ['workspace', 'config', 'git', 'run', 'lsp', 'cli'];
const FILE_SYSTEM_MODULES = /^(?:node:)?fs(?:\/promises)?$/;

/** The one module that starts another program. */
const STARTER = 'src/git/run.ts';
const PROCESS_MODULES = /^(?:node:)?(?:child_process|cluster|worker_threads)$/;

/** The one place that knows a package: a file, or a folder with `/` at the end. */
export const IMPORTER: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server': 'src/mcp/',
  commander: 'src/cli/args.ts',
  'fast-glob': 'src/workspace/globs.ts',
  'get-east-asian-width': 'src/report/width.ts',
  ignore: 'src/gitignore/ruling.ts',
  'jsonc-parser': 'src/json/',
  picocolors: 'src/report/colors.ts',
  picomatch: 'src/workspace/exclude.ts',
  'vscode-languageserver': 'src/lsp/',
  'vscode-languageserver-textdocument': 'src/lsp/open-file.ts',
  'toml-eslint-parser': 'src/toml/read.ts',
  yaml: 'src/yaml/compose.ts',
  zod: 'src/mcp/',
};

/** The part a project file belongs to, e.g. `json` for `src/json/parse.ts`; undefined outside `src` and `rules`. */
export function partOf(file: string): string | undefined {
  if (file === 'src/config/shape.ts') return 'config/shape';
  if (file.startsWith('rules/')) return 'rules';
  return /^src\/([^/]+?)(?:\.ts)?(?:\/|$)/.exec(file)?.[1];
}

function packageBreach(file: string, specifier: string): string | undefined {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  const place = IMPORTER[name];
  if (place === undefined) return `imports ${specifier}, which has no place in src/dev/layers.ts`;
  const allowed = place.endsWith('/') ? file.startsWith(place) : file === place;
  return allowed ? undefined : `imports ${name}, which only ${place} may`;
}

function builtinBreach(part: string, file: string, specifier: string): string | undefined {
  if (PURE.includes(part)) return `imports ${specifier}, and ${part} is to be free of Node's modules`;
  if (FILE_SYSTEM_MODULES.test(specifier) && !FILE_SYSTEM.includes(part)) {
    return `imports ${specifier}, and ${part} is not to touch the file system`;
  }
  if (PROCESS_MODULES.test(specifier) && file !== STARTER) {
    return `imports ${specifier}, and only ${STARTER} starts other programs`;
  }
  return undefined;
}

function directionBreach(part: string, file: string, specifier: string): string | undefined {
  const target = partOf(posix.join(posix.dirname(file), specifier));
  if (target === part || (target !== undefined && MAY_IMPORT[part]?.includes(target))) return undefined;
  return `imports ${specifier}, and ${part} may not know ${target ?? 'what lies outside src and rules'}`;
}

/**
 * The imports of one shipped file that go against the design; empty for a file that does not ship.
 * @param file path from the project's root, with `/`
 */
export function breaches(file: string, specifiers: readonly string[]): readonly string[] {
  const part = partOf(file);
  if (part !== undefined && NOT_SHIPPED.includes(part)) return [];
  if (part === undefined || MAY_IMPORT[part] === undefined)
    return [`${file}: has no place in src/dev/layers.ts`];
  const found: string[] = [];
  for (const specifier of specifiers) {
    const breach = specifier.startsWith('.')
      ? directionBreach(part, file, specifier)
      : isBuiltin(specifier)
        ? builtinBreach(part, file, specifier)
        : packageBreach(file, specifier);
    if (breach !== undefined) found.push(`${file}: ${breach}`);
  }
  return found;
}
