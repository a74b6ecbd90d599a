/** The original transaction of a reversal, booking, release or tip: its kind, and the amount left. Inside a job, or before it. */
import type { IntentKind, OriginalReport, TerminalSnapshot } from '../../domain/evidence.ts';
import { tipChanges, tipsOf } from '../../sale/cardTips.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { IntentRow, OriginalTransaction } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

export type Referring = 'reversal' | 'booking' | 'release' | 'tip';

const REFERS_TO = {
  reversal: ['payment', 'refund', 'booking', 'tip'],
  booking: ['preAuthorisation'],
  release: ['preAuthorisation'],
  tip: ['payment', 'booking'],
} as const satisfies Record<Referring, readonly IntentKind[]>;

export interface ReferredTransaction extends OriginalTransaction {
  /** The part of the amount that has not been given back, minor units; null where this bridge does not know it. */
  readonly left: number | null;
  /** The amount that is taken back where nothing else is asked for: of the payment of a sale only a tip may be. */
  readonly part?: number;
}

/**
 * The transaction that a command refers to. Of an unknown receipt there is only the number, and the terminal decides.
 * Throws `receiptForbids` where the transaction has another kind, has been given back, booked or released, or is the
 * payment of a sale, of which only a tip may go back: `amount`, where it is no more than the tip, or the tip that has
 * this receipt.
 */
export function referredTransaction(
  world: Pick<World, 'dayEnds' | 'intents'>,
  slot: TerminalSlot,
  kind: Referring,
  receipt: number,
  asked: number | null = null,
): ReferredTransaction {
  const known = knownAt(world, slot, kind, receipt);
  if (!known && kind === 'reversal') refuseEarlier(world, slot, receipt);
  if (!known) return { receipt, trace: null, amount: null, left: null };
  if (!REFERS_TO[kind].some(allowed => allowed === known.kind))
    throw forbidden(`receipt ${receipt} is a ${known.kind}`);
  const amount = known.facts?.amount ?? known.amount;
  const found = { receipt, trace: known.facts?.traceNumber ?? null, amount };
  const part = kind === 'reversal' ? tipOfSale(world, slot, known, asked) : null;
  return part === null ? { ...found, left: leftOf(world, kind, known, amount) } : { ...found, left: part, part };
}

/** The receipt of a transaction that its terminal names by the trace number alone. */
export const NO_RECEIPT = 0;

/**
 * The transaction to reverse for a paid sale: a later tip may have made another receipt of the payment. Null where the terminal has
 * reported no number by which it would find the payment again.
 */
export function reversalTarget(world: Pick<World, 'intents' | 'devices'>, paid: IntentRow): OriginalTransaction | null {
  const isFoundByTrace = paid.facts?.traceNumber !== undefined && isReversedByTrace(world, paid);
  const receipt = paid.facts?.receiptNumber ?? (isFoundByTrace ? NO_RECEIPT : undefined);
  if (receipt === undefined) return null;
  const first = { receipt, trace: paid.facts?.traceNumber ?? null, amount: paid.facts?.amount ?? paid.amount };
  return tipChanges(world, paid).reduce(tipped, first);
}

const isReversedByTrace = ({ devices }: Pick<World, 'devices'>, { device }: IntentRow): boolean =>
  devices.slot(device)?.terminal.features.has('reversalByTrace') === true;

/**
 * The original of a command with every trace number of its receipt: a later tip has one of its own, and the terminal's reversal may name
 * that of the payment.
 */
export function originalReport(world: Pick<World, 'intents'>, intent: IntentRow): OriginalReport | null {
  const { original, device, kind } = intent;
  if (kind !== 'reversal' || original === null || original.trace === null || original.receipt === NO_RECEIPT)
    return original;
  const newest = world.intents.byReceipt(device, original.receipt, 0);
  const paid = newest?.kind === 'tip' ? world.intents.tipped(newest.id) : newest;
  if (newest?.kind !== 'tip' || !paid) return original;
  const tips = world.intents.referringTo(paid.id).filter(one => one.kind === 'tip');
  const otherTraces = [paid, ...tips].flatMap(({ facts }) => facts?.traceNumber ?? []);
  return { ...original, otherTraces };
}

/** Receipt numbers begin again, also when the terminal closes its day by itself: a reversal would hit the newer transaction. */
export function isReused(world: Pick<World, 'intents'>, paid: IntentRow, receipt: number): boolean {
  const newest = world.intents.byReceipt(paid.device, receipt, 0);
  if (newest === null || newest.id === paid.id) return false;
  return !world.intents.referringTo(paid.id).some(({ id }) => id === newest.id);
}

/**
 * True when the terminal's last transaction has this receipt number and is another transaction: numbers begin again, also for
 * payments of others. The amount is not compared, because a tip changes it.
 */
export function isOtherTransaction(
  { facts }: IntentRow,
  { receipt, trace }: OriginalTransaction,
  last: TerminalSnapshot['last'],
): boolean {
  if (last === null || last === 'none' || last.receipt !== receipt) return false;
  const differ = (ours: string | number | null | undefined, theirs: string | number | null) =>
    ours != null && theirs !== null && ours !== theirs;
  return differ(trace, last.trace) || differ(facts?.lastFour, last.lastFour);
}

/** After a tip was added to it, or a part was taken back. */
function tipped(before: OriginalTransaction & { amount: number }, tip: IntentRow) {
  if (tip.kind === 'reversal') return { ...before, amount: before.amount - tip.amount };
  const sum = before.amount + tip.amount;
  const { receiptNumber: receipt = before.receipt, traceNumber: trace = null } = tip.facts ?? {};
  return replaces(tip, before.amount) ? { receipt, trace, amount: sum } : { ...before, amount: sum };
}

