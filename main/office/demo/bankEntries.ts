/** Payments of the bank in the demo: the card payments up to the day before yesterday, with a few that differ. */
import type { Sql } from '../database/officeDatabase.ts';
import { demoMerchant } from './places.ts';

const DAY = 86_400_000;
/** A bank pays two days later. */
const PAID_AFTER = 2 * DAY;
const FILE = 'demo-bank-file';

/** Remainders of the trace number choose the payments that are booked a day late, not at all, or less the fee. */
const ENTRIES = `INSERT INTO bank_entry (store, id, day, at, terminal, trace, amount, fee, currency, card_type, file, row)
  SELECT paid.store, paid.terminal || '-' || paid.trace || '-' || paid.day, paid.day + (paid.trace % 331 = 4)::integer, paid.at,
     paid.terminal, paid.trace, paid.amount - CASE WHEN paid.trace % 401 = 6 THEN paid.fee ELSE 0 END, paid.fee, 'EUR',
     paid.card_type, $2, row_number() OVER (ORDER BY paid.day, paid.terminal, paid.trace)
    FROM (SELECT tender.store, tender.business_day AS day, tender.terminal, tender.trace, min(sale.at) AS at, sum(tender.amount) AS amount,
             max(coalesce(tender.card_type, '')) AS card_type, round(sum(tender.amount) * 0.009)::bigint AS fee
            FROM tender JOIN sale USING (store, business_day, till, epoch, sequence)
           WHERE tender.terminal IS NOT NULL AND sale.at < $1::timestamptz
           GROUP BY 1, 2, 3, 4 HAVING sum(tender.amount) <> 0) AS paid
   WHERE paid.trace % 467 <> 5`;

/** `now` in ms since 1970. */
export async function seedBankEntries(sql: Sql, now: number): Promise<void> {
  await sql.query(
    `INSERT INTO bank_file (id, merchant, name, imported, person, rows)
     SELECT $1, $2, 'bank-demo.csv', $3::timestamptz, id, 0 FROM person WHERE merchant = $2 AND role = 'chain' ORDER BY id LIMIT 1`,
    [FILE, demoMerchant.id, new Date(now).toISOString()],
  );
  await sql.query(ENTRIES, [new Date(now - PAID_AFTER).toISOString(), FILE]);
}
