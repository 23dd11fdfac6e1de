import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CodeSplittingGroup, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import type { Manifest, ManifestChunk } from './manifest.ts';
import { thirdPartyNotices } from './notices.ts';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

const MANIFEST = 'manifest.json';

/** Modules that the bundler makes up have no path on disk; their ids start with a NUL. */
function isOnDisk(module: string): boolean {
  return !module.startsWith('\0');
}

function projectPath(root: string, module: string): string {
  return isOnDisk(module) ? relative(root, module).replaceAll('\\', '/') : module.slice(1);
}

function describe(root: string, chunk: OutputChunk): ManifestChunk {
  return {
    bytes: toAscii(chunk.code).length,
    imports: chunk.imports.filter((name) => !isBuiltin(name)).sort(),
    dynamicImports: chunk.dynamicImports.filter((name) => !isBuiltin(name)).sort(),
    modules: Object.keys(chunk.modules)
      .map((module) => projectPath(root, module))
      .sort(),
  };
}

/** The package has no dependencies, so a bare import left in the bundle would fail at the user's. */
function assertSelfContained(manifest: Manifest): void {
  for (const [file, chunk] of Object.entries(manifest.chunks)) {
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      if (!(name in manifest.chunks)) throw new Error(`${file} still imports ${name}, which is not bundled`);
    }
  }
}

/** Makes a folder hold these files and no other. Each appears whole, for whoever runs the program meanwhile. */
function replaceContents(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(folder, `${name}.new`), content);
  for (const name of files.keys()) renameSync(join(folder, `${name}.new`), join(folder, name));
  for (const name of readdirSync(folder)) {
    if (!files.has(name)) rmSync(join(folder, name), { recursive: true });
  }
}

/** Something that a package does at start, that we have no use for, and that costs milliseconds of every run. */
interface Waste {
  readonly package: RegExp;
  readonly says: string;
  readonly instead: string;
}

const WASTE: readonly Waste[] = [
  // For subcommands that are programs of their own. This makes it wait until somebody uses it.
  {
    package: /[\\/]commander[\\/]lib[\\/]command\.js$/,
    says: "const childProcess = require('node:child_process');",
    instead: "const childProcess = { spawn: (...args) => require('node:child_process').spawn(...args) };",
  },
  // To find out whether there is a terminal, which we tell it: Node makes a stream of a pipe for that, and loads its network.
  {
    package: /[\\/]picocolors[\\/]picocolors\.js$/,
    says: '(p.stdout || {}).isTTY',
    instead: 'false',
  },
];

const withoutWaste: Plugin = {
  name: 'without-waste',
  transform(code: string, id: string): string | undefined {
    const waste = WASTE.find((one) => one.package.test(id));
    if (waste === undefined) return undefined;
    if (!code.includes(waste.says)) {
      throw new Error(`${id} no longer says ${waste.says}: see whether this is still needed`);
    }
    return code.replace(waste.says, waste.instead);
  },
};

/**
 * What is loaded together is one file, because finding a file costs more than reading it: all that every run needs; the
 * emulator and the rules of each kind of file; the report for people.
 */
const GROUPS: CodeSplittingGroup[] = [
  { name: 'main', tags: ['$initial'], priority: 3 },
  {
    name: 'main',
    test: /[\\/]src[\\/](?:rule|agy[\\/](?:unset-variables|node-path)|fixes[\\/]words|json[\\/](?:explain|advice|edit|mend|tokens|trivia)|kinds[\\/]source-ref|markdown[\\/](?:bytes|inline)|text[\\/](?:path|edit(?:ed)?|moved|one-edit|ascii-view))\.ts$/,
    priority: 3,
  },
  {
    name: 'mcp',
    test: /[\\/](?:rules[\\/](?:antigravity-mcp|mcp-(?!prohibited|sdk)|agy-bridge)|src[\\/](?:fixes[\\/]server|(?:kinds|agy|fixes)[\\/]mcp|inventory[\\/]server-credentials|bridge[\\/]))/,
    priority: 2,
  },
  { name: 'shell', test: /[\\/]src[\\/]shell[\\/]/, priority: 2 },
  {
    name: 'hooks',
    test: /[\\/](?:rules[\\/](?:antigravity-)?hooks|src[\\/](?:(?:kinds|fixes)[\\/]hooks|agy[\\/](?:hook|slice)|hooks[\\/]))/,
    priority: 2,
  },
  {
    name: 'plugins',
    test: /[\\/](?:rules[\\/]antigravity-(?:plugin|misplaced)|src[\\/](?:kinds|agy|fixes)[\\/]plugin)/,
    priority: 2,
  },
  // Asked about every file that names servers, and mostly content with a look at what they start.
  { name: 'sdk', test: /[\\/](?:rules[\\/]mcp-sdk|src[\\/]sdk[\\/])/, priority: 2 },
  {
    name: 'prose',
    test: /[\\/](?:rules[\\/](?:antigravity-(?:rule|skill|agent|workflow)-|context-)|src[\\/](?:fixes[\\/]prose|kinds[\\/](?:prose|text)|agy[\\/](?:rule-trigger|agent-model)|prose[\\/]|markdown[\\/](?!yaml-|head-fault)))/,
    priority: 2,
  },
  // How a server is started is read in every mcp_config.json, a whole line for a shell in few of them.
  {
    name: 'starts',
    test: /[\\/]src[\\/](?:shell[\\/](?:argv|danger|elsewhere|interpreters|judge-starts|machine-path|named-program|packages|pinning|program|starts)|kinds[\\/]installed-packages)\.ts$/,
    priority: 3,
  },
  { name: 'lsp', test: /[\\/](?:src[\\/]lsp|node_modules[\\/]vscode-[^\\/]+)[\\/]/, priority: 3 },
  { name: 'told', test: /[\\/]src[\\/]run[\\/]rule-(?:details|here|page)\.ts$/, priority: 2 },
  {
    name: 'text',
    test: /[\\/]src[\\/]report[\\/](?:text|compact|report|frame|locate|width)\.ts$|east-asian-width/,
    priority: 2,
  },
];

