/**
 * Vouchers that pay: sold untaxed, a liability of the shop until they are redeemed, and redeemed like money. Pure. Amounts are
 * integers in the smallest unit.
 */
import { type BasketItem, cardArticle } from './basket.ts';
import { formatAmount, type Language } from './money.ts';
import { nameValue, type ReceiptLine, separator, space, textline } from './receipt.ts';

/** Most vouchers that one sale makes: each has a card and a slip of its own. */
export const MOST_VOUCHERS = 50;

export type VoucherFault = 'value' | 'tax' | 'count';

export interface SoldValues {
  /** The value of each voucher of the basket, in the order of the lines. */
  readonly values: readonly number[];
  /** The fault of a line; null for none. */
  readonly fault: VoucherFault | null;
}

/** The vouchers that a basket sells: one for each piece of a line. */
export function soldValues(items: readonly BasketItem[]): SoldValues {
  const lines = items.filter(item => cardArticle(item) === 'voucher');
  const count = lines.reduce((sum, { quantity }) => sum + Math.max(0, quantity), 0);
  const fault = lines.some(({ priceOne, quantity }) => priceOne <= 0 || quantity <= 0)
    ? 'value'
    : lines.some(({ tax }) => tax !== 0)
      ? 'tax'
      : count > MOST_VOUCHERS
        ? 'count'
        : null;
  const values = fault ? [] : lines.flatMap(({ quantity, priceOne }) => Array<number>(quantity).fill(priceOne));
  return { values, fault };
}

/** A code as people read and type it: groups of four. */
export const spacedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** A code on a receipt of the one who redeems it: by the rest nobody can use it. */
export const hiddenCode = (code: string): string => `…${code.slice(-4)}`;

/** The slip that is handed out for one voucher. */
export function voucherSlip(
  voucher: { readonly code: string; readonly amount: number; readonly currency: string; readonly shop: string },
  language: Language,
): readonly ReceiptLine[] {
  const words = WORDS[language];
  return [
    separator(words.caption),
    textline(voucher.shop, 'align-center'),
    nameValue(words.value, formatAmount(voucher.amount, voucher.currency, language), 'important'),
    space,
    textline(spacedCode(voucher.code), 'important', 'align-center'),
    space,
    textline(words.how, 'align-center'),
    textline(words.tax, 'align-center'),
  ];
}

const WORDS = {
  de: {
    caption: 'Gutschein',
    value: 'Wert',
    how: 'Einlösbar an jeder Kasse, auch in Teilen. Wer den Code hat, kann ihn einlösen.',
    tax: 'Mehrzweck-Gutschein: Mehrwertsteuer fällt erst beim Einlösen an.',
  },
  en: {
    caption: 'Voucher',
    value: 'Value',
    how: 'Accepted at every till, also in parts. Whoever has the code can redeem it.',
    tax: 'Multi-purpose voucher: VAT is due when it is redeemed.',
  },
} as const;
