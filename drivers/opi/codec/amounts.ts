/** Amounts: an integer of minor units here, a decimal number on the wire. */
import { decimalsOf } from '../../currencies.ts';

const MOST = 99_999_999_99;
const MOST_DIGITS = String(MOST).length;
const LEAST_WHOLE = 8; // zeros in front among them

/** `1250` as `12.50`; a RangeError for a number that is no amount. */
export function writeAmount(amount: number, currency: string): string {
  if (!Number.isInteger(amount) || amount < 0 || amount > MOST) throw new RangeError(`${amount} is no amount`);
  const behind = decimalsOf(currency);
  if (behind === 0) return String(amount);
  const digits = String(amount).padStart(behind + 1, '0');
  return `${digits.slice(0, -behind)}.${digits.slice(-behind)}`;
}

/**
 * Reads `12.5`, `12,50` and `12`; undefined for anything else, and for parts of a minor unit. The decimal point of XML
 * may have more zeros behind it; a comma with too many digits behind it may separate thousands, and is not read.
 */
export function readAmount(text: string | undefined, currency: string): number | undefined {
  const [, whole, sign, part = ''] = /^\+?(\d{1,10})(?:([.,])(\d{1,4}))?$/.exec(text ?? '') ?? [];
  const behind = decimalsOf(currency);
  if (whole === undefined || whole.length > Math.max(LEAST_WHOLE, MOST_DIGITS - behind)) return undefined;
  if (/[1-9]/.test(part.slice(behind))) return undefined;
  if (sign === ',' && part.length > behind) return undefined;
  return Number(whole + part.slice(0, behind).padEnd(behind, '0'));
}
