/** Currencies by ISO 4217: the letters of our settings and the number on the wire (BMP 49). */

/** The number of a currency, or undefined when a terminal of our markets would not know it. */
export function currencyNumber(letters: string): number | undefined {
  return numbers[letters];
}

/** The letters of a currency number, or undefined. */
export function currencyLetters(number: number): string | undefined {
  return letters.get(number);
}

const numbers: Readonly<Record<string, number>> = {
  EUR: 978,
  CHF: 756,
  GBP: 826,
  USD: 840,
  DKK: 208,
  SEK: 752,
  NOK: 578,
  PLN: 985,
  CZK: 203,
  HUF: 348,
  RON: 946,
  BGN: 975,
  ISK: 352,
  TRY: 949,
  RSD: 941,
  UAH: 980,
  BAM: 977,
  MKD: 807,
  ALL: 8,
  MDL: 498,
  GEL: 981,
  ILS: 376,
  AED: 784,
  AUD: 36,
  CAD: 124,
  JPY: 392,
  CNY: 156,
  HKD: 344,
  SGD: 702,
  INR: 356,
  KRW: 410,
  THB: 764,
  ZAR: 710,
  BRL: 986,
  MXN: 484,
  NZD: 554,
  GIP: 292,
};

const letters = new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
