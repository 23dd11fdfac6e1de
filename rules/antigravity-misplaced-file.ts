import {
  defineRule,
  type FileRef,
  type FoundFolder,
  loadRulings,
  type NearEntry,
  type PluginManifestView,
  type RawFinding,
  type Ruling,
  type Span,
  type Stray,
  type Surroundings,
  type WorkspaceView,
} from '../src/rule.ts';

interface StrayArgs extends Record<string, string | number> {
  /** The folder of the file, from the repository root, and the file's own name. */
  readonly folder: string;
  readonly name: string;
}

const place = ({ folder, name }: StrayArgs): string => `${folder}/${name}`;

/** What the file is called where it counts: in the customization root beside the folder that is not read. */
const counting = ({ folder, name }: StrayArgs): string => {
  const root = folder.replace(/(^|\/)\.(?:antigravity|antigravitycli|gemini)(?:\/[^/]*)?$/, '$1.agents');
  return `${root}/${name === 'mcp.json' ? 'mcp_config.json' : name}`;
};

/** What is in a customization root: where none of these can be seen, nothing of the root can. */
const PARTS = ['mcp_config.json', 'hooks.json', 'rules/', 'skills/', 'agents/', 'plugins/', 'anything else'];

/** What lies at the top of a repository of somebody's own configuration files. */
const DOTFILES: ReadonlySet<string> = new Set(['.bashrc', '.zshrc', '.gitconfig', '.vimrc']);
const CHEZMOI = /^(?:dot_|\.chezmoi)/;

