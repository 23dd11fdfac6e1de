import { describe, expect, test } from 'vitest';
import { checkFile, checkFileLater, summary } from '../src/test/rules.ts';
import { secret } from '../src/test/secrets.ts';
import rule from './context-credential.ts';

const TOKEN = secret('github-pat');
const BOT = secret('slack-bot');

async function found(name: string, content: string | Uint8Array): Promise<readonly string[]> {
  const findings = await checkFileLater(rule, name, content);
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  return findings.map((finding) =>
    summary(text, finding).replaceAll(TOKEN, '<pat>').replaceAll(BOT, '<bot>'),
  );
}

describe('a token', () => {
  test.each([
    ['AGENTS.md', `# Log in\n\nUse ${TOKEN} for now.\n`, ['token 3:5 <pat>']],
    ['GEMINI.md', `\`\`\`sh\nexport FORGE_PAT=${TOKEN}\n\`\`\`\n`, ['token 2:18 <pat>']],
    ['rules/deploy.md', `---\ntrigger: always_on\n---\n\n- ${TOKEN}\n`, ['token 5:3 <pat>']],
    ['rules/deploy.md', `---\ntrigger: always_on\ntoken: ${TOKEN}\n---\n`, ['token 3:8 <pat>']],
    ['skills/kiln/SKILL.md', `<!-- ${TOKEN} -->`, ['token 1:6 <pat>']],
    [
      'skills/kiln/scripts/fire.sh',
      `#!/bin/sh\ncurl -H "Authorization: Bearer ${TOKEN}" x\n`,
      ['token 2:32 <pat>'],
    ],
    [
      'agents/potter.md',
      `---\nname: potter\n---\n${BOT} and ${TOKEN}`,
      ['token 4:1 <bot>', `token 4:${BOT.length + 6} <pat>`],
    ],
    ['workflows/glaze.md', `// turbo\r\n${TOKEN}`, ['token 2:1 <pat>']],
    ['hooks.json', `{"kiln": {"Stop": [{"command": "curl -u x:${TOKEN} y"}]}}`, ['token 1:43 <pat>']],
    ['skills.json', `{ // ${TOKEN}\n}`, ['token 1:6 <pat>']],
    ['notes.txt', `é ${TOKEN}`, ['token 1:3 <pat>']],
  ])('in %s', async (name, content, expected) => {
    expect(await found(name, content)).toEqual(expected);
  });

  test('stands at its bytes, whatever the file is encoded in', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xe9, 0x20]), Buffer.from(TOKEN), Buffer.from('\n')]);
    expect(checkFile(rule, 'notes.txt', bytes).map(({ at }) => at)).toEqual([
      { start: 3, end: 3 + TOKEN.length },
    ]);
  });
});

test.each([
  ['a gap to fill', 'export FORGE_PAT=<your token>'],
  ['the shape of a token', 'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
  ['a name', 'Set $FORGE_PAT before the run, and SLACK_TOKEN too.'],
  ['a commit', 'The submodule stands at 41d9c07be2a85f6390bb17ce64fd20a9385e1c7f.'],
  ['a checksum', `sha256 ${'7be2a85f'.repeat(8)}`],
  ['a number of a document', '6f1c2a7e-2d0b-4c57-9c1e-8f7f0a3b5d21'],
  ['a password, which has no format', `The password is ${secret('password')}.`],
])('keeps quiet about %s', async (_, content) => {
  expect(await found('AGENTS.md', content)).toEqual([]);
});

test('a file that is no text is left alone', async () => {
  expect(await found('kiln.bin', `\0${TOKEN}`)).toEqual([]);
});
