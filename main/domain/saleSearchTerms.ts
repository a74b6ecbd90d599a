/** Reads a typed or scanned text of somebody who looks for a sale. Pure. */

import { numberInCode } from './receiptCode.ts';

export type SaleSearchTerm =
  /** Receipt number of the shop, or the number that the terminal gave its receipt. */
  | { readonly kind: 'receiptNumber'; readonly value: number }
  /** Minor units. */
  | { readonly kind: 'amount'; readonly value: number }
  /** The last four digits of the payment card. */
  | { readonly kind: 'cardEnd'; readonly value: string }
  | { readonly kind: 'loyaltyCard'; readonly value: string }
  /** Id of the sale, or the reference of the cash register (`transactionRef`). */
  | { readonly kind: 'reference'; readonly value: string }
  /** The code on a printed receipt. */
  | { readonly kind: 'receiptCode'; readonly value: string }
  /** Part of the name of the person at the till. */
  | { readonly kind: 'cashier'; readonly value: string };

/** A loyalty card has at least as many digits. */
const SHORTEST_CARD = 6;
const SHORTEST_NAME = 2;

/**
 * Everything that the text may mean; empty where nothing was typed. `decimals`: digits of the currency behind the comma.
 * A number is read in every way that it can mean: 20 is receipt 20, and 20 euros.
 */
export function saleSearchTerms(text: string, decimals: number): readonly SaleSearchTerm[] {
  const typed = text.trim();
  if (typed === '') return [];
  // A scanner reads it, so it means nothing else.
  if (numberInCode(typed) !== null) return [{ kind: 'receiptCode', value: typed }];
  const reference: SaleSearchTerm = { kind: 'reference', value: typed };
  const amount = amountOf(typed, decimals);
  const terms: SaleSearchTerm[] = amount === null ? [] : [{ kind: 'amount', value: amount }];
  const digits = typed.replaceAll(' ', '');
  if (!/^\d+$/.test(digits)) return [...terms, reference, ...nameOf(typed)];
  if (Number.isSafeInteger(Number(digits))) terms.push({ kind: 'receiptNumber', value: Number(digits) });
  if (digits.length === 4) terms.push({ kind: 'cardEnd', value: digits });
  if (digits.length >= SHORTEST_CARD) terms.push({ kind: 'loyaltyCard', value: digits });
  return [...terms, reference];
}

/** `20`, `20,5`, `20.50`, `1.234,50`, with or without € in front or behind; null where the text is no amount. */
function amountOf(typed: string, decimals: number): number | null {
  const bare = typed.replace(/^[€$£]\s*|\s*(?:[€$£]|EUR|CHF)$/giu, '');
  const end = decimals > 0 ? new RegExp(`[.,](\\d{1,${decimals}})$`).exec(bare) : null;
  const fraction = end?.[1] ?? '';
  const whole = bare.slice(0, bare.length - (end?.[0].length ?? 0));
  if (!/^(?:\d{1,9}|\d{1,3}(?:[.,' ]\d{3}){1,2})$/.test(whole)) return null;
  return Number(whole.replaceAll(/\D/g, '')) * 10 ** decimals + Number(fraction.padEnd(decimals, '0'));
}

const nameOf = (typed: string): readonly SaleSearchTerm[] =>
  typed.length >= SHORTEST_NAME && /\p{L}/u.test(typed) ? [{ kind: 'cashier', value: typed }] : [];