/** True when the tip's receipt stands for payment and tip; a terminal that reports the tip alone has booked it beside. */
const replaces = ({ kind, amount, facts }: IntentRow, paid: number): boolean =>
  kind === 'tip' && facts?.receiptNumber !== undefined && facts.amount === paid + amount;

function knownAt(
  world: Pick<World, 'dayEnds' | 'intents'>,
  slot: TerminalSlot,
  kind: Referring,
  receipt: number,
): IntentRow | null {
  const found = newestAt(world, slot, kind, receipt);
  return found && isExchanged(slot, found) ? null : found;
}

/** True when another machine booked the transaction: the machine that stands there now cannot give it back. */
export const isExchanged = ({ terminal: { terminalId } }: TerminalSlot, { facts }: IntentRow): boolean =>
  terminalId !== undefined && facts?.terminalId !== undefined && facts.terminalId !== terminalId;

/** Receipt numbers begin again: only a pre-authorisation outlives the end-of-day. */
function newestAt(
  world: Pick<World, 'dayEnds' | 'intents'>,
  { device }: TerminalSlot,
  kind: Referring,
  receipt: number,
): IntentRow | null {
  const today = world.intents.byReceipt(device, receipt, world.dayEnds.last(device).through);
  if (today || (kind !== 'booking' && kind !== 'release')) return today;
  const older = world.intents.byReceipt(device, receipt, 0);
  return older?.kind === 'preAuthorisation' ? older : null;
}

/**
 * The payment of a sale is given back by cancelling the sale, also with a tip; a tip alone may be taken back. Its amount, where that
 * is asked for; null where the transaction belongs to no sale. Throws `receiptForbids` for any other amount, and
 * `tipNotAlone` where its terminal reverses whole payments only.
 */
function tipOfSale(
  world: Pick<World, 'intents'>,
  slot: TerminalSlot,
  known: IntentRow,
  asked: number | null,
): number | null {
  const first = beforeTip(world, known);
  // The sale does not hold the money of a surplus.
  if (first?.kind !== 'payment' || first.surplus || first.sale === null || isExchanged(slot, first)) return null;
  const { amount: tips } = tipsOf(world, first, Math.max(0, (first.facts?.amount ?? 0) - first.amount));
  const tip = asked ?? (known.kind === 'tip' ? Math.min(known.amount, tips) : tips + 1);
  const isPart = tip !== (known.facts?.amount ?? known.amount);
  if (tip > 0 && tip <= tips && isPart && !slot.terminal.features.has('partialReversal'))
    throw tipNotAlone(slot, first.sale);
  if (tip > 0 && tip <= tips) return tip;
  throw forbidden(
    `receipt ${known.facts?.receiptNumber} is the payment of ${first.sale}: cancel that; of its tip ${tips} can be taken back by an amount`,
  );
}

function tipNotAlone({ description }: TerminalSlot, sale: string): BridgeError {
  const next = {
    method: 'POST',
    path: `/api/v2/Smart/Transactions/${sale}/cancel`,
    why: 'gives back the payment with its tip',
  } as const;
  return new BridgeError('tipNotAlone', `${description} has no partialReversal; cancel ${sale}`, { extra: { next } });
}

/**
 * The payment to which the tip was added; the terminal may report both under one number. A tip without a known amount belongs
 * to a receipt that this bridge did not know: an older transaction with its number is another.
 */
function beforeTip(world: Pick<World, 'intents'>, known: IntentRow): IntentRow | null {
  if (known.kind !== 'tip') return known;
  return known.original?.amount == null ? null : world.intents.tipped(known.id);
}

/** Some terminals reverse receipts of closed days: the sale would stay paid. Only while the numbers have not begun again. */
function refuseEarlier(world: Pick<World, 'intents'>, slot: TerminalSlot, receipt: number): void {
  const newest = world.intents.byReceipt(slot.device, receipt, 0);
  const payment = newest && beforeTip(world, newest);
  const isGoingOn = (world.intents.lastReceipt(slot.device) ?? 0) >= receipt;
  if (isGoingOn && payment?.kind === 'payment' && payment.sale !== null && !isExchanged(slot, payment))
    throw forbidden(
      `receipt ${receipt} is the payment of ${payment.sale}, whose day is closed: give the money back by a refund`,
    );
}

function leftOf(world: Pick<World, 'intents'>, kind: Referring, known: IntentRow, amount: number): number {
  const receipt = known.facts?.receiptNumber;
  const since = world.intents.referringTo(known.id);
  const replaced = since.find(later => later.facts?.receiptNumber !== receipt && replaces(later, amount));
  const ended = since.find(later => later.kind === 'booking' || later.kind === 'release');
  if (ended) throw forbidden(`receipt ${receipt} has been ${ended.kind === 'booking' ? 'booked' : 'released'} already`);
  if (replaced && kind === 'reversal')
    throw forbidden(`receipt ${receipt} has become ${replaced.facts?.receiptNumber} by its tip`);
  const reversals = since.filter(later => later.kind === 'reversal');
  const left = amount - reversals.reduce((sum, reversal) => sum + (reversal.amount || amount), 0);
  if (left <= 0) throw forbidden(`receipt ${receipt} has been given back already`);
  return left;
}

const forbidden = (why: string) => new BridgeError('receiptForbids', why);
