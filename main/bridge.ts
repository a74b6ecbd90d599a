/** Wires the whole bridge; the only place where its parts meet. Knows no Electron and chooses nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SettingsError } from '../drivers/settings.ts';
import type { PaymentTerminal, Reason, TerminalState } from '../drivers/terminal.ts';
import { transactionEvent } from './api/events/routes.ts';
import { listen } from './api/listen.ts';
import { buildServer } from './api/server.ts';
import type { Services } from './api/services.ts';
import { createBearers } from './auth/bearer.ts';
import { createGrants } from './auth/grants.ts';
import { releaseExpired } from './checkout/expire.ts';
import { createRecovery } from './checkout/recover.ts';
import { createRunningPayments } from './checkout/running.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Config, ConfigRefusal } from './config.ts';
import { screenClientId } from './demo/ids.ts';
import { seedDemo } from './demo/seed.ts';
import { newHash, newKey } from './ids.ts';
import type { Log } from './log.ts';
import { createVirtualAcquirer } from './payments/virtualAcquirer.ts';
import type { TerminalSlot, World } from './ports.ts';
import type { QueueView, TerminalView } from './push/events.ts';
import { createHub, type Hub } from './push/hub.ts';
import { sqlFunctions } from './query/comparable.ts';
import { createAccounts } from './store/accounts.ts';
import { createAcquirerBooks } from './store/acquirerBooks.ts';
import { type Database, openDatabase } from './store/database.ts';
import { createEventLog } from './store/events.ts';
import { createIntents } from './store/intents.ts';
import { createLists } from './store/lists.ts';
import { createLoyalty } from './store/loyaltyCards.ts';
import { createPushes } from './store/pushes.ts';
import { createSaleStore } from './store/sales.ts';
import { createShop, type Shop } from './store/shop.ts';
import { version } from './version.ts';

export interface Bridge {
  /** Base address, for example `http://127.0.0.1:8640`. */
  readonly url: string;
  /** Lets running answers finish, then closes stream, terminals and database. */
  close(): Promise<void>;
}

/** What a host or a test may hand in instead of the real thing. */
export interface Parts {
  readonly log: Log;
  readonly clock?: Clock;
  /** Opens one configured terminal. */
  readonly openTerminal: (settings: Config['terminals'][number]) => Promise<PaymentTerminal>;
  /** Folder of the built screen. */
  readonly screen?: string;
  /** ms; see `World.settings.verdictPatience`. */
  readonly verdictPatience?: number;
  /** How long answers under way may take when the bridge is closed, ms. */
  readonly lastAnswers?: number;
}

/** The terminal's own limit: after it, a blocking call answers with what is known. */
const VERDICT_PATIENCE = 60_000;
/** Changes a stream may have missed and still resume from. */
const EVENTS_KEPT = 100_000;
const HOUSEKEEPING = 60_000;
const LAST_ANSWERS = 5000;

