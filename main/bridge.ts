/** The whole bridge, opened and closed in order. Knows no Electron and chooses nothing; `wiring/` joins the parts. */
import { join, resolve } from 'node:path';
import { recoverOperations } from './acquirer/payments/operationRun.ts';
import { listen, openPortWarning, refuseOpenPort } from './api/listen.ts';
import { buildServer } from './api/server.ts';
import type { Services } from './api/services.ts';
import { startBackground } from './background.ts';
import { purposeOf } from './domain/purpose.ts';
import { backfillCounterPayments } from './sale/counterPaymentBackfill.ts';
import { type ControlledClock, controlledClock } from './services/control/clock.ts';
import { createMailer, type Mailer } from './services/mail/mailer.ts';
import { createSendMail } from './services/mail/transport.ts';
import { createHub, type Hub } from './services/push/hub.ts';
import { sqlFunctions } from './services/query/comparable.ts';
import { type Database, openDatabase } from './store/database.ts';
import { DIRECTORY_FILES } from './store/directoryFiles.ts';
import { createMerchants } from './store/merchants.ts';
import { isUnwritable } from './store/refusal.ts';
import type { Risk } from './store/risks.ts';
import { sealOld } from './store/sealOld.ts';
import type { Unfinished } from './store/unfinished.ts';
import { pepperIn } from './store/vault.ts';
import { resumeDayEnds } from './terminal/dayEnd/reconciliation.ts';
import { boundsOf, openTraces } from './terminal/setup/traces.ts';
import { closeServer, countOpenRequests } from './wiring/closeServer.ts';
import { openControl } from './wiring/control.ts';
import { housekeeping, startInterval } from './wiring/housekeeping.ts';
import { watchIntegrity } from './wiring/integrity.ts';
import type { BridgeParts } from './wiring/parts.ts';
import { openPaymentProcessing } from './wiring/paymentProcessing.ts';
import { publishCommits } from './wiring/publishCommits.ts';
import { createServices } from './wiring/services.ts';
import { openTables, type Tables } from './wiring/tables.ts';
import {
  openSlots,
  type Slots,
  storePresence,
  syncPairedTerminals,
  type TerminalOpeners,
  terminalOpeners,
} from './wiring/terminals.ts';
import { createWorld } from './wiring/world.ts';
import { systemClock } from './world/clock.ts';
import { type Config, secretsKeyOf } from './world/config.ts';
import type { Log } from './world/log.ts';
import { createPins, type Pins, pinCosts } from './world/secrets.ts';
import type { World } from './world/world.ts';

export interface Bridge {
  /** Base address, for example `http://127.0.0.1:8640`. */
  readonly url: string;
  /** What an end would interrupt. */
  unfinished(): Unfinished;
  /** Whether the window of a kiosk may be closed now: a manager has permitted it. Good once. */
  takeExit(): boolean;
  /** Lets running answers finish, then closes stream, terminals and database. */
  close(): Promise<void>;
}

/** For the log; `/` says the same. */
const NOBODY =
  'no shop has been set up in this data directory: there is no merchant, nobody can sign in, nothing can be sold; --demo starts the demo';

const HOUSEKEEPING = 60_000;
const LOOK_EVERY = 1000;
const LAST_ANSWERS = 5000;
/** A push that is cut is sent again after the next start, ms. */
const LAST_PUSHES = 1000;

