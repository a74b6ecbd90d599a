import { defineConfig } from '@playwright/test';
import { browserFlags, browserPath } from './browser.ts';

const executablePath = browserPath();

/** The stories of the counter, each with a bridge, a terminal and a data directory of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  timeout: 40_000,
  maxFailures: 10,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 10_000,
    headless: true,
    viewport: { width: 1280, height: 800 },
    locale: 'de-DE',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
});
