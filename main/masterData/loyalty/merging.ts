/**
 * Two cards of one customer become one. Rows of the ledger are never changed: what is left on the old card is booked off it and on
 * the other one, each credit with the day of its first booking, so that nothing lives longer by a merge. The history of the old
 * card is shown with the other card, and what its sales give back later goes there.
 */
import { remainingLots } from '../../domain/balanceExpiry.ts';
import type { Account, LedgerEntry } from '../../domain/loyalty.ts';
import { expireBalances } from '../../sale/balanceExpiry.ts';
import { refuseTooFull } from '../../sale/loyaltyBookings.ts';
import type { MergeInput } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import { audited, type Change } from '../masterData.ts';
import {
  balancesOfCard,
  bookManaged,
  cardToChange,
  fault,
  type LoyaltyParts,
  queueBooking,
  refuseFaults,
  requireOwnBalances,
} from './parts.ts';

/** Lock reason of an old number that leads nowhere: lost. */
const LOST = 1;

/** Inside a job. */
export function mergeCards(parts: LoyaltyParts, change: Change, from: string, input: MergeInput): void {
  requireOwnBalances(parts, 'a merge');
  const { merchant } = change;
  const { into, reason } = input;
  const old = cardToChange(parts, merchant, from);
  // A number that was locked stays so, unless somebody says otherwise: the card may lie in a stranger's hands.
  const { oldNumber = old.merchantcard.lock_status === 'locked' ? 'locked' : 'leads' } = input;
  const card = cardToChange(parts, merchant, into);
  if (from === into) refuseFaults([fault('into', 'Das ist dieselbe Karte.', 'This is the same card.')]);
  const { loyalty } = parts.world;
  for (const { merchantcard } of [old, card]) {
    const sale = loyalty.holderOf(merchantcard.id);
    if (sale !== null) throw new BridgeError('cardHeld', `the sale ${sale} holds something of ${merchantcard.id}`);
  }
  // Expired money and points do not come along.
  for (const one of [old, card]) expireBalances(parts.world, merchant, one);
  const before = { from: factsOf(old), into: factsOf(card) };
  transfer(parts, change, cardToChange(parts, merchant, from), cardToChange(parts, merchant, into), reason);
  retire(parts, change, old, card, oldNumber);
  const after = {
    from: { oldNumber, ...factsOf(again(parts, merchant, from)) },
    into: factsOf(again(parts, merchant, into)),
  };
  for (const one of [old, card])
    audited(parts.data, change, {
      ...{ kind: 'card', subject: one.merchantcard.card.cardnumber, action: 'merged' },
      ...{ before, after, reason },
    });
}

const factsOf = (card: CardRecord) => ({ cardnumber: card.merchantcard.card.cardnumber, ...balancesOfCard(card) });

function again({ world: { loyalty } }: LoyaltyParts, merchant: string, id: string): CardRecord {
  const card = loyalty.merchantCard(merchant, id);
  if (!card) throw new Error(`the card ${id} is gone`);
  return card;
}

function transfer(parts: LoyaltyParts, change: Change, old: CardRecord, card: CardRecord, reason: string): void {
  const [from, into] = [old.merchantcard.id, card.merchantcard.id];
  const balances = balancesOfCard(old);
  if (balances.cash + balances.bonus > 0) refuseTooFull(parts.world, card, balances.cash + balances.bonus);
  const off = ACCOUNTS.flatMap(account => entry(account, -balances[account]));
  if (off.length === 0) return;
  const on = ACCOUNTS.flatMap(account => creditsOf(parts, from, account, balances[account]));
  const [minus, plus] = [
    { card: from, entries: off },
    { card: into, entries: on },
  ].map(side => bookManaged(parts, change, { ...side, action: 'transfer', reason }));
  if (minus === undefined || plus === undefined) throw new Error('a transfer has two sides');
  link(parts, change.merchant, minus, plus);
  const bookings = [
    ...off.map(({ account, amount }) => ({ account, amount, kind: 'transfer', card: from })),
    ...ACCOUNTS.flatMap(account => entry(account, balances[account])).map(({ account, amount }) => ({
      ...{ account, amount, kind: 'transfer', card: into },
    })),
  ];
  // One record for both sides: the liability of the shop does not move.
  queueBooking(parts, change, {
    booking: plus,
    card: into,
    sum: 0,
    facts: { action: 'transfer', from, reason, bookings },
  });
}

const ACCOUNTS = ['cash', 'bonus', 'points'] as const satisfies readonly Account[];

const entry = (account: Account, amount: number): readonly LedgerEntry[] =>
  amount === 0 ? [] : [{ account, kind: 'transfer', amount }];

/** One row for each day of credit that is left; an overdrawn account moves as it is. */
function creditsOf({ world }: LoyaltyParts, from: string, account: Account, balance: number): readonly LedgerEntry[] {
  if (balance <= 0) return entry(account, balance);
  const byMoment = new Map<number, number>();
  for (const { at, amount } of remainingLots(world.loyalty.history(from)[account]))
    byMoment.set(at, (byMoment.get(at) ?? 0) + amount);
  return [...byMoment].map(([at, amount]) => ({ account, kind: 'transfer', amount, at }));
}

/** Each side of a transfer names the other one. */
function link({ world: { loyalty } }: LoyaltyParts, merchant: string, minus: string, plus: string): void {
  const reference = (id: string) => [{ object: 'loyalty.transactions', id }];
  const [off, on] = [loyalty.booking(merchant, minus)?.document, loyalty.booking(merchant, plus)?.document];
  if (off) loyalty.describe({ ...off, children: reference(plus) });
  if (on) loyalty.describe({ ...on, parents: reference(minus) });
}

/** The old card is used no more; its customer goes along where the other card has none. */
function retire(
  { world: { loyalty, clock } }: LoyaltyParts,
  { merchant }: Change,
  old: CardRecord,
  card: CardRecord,
  oldNumber: 'leads' | 'locked',
): void {
  const [from, into] = [old.merchantcard.id, card.merchantcard.id];
  const customer = (old.merchantcard.customer as { id?: string } | null | undefined)?.id;
  if (customer !== undefined && !card.merchantcard.customer)
    loyalty.changeCard(merchant, into, { customer: { id: customer, since: clock.now() } });
  const checkin = loyalty.checkinOf(from);
  if (checkin !== null) loyalty.checkins.remove(merchant, checkin);
  loyalty.changeCard(merchant, from, {
    stockStatus: 'inactive',
    ...(oldNumber === 'locked'
      ? { lock: { status: 'locked', reason: LOST, note: `merged into ${card.merchantcard.card.cardnumber}` } }
      : { lock: { status: 'unlocked', reason: null, note: null } }),
  });
  loyalty.markMerged(from, into);
}
