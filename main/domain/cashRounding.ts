/**
 * Cash rounding: where the smallest coins are gone, the sum that is paid in cash is a multiple of the smallest coin, and every other
 * tender pays the exact amount. The difference is a tender of its own (`rounding`), so that the tenders of a sale always add up to its
 * sum. Amounts in minor units.
 */

/** Name of the tender that holds the difference: above 0 what the shop gives up, below 0 what it keeps. */
export const ROUNDING = 'rounding';

/** A shop as far as its coins go. `cashRounding` null: as its country does. */
export interface RoundingShop {
  readonly currency: string;
  readonly country: string;
  readonly cashRounding: boolean | null;
}

/** Currencies whose smallest coin is above their smallest unit: nothing else can be paid in cash. */
const COINS: Readonly<Record<string, number>> = {
  ...{ CHF: 5, DKK: 50, SEK: 100, NOK: 100, CZK: 100, HUF: 500 },
  ...{ AUD: 5, CAD: 5, MYR: 5, NZD: 10, ILS: 10 },
};

/** Countries that pay in euro and round cash to 0.05: `law` where every shop has to, `custom` where a shop may. */
const EURO: Readonly<Record<string, 'law' | 'custom'>> = {
  ...{ BE: 'law', EE: 'law', FI: 'law', IT: 'law', LT: 'law', SK: 'law' },
  ...{ IE: 'custom', NL: 'custom' },
};

/** Currencies with coins that a shop may do without: 1 to 4 fils. */
const SCARCE: Readonly<Record<string, number>> = { KWD: 5 };

export interface CashRule {
  /** Cash is a multiple of it; 1: nothing is rounded. */
  readonly step: number;
  /** The shop may choose. */
  readonly voluntary: boolean;
}

const EXACT: CashRule = { step: 1, voluntary: false };

/** The rule for an amount in `currency`, which is that of the shop or of one of its agreements. */
export function cashRuleOf({ country, cashRounding }: RoundingShop, currency: string): CashRule {
  const coin = COINS[currency];
  if (coin !== undefined) return { step: coin, voluntary: false };
  const scarce = SCARCE[currency];
  if (scarce !== undefined) return { step: cashRounding === true ? scarce : 1, voluntary: true };
  const euro = currency === 'EUR' ? EURO[country] : undefined;
  if (euro === undefined) return EXACT;
  return { step: euro === 'law' || cashRounding !== false ? 5 : 1, voluntary: euro === 'custom' };
}

export const cashStepOf = (shop: RoundingShop, currency: string): number => cashRuleOf(shop, currency).step;

/** The multiple of `step` nearest to the amount; a half goes away from zero, so that money back is rounded as money in. */
export function roundedCash(amount: number, step: number): number {
  if (step <= 1) return amount;
  const size = Math.abs(amount);
  const rest = size % step;
  const rounded = size - rest + (2 * rest >= step ? step : 0);
  return amount < 0 ? 0 - rounded || 0 : rounded;
}

/** The tenders with which cash pays `amount` of a sale: what changes hands, and the difference. Neither stands there with nothing. */
export function cashTenders(
  amount: number,
  step: number,
): readonly { readonly method: string; readonly amount: number }[] {
  const cash = roundedCash(amount, step);
  return [
    { method: 'cash', amount: cash },
    { method: ROUNDING, amount: amount - cash },
  ].filter(tender => tender.amount !== 0);
}
