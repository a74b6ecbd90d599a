/** Currencies: their decimals, their notes and coins in minor units. */

/** How many decimals a currency has: 2 unless ISO 4217 says otherwise. */
export const exponentOf = (currency: string): number => EXPONENTS.get(currency) ?? 2;

const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(code => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(code => [code, 3] as const),
  ...'CLF UYW'.split(' ').map(code => [code, 4] as const),
]);

/** Numbers of ISO 4217, as bar codes have them. */
const NUMBERS: Readonly<Record<string, string>> = {
  ...{ AUD: '036', BGN: '975', BRL: '986', CAD: '124', CHF: '756', CNY: '156', CZK: '203', DKK: '208', EUR: '978' },
  ...{ GBP: '826', HUF: '348', INR: '356', ISK: '352', JPY: '392', KWD: '414', MXN: '484', NOK: '578', NZD: '554' },
  ...{ PLN: '985', RON: '946', SEK: '752', TRY: '949', UAH: '980', USD: '840', ZAR: '710' },
};

/** Three digits; null for a currency that no bar code of ours has. */
export const numberOfCurrency = (currency: string): string | null => NUMBERS[currency] ?? null;

/** Largest first. */
const DENOMINATIONS: Readonly<Record<string, readonly number[]>> = {
  EUR: [50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  CHF: [100000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
  GBP: [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  USD: [10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1],
  DKK: [50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50],
  SEK: [100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100],
  NOK: [100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 100],
  PLN: [50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  HUF: [2000000, 1000000, 500000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500],
  AUD: [10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
  NZD: [10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10],
  CAD: [10000, 5000, 2000, 1000, 500, 200, 100, 25, 10, 5],
  MYR: [10000, 5000, 2000, 1000, 500, 100, 50, 20, 10, 5],
  ILS: [20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 10],
  JPY: [10000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
  KWD: [20000, 10000, 5000, 1000, 500, 250, 100, 50, 20, 10, 5, 1],
  CZK: [500000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100],
};

/** Coins and notes of a currency; without a row: 500 to 1 of the large unit and 50 to 1 of the small one. */
export function denominationsOf(currency: string): readonly number[] {
  const known = DENOMINATIONS[currency];
  if (known) return known;
  const steps = [500, 200, 100, 50, 20, 10, 5, 2, 1];
  const unit = 10 ** exponentOf(currency);
  const large = steps.map(step => step * unit);
  return unit === 1 ? [10000, 5000, 2000, 1000, ...steps] : [...large, ...steps.filter(step => step < unit)];
}

export interface CountedPieces {
  readonly value: number;
  readonly pieces: number;
}

/**
 * The fewest notes and coins that make this amount; null where the coins of the currency cannot, as 0.03 CHF. The largest ones first are
 * the fewest in every currency of the table.
 */
export function piecesFor(amount: number, currency: string): readonly CountedPieces[] | null {
  let left = amount;
  const pieces = denominationsOf(currency).flatMap(value => {
    const count = Math.floor(left / value);
    left -= count * value;
    return count > 0 ? [{ value, pieces: count }] : [];
  });
  return left === 0 ? pieces : null;
}
