import { scriptOfArguments } from './argv.ts';
import { findOption, invocationOf, readArguments } from './program.ts';
import type { ShellCommand, ShellWord } from './types.ts';

/** A package or image that a command fetches, if need be, and starts. */
export interface StartedPackage {
  readonly from: 'npm' | 'pypi' | 'image';
  /** As spelled, with its version or tag. */
  readonly spec: string;
  /** Without version, tag or digest. */
  readonly name: string;
}

interface Runner {
  readonly from: StartedPackage['from'];
  /** Words between the program and its arguments, such as `dlx`. */
  readonly verbs: readonly string[];
  /** Options that take the next word. */
  readonly values: readonly string[];
  /** Options that name the package; without one the first operand does. */
  readonly names: readonly string[];
}

const NPX: Runner = {
  from: 'npm',
  verbs: [],
  values: ['-p', '--package', '-c', '--call', '--registry', '--cache', '--userconfig', '-w', '--workspace'],
  names: ['-p', '--package'],
};
const UVX: Runner = {
  from: 'pypi',
  verbs: [],
  values: [
    '--from',
    '--with',
    '-p',
    '--python',
    '--index',
    '--index-url',
    '--default-index',
    '--extra-index-url',
  ],
  names: ['--from'],
};
const DOCKER: Runner = {
  from: 'image',
  verbs: ['run'],
  values: (
    '-e --env -v --volume --name -p --publish -w --workdir -u --user --network --net --mount --entrypoint --env-file -l --label --platform -m --memory ' +
    '--cpus -h --hostname --add-host --pull --restart --shm-size --gpus --device --cap-add --cap-drop --security-opt --ulimit --tmpfs --dns --log-driver'
  ).split(' '),
  names: [],
};

/** By program; where there are several, by the word behind it. */
const RUNNERS: Readonly<Record<string, readonly Runner[]>> = {
  npx: [NPX],
  bunx: [NPX],
  pnpx: [NPX],
  bun: [{ ...NPX, verbs: ['x'] }],
  npm: [
    { ...NPX, verbs: ['exec'] },
    { ...NPX, verbs: ['x'] },
  ],
  pnpm: [{ ...NPX, verbs: ['dlx'] }],
  yarn: [{ ...NPX, verbs: ['dlx'] }],
  uvx: [UVX],
  uv: [{ ...UVX, verbs: ['tool', 'run'] }],
  pipx: [
    { from: 'pypi', verbs: ['run'], values: ['--spec', '--python', '--index-url', '-i'], names: ['--spec'] },
  ],
  docker: [DOCKER],
  podman: [DOCKER],
};

/** The package that a program's arguments start, also behind `env` or `cmd /c`; undefined for anything else. */
export function startedPackage(argv: readonly string[]): StartedPackage | undefined {
  const [first = '', second = ''] = argv;
  const plain = /(?:^|[\\/])cmd(?:\.exe)?$/i.test(first) && /^\/[ck]$/i.test(second) ? argv.slice(2) : argv;
  const invocation = invocationOf(scriptOfArguments(plain).commands[0] as ShellCommand);
  if (invocation === undefined) return undefined;
  const name = invocation.name.replace(/\.cmd$/, '');
  const runners = Object.hasOwn(RUNNERS, name) ? (RUNNERS[name] as readonly Runner[]) : [];
  for (const { from, verbs, values, names } of runners) {
    if (!verbs.every((verb, i) => invocation.args[i]?.value === verb)) continue;
    const spec = specOf(invocation.args.slice(verbs.length), values, names);
    if (spec !== undefined && spec !== '') return { from, spec, name: nameOf(from, spec) };
  }
  return undefined;
}

/** Options end at the first operand: what follows belongs to the package. */
function specOf(
  args: readonly ShellWord[],
  values: readonly string[],
  names: readonly string[],
): string | undefined {
  let end = args.length;
  for (let i = 0; i < args.length; i++) {
    const text = args[i]?.value as string;
    if (values.includes(text)) i++;
    else if (text === '--' || !text.startsWith('-')) {
      end = text === '--' ? i + 1 : i;
      break;
    }
  }
  const named = findOption(readArguments(args.slice(0, end), { values }), ...names);
  return named === undefined ? args[end]?.value : (named.glued ?? named.value?.value);
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
