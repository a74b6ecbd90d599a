/** Delivers one record to the upstream service: which objects it concerns there, and what its end writes. */
import { descriptionOf } from '../domain/loyaltyActions.ts';
import { isAtAcquirer } from '../domain/returns.ts';
import { isDischarge } from '../sale/loyaltyCard.ts';
import type { LoyaltyTransaction } from '../wire/loyalty.ts';
import type { Booking } from '../world/loyalty.ts';
import type { QueueCases, QueueReason } from '../world/queue.ts';
import type { Sale } from '../world/sales.ts';
import type { UpstreamDeliveries, UpstreamDelivery, UpstreamObject } from '../world/upstream.ts';
import type { World } from '../world/world.ts';
import {
  balanceGone,
  bonusNotTaken,
  chargesOfDay,
  differences,
  type FoundCase,
  returnsOfDay,
  type UnsaidReturn,
} from './cases.ts';
import type { UpstreamClient } from './client.ts';
import { type ObjectTask, type RunResult, runObject, storedAs } from './objectRun.ts';
import { reasonOf } from './reasons.ts';
import { type Goal, NEW, type Waits } from './replay.ts';
import { type CardMovement, cardMovementCalls } from './translation/cards.ts';
import { type Correction, corrected } from './translation/correction.ts';
import { callsOf, cardOf, deliveryOf, type ObjectCalls, type SaleCalls } from './translation/sale.ts';

export interface DeliveryParts {
  readonly client: UpstreamClient;
  readonly store: UpstreamDeliveries;
  readonly cases: QueueCases;
  readonly world: Pick<World, 'clock' | 'intents' | 'ledger' | 'loyalty'>;
  /** Substitutes for kinds of cards without a word of the specification. */
  readonly cardTypes: Readonly<Record<string, string>>;
  readonly waits: Waits;
  /** Corrections of a sale by a person; empty where there are none. */
  correctionOf(sale: string): Correction;
  /** Numbers of the records whose create is announced and not sent yet. */
  readonly announced: Set<number>;
  /** Writes the job with those of the other lanes. */
  write<T>(job: () => T): Promise<T>;
  /** Inside a job: throws where this worker has lost its lease. */
  guard(): void;
  onRepeatedCreate(): void;
}

/** Parts that `announce` and `withdraw` need. */
type Announcing = Pick<DeliveryParts, 'store' | 'announced' | 'guard'> & {
  readonly write: DeliveryParts['write'];
};

/**
 * Writes that the creates of these sales are about to be sent: one commit for all, where each would need its own. A sale
 * that the service may know already is left to its own steps.
 */
export async function announce(
  { store, announced, guard, write }: Announcing,
  records: readonly UpstreamDelivery[],
): Promise<void> {
  const fresh = records.filter(
    ({ kind, event, object, isOldEpoch, sum }) =>
      kind === 'sale' && event === 'closed' && !isPaidOut(sum) && !isOldEpoch && store.object(object) === null,
  );
  if (fresh.length === 0) return;
  await write(() => {
    guard();
    for (const { object, key } of fresh) store.save(storedAs(object, key, { ...NEW, step: 'creating' }));
  });
  for (const { number } of fresh) announced.add(number);
}

/** Nothing of these sales was sent. */
export async function withdraw(
  { store, announced, guard, write }: Announcing,
  records: readonly UpstreamDelivery[],
): Promise<void> {
  const unsent = records.filter(({ number }) => announced.delete(number));
  if (unsent.length === 0) return;
  await write(() => {
    guard();
    for (const { object, key } of unsent) store.save(storedAs(object, key, NEW));
  });
}

export type DeliveryEnding =
  | { readonly kind: 'confirmed' | 'parked' }
  | { readonly kind: 'waits'; readonly until: number };

/** Throws `UpstreamError` for a call that failed. Everything that was reached is stored. */
export async function deliver(parts: DeliveryParts, record: UpstreamDelivery): Promise<DeliveryEnding> {
  const goal = goals[record.event];
  if (record.kind === 'sale' && goal) return deliverSale(parts, record, goal);
  if (record.kind === 'cardOperation' && record.event === 'booked') return deliverBooking(parts, record);
  // Nothing of the kind can be said there: diagnosis and end-of-day would drive the terminal of the service.
  return confirm(parts, record, []);
}

const goals: Readonly<Record<string, Goal>> = { closed: 'closed', cancelled: 'cancelled', delivered: 'delivered' };

