import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './build.ts';
import { generateDocs } from './generate-docs.ts';

/** `npm run docs` writes what is generated; `-- --check` only says what would change, with status 1. */
const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, content] of await generateDocs(PROJECT)) {
  const file = join(PROJECT, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
  stale.push(path);
  if (!check) writeFileSync(file, content);
}
if (check && stale.length > 0) {
  process.stderr.write(`out of date: ${stale.join(', ')}; run \`npm run docs\`\n`);
  process.exitCode = 1;
} else process.stdout.write(stale.length === 0 ? 'docs are up to date\n' : `written: ${stale.join(', ')}\n`);
