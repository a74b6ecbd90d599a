/** Gathers what the payments of a sale are derived from: commands at terminals, payments at the acquirer, the loyalty card. */

import { methodOf } from '../acquirer/payments/methods.ts';
import { isAtCounter } from '../acquirer/payments/products.ts';
import { balancesOf } from '../domain/loyalty.ts';
import {
  type AcquirerPayment,
  type FailureReason,
  type PaymentFacts,
  paymentsOfSale,
  type TerminalCommand,
} from '../domain/salePayments.ts';
import { executed } from '../domain/transaction.ts';
import { partsOf } from '../sale/paidParts.ts';
import { withPayments } from '../sale/saleOutcome.ts';
import { chargedAmountOf } from '../terminal/payment/confirmedAmount.ts';
import { partApprovalShown } from '../terminal/payment/reconciliation/records.ts';
import type { SalePayment } from '../wire/shapes.ts';
import { timestamp } from '../world/clock.ts';
import type { EarlierSales, IntentRow, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { AT_ONCE, type Backfill, backfillSales } from './acquirer/counterPaymentBackfill.ts';

type PaymentsWorld = Pick<World, 'clock' | 'intents' | 'loyalty' | 'payments'>;

type Before = readonly SalePayment[] | undefined;

/**
 * The payments of a sale after a step; `before`: those before it, undefined in a sale of an earlier version. Terminals and
 * acquirer are only asked for where one of them may have been used.
 */
export function salePayments(world: PaymentsWorld, sale: Sale, before: Before): SalePayment[] {
  const { document, state, method } = sale;
  // Diagnosis and end-of-day have the shape of a sale.
  if (method === null && before === undefined && executed(state)) return [];
  const card = document.card_payment;
  const facts: PaymentFacts = {
    state,
    method,
    closed: sale.receiptNumber !== null,
    currency: document.basket_info.currency,
    now: document.updated,
    change: document.change,
    parts: partsOf(document),
    tenders: document.tenders ?? [],
    payment: document.transactions.findLast(({ object }) => object === 'payment.transactions')?.id,
    foreignCard: card && { terminalId: card.tid, traceNumber: card.trace, cardName: card.cardtype },
    commands: mayUse(sale, before, 'terminal') ? commandsOf(world, sale, before) : [],
    acquirer: mayUse(sale, before, 'acquirer') ? acquirerPayments(world, sale, before) : [],
    loyalty: loyaltyOf(world, sale, before),
    before: before ?? [],
  };
  return withRefunds(world, sale, paymentsOfSale(facts) as SalePayment[], before);
}

/** Nothing of a payment has gone back in the step that takes it, so that payments are only read of what was paid before. */
function withRefunds(
  { payments }: Pick<World, 'payments'>,
  { merchant }: Sale,
  entries: SalePayment[],
  before: Before,
): SalePayment[] {
  const wasPaid = new Set(before?.flatMap(({ id, status }) => (status === 'paid' ? id : [])));
  return entries.map(entry => {
    if (entry.status !== 'paid' || entry.payment === undefined || !wasPaid.has(entry.id)) return entry;
    const refunded = payments.find(merchant, entry.payment)?.inner.money.refunded ?? 0;
    return refunded > 0 ? { ...entry, refunded } : entry;
  });
}

/** Does the sale use the terminal or the acquirer now, or did it before? */
function mayUse({ method }: Sale, before: Before, settledBy: 'terminal' | 'acquirer'): boolean {
  const isSettledSo = (name: string | null) => name !== null && methodOf(name)?.settledBy === settledBy;
  return before === undefined || isSettledSo(method) || before.some(payment => isSettledSo(payment.method));
}

/** Oldest first: payments, and pay-outs, which have the id of their part. */
function commandsOf(world: Pick<World, 'clock' | 'intents'>, { id, document }: Sale, before: Before) {
  const parts = new Set(partsOf(document).map(part => part.id));
  return world.intents
    .ofSale(id)
    .filter(intent => intent.kind === 'payment' || parts.has(intent.id))
    .map(intent => commandOf(world, intent, before))
    .toReversed();
}

function commandOf(world: Pick<World, 'clock' | 'intents'>, intent: IntentRow, before: Before): TerminalCommand {
  const { id, state, device, amount, startedAt, endedAt, facts, kind, decision, decisionKind, stopRequestedAt } =
    intent;
  const surplus = intent.surplus ? ({ surplus: decision === 'open' ? 'open' : 'decided' } as const) : {};
  const isApproved = state === 'approved';
  const isLate =
    (decision !== null && decisionKind === 'late') ||
    stopRequestedAt !== null ||
    before?.find(payment => payment.id === id)?.late === true;
  const part = state === 'unknown' ? partApprovalShown(world, intent) : null;
  return {
    ...{ id, state, device, amount, startedAt, facts: part?.facts ?? facts, ...surplus },
    ...(part ? { approvedPart: part.amount } : {}),
    at: timestamp(endedAt ?? startedAt),
    tip: isApproved && kind === 'payment' ? chargedAmountOf(world, intent, facts) - amount : 0,
    late: isApproved && isLate,
    reason: state === 'declined' || state === 'notSent' ? reasonOf(world, intent) : null,
  };
}

/** The terminal's own reason; where a reconciliation or a person found the command not carried out, why. */
function reasonOf({ intents }: Pick<World, 'intents'>, { id, reason }: IntentRow): FailureReason | null {
  const { because } = intents.journal.ofIntent(id, 'result').at(-1)?.data ?? {};
  if (because) {
    const { code, result_code, texts } = because as FailureReason;
    return { code, result_code, texts };
  }
  return reason && { code: 'notCarriedOut', result_code: null, texts: reason };
}

function acquirerPayments(
  { payments }: Pick<World, 'payments'>,
  { id, merchant, method, document }: Sale,
  before: Before,
): readonly AcquirerPayment[] {
  // ccload is a payment by credit card at the acquirer: the method of start is the one that the caller knows.
  const methodNamed = (payment: string): string | null | undefined =>
    before?.find(one => one.id === payment)?.method ??
    (document.transactions.some(one => one.id === payment) ? method : undefined);
  return payments.ofSale(merchant, id).flatMap(payment => {
    const found = payments.find(merchant, payment);
    if (!found || found.inner.order.parent !== null || isAtCounter(found.inner.order.method)) return [];
    const { order, money, instrument } = found.inner;
    const { issuer = null, last4 = null } = instrument ?? {};
    const isCard = instrument?.type === 'credit_card' && (issuer !== null || last4 !== null);
    return [
      {
        id: payment,
        method: methodNamed(payment) ?? order.method,
        amount: money.amount,
        stage: money.stage,
        refunded: money.captured > 0 && money.captured === money.refunded,
        startedAt: Date.parse(found.document.created),
        card: isCard ? { cardName: issuer ?? undefined, lastFour: last4 ?? undefined } : null,
      },
    ];
  });
}

/** Amount that the applied card holds for an open sale, or that the closed sale has booked on it. */
function loyaltyOf({ loyalty }: Pick<World, 'loyalty'>, sale: Sale, before: Before): PaymentFacts['loyalty'] {
  const { id, document, receiptNumber } = sale;
  if (document.idents.length === 0) return null;
  if (receiptNumber === null) {
    const held = loyalty.held(id);
    return (
      held && { card: held.merchantCard, booking: null, cash: held.cash, bonus: held.bonus, points: 0, held: true }
    );
  }
  if (before?.some(payment => payment.method === 'loyalty' && payment.loyalty?.booking)) return null;
  const [booking] = loyalty.bookingsOf(id);
  if (!booking) return null;
  return { card: booking.merchantCard, booking: booking.id, ...balancesOf(booking.entries), held: false };
}

/**
 * Writes the list of payments into sales of earlier versions, as a step would write it; nothing happened to them, so nobody is
 * told. `isReady`: the payments that a list names are complete.
 */
export const backfillSalePayments = (
  world: Pick<World, 'ledger' | 'log' | 'salePayments'>,
  earlier: EarlierSales,
  isReady: () => boolean,
): Backfill =>
  backfillSales(world, earlier, {
    lacks: 'the list of their payments',
    complete() {
      for (const sale of earlier.take(AT_ONCE))
        if (sale.document.payments === undefined) world.ledger.amend(withPayments(world, sale, undefined));
    },
    isReady,
  });
