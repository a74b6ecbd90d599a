/** Figures as people write them. */
import { MEASURE_DECIMALS } from '../domain/figureLines.ts';
import type { Language } from '../domain/money.ts';
import type { ReportDeclaration } from '../wire/office/reports.ts';

type Unit = ReportDeclaration['columns'][number]['unit'];

/** Minor units to `1234.56`, without grouping; `digits` after the point as the currency has them. */
export function plainAmount(amount: number, digits = 2, point: '.' | ',' = '.'): string {
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const [whole, part] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
  return `${amount < 0 ? '-' : ''}${whole}${digits > 0 ? point + part : ''}`;
}

/** Digits after the point of a currency: 2 for EUR, 0 for JPY. */
export function digitsOf(currency: string | null): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? 'EUR' }).resolvedOptions()
        .maximumFractionDigits ?? 2
    );
  } catch {
    return 2;
  }
}

const LOCALES = { de: 'de-DE', en: 'en-GB' } as const;

/** The clock by which the times of a row are written: that of its store, where the row names it. */
export const clockOf = (row: Readonly<Record<string, unknown>> | undefined, timeZone: string): string =>
  typeof row?.time_zone === 'string' ? row.time_zone : timeZone;

/** A figure as it is read on paper; empty for null. */
export function writtenFigure(
  value: number | string | null | undefined,
  unit: Unit,
  {
    language,
    currency,
    timeZone,
  }: { readonly language: Language; readonly currency: string | null; readonly timeZone: string },
): string {
  if (value === null || value === undefined) return '';
  const locale = LOCALES[language];
  if (typeof value === 'string')
    return unit === 'time'
      ? new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone }).format(new Date(value))
      : value;
  if (unit === 'share') return `${grouped(value / 100, locale, 2)} %`;
  if (unit === 'measure') return grouped(value / 10 ** MEASURE_DECIMALS, locale, 3, MEASURE_DECIMALS);
  const digits = unit === 'money' ? digitsOf(currency) : 0;
  return grouped(value / 10 ** digits, locale, digits);
}

const grouped = (value: number, locale: string, digits: number, most = digits): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: most }).format(value);
