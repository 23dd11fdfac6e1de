import { defineConfig } from 'vitest/config';
import { reporters } from './src/test/reporters.ts';

/** Tests that need programs from outside or the network; one file at a time, as they are heavy. */
export default defineConfig({
  test: {
    globalSetup: ['src/test/global-setup.ts'],
    include: ['src/**/*.system.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    ...reporters('system'),
  },
});
