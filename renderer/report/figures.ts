/** Figures of a report as text, in the language of the screen and the time zone of the store. */

import type { ReportDeclaration, ReportRow } from '../../main/wire/office/reports.ts';
import { formatMoney, type Language, LOCALES, withMinus } from '../texts/money.ts';
import { noonOf } from './days.ts';

export type Unit = ReportDeclaration['columns'][number]['unit'];
export type Figure = number | string | null | undefined;

export interface Formats {
  readonly language: Language;
  /** Currency of the report, or of the merchant where the report names none. */
  readonly currency: string;
  /** IANA name. */
  readonly zone: string;
}

/** The figure of a column; undefined where the row has none. */
export const figureOf = (row: ReportRow, column: string): Figure => (row as Readonly<Record<string, Figure>>)[column];

/** Stands for a value that is not there. */
export const NOTHING = '–';

export const isNumeric = (unit: Unit): boolean => ['money', 'count', 'quantity', 'measure', 'share'].includes(unit);

export function formatFigure(value: Figure, unit: Unit, formats: Formats): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'string') return unit === 'time' ? formatTimeIn(value, formats) : value;
  switch (unit) {
    case 'money':
      return formatMoney(value, formats.currency, formats.language);
    case 'share':
      return formatShare(value, formats.language);
    case 'measure':
      return formatSteps(value, formats.language);
    default:
      return number(value, formats.language);
  }
}

const number = (value: number, language: Language, form?: Intl.NumberFormatOptions): string =>
  withMinus(value.toLocaleString(LOCALES[language], form));

/** `value` in ten-thousandths of a unit: `0,610`. */
export const formatSteps = (value: number, language: Language): string =>
  number(value / 10_000, language, { minimumFractionDigits: 3, maximumFractionDigits: 4 });

/** `value` in hundredths of a per cent. */
export const formatShare = (value: number, language: Language, signed = false): string =>
  number(value / 10_000, language, {
    style: 'percent',
    maximumFractionDigits: 1,
    ...(signed ? { signDisplay: 'exceptZero' as const } : {}),
  });

/** Day and time of an ISO timestamp, by the clocks of the zone. */
export function formatTimeIn(timestamp: string, { language, zone }: Pick<Formats, 'language' | 'zone'>): string {
  const moment = Date.parse(timestamp);
  if (Number.isNaN(moment)) return timestamp;
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: zone,
  }).format(moment);
}

/** `Mo., 23.11.2026` */
export const formatDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(noonOf(day));

/** `Mo., 23.11.2026 – So., 29.11.2026`, or the one day. */
export const spanText = ({ from, to }: { readonly from: string; readonly to: string }, language: Language): string =>
  [...new Set([from, to])].map(day => formatDay(day, language)).join(' – ');

/** `November 2026` */
const formatMonth = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    noonOf(`${month}-01`),
  );

/** The name of a row: days and hours in the format of the language, everything else as the answer names it. */
export function rowLabel({ key, label }: Pick<ReportRow, 'key' | 'label'>, by: string, language: Language): string {
  if (by === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(key)) return formatDay(key, language);
  if (by === 'month' && /^\d{4}-\d{2}$/.test(key)) return formatMonth(key, language);
  if (by === 'hour' && /^\d{1,2}$/.test(key)) return `${key.padStart(2, '0')}:00`;
  return label || key || NOTHING;
}

/** A short form for the axis of a chart: `1.234 €` becomes `1,2 Tsd. €`. */
export function formatAxis(value: number, unit: Unit, { language, currency }: Formats): string {
  if (unit === 'share') return formatShare(value, language);
  if (unit !== 'money') return number(value, language, { notation: 'compact' });
  return number(minorToMajor(value, currency), language, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
}

function minorToMajor(minor: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return minor / 10 ** maximumFractionDigits;
}
