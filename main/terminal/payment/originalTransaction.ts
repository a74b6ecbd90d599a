/** What an operation at the terminal refers to: which kind it must be, and what is left of it. Inside a job, or before one. */
import type { IntentKind, TerminalSnapshot } from '../../domain/evidence.ts';
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
  /** Of its amount, what has not been given back yet; null where this bridge does not know it. */
  readonly left: number | null;
}

/**
 * Of a receipt that this bridge never heard of only the number is known, and the terminal judges. Throws `receiptForbids`
 * where it is of another kind, has been given back, booked or released already, or is the payment of a sale.
 */
export function referredTransaction(
  world: World,
  slot: TerminalSlot,
  kind: Referring,
  receipt: number,
): ReferredTransaction {
  const known = knownAt(world, slot, kind, receipt);
  if (!known && kind === 'reversal') refuseEarlier(world, slot, receipt);
  if (!known) return { receipt, trace: null, amount: null, left: null };
  if (!REFERS_TO[kind].some(one => one === known.kind)) throw forbidden(`receipt ${receipt} is a ${known.kind}`);
  if (kind === 'reversal') refuseSale(world, slot, known);
  const amount = known.facts?.amount ?? known.amount;
  return { receipt, trace: known.facts?.traceNumber ?? null, amount, left: leftOf(world, kind, known, amount) };
}

/** The payment of a sale as it has to be taken back: a tip that was added later has made another receipt of it. */
export function reversalTarget(world: World, paid: IntentRow): OriginalTransaction | null {
  const receipt = paid.facts?.receiptNumber;
  if (receipt === undefined) return null;
  const first = { receipt, trace: paid.facts?.traceNumber ?? null, amount: paid.facts?.amount ?? paid.amount };
  return world.intents
    .referringTo(paid.id)
    .filter(({ kind }) => kind === 'tip')
    .reduce(tipped, first);
}

/** Numbers begin again, also when the terminal closes its day by itself: whatever has this one now would be taken back. */
export function isReused(world: World, paid: IntentRow, receipt: number): boolean {
  const newest = world.intents.byReceipt(paid.device, receipt, 0);
  if (newest === null || newest.id === paid.id) return false;
  return !world.intents.referringTo(paid.id).some(({ id }) => id === newest.id);
}

/**
 * The terminal has just told what has this number now: numbers begin again, also where somebody else has paid since. The
 * amount says nothing, because a tip changes it.
 */
export function isOtherTransaction(
  { facts }: IntentRow,
  { receipt, trace }: OriginalTransaction,
  last: TerminalSnapshot['last'],
): boolean {
  if (last === null || last === 'none' || last.receipt !== receipt) return false;
  const differ = (one: string | number | null | undefined, other: string | number | null) =>
    one != null && other !== null && one !== other;
  return differ(trace, last.trace) || differ(facts?.lastFour, last.lastFour);
}

function tipped(before: OriginalTransaction & { amount: number }, tip: IntentRow) {
  const sum = before.amount + tip.amount;
  const { receiptNumber: receipt = before.receipt, traceNumber: trace = null } = tip.facts ?? {};
  return replaces(tip, before.amount) ? { receipt, trace, amount: sum } : { ...before, amount: sum };
}

/** A terminal that tells the tip alone has booked it beside the payment. */
const replaces = ({ kind, amount, facts }: IntentRow, paid: number): boolean =>
  kind === 'tip' && facts?.receiptNumber !== undefined && facts.amount === paid + amount;

function knownAt(world: World, slot: TerminalSlot, kind: Referring, receipt: number): IntentRow | null {
  const found = newestAt(world, slot, kind, receipt);
  return found && isExchanged(slot, found) ? null : found;
}

/** What another machine booked at this place cannot be given back by the one that stands there now. */
export const isExchanged = ({ terminal: { terminalId } }: TerminalSlot, { facts }: IntentRow): boolean =>
  terminalId !== undefined && facts?.terminalId !== undefined && facts.terminalId !== terminalId;

/** Numbers begin again some time: only a pre-authorisation outlives the end-of-day. */
function newestAt(world: World, { device }: TerminalSlot, kind: Referring, receipt: number): IntentRow | null {
  const today = world.intents.byReceipt(device, receipt, world.dayEnds.last(device).through);
  if (today || (kind !== 'booking' && kind !== 'release')) return today;
  const older = world.intents.byReceipt(device, receipt, 0);
  return older?.kind === 'preAuthorisation' ? older : null;
}

/** A payment of a sale is given back by cancelling the sale, also when a tip has been added to it. */
function refuseSale(world: World, slot: TerminalSlot, known: IntentRow): void {
  const first = beforeTip(world, known);
  if (first?.kind === 'payment' && first.sale !== null && !isExchanged(slot, first))
    throw forbidden(`receipt ${known.facts?.receiptNumber} is the payment of ${first.sale}: cancel that`);
}

/**
 * What was paid before a tip was added to it; the terminal may tell both under one number. Of a receipt that nobody here
 * had heard of no amount was known then, and an older one with its number is another.
 */
function beforeTip(world: World, known: IntentRow): IntentRow | null {
  if (known.kind !== 'tip') return known;
  return known.original?.amount == null ? null : world.intents.tipped(known.id);
}

/** Some terminals give back what they have closed already; then a sale would go on being paid. Numbers must not have begun anew. */
function refuseEarlier(world: World, slot: TerminalSlot, receipt: number): void {
  const newest = world.intents.byReceipt(slot.device, receipt, 0);
  const earlier = newest && beforeTip(world, newest);
  const goesOn = (world.intents.lastReceipt(slot.device) ?? 0) >= receipt;
  if (goesOn && earlier?.kind === 'payment' && earlier.sale !== null && !isExchanged(slot, earlier))
    throw forbidden(
      `receipt ${receipt} is the payment of ${earlier.sale}, whose day is closed: give the money back by a refund`,
    );
}

function leftOf(world: World, kind: Referring, known: IntentRow, amount: number): number {
  const receipt = known.facts?.receiptNumber;
  const since = world.intents.referringTo(known.id);
  const replaced = since.find(one => one.facts?.receiptNumber !== receipt && replaces(one, amount));
  const ended = since.find(one => one.kind === 'booking' || one.kind === 'release');
  if (ended) throw forbidden(`receipt ${receipt} has been ${ended.kind === 'booking' ? 'booked' : 'released'} already`);
  if (replaced && kind === 'reversal')
    throw forbidden(`receipt ${receipt} has become ${replaced.facts?.receiptNumber} by its tip`);
  const back = since.filter(one => one.kind === 'reversal');
  const left = amount - back.reduce((sum, one) => sum + (one.amount || amount), 0);
  if (left <= 0) throw forbidden(`receipt ${receipt} has been given back already`);
  return left;
}

const forbidden = (why: string) => new BridgeError('receiptForbids', why);