/** One byte a character: V8 compiles such a file in three quarters of the time. Escapes mean the same in every string and pattern. */
function toAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Runs in a process of its own: what is compiled by a run is what a run needs. Projects with little wrong in them, for what is
 * compiled and not needed has to be read all the same.
 */
const PRECOMPILE = `
const { createLoader, compiledFolder } = require(process.argv[1]);
const { mkdirSync, readdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const [dist, project, ordinary] = process.argv.slice(2);
const loader = createLoader(dist);
(async () => {
  const { run } = loader.load('entry.cjs');
  const lints = [[project], [project, '--format', 'json'], [ordinary]];
  for (const args of [...lints.map((rest) => ['lint', ...rest]), ['list-rules']]) {
    process.argv = [process.argv[0], 'skillsaw', ...args];
    await run();
  }
  for (const name of readdirSync(dist)) if (name.endsWith('.cjs')) loader.load(name);
  mkdirSync(compiledFolder(dist), { recursive: true });
  for (const [name, script] of loader.scripts) {
    writeFileSync(join(compiledFolder(dist), name + '.bin'), script.createCachedData());
  }
  process.exitCode = 0;
})();
`;

/** Keeps the compiled code of the bundle beside it, for the Node that is running; see bin/load.js. */
function precompile(root: string): void {
  const loader = join(root, 'bin', 'load.js');
  const projects = ['demo', 'vineyard'].map((name) => join(root, 'fixtures', 'projects', name));
  if (!existsSync(loader)) return;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-e', PRECOMPILE, loader, join(root, 'dist'), ...projects],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  if (status !== 0) throw new Error(`the bundle does not run: ${stderr}`);
}

/**
 * Bundles the program into `<root>/dist`, which then holds nothing else: one CommonJS file for what every run needs
 * and one for each part that is loaded on demand. CommonJS, because Node's ESM loader costs a tenth of a bare
 * start; not minified, because the cost is finding modules, not reading them, and stack traces stay readable.
 * The same sources give the same bytes.
 * @throws on any warning of the bundler: an import that is not there, a lazy import of what is loaded at start anyway
 */
export async function build(root: string): Promise<void> {
  const started = new Date();
  const bundle = await rolldown({
    cwd: root,
    input: { entry: 'src/cli/entry.ts' },
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    // jsonc-parser's `main` is a UMD file that finds its parts at run time, which no bundler can follow.
    resolve: {
      mainFields: ['module', 'main'],
      alias: { '@modelcontextprotocol/server/_shims': join(root, 'src', 'mcp', 'shims.ts') },
    },
    plugins: [withoutWaste],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    // A rule imports what it needs of all emulators through one module: that must not draw them into its file.
    codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false },
    // Readable stack traces, but no comments: they are read and decoded at every start. Licences are in the notices.
    minify: false,
    comments: false,
    sourcemap: false,
  });
  await bundle.close();

  const chunks = output.filter((file) => file.type === 'chunk');
  const named = chunks.map((chunk) => [chunk.fileName, describe(root, chunk)] as const);
  named.sort(([a], [b]) => (a < b ? -1 : 1));
  const manifest: Manifest = { entry: 'entry.cjs', chunks: Object.fromEntries(named) };
  assertSelfContained(manifest);
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules)).filter(isOnDisk);

  const files = new Map(chunks.map((chunk) => [chunk.fileName, toAscii(chunk.code)]));
  files.set('THIRD-PARTY-NOTICES.txt', thirdPartyNotices(modules));
  files.set(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  replaceContents(join(root, 'dist'), files);
  precompile(root);
  // The manifest tells how old the build is, and a source may have changed since it was read.
  utimesSync(join(root, 'dist', MANIFEST), started, started);
}

// Says nothing when all is well: `npm pack` runs this, and its caller reads the tarball's name from standard output.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build(PROJECT);
