/** Everything that the bridge does of its own accord: recovery, mails, housekeeping, and work that falls due. */
import { resolve } from 'node:path';
import { followTokens } from '../acquirer/payments/background.ts';
import { recoverOperations } from '../acquirer/payments/operationRun.ts';
import { billDue } from '../acquirer/subscriptions/billing.ts';
import { runAgreementJobs } from '../agreements/jobs.ts';
import { refreshOpening } from '../agreements/shops.ts';
import type { Services } from '../api/services.ts';
import { createReportWatch } from '../cash/zSchedule.ts';
import { backfillCounterPayments } from '../checkout/acquirer/counterPaymentBackfill.ts';
import { backfillSalePayments } from '../checkout/salePayments.ts';
import { createExpiryRun } from '../masterData/loyalty/expiryRun.ts';
import { createMailer, type Mailer } from '../services/mail/mailer.ts';
import { createSendMail } from '../services/mail/transport.ts';
import type { Database } from '../store/database.ts';
import { FigureRun } from '../store/figureRun.ts';
import { sealOld } from '../store/sealOld.ts';
import { resumeDayEnds } from '../terminal/dayEnd/reconciliation.ts';
import { createDayEndWatch } from '../terminal/dayEnd/watch.ts';
import type { Log } from '../world/log.ts';
import { upstreamOf } from '../world/targetSettings.ts';
import type { World } from '../world/world.ts';
import type { Closings, Foundation } from './foundation.ts';
import { housekeeping } from './housekeeping.ts';
import { OutsidePayments } from './outsidePayments.ts';
import { storePresence, syncPairedTerminals } from './terminals.ts';

const HOUSEKEEPING = 60_000;
const LOOK_EVERY = 1000;

/** Begins all work in the background. Payments with an unknown outcome are marked as such before this resolves. */
export async function beginWork(foundation: Foundation, services: Services, closings: Closings): Promise<void> {
  const { parts, db, tables, world, terminals, controlledClock } = foundation;
  closings.push(sealInBackground(db, parts.log));
  const refreshPresence = () => db.write(() => storePresence(tables.devices, terminals, world.clock.now()));
  await refreshPresence();
  await foundation.printing.queue.begin(parts.lookEvery);
  closings.push(() => foundation.printing.queue.stop());
  for (const row of tables.scales.everywhere()) void services.runningScales.open(row);
  closings.push(() => services.runningScales.closeAll());
  for (const row of tables.scanners.everywhere()) void services.runningScanners.open(row);
  closings.push(() => services.runningScanners.closeAll());
  const mailer = openMailer(foundation);
  closings.push(() => mailer.stop());
  await recoverOperations(world);
  await world.recovery.begin();
  await resumeDayEnds(world);
  foundation.doubts.onSettled(() => {
    world.recovery.resume();
    recoverOperations(world).catch(error => parts.log('error', 'recovery failed', { error: String(error) }));
  });
  // Nothing falls due by a clock that cannot be right: balances would expire, days be closed, and what is kept be forgotten.
  const withRightClock = (work: () => void) => () => {
    if (foundation.doubts.clock() === null) work();
  };
  const expiryRun = createExpiryRun(services.loyaltyParts);
  const expiry = { look: withRightClock(expiryRun.look), stop: expiryRun.stop };
  const tidy = withRightClock(housekeeping(db, tables, services));
  closings.push(() => services.loyaltyBatches.stop());
  closings.push(() => expiry.stop());
  closings.push(startInterval(HOUSEKEEPING, tidy));
  closings.push(startInterval(HOUSEKEEPING, expiry.look));
  closings.push(startInterval(HOUSEKEEPING, withRightClock(services.backups.look)));
  closings.push(() => services.backups.stop());
  services.loyaltyBatches.wake();
  expiry.look();
  const periodic = startPeriodicWork(world, parts.lookEvery ?? LOOK_EVERY, withRightClock);
  closings.push(() => periodic.stop());
  const backfill = backfillCounterPayments(world, tables.sales.withoutPayments);
  closings.push(() => backfill.stop());
  const { withoutPayments, withoutPaymentList } = tables.sales;
  const lists = backfillSalePayments(world, withoutPaymentList, () => withoutPayments.left() === 0);
  closings.push(() => lists.stop());
  // A shop without the service loads none of it.
  const upstream = upstreamOf(foundation.config)
    ? await (await import('./upstream.ts')).upstreamWorker(foundation, services.version)
    : null;
  if (upstream) closings.push(upstream.close);
  const wakes = upstream ? [upstream.worker.wake] : [];
  upstream?.worker.begin();
  if (upstream) foundation.queueWorkers.add(upstream.worker);
  foundation.queueWorkers.add(services.officeLink);
  upstream?.down?.begin();
  services.down.sync = upstream?.down ?? null;
  await foundation.liveUpstream?.releases.begin();
  if (foundation.upstreamAcquirer) {
    const isUp = () => tables.queueTargets.condition('upstream').state === 'up';
    const outside = new OutsidePayments({ world, acquirer: foundation.upstreamAcquirer, isUp });
    outside.begin();
    closings.push(() => outside.stop());
  }
  const articles = await beginArticles(foundation, services);
  closings.push(articles.stop);
  closings.push(beginFigures(foundation));
  for (const look of [articles.look, tidy, expiry.look, periodic.look, services.delivery.wake, ...wakes])
    controlledClock?.onMoved(look);
  db.onReplaced(() => followReplacement(foundation, services, refreshPresence));
}

