import type { DangerId } from './danger.ts';

/** What code in another language does, told by the names it uses. Each pattern is tried on its own: linear. */
interface CodeSign {
  readonly id: DangerId;
  readonly what: string;
  /** All of them must be met. */
  readonly all: readonly (RegExp | ((code: string) => boolean))[];
}

const EVALUATES =
  /(?<![.\w])(?:eval|execfile)\b|\bvm\.run\w{1,20}|\bnew Function\b|(?<![.\w])Function\s?\(|\b(?:class|instance)_eval\b/;
/** Python's; that of Node's child_process starts programs. */
const EXECUTES = /(?<![.\w])exec\b/;

/** Whether a text is run as code. Not by `regex.exec(…)`, and not by the word `function`. */
function runs(code: string): boolean {
  return EVALUATES.test(code) || (EXECUTES.test(code) && !code.includes('child_process'));
}

const INVOKES = /\b(?:iex|invoke-expression)\b/i;
const DECODES =
  /\b(?:b64decode|b32decode|a85decode|decodebytes|unhexlify|fromhex|marshal\.loads|zlib\.decompress|decode_base64|base64_decode|Base64\.\w*decode64|gzinflate|str_rot13|atob|frombase64string)\b|['"](?:base64|hex|rot_?13|rot-13)['"]|\bunpack\s?\(?\s?["'](?:m|H)/i;
const FETCHES =
  /\b(?:urlopen|urlretrieve|requests\.get|httpx\.get|http\.client|fetch\s?\(|https?\.get|axios|LWP::Simple|Net::HTTP|URI\.open|open-uri|file_get_contents\s?\(\s?['"]https?:)/;
const POWERSHELL_FETCHES =
  /\b(?:downloadstring|downloadfile|downloaddata|net\.webclient|iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|start-bitstransfer)\b/i;
const CONNECTS = /\b(?:socket|fsockopen|TCPSocket|TCPClient|net\.(?:connect|Socket|createConnection))\b/i;
const HANDS_OVER =
  /\bdup2\b|\bpty\.spawn\b|\/bin\/(?:ba|z|da)?sh\b|\bcmd(?:\.exe)?["' ]|\biex\b|\binvoke-expression\b/i;
const PIPED = /\b(?:curl|wget)\b[^|\n]{0,400}\|\s{0,4}(?:sudo\s{1,4})?(?:ba|z|da|k)?sh\b/;

const SIGNS: readonly CodeSign[] = [
  { id: 'remote-shell', what: 'opens a connection and hands a shell to it', all: [CONNECTS, HANDS_OVER] },
  { id: 'fetch-and-run', what: 'downloads code and runs it', all: [PIPED] },
  { id: 'fetch-and-run', what: 'downloads code and runs it', all: [INVOKES, POWERSHELL_FETCHES] },
  { id: 'decode-and-run', what: 'decodes hidden code and runs it', all: [INVOKES, DECODES] },
  { id: 'decode-and-run', what: 'decodes hidden code and runs it', all: [runs, DECODES] },
  { id: 'fetch-and-run', what: 'downloads code and runs it', all: [runs, FETCHES] },
];

/** What is wrong with a piece of Python, JavaScript, Perl, Ruby, PHP or PowerShell; the first thing that is. */
export function codeDanger(code: string): { readonly id: DangerId; readonly what: string } | undefined {
  return SIGNS.find(({ all }) =>
    all.every((sign) => (typeof sign === 'function' ? sign(code) : sign.test(code))),
  );
}

/** Code that runs what comes in: `exec(sys.stdin.read())`. */
export function runsItsInput(code: string): boolean {
  return runs(code) && /\bstdin\b|\/dev\/stdin|\bSTDIN\b/.test(code);
}

/** A drive, the home folder or everything, removed with all below. */
const REMOVES_BROADLY =
  /\b(?:remove-item|ri|rm|rd|rmdir|del|erase)\b[^|;&\n]{0,200}?(?:\s|["'])(?:[a-z]:[\\/]?\*?|[a-z]:\\(?:windows|users|program files)\\?\*?|~[\\/]?\*?|\$home[\\/]?\*?|\$env:userprofile[\\/]?\*?|%userprofile%\\?\*?|%systemdrive%\\?\*?|%homepath%\\?\*?)(?=\s|["']|[|;&]|$)/i;
const RECURSES = /\s(?:-r(?:ec(?:urse)?)?|\/s)\b/i;

/** `Remove-Item -Recurse ~`, `rd /s /q C:\`: whole trees, in PowerShell and at the command prompt. */
export function windowsRemoval(line: string): boolean {
  return RECURSES.test(line) && REMOVES_BROADLY.test(line);
}
