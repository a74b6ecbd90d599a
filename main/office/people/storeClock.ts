/** The zone of a store as its till tells it: taken until a person has set one, with an entry in the audit log. */
import type { Sql } from '../database/officeDatabase.ts';
import { addAudit } from './audit.ts';
import { zoneFault } from './shopFacts.ts';

/** Where the zone of a store comes from. */
export type ZoneFrom = 'merchant' | 'till' | 'person';

export interface StoreClock {
  readonly merchant: string;
  readonly store: string;
  readonly timeZone: string;
  readonly zoneFrom: ZoneFrom;
}

/**
 * Inside a transaction. The first till of a store decides, and later a till whose own zone was changed, so that two tills which
 * differ do not move the store to and fro. `before`: the zone that this till told last, null where it told none.
 */
export async function takeZone(
  sql: Sql,
  { merchant, store, timeZone, zoneFrom }: StoreClock,
  told: { readonly zone: string | undefined; readonly before: string | null },
  now: number,
): Promise<void> {
  const { zone, before } = told;
  const isChanged = before !== null && before !== zone;
  if (zone === undefined || zoneFrom === 'person' || (zoneFrom === 'till' && (zone === timeZone || !isChanged))) return;
  if (zoneFault(zone) !== null) return;
  const known = await sql.query('SELECT 1 FROM pg_timezone_names WHERE name = $1', [zone]);
  if (known.length === 0) return;
  const rows = await sql.query(
    `UPDATE store SET time_zone = $2, zone_from = 'till', hours_due = hours_due OR time_zone <> $2
      WHERE id = $1 AND zone_from <> 'person' RETURNING id`,
    [store, zone],
  );
  if (rows.length === 0 || zone === timeZone) return;
  await addAudit(sql, {
    merchant,
    person: null,
    action: 'storeZoneTold',
    facts: { of: store, time_zone: zone },
    at: now,
  });
}
