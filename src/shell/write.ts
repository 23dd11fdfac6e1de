import type { Danger } from './danger.ts';
import { pathOf, steersPrograms } from './paths.ts';
import { findOption, type Invocation, readArguments } from './program.ts';
import type { ShellCommand, ShellScript, ShellWord } from './types.ts';

const WRITES: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '<>']);

/** Files that a command's redirections write. */
export function redirectedTo(command: ShellCommand): readonly ShellWord[] {
  return command.redirections.filter(({ operator }) => WRITES.has(operator)).map(({ target }) => target);
}

/** Options of curl whose value is the next word, as far as hooks use them. */
export const CURL_VALUES = (
  '-o --output -O- -d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form --form-string -H --header -X --request -u --user -A ' +
  '--user-agent -e --referer -b --cookie -c --cookie-jar -T --upload-file -w --write-out -m --max-time --connect-timeout --retry --retry-delay --retry-max-time ' +
  '-x --proxy -K --config -E --cert --key --cacert --capath --resolve -r --range -y -Y --limit-rate --netrc-file --url --unix-socket -z --output-dir'
).split(' ');
export const WGET_VALUES =
  '-O --output-document -P --directory-prefix -o --output-file -t --tries -T --timeout --header --post-data --post-file --body-data --body-file --method -U --user-agent --user --password -i --input-file'.split(
    ' ',
  );

/** Programs that can write outside the repository because their arguments say so. */
export const WRITING_PROGRAMS: ReadonlySet<string> = new Set(
  'tee cp mv ln install rsync sed perl curl wget add-content set-content out-file git crontab'.split(' '),
);

/** Files that a program writes because its arguments say so. */
export function writtenBy({ name, args }: Invocation): readonly ShellWord[] {
  if (!WRITING_PROGRAMS.has(name)) return [];
  switch (name) {
    case 'tee':
      return readArguments(args, { values: [] }).operands;
    case 'cp':
    case 'mv':
    case 'ln':
    case 'install':
    case 'rsync': {
      const given = readArguments(args, {
        values: ['-t', '--target-directory', '-m', '-o', '-g', '-e', '--mode'],
      });
      const folder = findOption(given, '-t', '--target-directory')?.value;
      if (folder !== undefined) return [folder];
      return given.operands.length > 1 ? given.operands.slice(-1) : [];
    }
    case 'sed':
    case 'perl': {
      const given = readArguments(args, { values: ['-e', '-f', '--expression'] });
      const inPlace = given.options.some(
        (option) => option.name === '-i' || option.name.startsWith('--in-place'),
      );
      return inPlace ? given.operands : [];
    }
    case 'curl':
      return optionValues(args, CURL_VALUES, '-o', '--output');
    case 'wget':
      return optionValues(args, WGET_VALUES, '-O', '--output-document');
    case 'add-content':
    case 'set-content':
    case 'out-file':
      return args.filter(({ raw }) => !raw.startsWith('-'));
    default:
      return [];
  }
}

function optionValues(
  args: readonly ShellWord[],
  values: readonly string[],
  ...names: readonly string[]
): readonly ShellWord[] {
  const option = findOption(readArguments(args, { values }), ...names);
  return option?.value === undefined || option.glued !== undefined ? [] : [option.value];
}

/** Settings of git that name a program to run, or another place to fetch from. */
const STEERING_SETTING =
  /^(?:core\.(?:hookspath|sshcommand|fsmonitor|gitproxy)|credential\.(?:.*\.)?helper|include(?:if\..*)?\.path|init\.templatedir|url\..*\.(?:push)?insteadof|filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:textconv|command)|gpg\.(?:.*\.)?program|http\.(?:.*\.)?(?:proxy|sslverify))$/i;

/** `git config --global core.hooksPath …` and kin. */
function steersGit({ name, args }: Invocation): string | undefined {
  if (name !== 'git') return undefined;
  const given = readArguments(args, { values: ['-C', '-c', '--type', '-f', '--file'] });
  const [verb, ...rest] = given.operands;
  if (verb?.value !== 'config' || findOption(given, '--global', '--system') === undefined) return undefined;
  if (findOption(given, '--unset', '--unset-all', '--get', '--get-all', '--list', '-l') !== undefined)
    return undefined;
  const [key, value] = rest[0]?.value === 'set' ? rest.slice(1) : rest;
  if (key === undefined || value === undefined) return undefined;
  const setting = key.value ?? key.raw;
  const runs = /^alias\./i.test(setting) && /^!/.test(value.value ?? '');
  return STEERING_SETTING.test(setting) || runs ? setting : undefined;
}

/** Writes to files outside the repository that decide what is started, or whom a program trusts. */
export function* outsideWrites(
  command: ShellCommand,
  invocation: Invocation | undefined,
  script: ShellScript,
): Generator<Danger> {
  const targets = [...redirectedTo(command), ...(invocation === undefined ? [] : writtenBy(invocation))];
  const target = targets.find((word) => steersPrograms(pathOf(word, script)));
  if (target !== undefined) {
    yield { id: 'outside-write', what: `writes ${target.raw}, which steers other programs`, span: target };
  }
  if (invocation === undefined || !WRITING_PROGRAMS.has(invocation.name)) return;
  const setting = steersGit(invocation);
  if (setting !== undefined) {
    yield { id: 'outside-write', what: `sets ${setting} for every repository`, span: command };
  }
  if (invocation.name === 'crontab' && changesCrontab(invocation)) {
    yield { id: 'outside-write', what: 'replaces the crontab', span: command };
  }
}

function changesCrontab({ args }: Invocation): boolean {
  const given = readArguments(args, { values: ['-u'] });
  return findOption(given, '-l', '-e', '-r', '-V') === undefined && given.operands.length > 0;
}
