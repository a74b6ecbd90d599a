/** Amounts, days and times as banks write them. What can be read in two ways is decided by the whole column. Pure. */

export type DecimalMark = ',' | '.';
export type DayOrder = 'dmy' | 'mdy' | 'ymd';

/** An amount: digits, marks, a sign before or behind it, blanks and a currency around it. */
const AMOUNT = /^([+-]?)(\d[\d.,'\s]*?)([+-]?|\s*[SH])$/i;

const bare = (text: string): string =>
  text
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/(?:EUR|CHF|USD|GBP|[€$£])/gi, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

/** The decimal mark of a column of amounts; null where every value could be read in two ways. */
export function decimalMarkOf(values: readonly string[]): DecimalMark | null {
  let whole = true;
  for (const value of values.map(bare)) {
    const marks = value.replace(/[^.,]/g, '');
    const last = marks.at(-1) as DecimalMark | undefined;
    if (last === undefined) continue;
    whole = false;
    if (marks.includes(',') && marks.includes('.')) return last;
    const behind = value.slice(value.lastIndexOf(last) + 1).replace(/\D/g, '').length;
    // `1.234.567` groups; `12,5` and `12,50` do not, and `1.234` could do both.
    if (marks.length > 1) return last === ',' ? '.' : ',';
    if (behind !== 3) return last;
  }
  return whole ? '.' : null;
}

/** Minor units; null where the text is no amount. `digits` behind the mark as the currency has them. */
export function readAmount(text: string, mark: DecimalMark, digits: number): number | null {
  const [, before = '', figure = '', after = ''] = AMOUNT.exec(bare(text)) ?? [];
  if (figure === '') return null;
  const [whole = '', part = '', ...more] = figure.replace(/[\s']/g, '').split(mark);
  const grouping = mark === ',' ? '.' : ',';
  if (more.length > 0 || part.length > digits || part.includes(grouping)) return null;
  if (!/^\d{1,3}([.,]\d{3})+$|^\d+$/.test(whole)) return null;
  const amount = Number(whole.replaceAll(grouping, '') + part.padEnd(digits, '0'));
  if (!Number.isSafeInteger(amount)) return null;
  // Soll (debit) is taken from the shop, Haben (credit) is paid to it.
  const isNegative = before === '-' || after === '-' || after.trim().toUpperCase() === 'S';
  return isNegative ? -amount || 0 : amount;
}

const DAY = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})/;

/**
 * The order of day and month in a column: a number above twelve is no month. Days come first where no value decides, as
 * in Europe.
 */
export function dayOrderOf(values: readonly string[]): DayOrder {
  for (const value of values) {
    const [, first = '', separator, second = ''] = DAY.exec(value) ?? [];
    if (/^\d{8}\b/.test(value) || first.length === 4) return 'ymd';
    if (separator === '.' || Number(first) > 12) return 'dmy';
    if (Number(second) > 12) return 'mdy';
  }
  return 'dmy';
}

/** `YYYY-MM-DD`; null where the text is no day of the calendar. */
export function readDay(text: string, order: DayOrder): string | null {
  const [, first = '', , second = '', third = ''] = DAY.exec(text) ?? [];
  const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text)?.slice(1);
  const parts = compact ?? (first === '' ? null : [first, second, third]);
  if (!parts) return null;
  const [a = '', b = '', c = ''] = parts;
  const [year, month, day] = compact || order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(written) ? written : null;
}

/** `HH:MM:SS` by the clock of the store; null where the text names no time. */
export function readTime(text: string): string | null {
  const [, hour = '', minute = '', second = '00'] =
    /(?:^|[T\s])([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.]([0-5]\d))?(?!\d)/.exec(text) ??
    /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(text.trim()) ??
    [];
  return hour === '' ? null : `${hour.padStart(2, '0')}:${minute}:${second}`;
}
