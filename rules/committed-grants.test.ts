import { describe, expect, test } from 'vitest';
import { tempTree } from '../src/test/helpers.ts';
import { lintTree } from '../src/test/lint-tree.ts';
import { checkFileLater, summary } from '../src/test/rules.ts';
import rule from './committed-grants.ts';

async function found(name: string, content: string): Promise<readonly string[]> {
  return (await checkFileLater(rule, name, content)).map((finding) => summary(content, finding));
}

const FLAG = '--dangerously-skip-permissions';

describe('prose', () => {
  test.each([
    ['skills/night/SKILL.md', `Start it with \`agy ${FLAG} -p night\`.`, [`grant 1:20 ${FLAG}`]],
    ['AGENTS.md', `Run agy ${FLAG} for this.`, [`grant 1:9 ${FLAG}`]],
    ['AGENTS.md', `\`\`\`sh\nagy ${FLAG}\n\`\`\`\n`, [`grant-example 2:5 ${FLAG}`]],
    ['skills/night/SKILL.md', `~~~\nagy ${FLAG}\n~~~\n`, [`grant 2:5 ${FLAG}`]],
    ['rules/night.md', 'Allow `command(*)` and `mcp(*)` in your settings.', ['grant 1:8 command(*)']],
    ['agents/night.md', 'Call the bridge with autonomy: full.', ['grant 1:22 autonomy: full']],
    ['workflows/night.md', 'Call it with "autonomy": "full".', ['grant 1:15 autonomy": "full']],
  ])('%s: %j', async (name, content, expected) => {
    expect(await found(name, content)).toEqual(expected);
  });

  test.each([
    ['a warning', `Never run agy ${FLAG}.`],
    ['another warning', `Don't start \`agy ${FLAG}\`.`],
    ['an explanation', `Full autonomy passes \`${FLAG}\` to the program.`],
    ['the flag of another program', `Run \`claude ${FLAG}\`.`],
    ['a longer flag', `Run agy ${FLAG}-for-tests.`],
    ['the flag switched off', `Run agy ${FLAG}=false.`],
    ['a comment', `<!-- agy ${FLAG} -->`],
    ['a grant by name', 'Allow command(npm test) and mcp(tides/list).'],
    ['a grant that is only named', 'The form `command(*)` stands for all of them.'],
    ['a grant that is refused', 'Deny what would allow command(*).'],
    ['modest autonomy', 'Call it with autonomy: safe.'],
    ['full of something', 'autonomy: fullest'],
  ])('keeps quiet about %s', async (_, content) => {
    expect(await found('AGENTS.md', content)).toEqual([]);
    expect(await found('skills/night/SKILL.md', content)).toEqual([]);
  });
});

describe('scripts and configuration in a root', () => {
  test.each([
    ['night.sh', `#!/bin/sh\nagy ${FLAG} -p night\nexec agy ${FLAG}\n`, [`grant 2:5 ${FLAG}`]],
    ['night.sh', `# never use ${FLAG}\n`, []],
    ['night.sh', `claude ${FLAG}\n`, []],
    [
      'hooks.json',
      `{"night": {"Stop": [{"command": "agy ${FLAG} -p x"}]}}`,
      [`grant 1:33 "agy ${FLAG} -p x"`],
    ],
    ['settings.json', '{"toolPermission": "always-proceed"}', ['grant 1:20 "always-proceed"']],
    ['settings.json', '{"toolPermission": "request-review"}', []],
    ['bridge.json', '{"autonomy": "full"}', ['grant 1:14 "full"']],
    ['bridge.json', '{"autonomy": "sandbox"}', []],
    ['settings.json', '{"permissions": {"allow": ["command(*)", "mcp(*)"]}}', ['grant 1:28 "command(*)"']],
    ['settings.json', '{"permissions": {"deny": ["command(*)"], "ask": ["mcp(*)"]}}', []],
    ['settings.json', '{"permissions": {"allow": ["command(npm test)"]}}', []],
    [
      'settings.json',
      '{ // agy\n "permissions": {"allow": ["unsandboxed(*)",]}}',
      ['grant 2:28 "unsandboxed(*)"'],
    ],
    ['settings.json', `{"permissions": "allow command(*)`, ['grant 1:24 command(*)']],
  ])('%s: %s', async (name, content, expected) => {
    expect(await found(name, content)).toEqual(expected);
  });

  test('several of a kind are one finding', async () => {
    const [finding] = await checkFileLater(rule, 'a.sh', `agy ${FLAG}\n`.repeat(100));
    expect(finding?.args).toMatchObject({ more: 99 });
    expect(finding?.related).toHaveLength(50);
  });
});

test.each([
  ['.antigravity/settings.json', 1],
  ['.gemini/settings.json', 1],
  ['packages/kiln/.gemini/settings.json', 1],
  ['.vscode/settings.json', 0],
  ['settings.json', 0],
])('settings of a repository: %s', async (path, count) => {
  const findings = await lintTree(tempTree({ [path]: '{"permissions": {"allow": ["command(*)"]}}' }));
  expect(findings.map(({ ruleId, severity }) => `${severity} ${ruleId}`)).toEqual(
    Array(count).fill('warning committed-grants'),
  );
});
