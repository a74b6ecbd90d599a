/** Everything published for those who test: what cards, amounts, loyalty cards and vouchers of the demo do. */
import { statuses } from '../../acquirer/payments/statuses.ts';
import type { Sandbox } from '../../world/paymentProcessing.ts';

/** Amounts at the virtual card terminal, by their last two digits. */
export const terminalAmounts = [
  { written: '… ends in 05', en: 'declined' },
  { written: '… ends in 07', en: 'the card cannot be read' },
  { written: '… ends in 09', en: 'approved after 30 seconds' },
  { written: '… ends in 13', en: 'approved, and the line breaks before the result arrives' },
] as const;

/** Balances in cent. */
export const loyaltyCards = [
  { number: '9276004000000018', cash: 5000, bonus: 0, en: 'pays everything' },
  { number: '9276004000000026', cash: 700, bonus: 300, en: 'pays a part; the rest needs a second tender' },
  { number: '9276004000000034', cash: 0, bonus: 0, en: 'empty' },
  { number: '9276004000000042', cash: 1000, bonus: 0, en: 'locked' },
  { number: '9276004000000059', cash: 1000, bonus: 0, en: 'expired' },
  { number: '9276004000000067', cash: 2000, bonus: 0, en: 'asks for its passcode to pay: 1234' },
] as const;

export const vouchers = [
  { code: '5000000000000017', en: 'takes 5.00 EUR off one basket, once' },
  { code: '5000000000000025', en: 'is over' },
] as const;

export const testData = ({ testCards, testAmounts }: Sandbox) => ({
  cards: testCards.map(({ last4, name, issuer, en }) => ({ last4, transact_hash: `test-${name}`, issuer, about: en })),
  amounts: testAmounts.map(({ written, en }) => ({ amount: written, about: en })),
  terminal_amounts: terminalAmounts.map(({ written, en }) => ({ amount: written, about: en })),
  loyalty_cards: loyaltyCards.map(({ number, cash, bonus, en }) => ({
    number,
    cash_balance: cash,
    bonus_balance: bonus,
    about: en,
  })),
  vouchers: vouchers.map(({ code, en }) => ({ code, about: en })),
  statuses: Object.entries(statuses).map(([id, { text, simple, en }]) => ({
    status: Number(id),
    status_text: text,
    status_simple: simple,
    about: en,
  })),
});
