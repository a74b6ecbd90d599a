/** The document of a booking on a loyalty card (`loyalty.transactions`). */

import { type BookingAction, descriptionOf } from '../domain/loyaltyActions.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import type { LoyaltyTransaction } from '../wire/loyalty.ts';
import type { MerchantCard } from '../wire/transactions.ts';

export interface BookingFacts {
  readonly action: BookingAction;
  readonly amount: number;
  readonly transId: number | null;
  readonly receipt: readonly ReceiptLine[];
  readonly more?: Partial<LoyaltyTransaction>;
}

/** Status id of a booking that is done at once, as for payments at the counter. */
const BOOKED = 111;

/** `card` is the card after the booking; `at` is a timestamp. */
export function bookingDocument(
  id: string,
  card: MerchantCard,
  currency: string,
  at: string,
  { action, amount, transId, receipt, more = {} }: BookingFacts,
): LoyaltyTransaction {
  return {
    object: 'loyalty.transactions',
    id,
    merchant: { object: 'general.merchants', id: card.merchant.id },
    cardgroup: { object: 'loyalty.cardgroups', id: card.cardgroup.id },
    store: null,
    merchantcard: { object: 'loyalty.merchantcards', id: card.id },
    card: { object: 'loyalty.cards', id: card.card.id },
    parents: [],
    children: [],
    cleared: true,
    clearing_information: [],
    trans_id: transId,
    tid: null,
    status: BOOKED,
    amount,
    currency,
    balance: card.balance,
    description: descriptionOf(action),
    purpose: null,
    additional_data: null,
    created: at,
    last_change: at,
    receipt: [...receipt] as LoyaltyTransaction['receipt'],
    is_cancelling: 0,
    ...more,
  };
}
