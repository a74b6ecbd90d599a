/** Wires the whole bridge; the only place where its parts meet. Knows no Electron and chooses nothing. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SettingsError } from '../drivers/settings.ts';
import type { PaymentTerminal, Reason, TerminalState } from '../drivers/terminal.ts';
import { transactionEvent } from './api/events/routes.ts';
import { listen } from './api/listen.ts';
import type { Objects } from './api/objects.ts';
import { buildServer } from './api/server.ts';
import type { Services } from './api/services.ts';
import { createCardCodes } from './auth/cardCodes.ts';
import { createSignIn } from './auth/signIn.ts';
import { startBackground } from './background.ts';
import { releaseExpired } from './checkout/expire.ts';
import { followPayment } from './checkout/followPayment.ts';
import { createRecovery } from './checkout/recover.ts';
import { createRunningPayments } from './checkout/running.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Config, ConfigRefusal } from './config.ts';
import { merchantDocument } from './contracts/merchant.ts';
import { type ControlledClock, controlledClock } from './control/clock.ts';
import { type Control, createControl } from './control/control.ts';
import { createFaults } from './control/faults.ts';
import { screenClientId } from './demo/ids.ts';
import { seedDemo } from './demo/seed.ts';
import { sideOf } from './domain/routing.ts';
import { newHash, newKey } from './ids.ts';
import { journalAttempts, journalChanges, openJournal } from './journal/open.ts';
import type { Log } from './log.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createPost } from './mail/transport.ts';
import { followPayments } from './payments/follow.ts';
import { createVirtualAcquirer } from './payments/virtualAcquirer.ts';
import type { TerminalSlot, World } from './ports.ts';
import type { EventData, QueueView, TerminalView } from './push/events.ts';
import { createHub, type Hub } from './push/hub.ts';
import { openDelivery } from './push/open.ts';
import { sqlFunctions } from './query/comparable.ts';
import { createAccounts } from './store/accounts.ts';
import { createAcquirerBooks } from './store/acquirerBooks.ts';
import { createContracts } from './store/contracts.ts';
import { type Database, openDatabase } from './store/database.ts';
import { createDayEnds } from './store/dayEnds.ts';
import { createDeviceCodes } from './store/deviceCodes.ts';
import { createDevices, type DeviceStore } from './store/devices.ts';
import { createEventLog } from './store/events.ts';
import { createIntents } from './store/intents.ts';
import { createMasking } from './store/journal.ts';
import { createLists } from './store/lists.ts';
import { createLoyalty } from './store/loyaltyCards.ts';
import { createMails } from './store/mails.ts';
import { createPayments } from './store/payments.ts';
import { createPushes } from './store/pushes.ts';
import { createRequestKeys } from './store/requestKeys.ts';
import { createSaleStore } from './store/sales.ts';
import { createShop } from './store/shop.ts';
import { createStores } from './store/stores.ts';
import { createSubscriptions } from './store/subscriptions.ts';
import { createUnfinished, type Unfinished } from './store/unfinished.ts';
import { createWallet } from './store/wallet.ts';
import { followSubscription } from './subscriptions/follow.ts';
import { version } from './version.ts';
import { forgetDocuments } from './wallet/documents.ts';
import { payersOf } from './wallet/payers.ts';

export interface Bridge {
  /** Base address, for example `http://127.0.0.1:8640`. */
  readonly url: string;
  /** What an end would interrupt. */
  unfinished(): Unfinished;
  /** Lets running answers finish, then closes stream, terminals and database. */
  close(): Promise<void>;
}

