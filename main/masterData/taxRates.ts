/** Tax rates: which one holds when. A rate holds from the first instant of its day by the clock of the shop. */
import { isRate } from '../domain/money.ts';
import { startOfDay } from '../domain/storeHour.ts';
import type { TaxRate } from '../wire/shop.ts';
import { audited, type Change, type MasterData } from './masterData.ts';

const GERMANY: readonly TaxRate[] = [
  { key: 'standard', rate: 19, validFrom: '2021-01-01', name: { de: 'Regelsatz', en: 'Standard rate' } },
  { key: 'reduced', rate: 7, validFrom: '2021-01-01', name: { de: 'Ermäßigter Satz', en: 'Reduced rate' } },
  { key: 'zero', rate: 0, validFrom: '2021-01-01', name: { de: 'Steuerfrei', en: 'No tax' } },
];

const AUSTRIA: readonly TaxRate[] = [
  { key: 'standard', rate: 20, validFrom: '2021-01-01', name: { de: 'Normalsatz', en: 'Standard rate' } },
  { key: 'reduced', rate: 10, validFrom: '2021-01-01', name: { de: 'Ermäßigter Satz', en: 'Reduced rate' } },
  { key: 'middle', rate: 13, validFrom: '2021-01-01', name: { de: 'Ermäßigter Satz 13 %', en: 'Reduced rate 13 %' } },
  { key: 'zero', rate: 0, validFrom: '2021-01-01', name: { de: 'Steuerfrei', en: 'No tax' } },
];

/** Proposals for a new shop: settings, which the shop changes as its laws and goods want it. */
export function defaultTaxRates(country: string): readonly TaxRate[] {
  if (country === 'DE') return GERMANY;
  return country === 'AT' ? AUSTRIA : [];
}

/** The rate of a key at an instant, ms since 1970; null where none holds yet. */
export function rateAt(rates: readonly TaxRate[], key: string, at: number, timeZone: string): number | null {
  const holding = rates
    .filter(rate => rate.key === key && beginOf(rate.validFrom, timeZone) <= at)
    .sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
  return holding[0]?.rate ?? null;
}

/** The rates of every key at an instant. */
export const ratesAt = (rates: readonly TaxRate[], at: number, timeZone: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...new Set(rates.map(({ key }) => key))].flatMap(key => {
      const rate = rateAt(rates, key, at, timeZone);
      return rate === null ? [] : [[key, rate] as const];
    }),
  );

/** Noon lies in the day wherever the shop is; its beginning follows. */
const beginOf = (day: string, timeZone: string): number => startOfDay(Date.parse(`${day}T12:00:00Z`), timeZone);

/** Two rates of one key from the same day, and a day that the calendar does not have. */
export function taxRateFaults(rates: readonly TaxRate[], path: string) {
  const seen = new Set<string>();
  return rates.flatMap(({ key, rate, validFrom }, index) => {
    const place = `${path}[${index}]`;
    if (!isRate(rate))
      return [
        fault(
          `${place}.rate`,
          `${rate} % ist kein Steuersatz: höchstens zwei Nachkommastellen.`,
          `${rate} % is no tax rate: at most two decimals.`,
        ),
      ];
    const day = new Date(`${validFrom}T00:00:00Z`);
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== validFrom)
      return [fault(`${place}.validFrom`, `${validFrom} ist kein Tag.`, `${validFrom} is not a day.`)];
    if (seen.has(`${key} ${validFrom}`))
      return [fault(place, `${key} hat zwei Sätze vom ${validFrom} an.`, `${key} has two rates from ${validFrom} on.`)];
    seen.add(`${key} ${validFrom}`);
    return [];
  });
}

const fault = (path: string, de: string, en: string) => ({ path, texts: { de, en } });

/** Inside a job: replaces all rates. True where something changed. */
export function changeTaxRates(data: MasterData, change: Change, rates: readonly TaxRate[]): boolean {
  const before = data.shopStore.taxRates(change.merchant);
  const after = [...rates].sort((a, b) => (`${a.key} ${a.validFrom}` < `${b.key} ${b.validFrom}` ? -1 : 1));
  const same = JSON.stringify(before.map(rowOf)) === JSON.stringify(after.map(rowOf));
  if (same) return false;
  data.shopStore.replaceTaxRates(change.merchant, after);
  const entry = { kind: 'taxRate', subject: change.merchant, action: 'changed' } as const;
  audited(data, change, { ...entry, before: { rates: before }, after: { rates: after } });
  return true;
}

const rowOf = ({ key, rate, validFrom, name }: TaxRate) => [key, validFrom, rate, name.de, name.en];
