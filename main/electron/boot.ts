/** Brings the desktop application up, step by step, and announces when it is ready. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isShared } from '../files/rights.ts';
import { loopback, setupPage } from '../start/setupPage.ts';
import { openingSwitch, shellOptions } from '../start/shellOptions.ts';
import { type Config, ConfigRefusal } from '../world/config.ts';
import { readConfig } from '../world/configReading.ts';
import type { RunningBridge, StartBridge } from './bridgeBeside.ts';
import type { Lights } from './bridgeFace.ts';
import { openDisplayWindow } from './displayWindow.ts';
import { guardContents, guardSession } from './guard.ts';
import { settledHome } from './home.ts';
import { keepAlive } from './keepAlive.ts';
import { keptFiles } from './keptFiles.ts';
import { printPage, refuseFileDialogs } from './kioskDialogs.ts';
import { environmentWithKey } from './sealedKey.ts';
import { channels, isFromOwnPage, type Shell } from './shellChannel.ts';
import { type MenuPlace, type MenuSurroundings, offerMenus } from './shellMenus.ts';
import { createLeaving, createShutdown, type Shutdown } from './shutdown.ts';
import { tellOfLoop } from './supportReport.ts';
import type { Electron, ShellWindow } from './surface.ts';
import { texts } from './texts.ts';
import { type TroubleLog, traceOf, troubleLogIn } from './troubleLog.ts';
import { type ShellUpdates, shellUpdates, updateSettings } from './updates.ts';
import { readBounds, windowOptions, writeBounds } from './window.ts';

/** The surroundings that the shell needs. */
export interface ShellParts extends MenuSurroundings {
  readonly argv: readonly string[];
  /** Folder of the built shell, with `preload.cjs`. */
  readonly folder: string;
  readonly icon: string;
  /** The folder of the machine for a shop that all its users share; null: the system has none. */
  readonly machineFolder: string | null;
  readonly startBridge: StartBridge;
  /** Address of the page of the virtual terminal; null where there is none. */
  readonly terminalPage: () => string | null;
  /** Has `end` called at each signal that asks the program to end, also where another part has taken the signals over. */
  readonly onSignal: (end: () => void) => void;
  /** One line for whoever started the program. */
  readonly announce: (line: string) => void;
  /** Says what went wrong at the start; gives the exit code, and the sentence for a person who sees no journal. */
  readonly explain: (error: unknown) => Promise<{ readonly code: number; readonly sentence: string }>;
}

export interface Booted extends Pick<Shutdown, 'end'> {
  /** Ends after an error that nobody expected. */
  unexpected(error: unknown): Promise<void>;
}

/** Starts everything that must stand before Electron is ready at once, the rest behind it. Gives the ways to end it. */
export function boot(electron: Electron, around: ShellParts): Booted {
  const ending = createShutdown(electron, around.say);
  let troubles: TroubleLog | null = null;
  start(electron, around, ending, log => {
    troubles = log;
  }).catch(async error => {
    const { code, sentence } = await around.explain(error);
    // A box before this moment is a line that nobody sees.
    if (electron.app.isPackaged) {
      await electron.app.whenReady();
      electron.dialog.showErrorBox('Tillbridge', sentence);
    }
    await ending.end(code);
  });
  return {
    end: ending.end,
    unexpected(error) {
      troubles?.note(traceOf(error));
      return ending.end(1);
    },
  };
}

