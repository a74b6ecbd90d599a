/** Properties of every section of the page, and amounts and lists as people type them. */
import { editableMoney, type Language, parseMoney } from '../../texts/money.ts';
import { beginOfShopDay, shopDay } from '../../texts/shopDay.ts';
import type { LoyaltyClient } from './client.ts';

export interface SectionProps {
  readonly client: LoyaltyClient;
  readonly currency: string;
  /** A code that was scanned on this page; null: none. */
  readonly scanned: string | null;
}

/** Minor units of a typed amount with its sign; 0 for an empty field, null where it is no amount. */
export function typedAmount(text: string, currency: string): number | null {
  const trimmed = text.trim().replace(/^\+/, '');
  if (trimmed === '') return 0;
  const amount = parseMoney(trimmed.replace(/^[-−]/, ''), currency);
  return amount === null ? null : /^[-−]/.test(trimmed) ? 0 - amount : amount;
}

/** A typed whole number; null where it is none. */
export const typedNumber = (text: string): number | null =>
  /^[+-]?\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : null;

export const typedList = (text: string): readonly string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');

export const shownAmount = (minor: number | null | undefined, currency: string, language: Language): string =>
  minor == null || minor === 0 ? '' : editableMoney(minor, currency, language);

/** The first moment of a typed day by the clock of this machine, or of the day behind it; null where it is no day. */
export function typedDay(text: string, behind: 0 | 1): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day + behind));
  const begin = Number.isNaN(date.getTime()) ? Number.NaN : beginOfShopDay(date.toISOString().slice(0, 10));
  return Number.isNaN(begin) ? null : new Date(begin).toISOString();
}

/** The calendar day of a moment as it is typed; `behind` 1 for the last day before the moment. */
export function shownDay(moment: string | undefined, behind: 0 | 1): string {
  if (!moment) return '';
  return shopDay(Date.parse(moment) - behind);
}
