/** Set-up for tests of sales with loyalty cards: articles that charge or discharge a card, and the balances of a card. */
import { type Client, item, ok } from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

/** EAN and article number of the articles that charge a card. */
export const CHARGE = ['2900000000018', '2900000000025'] as const;
/** EAN and article number of the articles that discharge a card. */
export const DISCHARGE = ['2900000000117', '2900000000124'] as const;

export interface Refusal {
  readonly code: number;
  readonly error_details: string;
}

export const charging = (amount: number, more: object = {}) => item(amount, { ean: CHARGE[0], tax: 0, ...more });
export const discharging = (amount: number, more: object = {}) => item(amount, { ean: DISCHARGE[0], tax: 0, ...more });

/** The booked balances of a card by its number. */
export async function balanceOf(till: Client, number: string) {
  const { body } = await till.ask<{ merchantcard: Record<'cash_balance' | 'bonus_balance' | 'points', number> }>(
    'GET',
    `/bridge/v1/cards/${number}`,
  );
  const { cash_balance: cash, bonus_balance: bonus, points } = body.merchantcard;
  return { cash, bonus, points };
}

/** The kind of the booking that a sale names. */
export async function bookingKindOf(till: Client, { transactions: [named] }: SmartTransaction): Promise<string> {
  const path = `/api/v2/Loyalty/Transactions/${named?.id}`;
  return ok(await till.ask<{ description: string }>('GET', path)).description;
}