async function deliverSale(parts: DeliveryParts, record: UpstreamDelivery, goal: Goal): Promise<DeliveryEnding> {
  if (goal !== 'closed' && !isThere(parts.store.object(record.object))) return confirm(parts, record, []);
  const sale = parts.world.ledger.sale(record.merchant, record.object);
  if (!sale) return park(parts, record, reasonOf('documentGone'));
  if (isPaidOut(sale.document.basket_info.sum)) return deliverPayOut(parts, record, sale);
  const { cardTypes } = parts;
  const own = { document: sale.document, terminal: terminalFacts(parts, sale) };
  const { document, terminal } = corrected(own, parts.correctionOf(sale.id));
  const isPaidThere = parts.store.object(paidOutside(sale.id)) !== null;
  const translated = callsOf(document, { terminal, cardTypes, isPaidThere });
  if (!translated.ok) return park(parts, record, reasonOf(translated.reason));
  const main = await runObject(runParts(parts), saleTask(parts, record, sale, translated, goal));
  if (main.ending !== 'end') return unfinished(parts, record, main);
  const found = goal === 'closed' ? casesOf(sale, translated, main) : [];
  const part = await runCardPart(parts, record, sale, translated, main, goal);
  if (part === null) return confirm(parts, record, found, main);
  if (part.ending !== 'end') return unfinished(parts, record, part);
  const cash = translated.asSold?.cardPart.cash ?? 0;
  const gone = part.progress.step === 'refused' ? [balanceGone(cardOf(sale.document), cash)] : [];
  return confirm(parts, record, [...found, ...gone], part);
}

/** The customer got money: the specification has no sale with a negative sum. */
const isPaidOut = (sum: number | null): boolean => sum !== null && sum < 0;

/**
 * A return, or an exchange that paid out. What it put on a loyalty card is entered as a charge; the return itself has no call, and
 * neither have points and bonus that it took back, so that a person learns of both by cases.
 */
async function deliverPayOut(parts: DeliveryParts, record: UpstreamDelivery, sale: Sale): Promise<DeliveryEnding> {
  const { loyalty } = parts.world;
  const { currency, sum } = sale.document.basket_info;
  const bookings = loyalty.bookingsOf(sale.id);
  const entriesOf = (account: string) =>
    bookings.flatMap(({ entries }) => entries.filter(one => one.account === account));
  const found: readonly FoundCase[] =
    entriesOf('points').length + entriesOf('bonus').length > 0
      ? [{ kind: 'noWayUpstream', amount: -sum, facts: { description: descriptionOf('return') } }]
      : [];
  const loaded = bookings.find(({ entries }) =>
    entries.some(({ account, amount }) => account === 'cash' && amount > 0),
  );
  const card = loaded && loyalty.merchantCard(record.merchant, loaded.merchantCard)?.merchantcard.card.cardnumber;
  const amount = (loaded?.entries ?? []).reduce((all, one) => all + (one.account === 'cash' ? one.amount : 0), 0);
  const unsaid = { amount: -sum - refundedThere(sale.document), onCard: card === undefined ? 0 : Math.max(0, amount) };
  if (card === undefined || amount <= 0) return confirmReturn(parts, record, found, unsaid);
  const object = `${sale.id}/return`;
  const calls = cardMovementCalls({ kind: 'charge', id: object, cardnumber: card, amount, currency });
  const about = { object, key: `${record.key}.return`, stored: parts.store.object(object), goal: 'closed' } as const;
  const result = await runObject(runParts(parts), movementTask(about, record, calls));
  return result.ending === 'end'
    ? confirmReturn(parts, record, found, unsaid, result)
    : unfinished(parts, record, result);
}

/** The amount that the acquirer gave back, minor units: the refund of its payment was made at the service itself. */
const refundedThere = ({ tenders = [] }: Sale['document']): number =>
  -tenders.reduce((all, { method, amount }) => all + (isAtAcquirer(method) ? amount : 0), 0);

/** The end of the record, with what a person has to book at the service for its day. */
function confirmReturn(
  parts: DeliveryParts,
  record: UpstreamDelivery,
  found: readonly FoundCase[],
  unsaid: UnsaidReturn,
  result?: Pick<RunResult, 'unsaved'>,
): Promise<DeliveryEnding> {
  const { merchant, business_day: day } = record;
  const currency = record.currency ?? '';
  return confirm(parts, record, found, result, () => {
    if (unsaid.amount > 0) parts.cases.add({ merchant, ...returnsOfDay(unsaid, day, currency) });
    if (unsaid.onCard > 0) parts.cases.add({ merchant, ...chargesOfDay(unsaid, day, currency) });
  });
}

