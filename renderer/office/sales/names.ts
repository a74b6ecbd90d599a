/** The words for states, events and methods of a sale; what is not known is shown as it is. */

import { de } from '../../texts/office/de.ts';
import type { OfficeTextKey, OfficeTexts } from '../../texts/office/texts.ts';

type Table = 'status' | 'event' | 'paidBy';

export function nameOf(table: Table, value: string | null | undefined, t: OfficeTexts['t']): string {
  if (!value) return '–';
  const key = `${table}.${value}`;
  return key in de ? t(key as OfficeTextKey) : value;
}