async function start(
  electron: Electron,
  parts: ShellParts,
  ending: Shutdown,
  noting: (log: TroubleLog) => void,
): Promise<void> {
  const { app } = electron;
  const place = placeOf(app, parts);
  const { kiosk, options, config, profile } = place;
  const troubles = troubleLogIn(join(profile, 'troubles.log'));
  noting(troubles);
  const say = (line: string) => {
    troubles.note(line);
    parts.say(line);
  };
  const around = { ...parts, say };
  // One window for each data directory, and each with a profile of its own.
  app.setPath('userData', profile);
  // Reports of crashes stay in the profile (`Crashpad`): memory of a till goes nowhere.
  electron.crashReporter.start({ uploadToServer: false });
  if (!app.requestSingleInstanceLock()) return ending.end();
  await app.whenReady();
  endWithTheSystem(electron, around.onSignal, ending);
  let seen: Lights | null = null;
  let showLights: (lights: Lights | null) => void = () => undefined;
  const onLights = (lights: Lights | null) => {
    seen = lights;
    showLights(lights);
  };
  const updates = await shellUpdates(electron, { ...updatePlace(place), environment: around.environment, say }, ending);
  if (updates.isAgain) return ending.end();
  const environment = environmentWithKey(electron, config, updates.environment, place.isOfMachine);
  const language = config.language ?? 'de';
  let report: () => void = () => undefined;
  const onLoop = (reason: string | null) => void tellOfLoop(electron, texts[language], reason, () => report());
  const starting = around.startBridge({ options, environment, onLights, onLoop, say });
  ending.before(starting.close);
  const bridge = await starting.ready.catch(updates.failed);
  if (bridge === null) return ending.end();
  // A page from any address but this machine's own is no secure context, and no system loads 0.0.0.0 everywhere.
  const url = loopback(bridge.url);
  const { origin } = new URL(url);
  ending.before(() => (bridge.isOurs() ? signOut(electron, origin) : undefined));
  const window = openGuarded(electron, around, place, { origin, isOurs: bridge.isOurs }, ending);
  const leave = answerPersons(electron, window, bridge, { kiosk, language }, ending);
  const leaveAtOnce = () => {
    leave().catch(error => say(`The question at the end could not be asked: ${error}`));
  };
  followRequests(electron, window, leaveAtOnce, ending);
  ({ showLights, report } = offerMenus(electron, around, place, {
    ...actionsOf(electron, window, leaveAtOnce, updates),
    ...{ lights: () => seen, ready: updates.ready, troubles },
  }));
  showLights(seen);
  answerPage(electron, origin, {
    quit: leave,
    print: () => printPage(electron, window.webContents, { kiosk, texts: texts[language] }),
    async report() {
      report();
      return true;
    },
  });
  if (kiosk) refuseFileDialogs(electron, window.webContents, texts[language]);
  lockWithTheScreen(electron, window);
  openDisplayWindow(electron, window, {
    ...{ setting: config.customerDisplay, icon: around.icon, url, say },
    displayCode: bridge.displayCode,
  });
  keepAlive(electron, window, () => firstPage(bridge, url), say);
  around.announce(`tillbridge ready ${url}`);
  updates.begin(origin);
}

const updatePlace = ({ options, config, profile }: Place) => ({
  ...{ settings: updateSettings(options), data: resolve(config.data), profile },
});

/** The choices of a start, by the command line, the configuration and the place of the data. */
interface Place extends MenuPlace {
  /** For the bridge. */
  readonly options: readonly string[];
  readonly config: Config;
  /** Several users of the machine work in the data directory. */
  readonly isOfMachine: boolean;
}

/** Throws `ConfigRefusal`. */
function placeOf(app: Electron['app'], around: ShellParts): Place {
  const opening = app.isPackaged ? openingSwitch(around.argv) : null;
  if (opening !== null)
    throw new ConfigRefusal(
      `The switch ${opening} is none of the till, and may open its pages to other programs: start without it.`,
    );
  const { kiosk, bridge: given } = shellOptions(around.argv, app.isPackaged);
  const own = app.getPath('userData');
  const home = app.isPackaged ? homeFor(given, own, around) : null;
  const options = home === null ? given : atHome(home, given);
  const config = readConfig(options, around.environment);
  const data = resolve(config.data);
  // A profile belongs to one user, also where the data belong to the machine.
  const isOfMachine = (home !== null && home !== own) || isShared(data);
  const profile = isOfMachine ? join(own, 'desktop', encodeURIComponent(data)) : join(data, 'desktop');
  mkdirSync(profile, { recursive: true });
  // Electron would take a folder that cannot be written for one in use by a till that runs, and end without a word.
  accessSync(profile, constants.W_OK);
  return { kiosk, given, options, config, profile, isOfMachine };
}

function openGuarded(
  electron: Electron,
  around: ShellParts,
  { kiosk, config, profile }: Place,
  { origin, isOurs }: { readonly origin: string; readonly isOurs: () => boolean },
  ending: Shutdown,
): ShellWindow {
  guardContents(electron, { origin, terminalPage: around.terminalPage, kiosk });
  guardSession(electron, {
    ...{ origin, isOurs },
    files: kiosk ? keptFiles(electron, join(profile, 'downloads'), texts[config.language ?? 'de']) : null,
  });
  const places = join(profile, 'window.json');
  const window = openWindow(electron, around, kiosk, places);
  ending.before(() => keepPlace(window, places));
  return window;
}

/** How long the bridge may take to forget the session of the window, ms. */
const SIGN_OUT_WITHIN = 2000;

