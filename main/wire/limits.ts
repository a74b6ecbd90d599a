/** Limits and lists that rules of the shop hold, too. They stand beside the shapes, because a start needs no shapes of the API. */

/** Characters of the reason of a cancellation. */
export const LONGEST_CANCEL_REASON = 200;

/** In minor units, or a count of points: more on one card is a slip of the finger. */
export const LARGEST_BALANCE = 99_999_999;

/** Cards or vouchers of one batch. */
export const MOST_IN_BATCH = 100_000;

/** Problems of a file that are listed: a person mends their cause, not each of 100,000 lines. */
export const MOST_PROBLEMS = 300;

/** Largest price of returned goods without a receipt, minor units: of one piece, and of all of a measure. */
export const LARGEST_RETURN_PRICE = 999_999_999;

/** Methods a contract may be activated for, as `prepare` spells them. */
export const contractMethods = [
  'creditcard',
  'debit',
  'easycredit',
  'eps',
  'giropay',
  'invoice',
  'paypal',
  'prepaid',
  'sofort',
  'twint',
] as const;

/** Reasons for which a card is locked. */
export const lockReasons = [
  { id: 1, desc: 'verloren' },
  { id: 2, desc: 'defekt' },
  { id: 3, desc: 'Forderungen' },
  { id: 6, desc: 'abgelaufen' },
  { id: 8, desc: 'nicht aktiviert' },
] as const;
