/** The desktop application as a story starts it: the built shell on the twin of Electron, with pages of a real Chromium. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Rectangle } from 'electron';
import { browserFlags, browserPath } from '../browser.ts';
import { pressLikeAPerson } from '../counter.ts';
import { endProgram } from '../till.ts';
import { type Facts, type Numbered, type Order, SETTINGS, type Settings } from './orders.ts';

const root = join(import.meta.dirname, '..', '..');
export const SHELL = join(root, 'dist', 'electron', 'app.js');
/**
 * Holds which lines ran, one file for each application that ended in order. A run of stories empties it at its start, and not
 * where a story is tried again.
 */
export const COVERAGE = join(root, 'test-results', 'stories', 'desktop-coverage');
const REGISTER = join(import.meta.dirname, 'register.ts');

/** A Chromium whose windows belong to the applications of one worker. */
export interface Desktop {
  open(opening?: Opening): Promise<DesktopApp>;
  close(): Promise<void>;
}

export interface Opening {
  readonly options?: readonly string[];
  readonly packaged?: boolean;
  /** Data directory of an application before, or the home of an installed one; a new one when left out. */
  readonly home?: string;
  readonly screens?: readonly Rectangle[];
  readonly keystore?: Settings['keystore'];
  /** One story is enough for the few lines of the shell in the bridge, because its notes are as long as the bridge: ten megabytes. */
  readonly covers?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** The shell out of a package; that of the checkout when left out. */
  readonly shell?: string;
  /** Modules that run before the shell. */
  readonly imports?: readonly string[];
}

export interface DesktopApp {
  readonly home: string;
  /** Address of the bridge; null where the application ended before it was ready. */
  readonly url: string | null;
  /** Everything on standard error. */
  readonly said: () => string;
  /** Code and signal of the end. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
  /** The page of the till's window, or of another window whose address has `path`. */
  page(path?: RegExp): Promise<Page>;
  /** Does what a person or the system does outside the page, and gives what can be seen then. */
  order(order: Order): Promise<Facts>;
  signal(name: NodeJS.Signals): void;
  /** The terminal in which the program was started is gone. */
  stopReading(): void;
  close(): Promise<void>;
}

const SCREEN: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 };

export async function openDesktop(): Promise<Desktop> {
  const profile = mkdtempSync(join(tmpdir(), 'tillbridge-desktop-browser-'));
  const flags = [
    ...browserFlags,
    '--headless',
    '--lang=de-DE',
    '--accept-lang=de-DE',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(browserPath() ?? chromium.executablePath(), [...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endpoint = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', line => {
      const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', code => reject(new Error(`the browser ended with ${code}`)));
  });
  const browser = await chromium.connectOverCDP(endpoint);
  return {
    open: opening => openApp(browser, endpoint, opening),
    async close() {
      const ended = once(child, 'exit');
      // The program in the path is a script that starts the browser: a signal would end the script alone.
      await (await browser.newBrowserCDPSession()).send('Browser.close').catch(() => undefined);
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openApp(browser: Browser, endpoint: string, opening: Opening = {}): Promise<DesktopApp> {
  const { options = ['--demo'], packaged = false, screens = [SCREEN], environment = {}, imports = [] } = opening;
  const { keystore = 'closed', shell = SHELL, covers = false } = opening;
  const home = opening.home ?? mkdtempSync(join(tmpdir(), 'tillbridge-desktop-'));
  const settings: Settings = { endpoint, packaged, home, screens, keystore, covers };
  const place = packaged ? [] : ['--data', join(home, 'data')];
  const child = spawn(
    process.execPath,
    [...[REGISTER, ...imports].flatMap(module => ['--import', module]), shell, ...place, '--port', '0', ...options],
    {
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        TILLBRIDGE_LOG_LEVEL: 'error',
        NODE_V8_COVERAGE: COVERAGE,
        ...environment,
        [SETTINGS]: JSON.stringify(settings),
      },
    },
  );
  let said = '';
  child.stderr!.on('data', text => {
    said += text;
  });
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const order = orders(child);
  const url = await Promise.race([announced(child), ended.then(() => null)]);

  async function page(path = /\/(#.*)?$/): Promise<Page> {
    const context = browser.contexts()[0]!;
    for (;;) {
      const found = context.pages().find(one => url !== null && one.url().startsWith(url) && path.test(one.url()));
      if (found) {
        pressLikeAPerson(found);
        return found;
      }
      await context.waitForEvent('page', { timeout: 500 }).catch(() => undefined);
    }
  }
  return {
    ...{ home, url, ended, page, order },
    said: () => said,
    signal: name => void child.kill(name),
    stopReading() {
      child.stdout!.destroy();
      child.stderr!.destroy();
    },
    async close() {
      await endProgram(child, 'SIGTERM');
      if (opening.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

function announced({ stdout }: ChildProcess): Promise<string> {
  return new Promise(resolve => {
    createInterface({ input: stdout! }).on('line', line => {
      const url = /^tillbridge ready (\S+)$/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
}

function orders(child: ChildProcess): DesktopApp['order'] {
  const waiting = new Map<number, (facts: Facts) => void>();
  let last = 0;
  child.on('message', ({ call, content }: Numbered<Facts>) => {
    waiting.get(call)?.(content);
    waiting.delete(call);
  });
  return content =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, resolve);
      child.send({ call: last, content } satisfies Numbered<Order>, error => {
        if (error) reject(error);
      });
    });
}
