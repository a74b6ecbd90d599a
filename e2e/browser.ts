/** The browser of the stories: the system's, otherwise Playwright's, otherwise Debian's package where it can be installed. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The first path is the same engine without windows: it draws the same pages with a fifth less work. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Path of a Chromium, or undefined where Playwright's own is installed. */
export function browserPath(): string | undefined {
  const named = process.env.TILLBRIDGE_CHROMIUM;
  return named || SYSTEM.find(path => existsSync(path));
}

// Node reads the stories as they are. Translated by Playwright, which this switches off, they take ten seconds before the first begins.
process.env.PW_DISABLE_TS_ESM ??= '1';

/** Makes sure that there is a browser. Throws, with advice, when there is none and none can be installed. */
export function obtainBrowser(): void {
  if (browserPath() || existsSync(chromium.executablePath())) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
    return;
  }
  throw new Error('No Chromium found: install the package "chromium", or name one with TILLBRIDGE_CHROMIUM.');
}

/**
 * Chromium takes the last list of features it is given, so this list holds what Playwright switches off as well. The first row is
 * ours: every page gets a window with two hidden pages of its own for the address bar, and a process in reserve, although
 * nobody types an address here. Without them a page takes half the time.
 */
const FEATURES_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  // Each first sound would start a process, which costs as much as the scan.
  'AudioServiceOutOfProcess',
  ...['AimEnabled', 'LensOverlay', 'MediaRouter', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'NetworkTimeServiceQuerying',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
];

/** Options for a browser without a screen, in a container without a network of its own. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
];

/** The browser of every story. */
export function launchOptions() {
  const executablePath = browserPath();
  return { args: browserFlags, ...(executablePath ? { executablePath } : {}) };
}
