import { CONTAINER_VALUES } from './packages.ts';
import { firstOperand, type Invocation, readArguments } from './program.ts';
import type { ShellWord } from './types.ts';

/** A program that runs others in a container or on another machine, where paths mean something else. */
interface Outpost {
  /** Options that take the next word. */
  readonly values: readonly string[];
  /** Options whose value is a path on this machine. */
  readonly here: readonly string[];
  /** Verbs that another verb follows. */
  readonly groups: readonly string[];
  /** Whether the first operand is a verb, and not the place yet. */
  readonly verb: boolean;
}

const CONTAINERS: Outpost = {
  values: CONTAINER_VALUES,
  here: [
    '-v',
    '--volume',
    '--mount',
    '--env-file',
    '--label-file',
    '--cidfile',
    '--config',
    '-f',
    '--file',
    '--project-directory',
  ],
  groups: ['compose', 'container'],
  verb: true,
};
const CLUSTER: Outpost = {
  values: ['-n', '--namespace', '-c', '--container', '--context', '--cluster', '--kubeconfig', '-f'],
  here: ['--kubeconfig', '-f'],
  groups: [],
  verb: true,
};
const SSH: Outpost = {
  values: '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w'.split(' '),
  here: ['-E', '-F', '-i', '-S'],
  groups: [],
  verb: false,
};

const OUTPOSTS: Readonly<Record<string, Outpost>> = {
  docker: CONTAINERS,
  podman: CONTAINERS,
  nerdctl: CONTAINERS,
  'docker-compose': CONTAINERS,
  'podman-compose': CONTAINERS,
  kubectl: CLUSTER,
  oc: CLUSTER,
  ssh: SSH,
};

/** Whether a program may be one of them; a text without any of the words holds none. */
export const OUTPOST_NAMES = /(?<![\w-])(?:docker|podman|nerdctl|kubectl|oc|ssh)(?![\w])/;

/** What of a command's words is about this machine. */
export interface LocalParts {
  readonly texts: readonly { readonly word: ShellWord; readonly text: string }[];
  /** Names of variables that are handed on, so that their values are about the other place. */
  readonly handedOn: ReadonlySet<string>;
}

/** Undefined for a program that runs nothing elsewhere: all of its words are about this machine. */
export function localParts({ name, args }: Invocation): LocalParts | undefined {
  const outpost = Object.hasOwn(OUTPOSTS, name) ? (OUTPOSTS[name] as Outpost) : undefined;
  if (outpost === undefined) return undefined;
  const { values, here } = outpost;
  const own = args.slice(0, placeAmong(args, outpost));
  const texts: { word: ShellWord; text: string }[] = [];
  const handedOn = new Set<string>();
  for (const { name: option, glued, value } of readArguments(own, { values }).options) {
    const text = glued ?? value?.value;
    if (text === undefined || value === undefined) continue;
    if (here.includes(option)) texts.push({ word: value, text: hostSide(option, text) });
    else if ((option === '-e' || option === '--env') && !text.includes('=')) handedOn.add(text);
  }
  return { texts, handedOn };
}

/** Where the image, the container or the host is named: from there on, nothing is about this machine. */
function placeAmong(args: readonly ShellWord[], { values, groups, verb }: Outpost): number {
  let at = firstOperand(args, 0, values);
  if (!verb) return at;
  if (groups.includes(args[at]?.value ?? '')) at = firstOperand(args, at + 1, values);
  return firstOperand(args, at + 1, values);
}

function hostSide(option: string, text: string): string {
  if (option === '--mount') return /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1] ?? '';
  if (option !== '-v' && option !== '--volume') return text;
  // The name of a volume, or a path; one on a drive has a colon of its own.
  const source = /^(?:[A-Za-z]:[\\/][^:]*(?=:)|[^:]*)/.exec(text)?.[0] ?? '';
  return source === text ? '' : source;
}
