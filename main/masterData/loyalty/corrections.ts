/** Corrections of a balance: a booking of differences with a reason, so that the balance stays the sum of its bookings. */
import { covers, type LedgerEntry } from '../../domain/loyalty.ts';
import { refuseTooFull } from '../../sale/loyaltyBookings.ts';
import { LARGEST_BALANCE } from '../../wire/limits.ts';
import type { CorrectionInput } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import { audited, type Change } from '../masterData.ts';
import {
  balancesOfCard,
  bookManaged,
  cardToChange,
  countedEntries,
  fault,
  type LoyaltyParts,
  moneyIn,
  queueBooking,
  refuseFaults,
  requireOwnBalances,
} from './parts.ts';

const ACCOUNTS = ['cash', 'bonus', 'points'] as const;

/** Inside a job. Gives the LTX_… of the correction. */
export function correctBalance(parts: LoyaltyParts, change: Change, id: string, input: CorrectionInput): string {
  requireOwnBalances(parts, 'a correction');
  const card = cardToChange(parts, change.merchant, id);
  const before = balancesOfCard(card);
  refuseStale(before, input.seen);
  const entries = ACCOUNTS.flatMap(account => {
    const amount = input[account] ?? 0;
    return amount === 0 ? [] : [{ account, kind: 'correction' as const, amount }];
  });
  if (entries.length === 0)
    refuseFaults([fault('cash', 'Bitte einen Unterschied nennen.', 'Please name a difference.')]);
  refuseBeyond(parts, card, entries);
  const { reason } = input;
  const booking = bookManaged(parts, change, {
    ...{ card: id, action: 'correction', entries, reason },
    more: { additional_data: { by: change.actor.name } },
  });
  const facts = { action: 'correction', reason, bookings: countedEntries(entries) };
  queueBooking(parts, change, { booking, card: id, sum: moneyIn(entries), facts });
  const after = balancesOfCard(cardToChange(parts, change.merchant, id));
  const { cardnumber } = card.merchantcard.card;
  audited(parts.data, change, { kind: 'card', subject: cardnumber, action: 'balanceCorrected', before, after, reason });
  return booking;
}

function refuseStale(now: ReturnType<typeof balancesOfCard>, seen: CorrectionInput['seen']): void {
  if (!seen || ACCOUNTS.every(account => seen[account] === now[account])) return;
  throw new BridgeError(
    'balanceChanged',
    `the card holds cash ${now.cash}, bonus ${now.bonus}, points ${now.points}, and not what seen says`,
  );
}

/** Refuses to take off money that open sales hold, and to go above the limit of a card. */
function refuseBeyond({ world }: LoyaltyParts, card: CardRecord, entries: readonly LedgerEntry[]): void {
  const available = world.loyalty.available(card.merchantcard.id);
  const taken = entries.filter(({ amount }) => amount < 0);
  if (!covers({ ...available, cash: available.cash + card.limit }, taken))
    throw new BridgeError(
      'correctionBelowZero',
      `free on the card: cash ${available.cash}, bonus ${available.bonus}, points ${available.points}`,
    );
  const added = moneyIn(entries);
  if (added > 0) refuseTooFull(world, card, added);
  const now = balancesOfCard(card);
  for (const { account, amount } of entries)
    if (amount > 0 && now[account] + amount > LARGEST_BALANCE)
      throw new BridgeError(
        'cardTooFull',
        `${account} would be ${now[account] + amount}; ${LARGEST_BALANCE} is the most`,
      );
}
