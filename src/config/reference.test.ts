import { describe, expect, test } from 'vitest';
import { tempTree } from '../test/helpers.ts';
import { problemText } from './issues.ts';
import { loadConfig } from './load.ts';
import { BROKEN_EXAMPLE, configReference } from './reference.ts';
import { SAMPLE_RULES } from './sample-rules.ts';
import { commonKeys, ignoreKeys, topKeys } from './schema.ts';

const reference = configReference(SAMPLE_RULES);

async function load(yaml: string) {
  const cwd = tempTree({ '.git/': '', '.skillsaw.yaml': yaml });
  return loadConfig({ cwd, firstPath: cwd, rules: async () => SAMPLE_RULES, toolVersion: '0.20.0' });
}

describe('the reference', () => {
  test('names every key with its default', () => {
    const keys = { ...topKeys(SAMPLE_RULES), ...commonKeys({ enabled: 'auto' }), ...ignoreKeys };
    for (const key of Object.keys(keys)) expect(reference).toContain(`\n| \`${key}\` | `);
    expect(reference).toContain('\n| `fail-on` | error, warning, info or never | `error` | ');
    expect(reference).toContain(
      '\n| `version` | a version of three numbers in quotes, such as "0.20.0" | absent | ',
    );
    for (const { id, options } of SAMPLE_RULES) {
      const section = reference.split(`### [\`${id}\`]`)[1]?.split(/^##/m)[0] ?? '';
      for (const key of Object.keys(options)) expect(section).toContain(`\n| \`${key}\` | `);
    }
    expect(reference).toContain('also what nobody sees (since 0.22.0)');
  });

  test('shows what is really said', async () => {
    const result = await load(BROKEN_EXAMPLE.file);
    const said = result.ok ? [] : result.problems.map(problemText);
    expect(said).toHaveLength(BROKEN_EXAMPLE.messages.length);
    expect(reference).toContain(`\`\`\`yaml\n${BROKEN_EXAMPLE.file}\`\`\``);
    expect(reference).toContain(`\`\`\`text\n${said.join('\n')}\n\`\`\``);
  });

  test('shows configurations that are valid', async () => {
    const blocks = [...reference.matchAll(/```yaml\n([^`]*)```/g)].map((match) => match[1] ?? '');
    const valid = blocks.filter((block) => block !== BROKEN_EXAMPLE.file);
    expect(valid).toHaveLength(2);
    for (const block of valid) expect(await load(block)).toMatchObject({ ok: true });
  });

  test('has tables whose rows have as many cells as their heads', () => {
    for (const table of reference.matchAll(/(?:^\|.*\n)+/gm)) {
      const rows = table[0].trim().split('\n');
      const cells = rows.map((row) => row.replaceAll('\\|', '').split('|').length);
      expect(new Set(cells).size).toBe(1);
    }
  });
});
