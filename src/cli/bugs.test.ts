import { describe, expect, test } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { type AnyRule, defineRule } from '../rule.ts';
import { type RuleSource, ruleSource } from '../rule-source.ts';
import type { Io } from '../run/io.ts';
import { temporaryFolder, tempTree } from '../test/helpers.ts';
import { DROPPED, FATAL, places } from '../test/projects.ts';
import { secret } from '../test/secrets.ts';
import { VERSION } from '../version.ts';
import { parseArguments } from './args.ts';
import { runLint } from './commands/lint.ts';
import { main } from './main.ts';

/** Breaks on every file that has a server, after one finding. */
const clumsy: AnyRule = defineRule({
  id: 'kiln-clumsy',
  summary: 'Made up',
  category: 'mcp',
  repositoryTypes: ['any'],
  kinds: ['mcp-config'],
  severity: 'warning',
  enabled: true,
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [],
  messages: {
    seen: {
      severity: 'warning',
      scope: 'file',
      consequence: 'policy',
      text: () => 'Seen',
      help: () => 'Fine.',
    },
  },
  *check({ config }, { report }) {
    yield report('seen', { start: 0, end: 1 }, {});
    if (config.servers.length > 0) throw new TypeError(`cannot read ${secret('github-pat')}`);
  },
});

function world(cwd: string, env: Io['env'] = {}) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    isTerminal: false,
    columns: undefined,
    write: (text: string) => {
      written[name] += text;
    },
  });
  const io: Io = {
    cwd,
    env,
    packageRoot: () => cwd,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    readStdin: () => new Uint8Array(),
  };
  return { io, written };
}

function sourceOf(rules: readonly AnyRule[]): RuleSource {
  return ruleSource(
    rules.map((rule) => ({ id: rule.id, kinds: rule.kinds, load: async () => ({ default: rule }) })),
  );
}

async function lint(cwd: string, args: readonly string[], env: Io['env'] = {}) {
  const { io, written } = world(cwd, env);
  const printer = { out: () => {}, columns: undefined, color: false };
  const invocation = parseArguments(['lint', '--format', 'compact', ...args], printer);
  if (invocation.command !== 'lint') throw new Error(JSON.stringify(invocation));
  const status = await runLint(invocation, sourceOf([...RULES, clumsy]), io);
  return { found: places(written.stdout), stderr: written.stderr, status };
}

describe('a rule that crashes', () => {
  const cwd = tempTree({ 'a/.agents/mcp_config.json': DROPPED, 'b/.agents/mcp_config.json': FATAL });
  const found = [
    'a/.agents/mcp_config.json:1:1 warning kiln-clumsy',
    'a/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid',
    'b/.agents/mcp_config.json:1:1 warning kiln-clumsy',
    'b/.agents/mcp_config.json:1:3 error antigravity-mcp-valid',
  ];
  const report = `bug in skillsaw ${VERSION}: rule kiln-clumsy on a/.agents/mcp_config.json failed with TypeError; please report it. SKILLSAW_DEBUG=1 shows the stack.\n`;

  test('is named with file and version; the others go on, and the status is 3 whatever was found', async () => {
    expect(await lint(cwd, [])).toEqual({ found, stderr: report, status: 3 });
    expect(await lint(cwd, ['--fail-on', 'never'])).toEqual({ found, stderr: report, status: 3 });
  });

  test('has its stack shown with SKILLSAW_DEBUG=1 only, and no credential in it', async () => {
    const { stderr, status } = await lint(cwd, [], { SKILLSAW_DEBUG: '1' });
    expect(status).toBe(3);
    expect(stderr.startsWith(`${report}TypeError: cannot read ***\n    at `)).toBe(true);
    expect(stderr).toContain('bugs.test.ts');
    expect((await lint(cwd, [], { SKILLSAW_DEBUG: '0' })).stderr).toBe(report);
  });

  test('does no harm where it does not run', async () => {
    expect(await lint(cwd, ['--skip-rule', 'kiln-clumsy'])).toEqual({
      found: found.filter((line) => !line.includes('clumsy')),
      stderr: '',
      status: 1,
    });
  });
});

test('a command that crashes is a bug, too', async () => {
  const { io, written } = world(temporaryFolder());
  // There are no pages in this package root.
  expect(await main(['explain', 'mcp-valid-json'], io)).toBe(3);
  expect(written).toEqual({
    stdout: '',
    stderr: expect.stringMatching(
      /^bug in skillsaw \d+\.\d+\.\d+: the command failed with Error; please report it\./,
    ),
  });
});
