import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build, PROJECT } from '../dev/build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Why the program could not be built; empty when it was. */
    buildFailure: string;
  }
}

/** What the built program is made from. Tests are not part of it, so editing one does not rebuild. */
function* sources(): Generator<string> {
  yield join(PROJECT, 'package-lock.json');
  yield join(PROJECT, 'package.json');
  for (const folder of ['src', 'rules']) {
    for (const name of readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) yield join(PROJECT, folder, name);
    }
  }
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isStale(): boolean {
  const built = modified(join(PROJECT, 'dist', 'manifest.json'));
  for (const file of sources()) if (modified(file) > built) return true;
  return false;
}

/**
 * Builds the program once per run of the tests when a source is newer. A failure is kept for the tests that run
 * the program: the others must be able to go on without it.
 */
export default async function setup(project: TestProject): Promise<void> {
  let failure = '';
  try {
    if (isStale()) await build(PROJECT);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  project.provide('buildFailure', failure);
}
