import { defineConfig } from 'vitest/config';
import { reporters } from './src/test/reporters.ts';

const SYSTEM = 'src/**/*.system.test.ts';
/** They run the built program, which is slower, so they come after the units. */
const WHOLE_PROGRAM = ['src/cli/**/*.test.ts', 'src/test/**/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['src/test/global-setup.ts'],
    testTimeout: 30_000,
    ...reporters('all'),
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'rules/**/*.test.ts'],
          exclude: [SYSTEM, ...WHOLE_PROGRAM],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'program',
          include: WHOLE_PROGRAM,
          exclude: [SYSTEM],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
