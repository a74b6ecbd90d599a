import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';

// Bridges and terminals are compiled once, not at every start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'node');

const DESKTOP = '95-desktop.spec.ts';

/** The stories of the counter, each with a bridge, a terminal and a data directory of its own. */
export default defineConfig({
  testDir: '.',
  projects: [
    // One application after the other, for minutes: at the end of a run, the other workers would wait for them.
    // It starts three programs before its first page, which takes half a minute on a slow and busy machine.
    { name: 'desktop', testMatch: DESKTOP, timeout: 240_000, expect: { timeout: 60_000 } },
    {
      name: 'screens',
      testMatch: '*.spec.ts',
      // Pictures take a minute and belong to the letters of one machine: `npm run pictures` records and compares them.
      testIgnore: process.env.TILLBRIDGE_PICTURES ? DESKTOP : [DESKTOP, '*-pictures.spec.ts'],
    },
  ],
  // Emptied at the start; the results of the other tests lie beside it.
  outputDir: '../test-results/stories',
  // These bounds end what hangs. They fit a machine that is three times slower than usual; a wait that ends early costs nothing.
  timeout: 120_000,
  maxFailures: 10,
  // A browser on a busy machine: one more try, and the test run names every story that needed it.
  retries: 1,
  expect: { timeout: 20_000 },
  // A story waits more than it works; each has a bridge, a terminal and a browser, so memory sets the limit.
  workers: Math.min(availableParallelism() + 1, 8),
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    headless: true,
    // One page serves the stories of a worker: its storage, routes and sizes are put back, the code it has compiled stays.
    reuseContext: true,
    // A movement that repeats itself draws sixty pictures a second.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    locale: 'de-DE',
    screenshot: 'only-on-failure',
    // A picture and what the page held are kept of a failure. A trace costs a fifth of the time: `--trace on` where one is
    // looked for.
    trace: 'off',
    // A till with a mouse shows the bars of what scrolls, which take room; pictures are taken without them.
    launchOptions: {
      ...launchOptions(),
      ...(process.env.TILLBRIDGE_PICTURES ? {} : { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    },
  },
});