/** What a host or a test may hand in instead of the real thing. */
export interface Parts {
  readonly log: Log;
  readonly clock?: Clock;
  /** Opens one configured terminal. */
  readonly openTerminal: (settings: Config['terminals'][number]) => Promise<PaymentTerminal>;
  /** Where somebody can act as the customer of the virtual terminal; null without one. */
  readonly terminalControl?: () => string | null;
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
/** A push that is cut is sent again after the next start, ms. */
const LAST_PUSHES = 1000;
const HOUR = 3_600_000;

export async function createBridge(config: Config, parts: Parts): Promise<Bridge> {
  const { log } = parts;
  const controlled = config.demo || config.control ? controlledClock(parts.clock ?? systemClock) : null;
  const clock = controlled ?? parts.clock ?? systemClock;
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
    const slots = await openSlots(config, stores.devices, db, parts, hub);
    opened.push(() => Promise.all(slots.all().map(slot => slot.terminal.close())));
    const lookAround = () => db.write(() => showPresence(stores.devices, slots, clock.now()));
    await lookAround();
    // With port 0 the address is known once the door is open.
    let url = `http://${config.host}:${config.port}`;
    const world = createWorld(config, stores, slots, hub, parts, clock, () => url);
    const control = controlled && openControl(config, db, world, controlled);
    const services = createServices(config, db, stores, world, slots, hub, parts, control);
    opened.push(() => services.journal?.close());
    followCommits(services, hub);
    const app = await buildServer(services);
    const underWay = countAnswers(app);
    opened.push(() => finish(app, underWay, parts.lastAnswers ?? LAST_ANSWERS));
    opened.push(() => world.recovery.stop());
    opened.push(() => services.delivery.stop(LAST_PUSHES));
    const mailer = openMailer(config, stores, world);
    opened.push(() => mailer.stop());
    await world.recovery.begin();
    const tidy = housekeeping(db, stores, services);
    opened.push(every(HOUSEKEEPING, tidy));
    controlled?.onMoved(tidy);
    const background = startBackground(world);
    opened.push(() => background.stop());
    controlled?.onMoved(background.look);
    controlled?.onMoved(services.delivery.wake);
    db.onReplaced(() => {
      services.bearers.forget();
      services.delivery.wake();
      lookAround().catch(error => log('warn', 'who is online was not stored', { error: String(error) }));
      hub.publish(null, 'reset', {});
    });
    url = await listen(app, config);
    services.delivery.begin(url);
    for (const slot of slots.all()) void slot.terminal.register();
    opened.unshift(() => log('info', 'closed'));
    return { url, unfinished: stores.unfinished, close };
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
    dayEnds: createDayEnds(db),
    loyalty: createLoyalty(db, events),
    mails: createMails(db, clock.now),
    shop: createShop(db),
    accounts: createAccounts(db),
    devices: createDevices(db, events),
    codes: createDeviceCodes(db),
    unfinished: createUnfinished(db),
    lists: createLists(db, clock.now),
    acquirerBooks: createAcquirerBooks(db),
    payments: createPayments(db, events),
    pushes: createPushes(db, clock.now),
    requestKeys: createRequestKeys(db, clock.now),
    contracts: createContracts(db, events),
    wallet: createWallet(db, events),
    stores: createStores(db, events),
    subscriptions: createSubscriptions(db, events),
  };
}

interface Slots {
  slot(device: string): TerminalSlot | null;
  view(device: string): TerminalView | null;
  all(): readonly TerminalSlot[];
}

const ANSWERS: ReadonlySet<TerminalState> = new Set(['ready', 'busy']);

/** Inside a job: who is online now; what is stored of it may be of before a crash, or of another database. */
function showPresence(devices: DeviceStore, slots: Slots, now: number): void {
  for (const { id } of devices.terminals()) {
    const state = slots.slot(id)?.terminal.state;
    devices.showOnline(id, state !== undefined && ANSWERS.has(state));
  }
  devices.refreshTills(now);
}

