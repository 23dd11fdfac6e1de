import { expect, test } from 'vitest';
import { PROJECT, tempTree } from '../test/helpers.ts';
import { runSource } from '../test/lint-tree.ts';
import { places } from '../test/projects.ts';

const lint = async (files: Readonly<Record<string, string>>, ...args: string[]) => {
  const run = await runSource(
    ['lint', '--format', 'compact', ...args],
    tempTree({ '.git/HEAD': '', ...files }),
    PROJECT,
  );
  return { found: places(run.stdout), stderr: run.stderr, status: run.status };
};

const RULE = '.agents/rules/kiln.md';
const dropped = (comment: string): string => `---\n${comment}\ntrigger: always\n---\n`;
const NEXT = '# skillsaw-disable-next-line antigravity-rule-valid';

test('a comment keeps a finding quiet, and it is counted', async () => {
  expect(await lint({ [RULE]: dropped('# a remark') })).toEqual({
    found: [`${RULE}:3:10 warning antigravity-rule-valid`],
    stderr: '',
    status: 0,
  });
  const quiet = { [RULE]: dropped(NEXT) };
  expect(await lint(quiet, '--strict')).toEqual({ found: [], stderr: '', status: 0 });
  const { stdout } = await runSource(['lint', '--format', 'json'], tempTree(quiet), PROJECT);
  expect(JSON.parse(stdout).summary).toMatchObject({ warnings: 0, suppressed: 1 });
});

test('findings about the file as a whole, and about several files', async () => {
  const text = 'Throw the clay on the wheel and keep it wet. '.repeat(10);
  const twice = { 'GEMINI.md': `# Clay\n\n${text}`, 'AGENTS.md': `# Clay\n\n${text}` };
  expect((await lint(twice)).found).toEqual(['GEMINI.md:1:1 warning context-duplicate-section']);
  const comment = '<!-- skillsaw-disable context-duplicate-section -->\n';
  expect(await lint({ ...twice, 'GEMINI.md': `${comment}${twice['GEMINI.md']}` })).toEqual({
    found: [],
    stderr: '',
    status: 0,
  });
  const headless = '<!-- skillsaw-disable antigravity-rule-valid -->\n# Kiln\n';
  expect(await lint({ [RULE]: headless })).toEqual({ found: [], stderr: '', status: 0 });
});

test('in a registry', async () => {
  const registry =
    '{\n  "entries": [\n    // skillsaw-disable-next-line antigravity-config-json-valid\n    { "path": "gone" }\n  ]\n}\n';
  expect(await lint({ '.agents/skills.json': registry })).toEqual({ found: [], stderr: '', status: 0 });
});

test.each<[string, string, string]>([
  [
    'that keeps nothing quiet',
    'skillsaw-disable antigravity-skill-valid, antigravity-rule-valid',
    ' antigravity-rule-valid keeps nothing quiet; delete it',
  ],
  [
    'that opens nothing',
    'skillsaw-enable antigravity-rule-valid',
    ' antigravity-rule-valid stands behind no skillsaw-disable of that rule; delete it',
  ],
  [
    'of an unknown rule',
    'skillsaw-disable-next-line antigravity-rules-valid',
    ': there is no rule antigravity-rules-valid; did you mean antigravity-rule-valid?',
  ],
  ['of no rule', 'skillsaw-disable', ' names no rule; write the id of one behind it'],
])('a comment %s is named', async (_, comment, message) => {
  const [word] = comment.split(' ');
  const content = `---\ntrigger: always_on\n---\n\n<!-- ${comment} -->\n\nFire slowly.\n`;
  expect(await lint({ [RULE]: content })).toEqual({
    found: [],
    stderr: `warning: ${RULE}:5: ${word}${message}\n`,
    status: 0,
  });
});

test('of a rule that did not run nobody can tell', async () => {
  const content = '---\ntrigger: always_on\n---\n<!-- skillsaw-disable antigravity-rule-valid -->\n';
  expect((await lint({ [RULE]: content }, '--skip-rule', 'antigravity-rule-valid')).stderr).toBe('');
  const config = 'rules: { antigravity-rule-valid: { exclude: ["**/kiln.md"] } }\n';
  expect((await lint({ [RULE]: content, '.skillsaw.yaml': config })).stderr).toBe('');
});

test('a name out of a comment is shown without its controls', async () => {
  const content = '---\ntrigger: always_on\n---\n<!-- skillsaw-disable \u001b[31mkiln -->\n';
  expect((await lint({ [RULE]: content })).stderr).toContain('no rule \\u001b[31mkiln');
});