/** Name of the row of a sale whose payment was made at the service itself, as long as that payment counts. */
export const paidOutside = (sale: string): string => `paid/${sale}`;

/** A sale that a person discarded, or that is older than what was asked for, is not there: nothing follows it. */
const isThere = (object: UpstreamObject | null): boolean =>
  object !== null && (object.step === 'closed' || object.step === 'cancelled');

const terminalFacts = ({ world }: DeliveryParts, { id, method }: Sale) =>
  method === 'cashless'
    ? (world.intents.ofSale(id).find(({ kind, state }) => kind === 'payment' && state === 'approved')?.facts ?? null)
    : null;

function saleTask(
  { store, announced }: DeliveryParts,
  record: UpstreamDelivery,
  sale: Sale,
  { calls, asSold }: SaleCalls,
  goal: Goal,
): ObjectTask {
  return {
    object: sale.id,
    key: record.key,
    stored: store.object(sale.id),
    isOldEpoch: record.isOldEpoch,
    goal,
    calls: basket => (basket === 'sold' && asSold ? asSold.calls : calls),
    isAnnounced: announced.delete(record.number),
    isDischarge: isDischarge(sale),
    delivery: deliveryOf(sale.document),
  };
}

/** The discharge of the card beside a basket that went as it was sold; null where there is none to look at. */
async function runCardPart(
  parts: DeliveryParts,
  record: UpstreamDelivery,
  sale: Sale,
  { asSold }: SaleCalls,
  main: RunResult,
  goal: Goal,
): Promise<RunResult | null> {
  if (!asSold || goal === 'delivered') return null;
  const object = `${sale.id}/discharge`;
  const stored = parts.store.object(object);
  const { cash } = asSold.cardPart;
  const isWanted = goal === 'closed' ? main.progress.basket === 'sold' && cash > 0 : isThere(stored);
  if (!isWanted) return null;
  if (main.unsaved) await save(parts, main.unsaved);
  const { currency } = sale.document.basket_info;
  const { cardnumber } = asSold.cardPart;
  const calls = cardMovementCalls({ kind: 'discharge', id: object, cardnumber, amount: cash, currency });
  const key = `${record.key}.discharge`;
  return runObject(runParts(parts), movementTask({ object, key, stored, goal }, record, calls));
}

const movementTask = (
  about: Pick<ObjectTask, 'object' | 'key' | 'stored' | 'goal'>,
  { isOldEpoch }: UpstreamDelivery,
  calls: ObjectCalls,
): ObjectTask => ({ ...about, isOldEpoch, calls: () => calls, isAnnounced: false, isDischarge: true, delivery: null });

function casesOf(sale: Sale, { calls, asSold }: SaleCalls, { progress, remote }: RunResult): readonly FoundCase[] {
  const sold = progress.basket === 'sold' ? asSold : null;
  if (progress.step === 'refused') return [balanceGone(cardOf(sale.document), sale.document.basket_info.sum)];
  return [
    ...(progress.step === 'cancelled' ? [{ kind: 'cancelledUpstream', amount: calls.sum, facts: {} }] : []),
    ...(remote ? differences(sale.document, remote, sold?.calls ?? calls) : []),
    ...(sold ? bonusNotTaken(sold.cardPart) : []),
  ];
}

/** A booking outside a sale: loading and discharging have an article; its reversal cancels what was entered for it. */
async function deliverBooking(parts: DeliveryParts, record: UpstreamDelivery): Promise<DeliveryEnding> {
  const booking = parts.world.loyalty.booking(record.merchant, record.object);
  if (!booking) return park(parts, record, reasonOf('documentGone'));
  const { action } = booking.inner;
  const { document } = booking;
  const object = action === 'cancel' ? (document.parents[0]?.id ?? '') : record.object;
  const stored = parts.store.object(object);
  const card = parts.world.loyalty.merchantCard(record.merchant, booking.inner.merchantCard);
  const cardnumber = card?.merchantcard.card.cardnumber ?? '';
  const movement = movementOf(booking.inner, { id: object, cardnumber, currency: document.currency });
  if (action === 'cancel' && isThere(stored) && stored) {
    const task = movementTask({ object, key: stored.key, stored, goal: 'cancelled' }, record, NO_CALLS);
    return ended(parts, record, await runObject(runParts(parts), task), []);
  }
  if (movement === null) return confirm(parts, record, [noWay(document)]);
  const task = movementTask({ object, key: record.key, stored, goal: 'closed' }, record, cardMovementCalls(movement));
  const result = await runObject(runParts(parts), task);
  const refused = result.progress.step === 'refused' ? [balanceGone(movement.cardnumber, movement.amount)] : [];
  return ended(parts, record, result, [...refused, ...bonusLeft(booking.inner, document)]);
}

