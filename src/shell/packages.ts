import { firstOperand, type GivenOption, type Invocation, readArguments } from './program.ts';
import { startsOf } from './starts.ts';
import type { ShellWord } from './types.ts';

/** A package or image that a command fetches, if need be, and starts. */
export interface StartedPackage {
  readonly from: 'npm' | 'pypi' | 'image';
  /** As spelled, with its version or tag. */
  readonly spec: string;
  /** Without version, tag or digest. */
  readonly name: string;
  /** The word that holds the spec, alone or behind an option. */
  readonly word: ShellWord;
  /** An option keeps it from being fetched, or settles its version in another way. */
  readonly settled: boolean;
  /** The program may ask a person before it installs the package. */
  readonly asks: boolean;
  /** What the project has installed comes first when no version is named. */
  readonly prefersInstalled: boolean;
}

interface Runner {
  readonly from: StartedPackage['from'];
  /** Words between the program and its arguments, such as `dlx`. */
  readonly verbs: readonly string[];
  /** Options that take the next word. */
  readonly values: readonly string[];
  /** Options that name a package; without one the first operand does. */
  readonly names: readonly string[];
  /** Options that keep a package from being fetched or settle its version; some with one value alone, `--x=value`. */
  readonly settling: readonly string[];
  /** Options that answer for whoever would be asked; none where nobody is asked. */
  readonly consent: readonly string[];
  readonly prefersInstalled: boolean;
}

const NPX: Runner = {
  from: 'npm',
  verbs: [],
  values:
    '-p --package -c --call --registry --cache --userconfig --prefix -w --workspace --loglevel --script-shell --node-options'.split(
      ' ',
    ),
  names: ['-p', '--package'],
  settling: ['--no', '--no-install', '--offline'],
  consent: ['-y', '--yes'],
  prefersInstalled: true,
};
const DLX: Runner = {
  ...NPX,
  values: '-p --package -C --dir --filter --reporter --allow-build --registry --cwd'.split(' '),
  consent: [],
  prefersInstalled: false,
};
const BUNX: Runner = { ...DLX, prefersInstalled: true };
const UVX: Runner = {
  from: 'pypi',
  verbs: [],
  values: (
    '--from -w --with --with-editable --with-requirements -p --python --index --default-index -i --index-url --extra-index-url -f --find-links -c ' +
    '--constraint --constraints --override --overrides -b --build-constraint --build-constraints --exclude-newer --cache-dir --directory --project ' +
    '--config-file --env-file -P --upgrade-package --reinstall-package --refresh-package --resolution --prerelease --index-strategy ' +
    '--keyring-provider --link-mode --python-platform --color --allow-insecure-host'
  ).split(' '),
  names: ['--from'],
  settling: [
    '--offline',
    '-c',
    '--constraint',
    '--constraints',
    '--override',
    '--overrides',
    '--exclude-newer',
  ],
  consent: [],
  prefersInstalled: false,
};
const DOCKER: Runner = {
  from: 'image',
  verbs: ['run'],
  values: (
    '-e --env -v --volume --name -p --publish -w --workdir -u --user --network --net --network-alias --mount --entrypoint --env-file -l --label ' +
    '--label-file --platform -m --memory --memory-swap --cpus --cpuset-cpus -c --cpu-shares -h --hostname --domainname --add-host --pull --restart ' +
    '--shm-size --gpus --device --cap-add --cap-drop --security-opt --ulimit --tmpfs --dns --dns-search --log-driver --log-opt --log-level -a ' +
    '--attach --annotation --cgroup-parent --cgroupns --cidfile --expose --group-add --health-cmd --health-interval --ip --ipc --isolation --link ' +
    '--mac-address --pid --pids-limit --runtime --stop-signal --stop-timeout --sysctl --userns --uts --volumes-from --authfile --secret --arch --os ' +
    '-H --host --context --config -f --file --project-directory --project-name --profile'
  ).split(' '),
  names: [],
  settling: ['--pull=never'],
  consent: [],
  prefersInstalled: false,
};

/** Options of docker and podman that take the next word, in front of the verb and behind it. */
export const CONTAINER_VALUES = DOCKER.values;

