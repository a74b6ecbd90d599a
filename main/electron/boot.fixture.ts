/** The shell on a stand-in for Electron and a stand-in for the bridge, for the tests of its start, its end and its failures. */
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { boot, type ShellParts } from './boot.ts';
import type { BridgeStart } from './bridgeBeside.ts';
import { type FakeContents, type FakeOptions, type FakeWindow, fakeElectron } from './electron.fixture.ts';
import type { Unfinished } from './gate.ts';

export const URL_OF_BRIDGE = 'http://127.0.0.1:8640';
/** Working directory before the test. */
export const here = process.cwd();
/** Data directory of the running test. */
export let data: string;

/** Gives each test of the calling file a data directory of its own. Test files share this module, so each of them calls it. */
export function dataDirectoryForEachTest(): void {
  beforeEach(() => {
    data = realpathSync(mkdtempSync(join(tmpdir(), 'tillbridge-shell-')));
  });
  afterEach(() => {
    process.chdir(here);
    rmSync(data, { recursive: true, force: true });
  });
}

interface Case extends FakeOptions {
  readonly options?: readonly string[];
  readonly unfinished?: Unfinished;
  /** A manager has permitted to leave the kiosk. */
  readonly permitted?: boolean;
  /** The one-time code of a set-up that waits. */
  readonly setupCode?: string | null;
  readonly environment?: NodeJS.ProcessEnv;
  readonly refusal?: Error;
  /** The bridge is not ready for as long as the test runs. */
  readonly stillStarts?: boolean;
  readonly closing?: () => Promise<void>;
}

const NOTHING: Unfinished = { running: 0, unknown: 0, midTender: 0 };

/** Boots the shell on a stand-in for Electron and a stand-in for the bridge. */
export function begin({
  options = ['--data', data],
  unfinished = NOTHING,
  permitted = false,
  setupCode = null,
  environment = {},
  refusal,
  stillStarts = false,
  closing,
  ...fake
}: Case = {}) {
  const shell = fakeElectron(fake);
  const said: string[] = [];
  const announced = new EventEmitter();
  const started: BridgeStart[] = [];
  const around: ShellParts = {
    argv: fake.packaged ? ['tillbridge', ...options] : ['electron', '/tillbridge', ...options],
    environment: { LANG: 'de', ...environment },
    folder: '/shell',
    machineFolder: null,
    icon: '/icon.png',
    pictures: '/tray',
    bill: '/no-bill.json',
    startBridge(start) {
      shell.log.push('bridge');
      started.push(start);
      return {
        ready: refusal
          ? Promise.reject(refusal)
          : stillStarts
            ? new Promise<never>(() => undefined)
            : Promise.resolve({
                url: URL_OF_BRIDGE,
                isOurs: () => true,
                unfinished: async () => unfinished,
                takeExit: async () => permitted,
                setupCode: async () => setupCode,
                displayCode: async () => 'BCD-FGH',
              }),
        async close() {
          await closing?.();
          shell.log.push('bridge ends');
        },
      };
    },
    terminalPage: () => null,
    onSignal: () => undefined,
    announce: line => {
      said.push(line);
      announced.emit('line');
    },
    say: line => void said.push(line),
    explain: async error => {
      const { message } = error as Error;
      said.push(message);
      return { code: 2, sentence: message };
    },
  };
  const ready = once(announced, 'line');
  const ending = boot(shell.electron, around);
  return { ...shell, ending, started, said, ready, window: () => shell.windows[0] as FakeWindow };
}

/** Boots the shell and waits until it is ready. */
export async function opened(settings?: Case) {
  const shell = begin(settings);
  await shell.ready;
  return { ...shell, page: shell.window().webContents as FakeContents };
}