function movementOf(
  { action, entries }: Pick<Booking, 'action' | 'entries'>,
  about: Pick<CardMovement, 'id' | 'cardnumber' | 'currency'>,
): CardMovement | null {
  if (action !== 'charge' && action !== 'discharge') return null;
  const cash = entries.filter(({ account }) => account === 'cash').reduce((sum, { amount }) => sum + amount, 0);
  return cash === 0 ? null : { ...about, kind: action, amount: Math.abs(cash) };
}

/** Points, bonus and corrections: the specification has no call for them. */
const noWay = ({ amount, description }: LoyaltyTransaction): FoundCase => ({
  kind: 'noWayUpstream',
  amount,
  facts: { description },
});

/** Bonus that a discharge took off beside cash: only the cash can be said there. */
function bonusLeft(
  { action, entries }: Pick<Booking, 'action' | 'entries'>,
  document: LoyaltyTransaction,
): FoundCase[] {
  const bonus = entries.filter(({ account }) => account === 'bonus').reduce((sum, { amount }) => sum + amount, 0);
  return action === 'discharge' && bonus !== 0 ? [{ ...noWay(document), amount: Math.abs(bonus) }] : [];
}

/** Only an object that is there is cancelled, which needs no calls of its own. */
const NO_CALLS = cardMovementCalls({ kind: 'discharge', id: '', cardnumber: '', amount: 0, currency: '' });

const runParts = (parts: DeliveryParts) => ({
  client: parts.client,
  now: () => ({ ...parts.waits, now: parts.world.clock.now() }),
  save: (object: UpstreamObject) => save(parts, object),
  onRepeatedCreate: parts.onRepeatedCreate,
});

function save({ write, store, guard }: DeliveryParts, object: UpstreamObject): Promise<void> {
  return write(() => {
    guard();
    store.save(object);
  });
}

const ended = (
  parts: DeliveryParts,
  record: UpstreamDelivery,
  result: RunResult,
  found: readonly FoundCase[],
): Promise<DeliveryEnding> =>
  result.ending === 'end' ? confirm(parts, record, found, result) : unfinished(parts, record, result);

/** The end of the record, with its last step and its cases in one commit. */
async function confirm(
  { write, store, cases, guard }: DeliveryParts,
  { number, merchant, object, currency }: UpstreamDelivery,
  found: readonly FoundCase[],
  result: Pick<RunResult, 'unsaved'> = { unsaved: null },
  alsoWrite: () => void = () => undefined,
): Promise<DeliveryEnding> {
  await write(() => {
    guard();
    if (result.unsaved) store.save(result.unsaved);
    store.confirm(number);
    for (const one of found) cases.open({ merchant, object, currency, ...one });
    alsoWrite();
  });
  return { kind: 'confirmed' };
}

async function unfinished(
  parts: DeliveryParts,
  record: UpstreamDelivery,
  { ending, unsaved }: RunResult,
): Promise<DeliveryEnding> {
  if (ending === 'end') throw new Error('the run has ended');
  if ('park' in ending) return park(parts, record, reasonOf(ending.park), unsaved);
  const { write, store, guard } = parts;
  await write(() => {
    guard();
    if (unsaved) store.save(unsaved);
    store.delay(record.number, {
      attempts: record.attempts,
      nextAt: ending.wait,
      reason: reasonOf('answerAwaited'),
    });
  });
  return { kind: 'waits', until: ending.wait };
}

async function park(
  { write, store, guard }: DeliveryParts,
  record: UpstreamDelivery,
  reason: QueueReason,
  unsaved: UpstreamObject | null = null,
): Promise<DeliveryEnding> {
  await write(() => {
    guard();
    if (unsaved) store.save(unsaved);
    store.park(record.number, reason);
  });
  return { kind: 'parked' };
}
