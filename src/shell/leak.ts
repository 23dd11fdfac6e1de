import type { Danger } from './danger.ts';
import { holdsSecrets, pathOf } from './paths.ts';
import { Pipes } from './pipes.ts';
import { type GivenOption, type Invocation, leadingText, readArguments } from './program.ts';
import type { ShellCommand, ShellScript, ShellWord } from './types.ts';
import { CURL_VALUES, redirectedTo, WGET_VALUES } from './write.ts';

/** Programs that hand what they get to another machine. */
const SENDERS: ReadonlySet<string> = new Set(
  'curl wget http https xh nc ncat netcat socat telnet ssh ftp sftp tftp mail mailx sendmail iwr irm invoke-webrequest invoke-restmethod'.split(
    ' ',
  ),
);
const COPIERS: ReadonlySet<string> = new Set([
  'scp',
  'rsync',
  'rclone',
  'aws',
  'gsutil',
  'gcloud',
  'azcopy',
  'sftp',
]);
const COPIER_VALUES = [
  '-i',
  '-e',
  '-F',
  '-P',
  '-o',
  '-l',
  '-c',
  '-S',
  '--exclude',
  '--include',
  '--exclude-from',
  '--profile',
];
/** Programs whose arguments are looked up at another machine's. */
const RESOLVERS: ReadonlySet<string> = new Set(['dig', 'nslookup', 'host', 'ping']);
/** Whatever can send a secret that stands on its own line. */
export const SENDING_PROGRAMS: ReadonlySet<string> = new Set([
  ...SENDERS,
  ...COPIERS,
  ...RESOLVERS,
  'openssl',
]);
const RAW_SENDERS: ReadonlySet<string> = new Set(['nc', 'ncat', 'netcat', 'socat', 'telnet']);
/** Programs whose first operand is no file. */
const PATTERN_FIRST: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'sed', 'awk', 'jq']);
/** Programs that pass the content of files on. */
const READERS: ReadonlySet<string> = new Set(
  'cat tar zip gzip base64 base32 xxd od hexdump head tail grep egrep fgrep rg sed awk strings openssl dd jq sort tac nl paste 7z bzip2 xz zstd'.split(
    ' ',
  ),
);
const UPLOADS = [
  '-d',
  '--data',
  '--data-ascii',
  '--data-binary',
  '--data-urlencode',
  '--json',
  '-F',
  '--form',
  '-T',
  '--upload-file',
  '--post-file',
  '--body-file',
  '--post-data',
  '--body-data',
];

const READER_VALUES = ['-in', '--exclude', '-X', '--exclude-from', '-e', '-f', '--file'];

/** Finds credentials on their way to another machine. `step` is called for each command of a line, in order. */
export class Leaks {
  readonly #script: ShellScript;
  /** The secret that a command prints, in words. */
  readonly #pipes: Pipes<string>;
  /** What a variable holds of a secret. */
  readonly #variables = new Map<string, string>();

  constructor(script: ShellScript) {
    this.#script = script;
    this.#pipes = new Pipes(script);
  }

  step(index: number, invocation: Invocation | undefined): Danger | undefined {
    const command = this.#script.commands[index] as ShellCommand;
    const input = this.#pipes.input(index) ?? this.#redirectedSecret(command);
    for (const { name, value } of command.assignments) {
      const secret = this.#substituted(value);
      if (secret !== undefined) this.#variables.set(name, secret);
    }
    if (invocation === undefined) return undefined;
    const own = this.#printedBy(invocation);
    const danger = this.#sent(command, invocation, input, own);
    const hidden = redirectedTo(command).length > 0;
    const origin = own ?? input ?? this.#echoed(invocation);
    this.#pipes.print(index, hidden ? undefined : origin);
    return danger;
  }

