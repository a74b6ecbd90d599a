/** The heartbeat of a bridge: how it is, which tills it has, and what the back office misses of them. */
import type { Heartbeat, HeartbeatAnswer } from '../../wire/office/batches.ts';
import { timestamp } from '../../world/clock.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { storable, storableJson } from '../database/values.ts';
import type { Office } from '../office.ts';
import { takeZone } from '../people/storeClock.ts';
import { type KeyOwner, tillOf } from './bridges.ts';

/** The numbers that are missing of a till and epoch, as ingest finds them. */
export type WantedRanges = (
  sql: Sql,
  place: { readonly store: string; readonly till: string; readonly epoch: number },
  confirmed: number,
  /** Now, ISO 8601. */
  at: string,
) => Promise<readonly (readonly [number, number])[]>;

/** Notes that a till runs on two machines. */
export type NoteTwoMachines = (
  sql: Sql,
  place: { readonly store: string; readonly till: string; readonly epoch: number },
  at: string,
) => Promise<void>;

type TillNumbers = NonNullable<HeartbeatAnswer['numbers']>[number];

/** The highest numbers that were given at a till, whatever became of its data since. */
async function highestNumbers(sql: Sql, store: string, till: string): Promise<Omit<TillNumbers, 'till'>> {
  const [row] = await sql.query<{ receipt: number | null; report: number | null }>(
    `SELECT (SELECT max(receipt_number) FROM sale WHERE store = $1 AND till = $2 AND NOT played) AS receipt,
       (SELECT max((record::jsonb -> 'facts' ->> 'number')::bigint) FROM document
        WHERE store = $1 AND till = $2 AND kind = 'zReport') AS report`,
    [store, till],
  );
  return { receipt: Number(row?.receipt ?? 0), report: Number(row?.report ?? 0) };
}

export async function takeHeartbeat(
  { database, clock }: Pick<Office, 'database' | 'clock'>,
  owner: KeyOwner,
  heartbeat: Heartbeat,
  { wantedOf, noteTwoMachines }: { readonly wantedOf: WantedRanges; readonly noteTwoMachines: NoteTwoMachines },
): Promise<HeartbeatAnswer> {
  const now = clock.now();
  const at = new Date(now).toISOString();
  const { wanted, numbers } = await database.transaction(async sql => {
    const before = await newestEpochs(sql, owner);
    if (heartbeat.time_zone !== undefined && owner.zoneFrom !== 'person')
      await takeZone(sql, owner, { zone: heartbeat.time_zone, before: await zoneBefore(sql, owner) }, now);
    await sql.query(
      'UPDATE heartbeat SET last_heard = $3, condition = $4::text::jsonb WHERE store = $1 AND bridge = $2',
      [owner.store, owner.bridge, at, storableJson(heartbeat)],
    );
    await takeName(sql, owner.bridge, storable(heartbeat.name));
    const all: HeartbeatAnswer['wanted'] = [];
    const highest: TillNumbers[] = [];
    for (const { till: device, name, epoch: newest, sequence, waiting, epochs } of heartbeat.tills) {
      const till = await tillOf(sql, owner, storable(device), storable(name));
      if (heartbeat.asks_numbers) highest.push({ till: device, ...(await highestNumbers(sql, owner.store, till)) });
      // A newer epoch of the same till was reported before: another machine, with a copy of its data, has begun that one.
      if (newest < (before.get(device) ?? 0))
        await noteTwoMachines(sql, { store: owner.store, till, epoch: newest }, at);
      // Numbers that the till holds for confirmed and that are not here were lost here, for example by an older dump.
      for (const { epoch, confirmed } of epochs ?? [{ epoch: newest, confirmed: sequence - waiting }]) {
        const ranges = await wantedOf(sql, { store: owner.store, till, epoch }, confirmed, at);
        all.push(...ranges.map(([first, last]) => ({ till: device, epoch, first, last })));
      }
    }
    return { wanted: all, numbers: highest };
  });
  return { at: timestamp(now), wanted, ...(heartbeat.asks_numbers ? { numbers } : {}) };
}

/** The table of bridges is on every node: it is written only where the name has changed. */
async function takeName(sql: Sql, bridge: string, name: string): Promise<void> {
  const [known] = await sql.query<{ name: string }>('SELECT name FROM bridge WHERE id = $1', [bridge]);
  if (known?.name !== name) await sql.query('UPDATE bridge SET name = $2 WHERE id = $1', [bridge, name]);
}

type Place = Pick<KeyOwner, 'store' | 'bridge'>;

async function zoneBefore(sql: Sql, { store, bridge }: Place): Promise<string | null> {
  const [row] = await sql.query<{ zone: string | null }>(
    "SELECT condition ->> 'time_zone' AS zone FROM heartbeat WHERE store = $1 AND bridge = $2",
    [store, bridge],
  );
  return row?.zone ?? null;
}

/** The newest epoch of each device in the heartbeat before. */
async function newestEpochs(sql: Sql, { store, bridge }: Place): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ device: string; epoch: number }>(
    `SELECT entry ->> 'till' AS device, (entry ->> 'epoch')::bigint AS epoch
       FROM heartbeat, jsonb_array_elements(condition -> 'tills') AS entry
      WHERE store = $1 AND bridge = $2 FOR UPDATE OF heartbeat`,
    [store, bridge],
  );
  return new Map(rows.map(({ device, epoch }) => [device, epoch]));
}