/** By program; where there are several, by the words behind it. */
const RUNNERS: Readonly<Record<string, readonly Runner[]>> = {
  npx: [NPX],
  bunx: [BUNX],
  pnpx: [DLX],
  bun: [{ ...BUNX, verbs: ['x'] }],
  npm: [
    { ...NPX, verbs: ['exec'] },
    { ...NPX, verbs: ['x'] },
  ],
  pnpm: [{ ...DLX, verbs: ['dlx'] }],
  yarn: [{ ...DLX, verbs: ['dlx'] }],
  uvx: [UVX],
  uv: [{ ...UVX, verbs: ['tool', 'run'] }],
  pipx: [
    {
      ...UVX,
      verbs: ['run'],
      values: ['--spec', '--python', '--index-url', '-i', '--pip-args'],
      names: ['--spec'],
      settling: [],
    },
  ],
  docker: [DOCKER, { ...DOCKER, verbs: ['container', 'run'] }],
  podman: [DOCKER, { ...DOCKER, verbs: ['container', 'run'] }],
  nerdctl: [DOCKER],
};

/** The first package that a program's arguments start, also behind `env` or `cmd /c`; undefined for anything else. */
export function startedPackage(argv: readonly string[]): StartedPackage | undefined {
  const [start] = startsOf(argv) ?? [];
  return start === undefined ? undefined : packagesOf(start.invocation)[0];
}

/** The packages that a command starts, or starts its program out of; there is hardly ever more than one. */
export function packagesOf({ name, args }: Invocation): readonly StartedPackage[] {
  const program = name.replace(/\.(?:cmd|ps1)$/, '');
  const runners = Object.hasOwn(RUNNERS, program) ? (RUNNERS[program] as readonly Runner[]) : [];
  for (const runner of runners) {
    const own = behindVerbs(args, runner);
    if (own !== undefined) return packagesAmong(own, runner);
  }
  return [];
}

function behindVerbs(
  args: readonly ShellWord[],
  { verbs, values }: Runner,
): readonly ShellWord[] | undefined {
  let from = 0;
  for (const verb of verbs) {
    const at = firstOperand(args, from, values);
    if (args[at]?.value !== verb) return undefined;
    from = at + 1;
  }
  return args.slice(from);
}

/** Options end at the first operand: what follows belongs to the package. */
function packagesAmong(args: readonly ShellWord[], runner: Runner): readonly StartedPackage[] {
  const { from, values, names, settling, consent, prefersInstalled } = runner;
  const end = firstOperand(args, 0, values);
  const { options } = readArguments(args.slice(0, end), { values });
  const given = (wanted: readonly string[]): boolean =>
    options.some((option) => wanted.includes(option.name) || wanted.includes(spelled(option)));
  const named = options
    .filter(({ name }) => names.includes(name))
    .map((option) => ({ spec: givenText(option), word: option.value }));
  const operand = args[end];
  const sources = named.length > 0 ? named : [{ spec: operand?.value, word: operand }];
  const settled = given(settling);
  const asks = consent.length > 0 && !given(consent);
  return sources.flatMap(({ spec = '', word }) =>
    spec === '' || word === undefined
      ? []
      : [{ from, spec, name: nameOf(from, spec), word, settled, asks, prefersInstalled }],
  );
}

function givenText({ glued, value }: GivenOption): string | undefined {
  return glued ?? value?.value;
}

function spelled(option: GivenOption): string {
  return `${option.name}=${givenText(option) ?? ''}`;
}

function nameOf(from: StartedPackage['from'], spec: string): string {
  switch (from) {
    case 'npm': {
      const at = spec.indexOf('@', 1);
      return at === -1 ? spec : spec.slice(0, at);
    }
    case 'pypi':
      return spec.split(/[[=<>!~@;\s]/, 1)[0] as string;
    case 'image': {
      const plain = spec.split('@', 1)[0] as string;
      const colon = plain.indexOf(':', plain.lastIndexOf('/') + 1);
      return colon === -1 ? plain : plain.slice(0, colon);
    }
  }
}
