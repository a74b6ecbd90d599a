import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Unit and integration tests: beside the code they prove, over real sockets, files and processes. */
export default defineConfig({
  test: {
    include: ['{drivers,main,renderer,e2e}/**/*.test.ts', 'renderer/**/*.test.tsx'],
    setupFiles: ['e2e/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Loading the bridge and compiling its contracts takes longer than most files run, so files share what is loaded:
    // no module remembers anything but what it was asked for, and a test puts back what it changes in its process.
    isolate: false,
    // Much of the time a test waits for a process, a line or the disk; two workers more than cores use that.
    maxWorkers: availableParallelism() + 2,
    // Programs that tests start are compiled once, not at every start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'node') },
  },
});
