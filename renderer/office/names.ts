/** The words for names of the wire: states, events and methods of a sale, actions of the audit log; others are shown as they are. */

import { type OfficeTextKey, type OfficeTexts, officeTexts } from '../texts/pages/office.ts';

type Table =
  | 'status'
  | 'event'
  | 'paidBy'
  | 'action'
  | 'fact'
  | 'fact.by'
  | 'fact.factor'
  | 'views.mailed'
  | 'people.role';

export function nameOf(table: Table, value: string | null | undefined, t: OfficeTexts['t']): string {
  if (!value) return '–';
  const key = `${table}.${value}`;
  return key in officeTexts ? t(key as OfficeTextKey) : value;
}
