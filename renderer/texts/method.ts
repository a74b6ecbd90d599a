/** The word for a payment method on every screen, so that no screen shows the word of the wire. */

const KEYS = {
  cash: 'method.cash',
  cashless: 'method.cashless',
  cashless_direct: 'method.cashless',
  loyalty: 'method.loyalty',
  voucher: 'method.voucher',
  rounding: 'method.rounding',
} as const;

type MethodKey = (typeof KEYS)[keyof typeof KEYS] | 'method.other';

/** The other methods are those of acquirers: invoice, direct debit and the like. */
export const methodKey = (method: string): MethodKey =>
  method in KEYS ? KEYS[method as keyof typeof KEYS] : 'method.other';
