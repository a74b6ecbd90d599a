/** Opens what every part of the bridge stands on: the database and its tables, the terminals, and the world above them. */

import { join } from 'node:path';
import { absentAcquirer } from '../acquirer/payments/absentAcquirer.ts';
import { type ControlledClock, controlledClock } from '../control/clock.ts';
import { purposeOf } from '../domain/purpose.ts';
import { sqlFunctions } from '../query/comparable.ts';
import type { QueueMonitor } from '../queue/monitor.ts';
import { createPins, type Pins, pinCosts } from '../services/auth/pins.ts';
import { Doubts } from '../services/doubts/doubts.ts';
import { createHub, type Hub } from '../services/push/hub.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createMerchants } from '../store/merchants.ts';
import { queueBacklog } from '../store/queueBacklog.ts';
import { settleQueueHome } from '../store/queueEpochs.ts';
import { refuseOnFullDisk } from '../store/reserve.ts';
import type { Risk } from '../store/risks.ts';
import { pepperIn } from '../store/vault.ts';
import type { Registry } from '../terminal/setup/registry.ts';
import { boundsOf, openTraces } from '../terminal/setup/traces.ts';
import type { UpstreamAcquirer } from '../upstream/live/acquirer.ts';
import { type Clock, systemClock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import { secretsKeyOf } from '../world/configReading.ts';
import type { Log } from '../world/log.ts';
import type { PaymentProcessing } from '../world/paymentProcessing.ts';
import type { QueueWorker } from '../world/queue.ts';
import { upstreamOf } from '../world/targetSettings.ts';
import type { World } from '../world/world.ts';
import type { LiveUpstream } from './liveUpstream.ts';
import type { BridgeParts } from './parts.ts';
import { type OpenPrinting, openPrinting } from './printing.ts';
import { openQueueMonitor } from './queue.ts';
import { withStoredTargets } from './storedTargets.ts';
import { openTables, type Tables } from './tables.ts';
import { openTerminals, type TerminalOpeners, terminalOpeners } from './terminals.ts';
import { createWorld } from './world.ts';

export interface Foundation {
  readonly config: Config;
  readonly parts: BridgeParts;
  readonly db: Database;
  readonly tables: Tables;
  readonly doubts: Doubts;
  readonly hub: Hub;
  readonly pins: Pins;
  readonly openers: TerminalOpeners;
  readonly terminals: Registry;
  readonly processing: PaymentProcessing;
  readonly queueMonitor: QueueMonitor;
  /** The workers of the queue that run; each adds itself. */
  readonly queueWorkers: Set<QueueWorker>;
  /** Null where no upstream service is configured. */
  readonly liveUpstream: LiveUpstream | null;
  /** Null where another processor, or none, settles what needs somebody outside. */
  readonly upstreamAcquirer: UpstreamAcquirer | null;
  readonly printing: OpenPrinting['services'];
  readonly world: World;
  /** The clock that the control interface moves; null where nobody may move it. */
  readonly controlledClock: ControlledClock | null;
  /** With port 0 the address is known once the port is open. */
  setAddress(url: string): void;
}

/** The functions that close the opened parts, in the order of opening. */
export type Closings = (() => unknown)[];

/** Adds to `closings` what it opens, also when it fails half way. */
export async function openFoundation(given: Config, parts: BridgeParts, closings: Closings): Promise<Foundation> {
  const { log } = parts;
  const controlled = given.demo || given.control ? controlledClock(parts.clock ?? systemClock) : null;
  const clock = controlled ?? parts.clock ?? systemClock;
  const db = openFor(given, log, clock.now);
  closings.push(() => db.close());
  const config = withStoredTargets(given, db, log);
  if (!db.readOnly && purposeOf(config) !== 'live') await seedDemoShop(db, clock.now(), parts.ownShop);
  await settleQueue(db, config, clock.now(), log);
  const pins = pinsFor(db, config, parts);
  const tables = openTables(db, clock, { upstream: upstreamOf(config) !== null });
  followTimeZone(tables, parts);
  const doubts = openDoubts(db, tables, clock, log);
  closings.push(() => doubts.close());
  const hub = createHub();
  const traces = openTraces(join(config.data, 'traces'), boundsOf(config), log);
  closings.push(() => traces.close());
  const openers = terminalOpeners(parts, traces, purposeOf(config) === 'live' && !config.virtualTerminals);
  const terminals = await openTerminals({ config, tables, db, openers, log, hub });
  closings.push(() => terminals.close());
  let url = `${config.tls === null ? 'http' : 'https'}://${config.host}:${config.port}`;
  const { outcomeTimeout, waits } = parts;
  const queueMonitor = openQueueMonitor({ config, tables, db, hub, clock });
  closings.push(() => queueMonitor.close());
  const liveUpstream = upstreamOf(config)
    ? (await import('./liveUpstream.ts')).openLiveUpstream({
        config,
        tables,
        log,
        now: clock.now,
        elapsed: clock.elapsed,
        budget: parts.holdBudget,
      })
    : null;
  if (liveUpstream) closings.push(liveUpstream.close);
  if (liveUpstream) doubts.followUpstream(liveUpstream.unknownSales);
  const upstreamAcquirer = purposeOf(config) === 'live' ? (liveUpstream?.acquirer(() => world) ?? null) : null;
  const processing = await openPaymentProcessing(config, db, upstreamAcquirer);
  const printing = openPrinting({ config, tables, hub, clock, log, address: () => url });
  const world: World = createWorld({
    ...{ config, tables, processing, terminals, hub, clock, pins, log },
    ...(outcomeTimeout === undefined ? {} : { outcomeTimeout }),
    ...(waits === undefined ? {} : { waits }),
    ...(liveUpstream ? { cardAuthority: liveUpstream.cardAuthority } : {}),
    ...(upstreamAcquirer ? { acquirerWriter: { saved: upstreamAcquirer.saved } } : {}),
    printing: printing.printing,
    admit: queueMonitor.admit,
    admitMoney() {
      doubts.admit();
      refuseOnFullDisk(db.risks);
    },
    queueLeft: queueMonitor.view,
    address: () => url,
  });
  // A terminal may speak before its first command of this run: about one of an earlier run.
  terminals.onAdded(world.recovery.watch);
  return {
    ...{ config, parts, db, tables, doubts, hub, pins, openers, terminals, processing, queueMonitor, world },
    ...{ liveUpstream, upstreamAcquirer, queueWorkers: new Set<QueueWorker>(), printing: printing.services },
    controlledClock: controlled,
    setAddress(address) {
      url = address;
    },
  };
}

const openDoubts = (db: Database, tables: Tables, clock: Clock, log: Log): Doubts =>
  new Doubts({ db, numbers: tables.givenNumbers, clocks: tables.clockDoubts, audit: tables.audit, clock, log });

/** A shop without facts lives by the clock of its machine. */
function followTimeZone({ merchants, shopStore }: Tables, { setTimeZone }: BridgeParts): void {
  if (!setTimeZone) return;
  const follow = () => {
    const merchant = merchants.firstMerchant();
    const zone = merchant && shopStore.facts(merchant.id)?.timeZone;
    if (zone) setTimeZone(zone);
  };
  follow();
  shopStore.onFacts(follow);
}

/** A copied or restored directory numbers its records in a new epoch; a new upstream service gets earlier ones. */
async function settleQueue(db: Database, config: Config, now: number, log: Log): Promise<void> {
  if (db.readOnly) return;
  const cause = await settleQueueHome(db, config.data, now);
  if (cause === 'markGone')
    log('warn', 'the mark beside the database is gone: the records of every till begin a new epoch');
  else if (cause) log('warn', 'the data directory was copied or restored: the records of every till begin a new epoch');
  const upstream = upstreamOf(config);
  const count = await queueBacklog(db, { configured: upstream !== null, from: upstream?.from ?? null, now });
  if (count > 0) log('info', 'earlier records wait for the upstream service', { count });
}

function openFor(config: Config, log: Log, now: () => number): Database {
  const db = openDatabase(
    config.data,
    sqlFunctions,
    error => log('error', 'a listener failed after a commit', { error: String(error) }),
    purposeOf(config),
    { readOnly: config.readOnly, secretsKey: secretsKeyOf(config), now },
  );
  logRisks(db, log);
  return db;
}

/** Seeds the demo shop, and in a training what it takes over from the shop itself; a live shop never loads this code. */
async function seedDemoShop(db: Database, now: number, ownShop: string | undefined): Promise<void> {
  const { practiseInOwnShop } = await import('../demo/trainingShop.ts');
  const { seedDemo } = await import('../demo/demoShop.ts');
  await seedDemo(db, createMerchants(db), now);
  if (ownShop !== undefined) await practiseInOwnShop(db, ownShop);
}

function logRisks({ risks, readOnly }: Database, log: Log): void {
  const write = (all: readonly Risk[]) => {
    for (const { kind, cause, cure, details } of all)
      log('error', cause.en, { risk: kind, details, cure: cure.en, readOnly });
  };
  write(risks.all());
  risks.onChanged(write);
}

/** In a training the staff of the shop sign in with hashes that were made in the shop's own directory. */
function pinsFor({ vault, directory }: Database, config: Config, { ownShop, pinCost }: BridgeParts): Pins {
  const pepper = ownShop === undefined ? null : pepperIn(ownShop, secretsKeyOf(config));
  const purpose = directory?.purpose ?? 'live';
  const pins = createPins(pinCost ?? pinCosts[purpose], vault.pepper, pepper ? [pepper] : []);
  // The PINs of a demo are published, and those of a training belong to the shop: neither is hashed anew.
  return purpose === 'live' ? pins : { ...pins, isOld: () => false };
}

/**
 * Chooses the payment processor of payments that are not settled at the counter: the simulation in demo and training, none
 * in a live shop, or the upstream service where one is configured. The only place that loads the simulation; a live shop never does.
 */
async function openPaymentProcessing(
  config: Config,
  db: Database,
  upstream: UpstreamAcquirer | null,
): Promise<PaymentProcessing> {
  if (purposeOf(config) === 'live') return { acquirer: upstream ?? absentAcquirer, demoOutcomes: null, sandbox: null };
  const { openSandbox } = await import('../sandbox/sandbox.ts');
  return openSandbox(db);
}