export default defineRule({
  id: 'antigravity-misplaced-file',
  summary:
    'Files for Antigravity must lie where it reads them, and what it keeps for itself must not be committed',
  category: 'layout',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['plugin-manifest', 'workspace'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'Servers and hooks in .antigravity/ and in .gemini/ of a project are not read.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim: 'Servers in .antigravitycli/ are not read.',
      source: 'a public report about the command-line program',
      version: '1.0.3',
      level: 'reported',
    },
    {
      claim: 'Hooks in a settings file of a customization root are passed over without a word.',
      source: 'a public report about the command-line program',
      level: 'reported',
    },
    {
      claim: 'hooks/hooks.json of a plugin is not looked at; releases up to 1.0.6 did.',
      source: 'the command-line program with plugins',
      version: '1.0.16, 1.2.2 and 1.5.0',
      level: 'measured',
    },
    {
      claim: 'What git ignores in a customization root is not picked up by the IDE.',
      source: 'public reports about the IDE',
      level: 'reported',
    },
    {
      claim: 'Tokens of remote servers land in mcp_oauth_tokens.json.',
      source: 'the page on MCP servers',
      level: 'documented',
    },
    {
      claim: 'installed_version.json and import_manifest.json are written by the installer of plugins.',
      source: 'the internals of a kit for plugins',
      level: 'reported',
    },
  ],
  messages: {
    'unread-folder': {
      severity: 'warning',
      scope: 'file',
      consequence: 'file-not-read',
      text: (a: StrayArgs) => `${place(a)} is read by no part of Antigravity, so nothing in it takes effect`,
      help: (a) => `Move what is in it to ${counting(a)}.`,
    },
    'home-copy': {
      severity: 'info',
      scope: 'file',
      consequence: 'file-not-read',
      text: (a: StrayArgs) =>
        `${place(a)} counts in the home directory alone; in a repository Antigravity does not read it`,
      help: (a) =>
        `Move what belongs to the project to ${counting(a)}, and leave the rest out of the repository.`,
    },
    'other-name': {
      severity: 'info',
      scope: 'file',
      consequence: 'file-not-read',
      text: (a: StrayArgs) => `Antigravity reads mcp_config.json in ${a.folder}/, and no ${a.name}`,
      help: (a) => `Put servers for Antigravity into ${a.folder}/mcp_config.json, under mcpServers.`,
    },
    settings: {
      severity: 'warning',
      scope: 'file',
      consequence: 'hook-ignored',
      text: (a: StrayArgs) =>
        `Antigravity reads no ${a.name} in ${a.folder}/, so the hooks in it are never called`,
      help: (a) => `Put them into ${a.folder}/hooks.json, in the form that Antigravity wants.`,
    },
    'nested-hooks': {
      severity: 'warning',
      scope: 'plugin',
      consequence: 'hook-ignored',
      text: (a: StrayArgs) =>
        `Antigravity looks for hooks.json at the top of a plugin, and not in ${a.folder}/; the plugin has no hooks for it`,
      help: () => 'Put a hooks.json at the top of the plugin, in the form that Antigravity wants.',
    },
    'installer-state': {
      severity: 'warning',
      scope: 'file',
      consequence: 'unportable',
      text: (a: StrayArgs) =>
        `${place(a)} is what the installer of plugins keeps about one machine; it is no part of a project`,
      help: (a) => `Take it out of the repository, and add ${a.name} to .gitignore.`,
    },
    tokens: {
      severity: 'warning',
      scope: 'file',
      consequence: 'credential-exposed',
      text: (a: StrayArgs) =>
        `${place(a)} is where Antigravity keeps the tokens of remote servers; whoever can read the repository can use them`,
      help: (a) =>
        `Take it out of the repository and of its history, add ${a.name} to .gitignore, and sign in to the servers anew.`,
    },
    'ignored-root': {
      severity: 'info',
      scope: 'repository',
      consequence: 'file-not-read',
      text: (a: { root: string; more: number }) =>
        `This line makes git ignore ${a.root}/ with all that is in it${a.more === 0 ? '' : ` (and ${a.more} more of its kind)`}; it is not shared, and the IDE of Antigravity does not pick it up`,
      help: () => 'Take the line out, or let it name only what is not to be shared.',
    },
  },

  check(view: PluginManifestView | WorkspaceView, { report }) {
    if (view.kind !== 'workspace') return [];
    const isDotfiles = createDotfilesTest();
    const strays = view.strays.filter(
      (stray) => !isToldElsewhere(stray, view) && !isDotfiles(stray.surroundings),
    );
    const covered = view.roots.filter(
      ({ ignoreFiles, surroundings }) => ignoreFiles !== undefined && !isDotfiles(surroundings),
    );
    return strays.length + covered.length === 0 ? [] : judge();

    async function judge(): Promise<readonly RawFinding[]> {
      const ignoring = await createIgnoring([...strays.filter(isKeptOut), ...covered]);
      const shown = strays.filter(
        (stray) => !isKeptOut(stray) || ignoring(stray, stray.file.repositoryPath) === undefined,
      );
      return [...shown.map(strayFinding), ...ignoredRoots(covered, ignoring)];
    }

    function strayFinding({ kind, file, at }: Stray): RawFinding {
      const { folder, name } = split(file);
      return report(kind, at, { folder: folder === '' ? '.' : folder, name }, { file });
    }

    function* ignoredRoots(roots: readonly FoundFolder[], ignoring: Ignoring): Iterable<RawFinding> {
      const lines = new Map<string, { ruling: IgnoreRuling; roots: FoundFolder[] }>();
      for (const root of roots) {
        const ruling = rulingOn(root, ignoring);
        if (ruling === undefined) continue;
        const key = `${ruling.line.span.start} ${ruling.file.file.absolute}`;
        const same = lines.get(key);
        if (same === undefined) lines.set(key, { ruling, roots: [root] });
        else same.roots.push(root);
      }
      for (const { ruling, roots } of lines.values()) {
        const root = roots[0]?.folder.repositoryPath ?? '';
        const { file } = ruling.file;
        const related = roots.map(({ folder }) => {
          return { message: 'a customization root that it covers', at: START, file: folder };
        });
        yield report('ignored-root', ruling.line.span, { root, more: roots.length - 1 }, { file, related });
      }
    }
  },
});

