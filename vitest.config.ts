import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { temporaryFolder } from './e2e/temporaryFolder.ts';

/** Files in the order in which they begin; a file belongs to the first row that its text fits. */
const KINDS: readonly RegExp[] = [
  // Programs, databases and browsers of their own: much of their time such a file waits, and others work meanwhile.
  /node:child_process|\/programs(\.fixture)?\.ts'|(screen|exampleRegister|tillProcess|cluster)\.fixture\.ts'|startProgram/,
  // A serial line, many runs, or more time than others.
  /ptyPair|asyncProperty|timeout: |\d{2,}_000\)|onEachDatabase|liveShop\.fixture\.ts'/,
];

/**
 * Long files begin first, although many of them are short texts: the last ones would run alone, and the other workers would wait.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ranked = Map.groupBy(sorted, ({ moduleId }) => {
      const text = readFileSync(moduleId, 'utf8');
      return KINDS.findIndex(kind => kind.test(text));
    });
    return [...KINDS.keys(), -1].flatMap(rank => ranked.get(rank) ?? []);
  }
}

/** Unit and integration tests: beside the code they prove, over real sockets, files and processes. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['{drivers,main,e2e}/**/*.test.ts'],
          // Node reads these sources as the product does: a worker that loads a bridge needs a quarter less of the processor.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Texts of the screens are read by `import.meta.glob` and `?raw`, and a screen is written in JSX.
      { extends: true, test: { name: 'screens', include: ['renderer/**/*.test.ts'] } },
    ],
    globalSetup: 'e2e/sharedServer.ts',
    setupFiles: ['e2e/seed.ts', 'e2e/documentWatch.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Loading the bridge and compiling its contracts takes longer than most files run, so files share what is loaded:
    // no module remembers anything but what it was asked for, and a test puts back what it changes in its process.
    isolate: false,
    // Bridges that come and go leave much behind; with more room for the young, a tenth of the time is saved, and another tenth
    // with four times as much: what still lives is copied less often.
    // The embedded PostgreSQL opens in half the time where nothing of it is compiled a second time: no test asks it for long.
    execArgv: ['--max-semi-space-size=256', '--min-semi-space-size=128', '--liftoff-only'],
    // One more than cores, because files wait for programs and lines. Each worker loads the bridge for itself, and they push each other
    // out of the caches: with two more, the same tests need a quarter more of the processor than with none.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    // Programs that tests start are compiled once, not at every start.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'node'),
      TMPDIR: temporaryFolder(),
    },
  },
});