/** The session of the window ends with it: its cookie goes with the process, and the bridge forgets it. */
async function signOut({ session }: Pick<Electron, 'session'>, origin: string): Promise<void> {
  const url = `${origin}/bridge/v1/session`;
  try {
    const cookies = await session.defaultSession.cookies.get({ url });
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const signal = AbortSignal.timeout(SIGN_OUT_WITHIN);
    if (cookie !== '') await fetch(url, { method: 'DELETE', headers: { cookie }, signal });
  } catch {
    // A bridge that does not answer forgets it by its age.
  }
}

/**
 * Electron takes the signals over when it becomes ready, and makes them a request to quit, which a kiosk refuses and a question
 * delays. They come from the system, as the end of a session does: nobody is there to answer, so the end follows at once.
 */
function endWithTheSystem({ powerMonitor }: Electron, onSignal: ShellParts['onSignal'], ending: Shutdown): void {
  const end = () => void ending.end();
  onSignal(end);
  powerMonitor.on('shutdown', end);
}

/** The code of the set-up changes with each start of the bridge. */
async function firstPage(bridge: RunningBridge, url: string): Promise<string> {
  const code = await bridge.setupCode();
  return code === null ? url : setupPage(url, code);
}

/** The folder of an installed application; null where another place is given. */
const homeFor = (options: readonly string[], own: string, { machineFolder, say }: ShellParts): string | null =>
  options.some(option => /^--(config|data)(=|$)/.test(option))
    ? null
    : settledHome(own, machineFolder, options.includes('--demo'), say);

function atHome(home: string, options: readonly string[]): readonly string[] {
  process.chdir(home);
  return existsSync('tillbridge.json') ? ['--config', 'tillbridge.json', ...options] : options;
}

function openWindow(
  { app, BrowserWindow, powerSaveBlocker, screen }: Electron,
  { folder, icon }: ShellParts,
  kiosk: boolean,
  places: string,
): ShellWindow {
  if (kiosk) powerSaveBlocker.start('prevent-display-sleep');
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = readBounds(places, screens);
  const preload = join(folder, 'preload.cjs');
  const window = new BrowserWindow(windowOptions({ kiosk, packaged: app.isPackaged, preload, icon, bounds }));
  window.once('ready-to-show', () => window.show());
  window.on('close', () => keepPlace(window, places));
  return window;
}

function keepPlace(window: ShellWindow, places: string): void {
  if (!window.isDestroyed()) writeBounds(places, window.getNormalBounds());
}

/** Closing the window, quitting, the button of the page and the menus are the same request. Gives it. */
function answerPersons(
  { dialog }: Electron,
  window: ShellWindow,
  { unfinished, takeExit }: RunningBridge,
  { kiosk, language }: { readonly kiosk: boolean; readonly language: 'de' | 'en' },
  { end }: Shutdown,
): () => Promise<boolean> {
  const leave = createLeaving({ dialog }, texts[language], { kiosk, takeExit, unfinished, end });
  return () => leave(window);
}

function followRequests({ app }: Electron, window: ShellWindow, leaveAtOnce: () => void, ending: Shutdown): void {
  const instead = (event: { preventDefault(): void }) => {
    event.preventDefault();
    leaveAtOnce();
  };
  window.on('close', instead);
  // Windows ends a session this way; a request to stay would only be cut off.
  window.on('session-end', () => void ending.end());
  app.on('before-quit', instead);
}

/** Answers the verbs of the page; nobody else's, and none that brings something along. */
function answerPage({ ipcMain }: Electron, origin: string, verbs: Shell): void {
  for (const [name, answer] of Object.entries(verbs) as [keyof Shell, () => Promise<boolean>][])
    ipcMain.handle(channels[name], ({ senderFrame }, ...args) => {
      if (!isFromOwnPage(senderFrame, args, origin)) throw new Error('refused');
      return answer();
    });
}

/** The items of the menus. */
function actionsOf({ app }: Electron, window: ShellWindow, leave: () => void, { chooseRestart }: ShellUpdates) {
  const show = () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  app.on('second-instance', show);
  const end = (isRestart: boolean) => () => {
    chooseRestart(isRestart);
    leave();
  };
  return { show, restart: end(true), quit: end(false) };
}

/** A person who locks the screen or closes the lid has left the till: the page asks for a PIN then. */
function lockWithTheScreen({ powerMonitor }: Electron, window: ShellWindow): void {
  const lock = () => {
    if (!window.isDestroyed()) window.webContents.send(channels.lock);
  };
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('suspend', lock);
}