const START: Span = { start: 0, end: 0 };

/** What is in its place as long as git ignores it. */
function isKeptOut({ kind }: Stray): boolean {
  return kind === 'installer-state' || kind === 'tokens';
}

/** A manifest that names hooks is told of by antigravity-plugin-layout. */
function isToldElsewhere({ kind, plugin }: Stray, { files }: WorkspaceView): boolean {
  if (kind !== 'nested-hooks' || plugin === undefined) return false;
  const manifest = plugin.surroundings.file(plugin.manifest ?? '', 'folder')?.absolute;
  const found = files('plugin-manifest').find(({ file }) => file.absolute === manifest);
  return found?.view.manifest.unknown.some(({ name }) => name === 'hooks') === true;
}

/** Tells whether a repository holds somebody's own configuration, in which files of the home directory are in their place. */
function createDotfilesTest(): (surroundings: Surroundings) => boolean {
  const known = new Map<string, boolean>();
  return (surroundings) => {
    const repository = surroundings.file('.', 'repository')?.absolute ?? '';
    let is = known.get(repository);
    if (is === undefined) {
      const name = repository.split(/[/\\]/).at(-1) ?? '';
      is = /dotfiles/i.test(name) || surroundings.list('.', 'repository').some(tellsOfDotfiles);
      known.set(repository, is);
    }
    return is;
  };
}

function tellsOfDotfiles({ name, kind }: NearEntry): boolean {
  return DOTFILES.has(name) || CHEZMOI.test(name) || (name === '.config' && kind === 'directory');
}

/** A `.gitignore` file as the judge of paths wants it. */
interface ReadIgnoreFile {
  readonly folder: string;
  readonly bytes: Uint8Array;
  readonly file: FileRef;
}

type IgnoreRuling = Ruling<ReadIgnoreFile>;

/** Why git ignores a path, by the `.gitignore` files that hold for something; undefined when it does not. */
type Ignoring = (something: Pick<Stray, 'ignoreFiles'>, path: string) => IgnoreRuling | undefined;

/** @param all what will be asked about; nothing is loaded when no file holds for any of it */
async function createIgnoring(all: readonly { ignoreFiles?: readonly FileRef[] }[]): Promise<Ignoring> {
  if (all.every(({ ignoreFiles = [] }) => ignoreFiles.length === 0)) return () => undefined;
  const createRulings = await loadRulings();
  const known = new Map<string, ReturnType<typeof createRulings<ReadIgnoreFile>>>();
  return ({ ignoreFiles }, path) => {
    const key = ignoreFiles.map(({ absolute }) => absolute).join('\0');
    let rulings = known.get(key);
    if (rulings === undefined) {
      rulings = createRulings(ignoreFiles.flatMap(readable));
      known.set(key, rulings);
    }
    return rulings.ignoring(path);
  };
}

function readable(file: FileRef): readonly ReadIgnoreFile[] {
  const { source } = file;
  return source === undefined ? [] : [{ folder: split(file).folder, bytes: source.bytes, file }];
}

/** Why git ignores a root, or all that can be in it; undefined when a directory above is ignored: then it is so on purpose. */
function rulingOn({ folder, ignoreFiles = [] }: FoundFolder, ignoring: Ignoring): IgnoreRuling | undefined {
  const root = folder.repositoryPath;
  const about = (path: string): IgnoreRuling | undefined => ignoring({ ignoreFiles }, path);
  const whole = about(`${root}/`);
  if (whole !== undefined) return whole.at === `${root}/` ? whole : undefined;
  const parts = PARTS.map((part) => about(`${root}/${part}`));
  return parts.includes(undefined) ? undefined : parts[0];
}

/** The folder of a file and its name; '' for the repository root. */
function split({ repositoryPath }: FileRef): StrayArgs {
  const slash = repositoryPath.lastIndexOf('/');
  return { folder: repositoryPath.slice(0, Math.max(slash, 0)), name: repositoryPath.slice(slash + 1) };
}
