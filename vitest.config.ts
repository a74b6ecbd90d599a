import { defineConfig } from 'vitest/config';

/** Unit and integration tests: beside the code they prove, over real sockets, files and processes. */
export default defineConfig({
  test: {
    include: ['{drivers,main,renderer,e2e}/**/*.test.ts', 'renderer/**/*.test.tsx'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Most of the time a test waits for a process or a line; one worker would leave the second core idle.
    maxWorkers: 2,
  },
});
