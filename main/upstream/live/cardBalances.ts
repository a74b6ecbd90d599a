/**
 * Rules that hold and discharge of a card at the upstream service share: when they may begin, and the balances that become
 * ours.
 */
import type { Balances, LedgerEntry } from '../../domain/loyalty.ts';
import { describeBooking } from '../../sale/loyaltyBookings.ts';
import { BridgeError, type ErrorKey } from '../../world/errors.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import type { UpstreamDeliveries, UpstreamHolds } from '../../world/upstream.ts';
import type { World } from '../../world/world.ts';
import { retryOf, UpstreamError } from '../failures.ts';
import type { ReadingParts, TypedPasscodes } from './cardReading.ts';
import type { OfflinePolicy } from './offlinePolicy.ts';

export interface AuthorityParts extends ReadingParts {
  readonly holds: UpstreamHolds;
  readonly store: Pick<UpstreamDeliveries, 'save' | 'upstreamOf'>;
  readonly passcodes: TypedPasscodes;
  readonly policy: OfflinePolicy;
  /** ms from the question to its answer */
  readonly budget: number;
  world(): Pick<World, 'businessDay' | 'clock' | 'devices' | 'ledger' | 'log' | 'loyalty'>;
}

/** ms; the answer of preTransaction is there within two seconds, its own commits included. */
export const HOLD_BUDGET = 1800;
/** ms between two looks whether earlier records of the card have arrived. */
const LOOK = 20;

/**
 * Earlier sales with this card may still wait for the service, whose balance is then not the last word. They are given the
 * time of the budget to arrive.
 */
export async function recordsArrived(
  { holds, budget }: AuthorityParts,
  { card }: { readonly card: CardRecord | null },
  end: number,
): Promise<boolean> {
  if (!card) return true;
  const { id } = card.merchantcard;
  while (holds.waits(id)) {
    // A parked record waits for a person, and nobody at the till waits for that.
    if (holds.isParked(id)) return false;
    // Half of the budget stays for the hold itself.
    if (performance.now() + LOOK > end - budget / 2) return false;
    await new Promise(done => setTimeout(done, LOOK));
  }
  return true;
}

/** The error for a card or a voucher that the service has refused; null for every other failure. */
export function refusalOf(error: unknown): BridgeError | null {
  if (!(error instanceof UpstreamError) || error.kind !== 'answered') return null;
  const key = REFUSALS[error.code ?? 0];
  return key ? new BridgeError(key, `the upstream service refuses: ${error.message}`, retryOf(error)) : null;
}

/** Codes of the specification by which the service refuses a card or a voucher, and our own errors for them. */
const REFUSALS: Readonly<Record<number, ErrorKey>> = {
  14: 'cardUnknown',
  15: 'cardOther',
  16: 'voucherUnknown',
  41: 'cardLocked',
  51: 'cardBalance',
  54: 'cardExpired',
  55: 'passcodeMissing',
  56: 'voucherUsed',
  75: 'passcodeBlocked',
  78: 'cardInactive',
  1014: 'cardUnknown',
};

/**
 * The balances there become ours, by one booking for what was booked elsewhere. Not where a record of the card came between:
 * the next sale reads them again.
 */
export function adopt(
  { holds, world }: Pick<AuthorityParts, 'holds' | 'world'>,
  { merchant, card }: { readonly merchant: string; readonly card: CardRecord | null },
  booked: Balances | null,
): void {
  if (!card || !booked) return;
  const { loyalty, clock, devices } = world();
  const { id } = card.merchantcard;
  const now = loyalty.merchantCard(merchant, id)?.merchantcard ?? card.merchantcard;
  const then = card.merchantcard;
  const isUnchanged =
    now.cash_balance === then.cash_balance && now.bonus_balance === then.bonus_balance && now.points === then.points;
  if (!isUnchanged || holds.waits(id)) return;
  holds.wasRead(id, clock.now());
  const differences: LedgerEntry[] = [
    { account: 'cash', kind: 'opening', amount: booked.cash - now.cash_balance },
    { account: 'bonus', kind: 'opening', amount: booked.bonus - now.bonus_balance },
    { account: 'points', kind: 'opening', amount: booked.points - now.points },
  ];
  const entries = differences.filter(({ amount }) => amount !== 0);
  if (entries.length === 0) return;
  const at = clock.now();
  const booking = loyalty.book({ merchantCard: id, sale: null, action: 'opening', reverses: null, entries, at });
  const amount = booked.cash + booked.bonus - now.cash_balance - now.bonus_balance;
  const more = { description: 'Abgleich mit dem Dienst' };
  const facts = { action: 'opening', amount, transId: null, receipt: [], more } as const;
  describeBooking({ clock, devices, loyalty }, merchant, id, booking, facts);
}