  #sent(
    command: ShellCommand,
    invocation: Invocation,
    input: string | undefined,
    own: string | undefined,
  ): Danger | undefined {
    const { name } = invocation;
    const leak = (secret: string): Danger => ({
      id: 'exfiltration',
      what: `sends ${secret} to another machine with ${name}`,
      span: command,
    });
    const device = command.redirections.find(
      ({ operator, target }) => operator.startsWith('>') && isDevice(target),
    );
    if (device !== undefined && (own ?? input) !== undefined) {
      const what = `sends ${own ?? input} to another machine through ${leadingText(device.target)}`;
      return { id: 'exfiltration', what, span: command };
    }
    if (!SENDING_PROGRAMS.has(name)) return undefined;
    if (SENDERS.has(name) || (name === 'openssl' && invocation.args[0]?.value === 's_client')) {
      if (input !== undefined && (input !== SOME_FILES || RAW_SENDERS.has(name))) return leak(input);
      const secret = this.#attached(invocation);
      return secret === undefined ? undefined : leak(secret);
    }
    if (COPIERS.has(name)) {
      const { operands } = readArguments(invocation.args, { values: COPIER_VALUES });
      if (operands.at(-1)?.raw.includes(':') !== true) return undefined;
      const secret = operands.slice(0, -1).find((word) => this.#isSecret(word));
      return secret === undefined ? undefined : leak(secret.raw);
    }
    if (!RESOLVERS.has(name)) return undefined;
    const secret = invocation.args.map((word) => this.#substituted(word)).find((one) => one !== undefined);
    return secret === undefined ? undefined : leak(secret);
  }

  /** A secret that the arguments of a program attach: a file, or what a substitution prints. */
  #attached({ name, args }: Invocation): string | undefined {
    const values = name === 'wget' ? WGET_VALUES : name === 'curl' ? CURL_VALUES : [];
    const given = readArguments(args, { values });
    for (const option of given.options) {
      if (!UPLOADS.includes(option.name)) continue;
      const word = option.value;
      if (word === undefined) continue;
      const path = attachedPath(option, pathOf(word, this.#script));
      if (path !== undefined && holdsSecrets(path)) return word.raw;
      const secret = this.#substituted(word);
      if (secret !== undefined) return secret;
    }
    for (const word of given.operands) {
      const secret = this.#substituted(word);
      if (secret !== undefined) return secret;
    }
    return undefined;
  }

  #isSecret(word: ShellWord): boolean {
    return holdsSecrets(pathOf(word, this.#script));
  }

  #redirectedSecret({ redirections }: ShellCommand): string | undefined {
    const found = redirections.find(({ operator, target }) => operator === '<' && this.#isSecret(target));
    return (
      found?.target.raw ??
      redirections.map(({ target }) => this.#substituted(target)).find((one) => one !== undefined)
    );
  }

  #substituted({ parts }: ShellWord): string | undefined {
    for (const part of parts) {
      const secret =
        part.kind === 'substitution'
          ? this.#pipes.printedBy(part.script)
          : part.kind === 'variable'
            ? this.#variables.get(part.variable.name)
            : undefined;
      if (secret !== undefined && secret !== SOME_FILES) return secret;
    }
    return undefined;
  }

  #echoed({ name, args }: Invocation): string | undefined {
    if (name !== 'echo' && name !== 'printf') return undefined;
    return args.map((word) => this.#substituted(word)).find((one) => one !== undefined);
  }

  /** What a command prints that is nobody else's business, by itself. */
  #printedBy({ name, args, command }: Invocation): string | undefined {
    const [first] = args;
    switch (name) {
      case 'env':
      case 'printenv':
        return first === undefined ? 'the environment' : undefined;
      case 'set':
        return first === undefined ? 'the environment' : undefined;
      case 'export':
      case 'declare':
        return /^-[px]+$/.test(first?.value ?? '') && args.length === 1 ? 'the environment' : undefined;
      case 'history':
        return first === undefined ? 'the history of the shell' : undefined;
      case 'security':
        return /^(?:find-(?:generic|internet)-password|dump-keychain)$/.test(first?.value ?? '')
          ? 'what the keychain holds'
          : undefined;
    }
    if (name === 'find' ? !args.some(({ value }) => value === '-exec') : !READERS.has(name)) return undefined;
    const { operands, options } = readArguments(args, { values: READER_VALUES });
    const files = PATTERN_FIRST.has(name) ? operands.slice(1) : operands;
    const inputs = options.filter((option) => option.name === '-in').flatMap((option) => option.value ?? []);
    const secret = [...files, ...inputs].find((word) => this.#isSecret(word));
    if (secret !== undefined) return secret.raw;
    const packs = (name === 'tar' || name === 'zip') && command.redirections.length === 0;
    return packs && writesToOutput(args) ? SOME_FILES : undefined;
  }
}

/** Nothing secret by its name; only worth a word when it goes into a bare connection. */
const SOME_FILES = 'packed files';

/** `tar cz .` and `tar -cf - .`, and not `tar x`. */
function writesToOutput(args: readonly ShellWord[]): boolean {
  const mode = args[0]?.value ?? '';
  const packs =
    /^-?[a-zA-Z]*c[a-zA-Z]*$/.test(mode) || args.some(({ value }) => value === '--create' || value === '-c');
  return packs || args.some(({ value }) => value === '-');
}

function isDevice(target: ShellWord): boolean {
  return /^\/dev\/(?:tcp|udp)\//.test(leadingText(target));
}

/** The file behind `@` in `-d @file` and `-F name=@file`, or the value itself where the option takes a file. */
function attachedPath({ name, glued }: GivenOption, path: string): string | undefined {
  const value =
    glued === undefined
      ? path
      : path.slice(path.indexOf(glued.slice(0, 1), name.startsWith('--') ? name.length : 2));
  if (/^(?:-T|--upload-file|--post-file|--body-file)$/.test(name)) return value;
  const at = value.search(/(?:^|[=;])[@<]/);
  if (at === -1) return undefined;
  const from = value.indexOf(
    value[at] === '=' || value[at] === ';' ? (value[at + 1] as string) : (value[at] as string),
    at,
  );
  const file = value.slice(from + 1).split(';', 1)[0] as string;
  return file.replace(/^~(?=\/)/, '${HOME}');
}
