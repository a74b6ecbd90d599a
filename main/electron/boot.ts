/** Brings the desktop application up, step by step, and announces when it is ready. */
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserWindow } from 'electron';
import { shellOptions } from '../start/shellOptions.ts';
import type { Config } from '../world/config.ts';
import { readConfig } from '../world/configReading.ts';
import { startDemoTerminal } from './demoTerminal.ts';
import { openDisplayWindow } from './displayWindow.ts';
import { guardContents, guardSession } from './guard.ts';
import type { RunningBridge, StartBridge } from './inProcess.ts';
import { keepAlive } from './keepAlive.ts';
import { channels, isFromOwnPage } from './shellChannel.ts';
import { createLeaving, createShutdown, type Shutdown } from './shutdown.ts';
import { texts } from './texts.ts';
import { readBounds, windowOptions, writeBounds } from './window.ts';

type Electron = typeof import('electron');

/** The surroundings that the shell needs. */
export interface ShellParts {
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of the built shell: `preload.cjs` and `virtualTerminal.js` are beside it. */
  readonly folder: string;
  readonly icon: string;
  readonly startBridge: StartBridge;
  /** One line for whoever started the program. */
  readonly announce: (line: string) => void;
  /** One line for the journal. */
  readonly say: (line: string) => void;
  /** Says what went wrong at the start and gives the exit code. */
  readonly explain: (error: unknown) => Promise<number>;
}

/** Starts everything that must stand before Electron is ready at once, the rest behind it. Gives the way to end it. */
export function boot(electron: Electron, around: ShellParts): Shutdown {
  const ending = createShutdown(electron, around.say);
  start(electron, around, ending).catch(async error => {
    const code = await around.explain(error);
    if (electron.app.isPackaged) electron.dialog.showErrorBox('Tillbridge', (error as Error).message);
    await ending.end(code);
  });
  return ending;
}

async function start(electron: Electron, around: ShellParts, ending: Shutdown): Promise<void> {
  const { app } = electron;
  app.enableSandbox();
  const { kiosk, bridge: given } = shellOptions(around.argv, app.isPackaged);
  const options = app.isPackaged ? atHome(app.getPath('userData'), given) : given;
  const config = readConfig(options, around.environment);
  const profile = join(resolve(config.data), 'desktop');
  mkdirSync(profile, { recursive: true });
  // One window for each data directory, and each with a profile of its own.
  app.setPath('userData', profile);
  if (!app.requestSingleInstanceLock()) return ending.end();
  await app.whenReady();
  const environment = await withDemoTerminal(electron, around, config, ending);
  const bridge = await around.startBridge(options, environment);
  ending.before(bridge.close);
  const { origin } = new URL(bridge.url);
  guardContents(electron, origin);
  guardSession(electron, origin);
  const window = openWindow(electron, around, kiosk, profile);
  answerPersons(electron, window, bridge, { kiosk, language: config.language ?? 'de' }, ending, around.say);
  openDisplayWindow(electron, window, {
    ...{ setting: config.customerDisplay, icon: around.icon, url: bridge.url, say: around.say },
    displayCode: bridge.displayCode,
  });
  const code = bridge.setupCode();
  keepAlive(electron, window, code === null ? bridge.url : `${bridge.url}/#code=${code}`, around.say);
  around.announce(`tillbridge ready ${bridge.url}`);
}

/** An installed application keeps its things in the user's folder, unless another place is given. */
function atHome(home: string, options: readonly string[]): readonly string[] {
  if (options.some(option => /^--(config|data)(=|$)/.test(option))) return options;
  mkdirSync(home, { recursive: true });
  process.chdir(home);
  return existsSync('tillbridge.json') ? ['--config', 'tillbridge.json', ...options] : options;
}

async function withDemoTerminal(
  electron: Electron,
  { environment, folder }: ShellParts,
  { demo, terminals, data }: Config,
  ending: Shutdown,
): Promise<NodeJS.ProcessEnv> {
  if (!demo || terminals.length > 0) return environment;
  const state = join(resolve(data), 'virtual-terminal-state.json');
  const { port, stop } = await startDemoTerminal(electron, join(folder, 'virtualTerminal.js'), state);
  ending.before(stop);
  const setting = {
    protocol: 'zvt',
    connection: { type: 'tcp', host: '127.0.0.1', port },
    options: { questions: true },
  };
  return { ...environment, TILLBRIDGE_TERMINALS: JSON.stringify([setting]) };
}

function openWindow(
  { app, BrowserWindow, Menu, powerSaveBlocker, screen }: Electron,
  { folder, icon }: ShellParts,
  kiosk: boolean,
  profile: string,
): BrowserWindow {
  // On a Mac the menu also carries the keys for copy and paste.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  if (kiosk) powerSaveBlocker.start('prevent-display-sleep');
  const places = join(profile, 'window.json');
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = readBounds(places, screens);
  const preload = join(folder, 'preload.cjs');
  const window = new BrowserWindow(windowOptions({ kiosk, packaged: app.isPackaged, preload, icon, bounds }));
  window.once('ready-to-show', () => window.show());
  window.on('close', () => writeBounds(places, window.getNormalBounds()));
  app.on('second-instance', () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  return window;
}

/** Closing the window, quitting, and the button of the page are the same wish. */
function answerPersons(
  { app, dialog, ipcMain }: Electron,
  window: BrowserWindow,
  bridge: RunningBridge,
  { kiosk, language }: { readonly kiosk: boolean; readonly language: 'de' | 'en' },
  ending: Shutdown,
  say: (line: string) => void,
): void {
  const { origin } = new URL(bridge.url);
  const { unfinished, takeExit } = bridge;
  const leave = createLeaving({ dialog }, texts[language], { kiosk, takeExit, unfinished, end: ending.end });
  const instead = (event: { preventDefault(): void }) => {
    event.preventDefault();
    leave(window).catch(error => say(`The question at the end could not be asked: ${error}`));
  };
  window.on('close', instead);
  app.on('before-quit', instead);
  ipcMain.handle(channels.quit, ({ senderFrame }, ...args) => {
    if (!isFromOwnPage(senderFrame, args, origin)) throw new Error('refused');
    return leave(window);
  });
}