/** Where the disk turns out to be full or failing half way, what is stored is opened for reading. */
export async function createBridge(config: Config, parts: BridgeParts): Promise<Bridge> {
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
  const { log } = parts;
  refuseOpenPort(config);
  const controlled = config.demo || config.control ? controlledClock(parts.clock ?? systemClock) : null;
  const clock = controlled ?? parts.clock ?? systemClock;
  const db = openDatabase(
    config.data,
    sqlFunctions,
    error => log('error', 'what was written could not be told', { error: String(error) }),
    purposeOf(config),
    { readOnly: config.readOnly, secretsKey: secretsKeyOf(config) },
  );
  logRisks(db, log);
  /** What has been opened, to be closed in the opposite order, also when the start fails half way. */
  const opened: (() => unknown)[] = [() => db.close()];
  const close = async () => {
    for (const end of opened.toReversed()) await end();
  };
  try {
    if (!db.readOnly && purposeOf(config) !== 'live') await seedDemoShop(db, clock.now(), parts.ownShop);
    const pins = pinsFor(db, config, parts);
    const stores = openTables(db, clock);
    if (purposeOf(config) === 'live' && stores.shop.firstMerchant() === null)
      log('warn', NOBODY, { directory: resolve(config.data) });
    const hub = createHub();
    const traces = openTraces(join(config.data, 'traces'), boundsOf(config), log);
    opened.push(() => traces.close());
    const openings = terminalOpeners(parts, traces);
    const slots = await openSlots(config, stores, db, openings, log, hub);
    opened.push(() => slots.close());
    // With port 0 the address is known once the door is open.
    let url = `${config.tls === null ? 'http' : 'https'}://${config.host}:${config.port}`;
    const outside = await openPaymentProcessing(config, db);
    const world = createWorld(config, stores, outside, slots, hub, parts, clock, pins, () => url);
    const control = controlled && !db.readOnly ? openControl(config, db, world, controlled) : null;
    const integrity = watchIntegrity(db, join(config.data, DIRECTORY_FILES.database), log);
    opened.push(() => integrity.stop());
    const services = createServices(
      config,
      db,
      stores,
      world,
      slots,
      hub,
      parts,
      openings,
      control,
      pins,
      integrity.view,
      outside,
    );
    opened.push(() => services.journal?.close());
    opened.push(() => services.terminals.search.close());
    publishCommits(services, hub);
    const app = await buildServer(services);
    const underWay = countOpenRequests(app);
    opened.push(() => closeServer(app, underWay, parts.closeTimeout ?? LAST_ANSWERS));
    opened.push(() => world.recovery.stop());
    opened.push(() => services.delivery.stop(LAST_PUSHES));
    if (!db.readOnly)
      await beginWork({ config, parts, db, stores, world, services, slots, openings, hub, controlled, opened });
    url = await listen(app, config);
    const warning = openPortWarning(config);
    if (warning !== null) log('warn', warning);
    if (!config.training && !db.readOnly) services.delivery.begin(url);
    for (const { device } of slots.all()) void slots.register(device);
    opened.unshift(() => log('info', 'closed'));
    return { url, unfinished: stores.unfinished, takeExit: services.exits.take, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The demo shop, and in a training what it takes over from the shop itself; a live shop never loads it. */
async function seedDemoShop(db: Database, now: number, ownShop: string | undefined): Promise<void> {
  const { practiseInOwnShop } = await import('./demo/trainingShop.ts');
  const { seedDemo } = await import('./demo/demoShop.ts');
  await seedDemo(db, createMerchants(db), now);
  if (ownShop !== undefined) await practiseInOwnShop(db, ownShop);
}

function logRisks({ risks, readOnly }: Database, log: Log): void {
  const tell = (all: readonly Risk[]) => {
    for (const { kind, cause, cure, details } of all)
      log('error', cause.en, { risk: kind, details, cure: cure.en, readOnly });
  };
  tell(risks.all());
  risks.onChanged(tell);
}

/** In a training the staff of the shop sign in with hashes that were made in the shop's own directory. */
function pinsFor({ vault, directory }: Database, config: Config, { ownShop }: BridgeParts): Pins {
  const shops = ownShop === undefined ? null : pepperIn(ownShop, secretsKeyOf(config));
  const purpose = directory?.purpose ?? 'live';
  const pins = createPins(pinCosts[purpose], vault.pepper, shops ? [shops] : []);
  // Elsewhere the PINs are published, or those of the shop.
  return purpose === 'live' ? pins : { ...pins, isOld: () => false };
}

/** Gives what waits for its end. */
function sealInBackground(db: Database, log: Log): () => Promise<void> {
  let isStopped = false;
  const seal = () =>
    sealOld(db, () => isStopped).catch(error => log('error', 'secrets were not sealed', { error: String(error) }));
  let sealing = seal();
  db.onReplaced(() => {
    sealing = sealing.then(seal);
  });
  return async () => {
    isStopped = true;
    await sealing;
  };
}

interface Parted {
  readonly config: Config;
  readonly parts: BridgeParts;
  readonly db: Database;
  readonly stores: Tables;
  readonly world: World;
  readonly services: Services;
  readonly slots: Slots;
  readonly openings: TerminalOpeners;
  readonly hub: Hub;
  readonly controlled: ControlledClock | null;
  readonly opened: (() => unknown)[];
}

/** Everything that writes of its own accord. */
async function beginWork(joined: Parted): Promise<void> {
  const { config, parts, db, stores, world, services, slots, openings, hub, controlled, opened } = joined;
  const { log } = parts;
  const { clock } = world;
  opened.push(sealInBackground(db, log));
  const lookAround = () => db.write(() => storePresence(stores.devices, slots, clock.now()));
  await lookAround();
  const mailer = openMailer(config, stores, world);
  opened.push(() => mailer.stop());
  await recoverOperations(world);
  await world.recovery.begin();
  await resumeDayEnds(world);
  const tidy = housekeeping(db, stores, services);
  opened.push(startInterval(HOUSEKEEPING, tidy));
  controlled?.onMoved(tidy);
  const background = startBackground(world, parts.lookEvery ?? LOOK_EVERY);
  opened.push(() => background.stop());
  controlled?.onMoved(background.look);
  const earlier = backfillCounterPayments(world, stores.sales.earlier);
  opened.push(() => earlier.stop());
  controlled?.onMoved(services.delivery.wake);
  db.onReplaced(() => {
    services.bearers.forget();
    services.delivery.wake();
    syncPairedTerminals(stores, slots, openings, log).catch(error =>
      log('error', 'paired terminals', { error: String(error) }),
    );
    lookAround().catch(error => log('warn', 'who is online was not stored', { error: String(error) }));
    hub.publish(null, 'reset', {});
  });
}

function openMailer(config: Config, { mails }: Tables, world: World): Mailer {
  const { ledger, clock, devices, log } = world;
  const post = createSendMail(config.mail, resolve(config.data, config.mail.outbox));
  return createMailer({ store: mails, post, ledger, merchant: devices.merchant, clock, log });
}
