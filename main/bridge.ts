/** The whole bridge, opened and closed in order. Knows no Electron and chooses nothing; `wiring/` joins the parts. */
import { join, resolve } from 'node:path';
import { openFront } from './api/front.ts';
import type { Services } from './api/services.ts';
import { isUnwritable } from './files/refusal.ts';
import { closeServer, countOpenRequests } from './http/closeServer.ts';
import { listen, openPortWarning, refuseOpenPort } from './http/listen.ts';
import { DIRECTORY_FILES } from './store/directoryFiles.ts';
import type { Unfinished } from './store/unfinished.ts';
import { beginWork } from './wiring/background.ts';
import { openControl } from './wiring/control.ts';
import { type Closings, type Foundation, openFoundation } from './wiring/foundation.ts';
import { watchIntegrity } from './wiring/integrity.ts';
import { type Lights, lightsOf } from './wiring/lights.ts';
import type { BridgeParts } from './wiring/parts.ts';
import { createServices, publishCommits } from './wiring/services.ts';
import type { Config } from './world/config.ts';

export type { Lights };

export interface Bridge {
  /** Base address, for example `http://127.0.0.1:8640`. */
  readonly url: string;
  /** Counts the payments and sales that an end of the program would interrupt. */
  unfinished(): Unfinished;
  /** True when a manager has just permitted to close the window of a kiosk; uses the permission up. */
  takeExit(): boolean;
  /** The one-time code of the set-up; null where a shop has been set up, or the code has been used. */
  setupCode(): string | null;
  /** A code that pairs the second window of the desktop application as a customer display; null while there is no shop. */
  displayCode(): string | null;
  /** The state of the first till, for the tray of the desktop application. */
  lights(): Lights;
  /** Lets running answers finish, then closes stream, terminals and database. */
  close(): Promise<void>;
}

/** Milliseconds that requests may take to be answered when the bridge closes. */
const CLOSE_TIMEOUT = 5000;
/** Milliseconds that pushes may take when the bridge closes; a push that is cut is sent again after the next start. */
const PUSH_TIMEOUT = 1000;

/** Written to the log; the page `/` says the same. */
const NO_SHOP = 'no shop has been set up in this data directory: nobody can sign in, nothing can be sold';

/**
 * Opens the bridge. After a set-up that changed where records go it closes and opens itself again in the same process, at the
 * same port.
 */
export async function createBridge(config: Config, parts: BridgeParts): Promise<Bridge> {
  let isClosed = false;
  let reopening: Promise<void> | null = null;
  const restart = () => {
    if (!isClosed) reopening ??= reopen();
  };
  let current = await openOrRead(config, { ...parts, restart });
  const { url } = current;
  async function reopen() {
    await current.close();
    current = await openOrRead({ ...config, port: Number(new URL(url).port) }, { ...parts, restart });
    reopening = null;
  }
  return {
    url,
    unfinished: () => current.unfinished(),
    takeExit: () => current.takeExit(),
    setupCode: () => current.setupCode(),
    displayCode: () => current.displayCode(),
    lights: () => current.lights(),
    async close() {
      isClosed = true;
      await reopening;
      await current.close();
    },
  };
}

/** Where the disk turns out to be full or failing half way, the database is opened for reading. */
async function openOrRead(config: Config, parts: BridgeParts): Promise<Bridge> {
  try {
    return await openBridge(config, parts);
  } catch (error) {
    if (config.readOnly || !isUnwritable(error)) throw error;
    parts.log('error', 'the disk cannot be written: opened for reading only', { error: String(error) });
    return openBridge({ ...config, readOnly: true }, parts).catch(() => {
      throw error;
    });
  }
}

async function openBridge(config: Config, parts: BridgeParts): Promise<Bridge> {
  refuseOpenPort(config);
  const closings: Closings = [];
  const close = async () => {
    for (const end of closings.toReversed()) await end();
  };
  try {
    const foundation = await openFoundation(config, parts, closings);
    const services = joinServices(foundation, closings);
    const url = await serve(foundation, services, closings);
    closings.unshift(() => parts.log('info', 'closed'));
    const { access } = services.firstRun;
    const { unfinished, exits } = services;
    const displayCode = () => ownWindowCode(services);
    const lights = () => lightsOf(services);
    return { url, unfinished, takeExit: exits.take, setupCode: () => access.code, displayCode, lights, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** For the first till: the desktop application stands at it. */
function ownWindowCode({ displayPairing, devices, shop, readOnly }: Services): string | null {
  const merchant = shop.firstMerchant();
  const till = merchant && devices.firstTill(merchant.id);
  if (!merchant || !till || readOnly) return null;
  const name = devices.find(merchant.id, till)?.description ?? '';
  const language = merchant.language ?? 'de';
  return displayPairing.begin({ merchant: merchant.id, till, name, language, pairedBy: null, ownWindow: true });
}

function joinServices(foundation: Foundation, closings: Closings): Services {
  const { config, parts, db, world, hub, controlledClock } = foundation;
  const control = controlledClock && !db.readOnly ? openControl(config, db, world, controlledClock) : null;
  const integrity = watchIntegrity(db, join(config.data, DIRECTORY_FILES.database), parts);
  closings.push(() => integrity.stop());
  const services = createServices(foundation, control, integrity.view);
  closings.push(() => services.journal?.close());
  closings.push(() => services.terminals.search.close());
  publishCommits(services, hub);
  return services;
}

/** Begins the work in the background, then opens the port: recovery has begun before the first request comes. */
async function serve(foundation: Foundation, services: Services, closings: Closings): Promise<string> {
  const { config, parts, db, world, terminals } = foundation;
  const app = await openFront(services);
  const openRequests = countOpenRequests(app);
  closings.push(() => closeServer(app, openRequests, parts.closeTimeout ?? CLOSE_TIMEOUT));
  closings.push(() => world.recovery.stop());
  closings.push(() => services.delivery.stop(PUSH_TIMEOUT));
  closings.push(() => services.officeLink.stop());
  if (!db.readOnly) await beginWork(foundation, services, closings);
  const url = await listen(app, config);
  foundation.setAddress(url);
  sayHowToSetUp(services, url);
  const warning = openPortWarning(config);
  if (warning !== null) parts.log('warn', warning);
  if (!config.training && !db.readOnly) {
    services.delivery.begin(url);
    await services.officeLink.begin();
  }
  for (const { device } of terminals.all()) void terminals.register(device);
  return url;
}

/** Once, on standard error and in the log: whoever reads it may set the shop up. */
function sayHowToSetUp({ firstRun, config, world }: Services, url: string): void {
  if (!firstRun.isWaiting()) return;
  const { code } = firstRun.access;
  const here = url.replace(/\/\/[^/]+:/, '//127.0.0.1:');
  const browser = code === null ? '' : `, or open ${here} at this machine and enter the one-time code ${code}`;
  const ways = `--demo starts the demo, npm run setup takes a file${browser}`;
  world.log('warn', `${NO_SHOP}; ${ways}`, { directory: resolve(config.data) });
}
