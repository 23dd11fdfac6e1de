import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../version.ts';
import { PROJECT, runCommand, tempTree } from './helpers.ts';
import { DROPPED } from './projects.ts';

interface Step {
  readonly uses: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const page = read('docs/ci.md');

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  );
}

const [workflow = '', gitlab = ''] = blocks('yaml');
const [elsewhere = ''] = blocks('sh');

/** Runs the lines of a recipe in a shell, where this build stands for the published release. */
function runRecipe(lines: readonly string[]) {
  const npx = `#!/bin/sh\n[ "$1 $2" = '--yes skillsaw@${VERSION}' ] || exit 9\nshift 2\nexec '${process.execPath}' '${join(PROJECT, 'bin', 'skillsaw.js')}' "$@"\n`;
  const bin = tempTree({ npx: { content: npx, mode: 0o755 } });
  const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': DROPPED });
  const { status } = runCommand('sh', ['-ec', lines.join('\n')], {
    cwd,
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  return { status, written: (file: string): string => readFileSync(join(cwd, file), 'utf8') };
}

test('the workflow pins every action by commit, and gives this one inputs that it has', () => {
  const { jobs, permissions } = parse(workflow) as {
    jobs: Readonly<Record<string, { steps: readonly Step[] }>>;
    permissions: Readonly<Record<string, string>>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.map(({ uses }) => uses.replace(/^.*\//, ''))).toEqual([
    'checkout@<commit>',
    'skillsaw@<commit>',
    'upload-sarif@<commit>',
  ]);
  const { inputs } = parse(read('action.yml')) as { inputs: object };
  const [, own, upload] = steps;
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(own?.with ?? {})));
  expect(own?.with?.['sarif-file']).toBe(upload?.with?.sarif_file);
  expect(permissions).toEqual({ contents: 'read', 'security-events': 'write' });
});

test('the page tells of every input and output', () => {
  const { inputs, outputs } = parse(read('action.yml')) as { inputs: object; outputs: object };
  const told = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(told).toEqual([...Object.keys(inputs), ...Object.keys(outputs)]);
});

test('the page names the release that it belongs to', () => {
  const named = [...page.matchAll(/skillsaw@(\d\S*)|\bv?(\d+\.\d+\.\d+)\b/g)].map(([, a, b]) => a ?? b);
  expect(named.length).toBeGreaterThan(2);
  expect([...new Set(named)]).toEqual([VERSION]);
});

test.skipIf(process.platform === 'win32')('the recipe for GitLab runs, and writes what it hands over', () => {
  const { skillsaw } = parse(gitlab) as {
    skillsaw: { script: readonly string[]; artifacts: { reports: { codequality: string } } };
  };
  const { status, written } = runRecipe(skillsaw.script);
  expect(status).toBe(0);
  expect(JSON.parse(written(skillsaw.artifacts.reports.codequality))).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')('the recipe for a shell runs, and fails on a warning', () => {
  const { status, written } = runRecipe([elsewhere]);
  expect(status).toBe(1);
  expect(JSON.parse(written('skillsaw.json')).findings).toHaveLength(1);
  expect(written('skillsaw.xml')).toContain('<testsuite');
});
