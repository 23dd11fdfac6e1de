import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from './build.ts';
import { ruleFiles } from './rule-templates.ts';
import { lazyRules, ruleIds, rulesIndex } from './rules-index.ts';

const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;

/** Why the rule was not made; a sentence for the terminal. */
export class Refusal extends Error {}

/**
 * Makes the files of a rule and refreshes the two lists of rules; all or nothing.
 * @returns the paths that were written, from the project's root
 * @throws Refusal for a bad id or when one of the files is there
 */
export function newRule(root: string, id: string): readonly string[] {
  if (!ID.test(id)) {
    throw new Refusal(
      `"${id}" is no rule id: lower-case words with hyphens, <thing>-<problem>, like hooks-duplicate`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const files = ruleFiles(id, version);
  // The folder counts as well: whatever lies in it belongs to another rule of that name.
  const taken = [...Object.keys(files), `fixtures/rules/${id}`].filter((path) =>
    existsSync(join(root, path)),
  );
  if (taken.length > 0) throw new Refusal(`${taken.join(', ')} exists already; nothing was written`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  writeFileSync(join(root, 'rules', 'index.ts'), rulesIndex(ruleIds(root)));
  mkdirSync(join(root, 'src', 'cli'), { recursive: true });
  writeFileSync(join(root, 'src', 'cli', 'rule-list.ts'), lazyRules(root));
  return [...Object.keys(files), 'rules/index.ts', 'src/cli/rule-list.ts'];
}

function main(args: readonly string[]): void {
  const [id] = args;
  if (id === undefined || args.length > 1) {
    console.error('Usage: npm run new-rule -- <id>');
    process.exitCode = 2;
    return;
  }
  try {
    for (const path of newRule(PROJECT, id)) console.log(path);
    console.log(
      '\nFill them in, then: npm test, npm run docs. docs/contributing.md says what belongs where.',
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
