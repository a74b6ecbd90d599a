/** Name, currency and time zone of a merchant and its stores: checked, and changed in one place. */
import type { MerchantChange, StoreChange } from '../../wire/office/people.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sql } from '../database/officeDatabase.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Null, or what is wrong with it in one sentence. */
export function zoneFault(zone: string): string | null {
  try {
    // Offsets such as +01:00 know no summer, and PostgreSQL reads their sign the other way round.
    if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(zone)) throw new RangeError();
    Intl.DateTimeFormat('en', { timeZone: zone });
    return null;
  } catch {
    return `${JSON.stringify(zone.slice(0, 60))} is no time zone: it is written like Europe/Berlin`;
  }
}

/** Null, or what is wrong with it in one sentence. */
export const currencyFault = (currency: string): string | null =>
  CURRENCIES.has(currency) ? null : `${JSON.stringify(currency.slice(0, 20))} is no currency: it is written like EUR`;

/** Throws `badInput` for a zone or a currency that does not exist. */
export async function changeMerchant(
  sql: Sql,
  merchant: string,
  { name, currency, time_zone, datev, second_factor: factorRoles, ...more }: MerchantChange,
): Promise<void> {
  await checkZone(sql, time_zone);
  refuse(currency === undefined ? null : currencyFault(currency));
  await sql.query(
    'UPDATE merchant SET name = coalesce($2, name), currency = coalesce($3, currency), time_zone = coalesce($4, time_zone) WHERE id = $1',
    [merchant, name?.trim() ?? null, currency ?? null, time_zone ?? null],
  );
  if (datev !== undefined)
    await sql.query('UPDATE merchant SET datev = $2::text::jsonb WHERE id = $1', [
      merchant,
      datev === null ? null : JSON.stringify(datev),
    ]);
  if (factorRoles !== undefined)
    await sql.query('UPDATE merchant SET second_factor = $2::text[] WHERE id = $1', [merchant, factorRoles]);
  await keepFacts(sql, 'merchant', merchant, more);
}

/** Throws `badInput` for a zone that does not exist, and `notFound` for the store of somebody else. */
export async function changeStore(
  sql: Sql,
  merchant: string,
  store: string,
  { name, time_zone, ...more }: StoreChange,
): Promise<void> {
  await checkZone(sql, time_zone);
  const rows = await sql.query(
    `UPDATE store SET name = coalesce($3, name), time_zone = coalesce($4, time_zone),
        zone_from = CASE WHEN $4::text IS NULL THEN zone_from ELSE 'person' END,
        hours_due = hours_due OR time_zone <> coalesce($4, time_zone)
      WHERE id = $1 AND merchant = $2 RETURNING id`,
    [store, merchant, name?.trim() ?? null, time_zone ?? null],
  );
  if (rows.length === 0) throw new BridgeError('notFound', `there is no store ${store}`);
  await keepFacts(sql, 'store', store, more);
}

/** The facts that may be taken back; their names are those of the columns, and the schema of the request knows no others. */
const FACTS = ['street', 'zip', 'city', 'country', 'tax_number', 'vat_id', 'region'] as const;

async function keepFacts(
  sql: Sql,
  table: 'merchant' | 'store',
  id: string,
  facts: Readonly<Partial<Record<(typeof FACTS)[number], string | null>>>,
): Promise<void> {
  for (const name of FACTS) {
    const value = facts[name];
    if (value !== undefined)
      await sql.query(`UPDATE ${table} SET ${name} = $2 WHERE id = $1`, [id, value?.trim() || null]);
  }
}

/** The database has a list of its own, and reports cannot be made in a zone that it does not know. */
async function checkZone(sql: Sql, zone: string | undefined): Promise<void> {
  if (zone === undefined) return;
  refuse(zoneFault(zone));
  const known = await sql.query('SELECT 1 FROM pg_timezone_names WHERE name = $1', [zone]);
  refuse(known.length > 0 ? null : `the database does not know the time zone ${zone}`);
}

function refuse(fault: string | null): void {
  if (fault !== null) throw new BridgeError('badInput', fault, { http: 400 });
}
