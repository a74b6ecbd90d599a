/** Numbers of loyalty cards: prefix, digits of one's own, check digit. */

/** The number with its check digit (Luhn) added. */
export const loyaltyCardNumber = (prefix: string, digits: string): string => {
  const body = `${prefix}${digits}`;
  return `${body}${(10 - (checkSum(body) % 10)) % 10}`;
};

/** Sum of the digits, every second one from the end doubled, as they weigh once the check digit stands behind them. */
const checkSum = (body: string): number =>
  [...body].toReversed().reduce((sum, digit, position) => sum + weigh(Number(digit), position % 2 === 0), 0);

function weigh(digit: number, doubled: boolean): number {
  if (!doubled) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