/** Counts records into figures; gives the function that ends it. */
function beginFigures({ db, tables, parts }: Foundation): () => Promise<void> {
  const run = new FigureRun(tables.figureCounting, error =>
    parts.log('error', 'figures were not counted; reports count the records', { error: String(error) }),
  );
  if (db.readOnly) return () => run.stop();
  tables.queue.onAppended(() => run.appended());
  db.onReplaced(() => run.look());
  run.look();
  const end = startInterval(HOUSEKEEPING, () => run.look());
  return () => {
    end();
    return run.stop();
  };
}

/** Brings the offer of the till up to the day, once the API is loaded, and continues an interrupted import. */
async function beginArticles({ db }: Foundation, { dailyUpdate, articleImports }: Services) {
  const look = () => void dailyUpdate.look();
  if (db.readOnly) return { look: () => undefined, stop: () => undefined };
  await articleImports.resume();
  const endInterval = startInterval(LOOK_EVERY, look);
  db.onReplaced(() => {
    dailyUpdate.forget();
    look();
  });
  return {
    look,
    async stop() {
      endInterval();
      await articleImports.stop();
      await dailyUpdate.stop();
    },
  };
}

/** The contents of the database were replaced: whatever was remembered of them is read again. */
function followReplacement(
  { tables, terminals, openers, parts, hub }: Foundation,
  { bearers, delivery }: Services,
  refreshPresence: () => Promise<void>,
): void {
  const { log } = parts;
  bearers.forget();
  delivery.wake();
  syncPairedTerminals(tables, terminals, openers, log).catch(error =>
    log('error', 'paired terminals', { error: String(error) }),
  );
  refreshPresence().catch(error => log('warn', 'who is online was not stored', { error: String(error) }));
  hub.publish(null, 'reset', {});
}

/** Seals what an older version wrote readable; gives the function that stops and waits for it. */
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

function openMailer({ config, tables, world }: Foundation): Mailer {
  const { ledger, clock, devices, log } = world;
  const post = createSendMail(config.mail, resolve(config.data, config.mail.outbox));
  return createMailer({ store: tables.mails, post, ledger, merchant: devices.merchant, clock, log });
}

/** Gives the function that ends it. */
function startInterval(milliseconds: number, work: () => void): () => void {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
}

interface PeriodicWork {
  /** Looks now, unless a look is under way. */
  look(): void;
  /** Waits for the look under way. */
  stop(): Promise<void>;
}

/** Looks for work that falls due by the bridge's clock, one look after the other; `every` in ms. */
function startPeriodicWork(
  world: World,
  every: number,
  withRightClock: (work: () => void) => () => void,
): PeriodicWork {
  let round: Promise<void> | null = null;
  const dayEnds = createDayEndWatch(world);
  const reports = createReportWatch(world, world.zReports.tills);
  const look = withRightClock(() => {
    dayEnds.look();
    reports.look();
    round ??= runDue(world).finally(() => {
      round = null;
    });
  });
  const endInterval = startInterval(every, look);
  return {
    look,
    async stop() {
      endInterval();
      await round;
    },
  };
}

async function runDue(world: World): Promise<void> {
  const work = [runAgreementJobs(world), billDue(world), followTokens(world), refreshOpening(world, null)];
  for (const result of await Promise.allSettled(work))
    if (result.status === 'rejected')
      world.log('error', 'work in the background failed', { error: String(result.reason) });
}
