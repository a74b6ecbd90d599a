/**
 * `node journalLoop.ts time|commits PORT DATA MS`: pays sales at the terminal on PORT as `start/cashless` does, with the
 * whole ledger of the bridge in DATA. The door of HTTP is left out, because the goal is about terminal and disk. Prints
 * milliseconds a payment, or how many commits one payment makes.
 */
import { join } from 'node:path';
import { openTerminal } from '../../drivers/index.ts';
import type { CommandOptions, Outcome, Payment } from '../../drivers/terminal.ts';
import { followPayment } from '../../main/acquirer/sale/paymentEnding.ts';
import { flow } from '../../main/checkout/flow.ts';
import { seedDemo } from '../../main/demo/demoShop.ts';
import { payersOf } from '../../main/records/wallet/containers.ts';
import { createAcquirerBooks } from '../../main/sandbox/acquirerBooks.ts';
import { createVirtualAcquirer } from '../../main/sandbox/virtualAcquirer.ts';
import { createCardCodes } from '../../main/services/auth/cardCodes.ts';
import { sqlFunctions } from '../../main/services/query/comparable.ts';
import { createAgreements } from '../../main/store/agreements.ts';
import { openDatabase } from '../../main/store/database.ts';
import { createDayEnds } from '../../main/store/dayEnds.ts';
import { createEventLog } from '../../main/store/events.ts';
import { createIntents } from '../../main/store/intents.ts';
import { createLoyalty } from '../../main/store/loyaltyCards.ts';
import { createMails } from '../../main/store/mails.ts';
import { createMerchants } from '../../main/store/merchants.ts';
import { createPayments } from '../../main/store/payments.ts';
import { createPushes } from '../../main/store/pushes.ts';
import { createSaleStore } from '../../main/store/sales.ts';
import { createShops } from '../../main/store/shops.ts';
import { createSubscriptions } from '../../main/store/subscriptions.ts';
import { createWallet } from '../../main/store/wallet.ts';
import { createRecovery } from '../../main/terminal/payment/reconciliation/recovery.ts';
import { createRunningPayments } from '../../main/terminal/payment/runningPayments.ts';
import { systemClock } from '../../main/world/clock.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { newHash } from '../../main/world/ids.ts';
import type { Principal } from '../../main/world/people.ts';
import type { World } from '../../main/world/world.ts';
import { sale } from './sale.ts';
import { commitsIn } from './walCommits.ts';

const [mode, port = '', data = '', duration = ''] = process.argv.slice(2);
const cashier: Principal = {
  client: 'demo-client',
  merchant: demoIds.merchant,
  scope: new Set(),
  role: 'cashier',
  staff: null,
  device: demoIds.till,
  ownTill: demoIds.till,
};
const db = openDatabase(data, sqlFunctions);
const world = await openWorld();
console.log(await (mode === 'commits' ? commitsOfOne() : millisecondsOfOne(Number(duration))));
process.exit();

async function commitsOfOne(): Promise<number> {
  const log = join(data, 'tillbridge.db-wal');
  const { id } = await flow.create(world, cashier, sale);
  const before = commitsIn(log);
  await flow.start(world, cashier, id, 'cashless', {});
  return commitsIn(log) - before;
}

/** Creating the sale is not part of the payment; the first half warms up and does not count. */
async function millisecondsOfOne(time: number): Promise<number> {
  const begin = performance.now();
  let [paid, count] = [0, 0];
  for (let now = begin; now - begin < 2 * time; now = performance.now()) {
    const { id } = await flow.create(world, cashier, sale);
    const start = performance.now();
    await flow.start(world, cashier, id, 'cashless', {});
    if (start - begin < time) continue;
    paid += performance.now() - start;
    count += 1;
  }
  return paid / count;
}

async function openWorld(): Promise<World> {
  const shop = createMerchants(db);
  await seedDemo(db, shop, systemClock.now());
  const connection = { type: 'tcp', host: '127.0.0.1', port: Number(port) } as const;
  const terminal = await openTerminal({ protocol: 'zvt', connection });
  await terminal.register();
  // Before a payment a terminal that is known is not asked, so the questions cost nothing here: not part of a payment.
  const unsupported = { code: 'unsupported', text: 'a recording answers payments alone' } as const;
  // The recording says the same numbers every time; a terminal counts, and one that does not is a case for a person.
  let count = db.prepare<number>('SELECT count(*) FROM intent').pluck().get() ?? 0;
  const counted = (outcome: Outcome): Outcome => {
    if (outcome.kind !== 'approved') return outcome;
    count += 1;
    return { ...outcome, facts: { ...outcome.facts, receiptNumber: 1 + (count % 9999), traceNumber: count } };
  };
  const known = {
    ...terminal,
    pay: async (payment: Payment, call?: CommandOptions) => counted(await terminal.pay(payment, call)),
    lastTransaction: async () => ({ kind: 'none' }) as const,
    perform: async () => ({ kind: 'failed', reason: unsupported, receipts: [] }) as const,
  };
  const slot = { device: demoIds.terminal, description: 'terminal', shared: false, terminal: known };
  const wallet = createWallet(db, createEventLog(db, systemClock.now));
  const events = createEventLog(db, systemClock.now);
  const ledger = createSaleStore(db, events, systemClock.now);
  const loyalty = createLoyalty(db, events);
  const joined: World = {
    ledger,
    intents: createIntents(db),
    dayEnds: createDayEnds(db),
    dayEndChanged: () => undefined,
    loyalty,
    cardCodes: createCardCodes({ ledger, clock: systemClock, loyalty }),
    mails: createMails(db, systemClock.now),
    devices: {
      merchant: shop.merchant,
      slot: () => slot,
      owned: () => true,
      description: (_merchant, device) => device,
      terminalFor: () => slot,
    },
    acquirer: createVirtualAcquirer(createAcquirerBooks(db), newHash),
    demoOutcomes: null,
    payments: createPayments(db, createEventLog(db, systemClock.now)),
    payers: payersOf(wallet),
    wallet,
    followPayment: (operation, ending) => followPayment(joined, operation, ending),
    address: () => 'http://127.0.0.1',
    pushes: createPushes(db, systemClock.now),
    agreements: createAgreements(db, createEventLog(db, systemClock.now)),
    shops: createShops(db, createEventLog(db, systemClock.now)),
    subscriptions: createSubscriptions(db, createEventLog(db, systemClock.now)),
    clock: systemClock,
    settings: {
      language: 'de',
      strictSums: false,
      documents: { most: 5000, megabytes: 1000 },
      creditorId: 'DE98ZZZ09999999999',
      sandbox: true,
      training: false,
      reservationMinutes: 30,
      largestAmount: 9_999_999,
      outcomeTimeout: 60_000,
      answerWithin: 60_000,
      dayEnd: { at: null, zone: 'Europe/Berlin' },
    },
    running: createRunningPayments(() => {}, Date.now),
    recovery: createRecovery(() => joined),
    log: (level, message) => console.error(level, message),
  };
  return joined;
}
