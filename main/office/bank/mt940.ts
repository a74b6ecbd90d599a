/** Account statements in MT940 (SWIFT), as banks and the German `.sta` files give them. Pure. */
import { Parser } from 'mt940js';
import { BankFileRefusal } from './bankText.ts';
import type { StatementEntry } from './statement.ts';

/** The first lines of a statement: a SWIFT header or the reference of the statement. */
export const isMt940 = (text: string): boolean => /^\ufeff?\s*(\{\d:|:20:)/.test(text);

/** The purpose is cut into sub-fields of 27 characters, also within a word. */
const joined = (parts: readonly string[]): string => parts.map(part => (part.length < 27 ? `${part} ` : part)).join('');

/** Digits behind the decimal mark that the parser keeps. */
const MOST_DIGITS = 2;

/** The day of booking is written without its year: that of the value date, or the year beside it at the turn of the year. */
function bookedOn(value: Date, entry: Date | ''): string {
  if (entry === '') return value.toISOString().slice(0, 10);
  const years = [-1, 0, 1].map(more => new Date(entry).setUTCFullYear(entry.getUTCFullYear() + more));
  const distance = (at: number) => Math.abs(at - value.getTime());
  const nearest = years.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  return new Date(nearest).toISOString().slice(0, 10);
}

/** Throws BankFileRefusal where the file is broken: also where its entries do not add up to its balances. `digits` behind the decimal mark. */
export function mt940Entries(text: string, digits: number): readonly StatementEntry[] {
  if (digits > MOST_DIGITS)
    throw new BankFileRefusal(
      `the file is MT940, which is not read with ${digits} decimals: have the bank write CAMT.053`,
    );
  try {
    const entries = new Parser().parse(text.replace(/^\ufeff/, '')).flatMap(({ transactions }) => transactions);
    return entries.map(({ amount, currency, date, entryDate, details, structuredDetails }, index) => ({
      line: index + 1,
      amount: Math.round(amount * 10 ** digits),
      fee: null,
      currency,
      day: bookedOn(date, entryDate),
      text: structuredDetails ? joined(Object.values(structuredDetails)) : details.replaceAll('\n', ' '),
    }));
  } catch (error) {
    throw new BankFileRefusal(`the file is no whole MT940 statement: ${(error as Error).message.slice(0, 150)}`);
  }
}
