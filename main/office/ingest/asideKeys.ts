/** The keys of records that a person has taken out of the books. */
import type { Sql } from '../database/officeDatabase.ts';

export const placeKey = (till: string, epoch: number, sequence: number): string => `${till} ${epoch} ${sequence}`;

/** Keys of the records of a day that are set aside. */
export async function asideOf(sql: Sql, store: string, day: string): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ readonly till: string; readonly epoch: number; readonly sequence: number }>(
    'SELECT till, epoch, sequence FROM set_aside WHERE store = $1 AND business_day = $2',
    [store, day],
  );
  return new Set(rows.map(({ till, epoch, sequence }) => placeKey(till, epoch, sequence)));
}
