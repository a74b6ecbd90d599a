/**
 * Writes the missing Payment Transactions of sales that were paid at the counter by earlier versions: a few sales in a
 * commit, the newest first, with pauses, so that selling goes on. The progress is stored in the same commit, so the
 * work survives a restart. No push is sent, because nothing happened to the sales.
 */

import { newCounterPayment, refundOf } from '../../acquirer/payments/counterPayments.ts';
import { linksWithChild, newLinkedPayment } from '../../acquirer/payments/linkedPayment.ts';
import { isAtCounter } from '../../acquirer/payments/products.ts';
import { changedPayment, type PaymentRecord } from '../../acquirer/payments/record.ts';
import { moved } from '../../domain/payment.ts';
import type { EarlierSales, IntentRow, Sale, SalesWithoutPayments } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { type CounterPaymentFacts, counterPaymentOf, referenceTo } from './counterPayment.ts';

/** Members of the world that the backfill needs. */
type BackfillWorld = Pick<
  World,
  'acquirer' | 'agreements' | 'clock' | 'intents' | 'ledger' | 'log' | 'payers' | 'payments' | 'settings'
>;

export interface Backfill {
  /** Waits for the commit under way. */
  stop(): Promise<void>;
}

/** Sales in a commit: some milliseconds of work. */
export const AT_ONCE = 20;
/** The pause is this multiple of the work before it, and at least the shortest rest, ms. */
const REST = 3;
const SHORTEST_REST = 20;
/** Number of sales between two log lines. */
const REPORTED = 50_000;

export const backfillCounterPayments = (world: BackfillWorld, earlier: SalesWithoutPayments): Backfill =>
  backfillSales(world, earlier, {
    lacks: 'their Payment Transactions of the counter',
    complete: () => addMissingPayments(world, earlier, AT_ONCE),
  });

export interface MissingMembers {
  /** For the log. */
  readonly lacks: string;
  /** Inside a job: completes the next sales. */
  complete(): void;
  /** False while something else has to be completed first; left out: at once. */
  isReady?(): boolean;
}

/** Completes sales of earlier versions little by little. */
export function backfillSales(
  world: Pick<World, 'ledger' | 'log'>,
  earlier: EarlierSales,
  { lacks, complete, isReady = () => true }: MissingMembers,
): Backfill {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  let [seen, stopped] = [0, false];

  async function step() {
    const began = performance.now();
    if (!isReady()) return schedule(NOT_READY);
    await world.ledger.write(complete);
    seen += AT_ONCE;
    const left = earlier.left();
    if (left === 0) world.log('info', `every earlier sale has ${lacks}`);
    else if (seen % REPORTED < AT_ONCE) world.log('info', `earlier sales get ${lacks}`, { left });
    if (left > 0 && !stopped) schedule(Math.max(SHORTEST_REST, (performance.now() - began) * REST));
  }

  function schedule(pause: number) {
    timer = setTimeout(() => {
      work = step().catch(error => {
        world.log('error', `earlier sales do not have ${lacks} yet`, { error: String(error) });
        if (!stopped) schedule(LATER);
      });
    }, pause);
    timer.unref();
  }

  if (earlier.left() > 0) schedule(SHORTEST_REST);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await work;
    },
  };
}

/** Pause after a failed commit, ms: the disk may be full. */
const LATER = 60_000;
/** Pause while something else is completed first, ms. */
const NOT_READY = 1000;

/** Inside a job: writes the missing payments of the next sales. */
export function addMissingPayments(world: BackfillWorld, earlier: SalesWithoutPayments, count: number): void {
  for (const sale of earlier.take(count)) if (isMissing(sale)) addPayment(world, earlier, sale);
}

/** True for a sale that was paid at the counter and names no payment. */
const isMissing = ({ state, method, receiptNumber, document }: Sale): boolean =>
  WAS_PAID.has(state) &&
  method !== null &&
  isAtCounter(method) &&
  receiptNumber !== null &&
  !document.transactions.some(({ object }) => object === 'payment.transactions');

const WAS_PAID: ReadonlySet<Sale['state']> = new Set(['closed', 'reversing', 'reversalUnclear', 'cancelled']);

function addPayment(world: BackfillWorld, earlier: SalesWithoutPayments, sale: Sale): void {
  const { merchant, document, method } = sale;
  const { sum, missing_sum } = document.basket_info;
  const amount = missing_sum > 0 ? missing_sum : Math.max(0, sum - earlier.spentByCard(sale.id));
  if (amount === 0 || method === null) return;
  const intent = intentOf(world, sale);
  const then = { ...world, clock: { ...world.clock, now: () => paidAt(sale, intent) } };
  const paid = { method, facts: factsOf(sale, intent), pushUrl: null } satisfies CounterPaymentFacts;
  const taken = newCounterPayment(then, counterPaymentOf(world, sale, amount, paid));
  const payment = sale.state === 'cancelled' ? refundedPayment(world, sale, taken) : taken;
  world.payments.insertFirst(merchant, payment.document, payment.inner);
  const transactions = [...document.transactions, referenceTo(payment.document)];
  world.ledger.amend({ ...sale, document: { ...document, transactions } });
}

/** Makes the refund of a cancelled sale; it is inserted first, because it is newer than the payment. */
function refundedPayment(world: BackfillWorld, { merchant, document }: Sale, payment: PaymentRecord): PaymentRecord {
  const then = { ...world, clock: { ...world.clock, now: () => Date.parse(document.updated) } };
  const { amount } = payment.inner.money;
  const below = refundOf(payment.inner, amount);
  const refund = newLinkedPayment(then, payment, below);
  world.payments.insertFirst(merchant, refund.document, refund.inner);
  const money = moved('refund', payment.inner.money, amount, 'approved');
  return changedPayment(then, payment, { money }, { related_transactions: linksWithChild(payment, refund, below) });
}

const intentOf = (world: Pick<World, 'intents'>, { id, method }: Sale): IntentRow | null =>
  (method === 'cashless' &&
    world.intents.ofSale(id).find(({ kind, state }) => kind === 'payment' && state === 'approved')) ||
  null;

/** Time of the payment, ms since 1970; for a cancelled sale only its creation is known. */
function paidAt({ state, document, created }: Sale, intent: IntentRow | null): number {
  if (intent?.endedAt != null) return intent.endedAt;
  return state === 'closed' ? Date.parse(document.updated) : created;
}

function factsOf({ document }: Sale, intent: IntentRow | null): CounterPaymentFacts['facts'] {
  if (intent?.facts) return intent.facts;
  const { card_payment: card } = document;
  return card && { terminalId: card.tid, traceNumber: card.trace, cardName: card.cardtype };
}
