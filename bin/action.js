'use strict';

// The GitHub Action, see action.yml. The runner hands inputs over as environment variables, and nothing of them comes near a
// shell. Whatever is printed is read by the runner as well, which takes some lines for commands: annotations go
// out as the program escaped them, and everything else with commands switched off.

const { spawnSync } = require('node:child_process');
const { randomUUID } = require('node:crypto');
const {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
  writeSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const OWN = join(__dirname, '..');
const RELEASE = /^(?:latest|\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;
const SEVERITIES = ['error', 'warning', 'info', 'never'];

/** GitHub takes a megabyte of summary for a step, and none of a longer one; the report holds the rest. */
const MAX_SUMMARY = 900_000;
const MAX_ROWS = 1000;
const MAX_CELL = 2000;
const MAX_OUTPUT_BYTES = 1 << 28;

/** Something the workflow's author must mend. */
class InputError extends Error {}

function print(text) {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

/** Text for the log in which no line is a command. */
function printInert(text) {
  if (text === '') return;
  const token = randomUUID();
  print(`::stop-commands::${token}\n${text.trimEnd()}\n::${token}::\n`);
}

/** An annotation of the step; what it says may come from anywhere. */
function printError(text) {
  const data = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  print(`::error title=skillsaw::${data}\n`);
}

function input(env, name) {
  return (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}

/** The arguments of a run. Values stand in the same word as their flag, so that none of them can be a flag itself. */
function argumentsFor(env, report) {
  const failOn = input(env, 'fail-on');
  if (failOn !== '' && !SEVERITIES.includes(failOn)) {
    throw new InputError(`fail-on is ${JSON.stringify(failOn)}; write one of ${SEVERITIES.join(', ')}`);
  }
  const config = input(env, 'config');
  const sarif = input(env, 'sarif-file');
  const paths = input(env, 'paths')
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (paths.includes('-'))
    throw new InputError('paths names -, which is standard input; name files and directories');
  return [
    'lint',
    '--format=github',
    `--output=json:${report}`,
    ...(sarif === '' ? [] : [`--output=sarif:${sarif}`]),
    ...(failOn === '' ? [] : [`--fail-on=${failOn}`]),
    ...(config === '' ? [] : [`--config=${config}`]),
    '--',
    ...paths,
  ];
}

/** The launcher of the release that is asked for: this one where it is built, else as it was published. */
function programFor(version, folder) {
  if (version !== '' && !RELEASE.test(version)) {
    throw new InputError(`version is ${JSON.stringify(version)}; write a release such as 0.20.0, or latest`);
  }
  if (version === '' && existsSync(join(OWN, 'dist', 'entry.cjs'))) return join(OWN, 'bin', 'skillsaw.js');
  const wanted = version === '' ? require('../package.json').version : version;
  // In a folder of its own, so that no .npmrc of the checkout says where packages come from.
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
  const npm = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      `skillsaw@${wanted}`,
    ],
    // Windows starts a .cmd only through a shell; every word here is ours or a checked number.
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: MAX_OUTPUT_BYTES },
  );
  if (npm.status !== 0) {
    printInert(`${npm.stdout ?? ''}${npm.stderr ?? ''}`);
    throw new InputError(
      npm.error === undefined
        ? `skillsaw ${wanted} could not be installed with npm; the log says why`
        : `npm could not be started (${npm.error.code}); the runner needs it to install skillsaw`,
    );
  }
  return join(folder, 'node_modules', 'skillsaw', 'bin', 'skillsaw.js');
}

/** A value for the file that a step's outputs are read from; it may hold line ends. */
function outputEntry(name, value) {
  const end = randomUUID();
  return `${name}<<${end}\n${value}\n${end}\n`;
}

/** Text out of a linted file as a part of HTML: nothing in it is markup, and nothing in it is invisible. */
function html(text) {
  const cut = text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
  return cut
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`)
    .replace(/[&<>"'`|\\*_[\]~#@:]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function rowOf({ severity, path, range, message, ruleId }) {
  const place = `${path}:${range.start.line}:${range.start.column}`;
  const cells = [severity, place, message, ruleId].map((text) => `<td>${html(text)}</td>`);
  return `<tr>${cells.join('')}</tr>\n`;
}

/** The report as a table; HTML, since in Markdown a name could end a cell. */
function summaryOf({ findings, summary }) {
  const totals = [
    plural(summary.errors, 'error'),
    plural(summary.warnings, 'warning'),
    ...(summary.infos > 0 ? [plural(summary.infos, 'info')] : []),
    `${plural(summary.files, 'file')} checked`,
  ];
  const rows = [];
  let size = 0;
  for (const finding of findings.slice(0, MAX_ROWS)) {
    const row = rowOf(finding);
    size += row.length;
    if (size > MAX_SUMMARY) break;
    rows.push(row);
  }
  const head = '<tr><th>severity</th><th>place</th><th>finding</th><th>rule</th></tr>\n';
  const table = rows.length === 0 ? '' : `\n<table>\n${head}${rows.join('')}</table>\n`;
  const rest = findings.length - rows.length;
  const more = rest > 0 ? `\n${plural(rest, 'finding')} more in the report.\n` : '';
  return `## skillsaw\n\n${totals.join(', ')}\n${table}${more}\n`;
}

function append(file, text) {
  if (file !== undefined && file !== '') appendFileSync(file, text);
}

/** Lints, and gives the exit status of the step. */
function run(env) {
  const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'skillsaw-'));
  const report = join(folder, 'report.json');
  const args = argumentsFor(env, report);
  const program = programFor(input(env, 'version'), folder);
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  print(stdout ?? '');
  printInert(stderr ?? '');
  if (error !== undefined) throw error;
  // Findings are annotations already; what is wrong besides is said on standard error.
  if (status !== 0 && status !== 1) printError(stderr.trim() || 'skillsaw was ended by a signal');
  if (existsSync(report)) tell(JSON.parse(readFileSync(report, 'utf8')), report, env);
  else append(env.GITHUB_STEP_SUMMARY, '## skillsaw\n\nNothing was linted; the log says why.\n\n');
  return status ?? 3;
}

/** Outputs and summary of the step. */
function tell(parsed, report, env) {
  const { errors, warnings } = parsed.summary;
  append(
    env.GITHUB_OUTPUT,
    outputEntry('errors', errors) + outputEntry('warnings', warnings) + outputEntry('report', report),
  );
  append(env.GITHUB_STEP_SUMMARY, summaryOf(parsed));
}

try {
  process.exitCode = run(process.env);
} catch (error) {
  printError(error instanceof InputError ? error.message : `the action failed: ${error.message}`);
  process.exitCode = error instanceof InputError ? 2 : 3;
}