export async function createBridge(config: Config, parts: Parts): Promise<Bridge> {
  const { log, clock = systemClock } = parts;
  const db = openDatabase(config.data, sqlFunctions);
  /** What has been opened, to be closed in the opposite order, also when the start fails half way. */
  const opened: (() => unknown)[] = [() => db.close()];
  const close = async () => {
    for (const end of opened.toReversed()) await end();
  };
  try {
    const stores = openStores(db, clock);
    if (config.demo) await seedDemo(db, stores.shop, clock.now());
    const hub = createHub();
    const slots = await openSlots(config, stores.shop, parts, hub);
    opened.push(() => Promise.all(slots.all().map(slot => slot.terminal.close())));
    const world = createWorld(config, stores, slots, hub, parts);
    const services = createServices(config, db, stores, world, slots, hub, parts);
    followCommits(services, hub);
    const app = await buildServer(services);
    const underWay = countAnswers(app);
    opened.push(() => finish(app, underWay, parts.lastAnswers ?? LAST_ANSWERS));
    opened.push(() => world.recovery.stop());
    await world.recovery.begin();
    opened.push(keepHouse(db, stores, services));
    const url = await listen(app, config);
    for (const slot of slots.all()) void slot.terminal.register();
    opened.unshift(() => log('info', 'closed'));
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Answers that are under way may end; what takes longer is cut, and its ending is found after the next start. */
async function finish(app: FastifyInstance, underWay: () => number, patience: number): Promise<void> {
  const closed = app.close();
  const end = Date.now() + patience;
  while (underWay() > 0 && Date.now() < end) await pause(10);
  // Browsers keep connections open on which nothing was ever asked.
  app.server.closeAllConnections();
  await closed;
}

function countAnswers(app: FastifyInstance): () => number {
  let count = 0;
  app.server.on('request', (_request, response) => {
    count += 1;
    response.once('close', () => {
      count -= 1;
    });
  });
  return () => count;
}

type Stores = ReturnType<typeof openStores>;

function openStores(db: Database, clock: Clock) {
  const events = createEventLog(db, clock.now);
  return {
    events,
    sales: createSaleStore(db, events, clock.now),
    intents: createIntents(db),
    loyalty: createLoyalty(db),
    shop: createShop(db),
    accounts: createAccounts(db),
    lists: createLists(db),
    acquirerBooks: createAcquirerBooks(db),
    pushes: createPushes(db, clock.now),
  };
}

interface Slots {
  slot(device: string): TerminalSlot | null;
  view(device: string): TerminalView | null;
  all(): readonly TerminalSlot[];
}

/** Terminals of the configuration, by the device they are named for or in the order of the device list. */
async function openSlots(config: Config, shop: Shop, parts: Parts, hub: Hub): Promise<Slots> {
  const slots = new Map<string, TerminalSlot>();
  const views = new Map<string, TerminalView>();
  const devices = shop.terminals();
  for (const [index, settings] of config.terminals.entries()) {
    const device = devices.find(({ id }) => id === settings.device) ?? devices[index];
    if (!device) {
      parts.log('warn', 'a terminal is configured, but no device of the shop stands for it', { index });
      continue;
    }
    const terminal = await parts.openTerminal(settings).catch(error => {
      throw error instanceof SettingsError
        ? new ConfigRefusal(`Configuration: terminals.${index}: ${error.message}.`)
        : error;
    });
    slots.set(device.id, { device: device.id, description: device.description, terminal });
    const tell = (state: TerminalState, reason?: Reason) => {
      const view = {
        device: device.id,
        description: device.description,
        state,
        since: Date.now(),
        reason: reason?.text ?? null,
      };
      views.set(device.id, view);
      hub.publish(device.merchant, 'terminal', view);
    };
    tell(terminal.state);
    terminal.onState(tell);
  }
  return {
    slot: device => slots.get(device) ?? null,
    view: device => views.get(device) ?? null,
    all: () => [...slots.values()],
  };
}

function createWorld(config: Config, stores: Stores, slots: Slots, hub: Hub, parts: Parts): World {
  const { sales, intents, loyalty, shop, acquirerBooks, pushes } = stores;
  const world: World = {
    ledger: sales,
    intents,
    loyalty,
    devices: {
      merchant: shop.merchant,
      slot: slots.slot,
      owned: (merchant, device) => shop.device(merchant, device) !== null,
      terminalFor(merchant, device) {
        const row = device === null ? null : shop.device(merchant, device);
        return row ? slots.slot(row.terminal ?? row.id) : null;
      },
    },
    acquirer: createVirtualAcquirer(acquirerBooks, newHash),
    pushes,
    clock: parts.clock ?? systemClock,
    settings: {
      language: config.language,
      strictSums: config.strictSums,
      reservationMinutes: config.reservationMinutes,
      verdictPatience: parts.verdictPatience ?? VERDICT_PATIENCE,
    },
    running: createRunningPayments((merchant, device, payment) =>
      hub.publish(merchant, 'payment', { device, payment }),
    ),
    recovery: createRecovery(() => world),
    log: parts.log,
  };
  return world;
}

function createServices(
  config: Config,
  db: Database,
  stores: Stores,
  world: World,
  slots: Slots,
  hub: Hub,
  parts: Parts,
): Services {
  const { shop, accounts, events, sales, lists } = stores;
  const bearers = createBearers(accounts, world.clock, shop.firstTill);
  const tillOf = (merchant: string, device: string) => shop.tillByName(merchant, device) ?? shop.firstTill(merchant);
  return {
    config,
    version,
    world,
    sales,
    lists,
    shop,
    events,
    hub,
    bearers,
    grants: createGrants(accounts, world.clock, tillOf, bearers.forget),
    installation: installationOf(db),
    screen: parts.screen && existsSync(join(parts.screen, 'index.html')) ? parts.screen : null,
    screenClient: () => accounts.client(screenClientId),
    terminalView: slots.view,
    queueView: (): QueueView => ({ upstream: config.upstream === null ? 'none' : 'down', ...events.queue() }),
  };
}

/** A name that tells this installation from another one on the same machine. */
function installationOf(db: Database): string {
  const known = db.prepare<string>("SELECT value FROM setting WHERE key = 'installation'").pluck().get();
  if (known !== undefined) return known;
  const name = newKey().slice(0, 12);
  db.prepare("INSERT INTO setting VALUES ('installation', ?)").run(name);
  return name;
}

/** What was committed is told to every open screen, with the stored document as it is. */
function followCommits({ events, sales, queueView }: Services, hub: Hub) {
  events.onCommitted(event => {
    if (!hub.listening(event.merchant)) return;
    const document = sales.bytes(event.merchant, event.id)?.toString();
    if (document !== undefined)
      hub.publishText(event.merchant, 'transaction', transactionEvent(event, document), event.seq);
    hub.publish(event.merchant, 'queue', queueView());
  });
}

/** Frees abandoned reservations and forgets old events and expired tokens, once a minute. */
function keepHouse(db: Database, { events, accounts }: Stores, { world }: Services): () => void {
  const tidy = () => {
    events.prune(EVENTS_KEPT);
    accounts.forgetExpired(world.clock.now());
  };
  const timer = setInterval(() => {
    const work = [releaseExpired(world), db.write(tidy)];
    for (const done of work) done.catch(error => world.log('error', 'housekeeping failed', { error: String(error) }));
  }, HOUSEKEEPING);
  timer.unref();
  return () => clearInterval(timer);
}
