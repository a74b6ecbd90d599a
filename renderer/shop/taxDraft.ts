/** The typed tax rates, and their conversion to the wire and back. */

import type { TaxRate } from '../../main/wire/shop.ts';
import { type Language, rateText } from '../texts/money.ts';

export interface RateDraft {
  /** Distinguishes the rows on the screen. */
  readonly row: number;
  /** Empty for a new kind of rate. */
  readonly key: string;
  readonly rate: string;
  readonly validFrom: string;
  readonly de: string;
  readonly en: string;
}

export const rateDraftsOf = (rates: readonly TaxRate[], language: Language): readonly RateDraft[] =>
  rates.map(({ key, rate, validFrom, name }, row) => ({
    ...{ row, key, rate: rateText(rate, language), validFrom },
    ...{ de: name.de, en: name.en },
  }));

/** Per cent below 100 with at most two decimals, behind a comma or a point. */
const RATE = /^\d{1,2}([.,]\d{1,2})?$/;

export type RateFault = 'shop.tax.badRate' | 'shop.tax.badDay' | 'shop.tax.noName';

/** Wrong fields of a row; the bridge checks what lies between the rows. */
export function rateFaultsOf({ rate, validFrom, de, en }: RateDraft): Partial<Record<keyof RateDraft, RateFault>> {
  return {
    ...(RATE.test(rate.trim()) ? {} : { rate: 'shop.tax.badRate' as const }),
    ...(isDay(validFrom.trim()) ? {} : { validFrom: 'shop.tax.badDay' as const }),
    ...(de.trim() || en.trim() ? {} : { de: 'shop.tax.noName' as const }),
  };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Null while a row is wrong. A new kind of rate gets a key of its own. */
export function taxRatesOf(rows: readonly RateDraft[]): TaxRate[] | null {
  if (rows.some(row => Object.keys(rateFaultsOf(row)).length > 0)) return null;
  const taken = new Set(rows.map(({ key }) => key));
  return rows.map(({ key, rate, validFrom, de, en }) => {
    const own = key || freeKey(taken);
    taken.add(own);
    const name = { de: de.trim() || en.trim(), en: en.trim() || de.trim() };
    return { key: own, rate: Number(rate.trim().replace(',', '.')), validFrom: validFrom.trim(), name };
  });
}

function freeKey(taken: ReadonlySet<string>): string {
  for (const key of ['standard', 'reduced', 'zero']) if (!taken.has(key)) return key;
  for (let count = 1; ; count += 1) if (!taken.has(`rate${count}`)) return `rate${count}`;
}