/** Terminals of the configuration, by the device they are named for or in the order of the device list. */
async function openSlots(config: Config, store: DeviceStore, db: Database, parts: Parts, hub: Hub): Promise<Slots> {
  const slots = new Map<string, TerminalSlot>();
  const views = new Map<string, TerminalView>();
  const devices = store.terminals();
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
    let online = false;
    const tell = (state: TerminalState, reason?: Reason) => {
      if (online !== ANSWERS.has(state)) {
        online = ANSWERS.has(state);
        db.write(() => store.showOnline(device.id, ANSWERS.has(state))).catch(error =>
          parts.log('warn', 'whether the terminal is online was not stored', { error: String(error) }),
        );
      }
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

function createWorld(
  config: Config,
  stores: Stores,
  slots: Slots,
  hub: Hub,
  parts: Parts,
  clock: Clock,
  address: () => string,
): World {
  const { sales, intents, loyalty, shop, devices, acquirerBooks, pushes, contracts } = stores;
  const world: World = {
    ledger: sales,
    intents,
    dayEnds: stores.dayEnds,
    loyalty,
    cardCodes: createCardCodes({ ledger: sales, clock, loyalty }),
    mails: stores.mails,
    devices: {
      merchant: shop.merchant,
      slot: slots.slot,
      owned: (merchant, device) => devices.find(merchant, device) !== null,
      terminalFor(merchant, device) {
        const asking = device === null ? null : devices.find(merchant, device);
        if (!asking) return null;
        const terminals = sideOf(asking.type) === 'terminal' ? [asking.id] : devices.routedWith(asking.id);
        return terminals.map(slots.slot).find(slot => slot !== null) ?? null;
      },
    },
    acquirer: createVirtualAcquirer(acquirerBooks, newHash),
    payments: stores.payments,
    payers: payersOf(stores.wallet),
    wallet: stores.wallet,
    followPayment(operation, ending) {
      followPayment(world, operation, ending);
      followSubscription(world, operation.merchant, operation.payment);
    },
    address,
    pushes,
    contracts,
    stores: stores.stores,
    subscriptions: stores.subscriptions,
    clock,
    settings: {
      language: config.language,
      strictSums: config.strictSums,
      creditorId: config.creditorId,
      sandbox: config.demo,
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
  control: Control | null,
): Services {
  const { shop, accounts, events, sales, lists } = stores;
  const journal = openJournal(config, createMasking(db), world.log);
  if (journal) journalChanges(journal, events, world.clock.now);
  return {
    config,
    version,
    world,
    sales,
    lists,
    objects: objectsOf(stores),
    shop,
    events,
    hub,
    control,
    terminalControl: parts.terminalControl ?? (() => null),
    pushes: stores.pushes,
    requestKeys: stores.requestKeys,
    journal,
    delivery: openDelivery(config, world, { store: stores.pushes, version, onAttempt: journalAttempts(journal) }),
    devices: stores.devices,
    ...createSignIn({ ...stores, clock: world.clock }),
    installation: installationOf(db),
    screen: parts.screen && existsSync(join(parts.screen, 'index.html')) ? parts.screen : null,
    screenClient: () => accounts.client(screenClientId),
    terminalView: slots.view,
    queueView: (): QueueView => ({ upstream: config.upstream === null ? 'none' : 'down', ...events.queue() }),
  };
}

/** What `expand` can put in the place of a reference: one line for each kind of object. */
function objectsOf(opened: Stores): Objects {
  const { sales, contracts, stores, subscriptions, shop, devices, payments, wallet, loyalty } = opened;
  const merchant = (own: string, id: string) =>
    own === id ? JSON.stringify(merchantDocument({ devices: shop, stores }, own)) : undefined;
  return {
    'general.merchants': { read: merchant },
    'payment.subscriptions': { read: subscriptions.bytes },
    'payment.plans': { read: subscriptions.plans.bytes },
    'services.identrequests': { read: contracts.identRequests.bytes },
    'smart.transactions': { read: sales.bytes },
    'general.contracts': { read: contracts.general.bytes },
    'payment.contracts': { read: contracts.payment.bytes },
    'general.stores': { read: stores.bytes },
    'smart.devices': { read: devices.devices.bytes },
    'smart.routings': { read: devices.routings.bytes },
    'payment.transactions': { read: payments.bytes },
    'payment.customers': { read: wallet.customers.bytes },
    'payment.containers': { read: wallet.containers.bytes },
    'loyalty.merchantcards': { read: loyalty.bytes },
    'loyalty.cards': { read: loyalty.cards.bytes },
    'loyalty.cardgroups': { read: loyalty.groups.bytes },
    'loyalty.customers': { read: loyalty.customers.bytes },
    'loyalty.transactions': { read: loyalty.bookingBytes },
  };
}

function openMailer(config: Config, { mails }: Stores, world: World): Mailer {
  const { ledger, clock, devices, log } = world;
  const post = createPost(config.mail, resolve(config.data, config.mail.outbox));
  return createMailer({ store: mails, post, ledger, merchant: devices.merchant, clock, log });
}

/** What tests and demonstrations may do with a running bridge. */
function openControl(config: Config, db: Database, world: World, clock: ControlledClock): Control {
  return createControl({
    data: config.data,
    clock,
    faults: createFaults(),
    world,
    copyTo: db.copyTo,
    replaceBy: db.replaceBy,
    async seed(directory) {
      const fresh = openDatabase(directory, sqlFunctions);
      try {
        await seedDemo(fresh, createShop(fresh), world.clock.now());
        const file = join(directory, 'seed.db');
        fresh.copyTo(file);
        return file;
      } finally {
        await fresh.close();
      }
    },
  });
}

/** A name that tells this installation from another one on the same machine. */
function installationOf(db: Database): string {
  const known = db.prepare<string>("SELECT value FROM setting WHERE key = 'installation'").pluck().get();
  if (known !== undefined) return known;
  const name = newKey().slice(0, 12);
  db.prepare("INSERT INTO setting VALUES ('installation', ?)").run(name);
  return name;
}

const checkinsChanged = (id: string): EventData<'checkins'> => ({
  target: 'smart.checkins',
  type: 'changed',
  data: [{ object: 'smart.checkins', id }],
});

/** What was committed is told to every open screen, with the stored document as it is. */
function followCommits({ events, sales, queueView }: Services, hub: Hub) {
  events.onCommitted(event => {
    if (!hub.listening(event.merchant)) return;
    if (event.object === 'smart.checkins') hub.publish(event.merchant, 'checkins', checkinsChanged(event.id));
    const document = sales.bytes(event.merchant, event.id)?.toString();
    if (document !== undefined)
      hub.publishText(event.merchant, 'transaction', transactionEvent(event, document), event.seq);
    hub.publish(event.merchant, 'queue', queueView());
  });
}

/** Frees abandoned reservations and forgets old events and expired tokens. */
function housekeeping(db: Database, { events, pushes, requestKeys, lists }: Stores, services: Services): () => void {
  const { world, config } = services;
  const tidy = () => {
    events.prune(EVENTS_KEPT);
    lists.scrolls.tidy();
    services.tidy();
    requestKeys.prune();
    pushes.prune(world.clock.now() - config.push.keptDays * 24 * HOUR);
  };
  return () => {
    const work = [releaseExpired(world), forgetDocuments(world), followPayments(world), db.write(tidy)];
    for (const done of work) done.catch(error => world.log('error', 'housekeeping failed', { error: String(error) }));
  };
}

function every(milliseconds: number, work: () => void): () => void {
  const timer = setInterval(work, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
