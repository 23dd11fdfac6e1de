import type { Origin } from './danger.ts';
import { fileKey } from './paths.ts';
import { findOption, type Invocation, programName, readArguments } from './program.ts';
import type { ShellScript, ShellWord } from './types.ts';
import { CURL_VALUES, WGET_VALUES } from './write.ts';

/** Programs that print what another machine sends, without any options. */
const PRINTERS: ReadonlySet<string> = new Set([
  'fetch',
  'http',
  'https',
  'xh',
  'lynx',
  'iwr',
  'irm',
  'invoke-webrequest',
  'invoke-restmethod',
  'nc',
  'ncat',
  'netcat',
  'telnet',
  'dig',
  'nslookup',
]);

/** What a command fetches from another machine: onto its output, or into files. */
export interface Fetch {
  readonly by: string;
  readonly toOutput: boolean;
  /** `fileKey`s. */
  readonly files: readonly string[];
}

/** A command that downloads something; undefined for any other. */
export function fetchOf({ name, args }: Invocation, script: ShellScript): Fetch | undefined {
  switch (name) {
    case 'curl':
      return curl(args, script);
    case 'wget':
      return wget(args, script);
    case 'aria2c': {
      const given = readArguments(args, { values: ['-o', '--out', '-d', '--dir'] });
      const file = findOption(given, '-o', '--out')?.value;
      return {
        by: name,
        toOutput: false,
        files: file === undefined ? urlNames(given.operands) : [fileKey(file, script)],
      };
    }
    case 'aws':
    case 'gsutil': {
      const last = args.at(-1)?.value;
      const copies = args.some(({ value }) => value === 'cp' || value === 'cat');
      return copies && (last === '-' || args.some(({ value }) => value === 'cat'))
        ? { by: name, toOutput: true, files: [] }
        : undefined;
    }
    case 'invoke-webrequest':
    case 'iwr': {
      const at = args.findIndex(({ raw }) => /^-o(?:utfile)?$/i.test(raw));
      const file = args[at + 1];
      if (at !== -1 && file !== undefined)
        return { by: name, toOutput: false, files: [fileKey(file, script)] };
    }
  }
  if (!PRINTERS.has(name) || args.length === 0) return undefined;
  return { by: name, toOutput: true, files: [] };
}

function curl(args: readonly ShellWord[], script: ShellScript): Fetch | undefined {
  const given = readArguments(args, { values: CURL_VALUES });
  if (findOption(given, '-I', '--head', '--version', '-V', '--help') !== undefined) return undefined;
  const option = findOption(given, '-o', '--output');
  const urls = [
    ...given.operands,
    ...given.options.filter(({ name }) => name === '--url').flatMap((o) => o.value ?? []),
  ];
  if (urls.length === 0 || urls.every(({ value }) => value?.startsWith('file:'))) return undefined;
  if (option !== undefined) {
    const key = option.glued ?? (option.value === undefined ? '-' : fileKey(option.value, script));
    return key === '-' || key === '/dev/stdout'
      ? { by: 'curl', toOutput: true, files: [] }
      : { by: 'curl', toOutput: false, files: [key.replace(/^\.\//, '')] };
  }
  if (findOption(given, '-O', '--remote-name', '--remote-name-all') !== undefined) {
    return { by: 'curl', toOutput: false, files: urlNames(urls) };
  }
  return { by: 'curl', toOutput: true, files: [] };
}

function wget(args: readonly ShellWord[], script: ShellScript): Fetch | undefined {
  const given = readArguments(args, { values: WGET_VALUES });
  if (findOption(given, '--spider', '--version', '--help') !== undefined) return undefined;
  const option = findOption(given, '-O', '--output-document');
  if (option === undefined) {
    const folder = findOption(given, '-P', '--directory-prefix');
    const prefix = folder?.glued ?? (folder?.value === undefined ? '' : fileKey(folder.value, script));
    const names = urlNames(given.operands);
    const files = prefix === '' ? names : names.map((file) => `${prefix.replace(/\/$/, '')}/${file}`);
    return given.operands.length === 0 ? undefined : { by: 'wget', toOutput: false, files };
  }
  const key = option.glued ?? (option.value === undefined ? '-' : fileKey(option.value, script));
  return key === '-' || key === '/dev/stdout'
    ? { by: 'wget', toOutput: true, files: [] }
    : { by: 'wget', toOutput: false, files: [key.replace(/^\.\//, '')] };
}

/** The names under which addresses are saved: their last part. */
function urlNames(words: readonly ShellWord[]): readonly string[] {
  const names: string[] = [];
  for (const { value, raw } of words) {
    const address = (value ?? raw.replace(/["']/g, '')).split(/[?#]/, 1)[0] as string;
    const name = address.slice(address.lastIndexOf('/') + 1);
    if (name !== '' && !/[${}()`]/.test(name)) names.push(name);
  }
  return names;
}

/** Whether a command turns text back from another encoding. */
function decodes({ name, args }: Invocation): boolean {
  const has = (...options: readonly string[]): boolean =>
    args.some(({ value }) => value !== undefined && options.includes(value));
  const cluster = (letter: string): boolean =>
    args.some(({ value }) => /^-[a-zA-Z]{1,4}$/.test(value ?? '') && (value as string).includes(letter));
  switch (name) {
    case 'base64':
    case 'base32':
    case 'gbase64':
    case 'basenc':
      return has('--decode') || cluster('d') || cluster('D');
    case 'openssl':
      return (
        has('-d') && (has('enc', 'base64', '-base64', '-a') || args[0]?.value?.startsWith('aes') === true)
      );
    case 'xxd':
      return cluster('r') || has('-revert');
    case 'uudecode':
    case 'b64decode':
    case 'certutil':
      return name !== 'certutil' || has('-decode');
    case 'rev':
      return true;
    case 'tr':
      return (
        args.some(({ value }) => /^a-zA-Z$|^A-Za-z$|^a-z$/.test(value ?? '')) &&
        args.some(({ value }) => /n-za-m/i.test(value ?? ''))
      );
    case 'printf':
    case 'echo':
      return args.some(({ raw }) => /(?:\\{1,2}(?:x[0-9a-fA-F]{2}|[0-7]{3})){4}/.test(raw));
    default:
      return false;
  }
}

/** Where a command's own output comes from, whatever stands on its input. */
export function originOf(invocation: Invocation, script: ShellScript): Origin | undefined {
  const fetched = fetchOf(invocation, script);
  if (fetched?.toOutput === true) return { id: 'fetch-and-run', by: fetched.by };
  return decodes(invocation) ? { id: 'decode-and-run', by: programName(invocation.name) } : undefined;
}

/** Whether a command compares a file with a checksum or a signature, so that what follows runs what was meant. */
export function verifies({ name, args }: Invocation): boolean {
  const checks = args.some(({ value }) =>
    /^(?:-[a-z]*c|--check|--?verify|verify|verify-blob|-V[a-z]*)$/.test(value ?? ''),
  );
  if (/^(?:sha\d*sum|shasum|gsha\d*sum|md5sum|b2sum|b3sum)$/.test(name)) return checks;
  return (
    /^(?:gpg|gpgv|cosign|minisign|signify|openssl|gh|slsa-verifier)$/.test(name) &&
    (checks || name === 'gpgv')
  );
}
