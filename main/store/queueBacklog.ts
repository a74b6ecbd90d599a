/**
 * Sales from before an upstream service was configured. Records are kept whether or not somebody takes them, so at the
 * first start with the service, and after a time without it, they begin to wait for it.
 */
import { goesUpstream } from '../domain/saleEvents.ts';
import type { Database } from './database.ts';

const FOLLOWED = 'upstream_followed';
const DAYS = 30 * 86_400_000;

export interface BacklogOptions {
  readonly configured: boolean;
  /** YYYY-MM-DD; null: the last 30 days. */
  readonly from: string | null;
  /** ms since 1970 */
  readonly now: number;
}

interface Row {
  readonly number: number;
  readonly kind: string;
  readonly event: string;
  readonly played: number | null;
  readonly lane: string;
}

/**
 * The setting holds `all` while every record gets its delivery row, else the newest record when the service was last
 * configured. Gives how many records wait from now on that did not before.
 */
export function queueBacklog(db: Database, { configured, from, now }: BacklogOptions): Promise<number> {
  const followed = db.prepare<string>('SELECT value FROM setting WHERE key = ?').pluck().get(FOLLOWED) ?? null;
  if (configured === (followed === 'all')) return Promise.resolve(0);
  const keep = db.prepare(`INSERT INTO setting (key, value)
    VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`);
  return db.write(() => {
    if (!configured) {
      keep.run(FOLLOWED, String(db.prepare<number>('SELECT max(number) FROM queue_record').pluck().get() ?? 0));
      return 0;
    }
    keep.run(FOLLOWED, 'all');
    const since = followed !== null ? 0 : from === null ? now - DAYS : Date.parse(`${from}T00:00:00`);
    return addMissing(db, Number(followed ?? 0), since);
  });
}

/** The lane of a record: its loyalty card, else the object itself, as at its birth. */
const MISSING = `SELECT r.number, r.kind, r.event, json_extract(r.facts, '$.played') AS played,
    coalesce(iif(r.kind = 'cardOperation', json_extract(r.facts, '$.card'), NULL), (SELECT one.value ->> '$.merchantcard.id'
      FROM smart_transaction s, json_each(s.document, '$.idents') AS one
      WHERE s.id = r.object AND one.value ->> '$.merchantcard.id' IS NOT NULL LIMIT 1), r.object) AS lane
  FROM queue_record r WHERE r.number > ? AND r.at >= ? ORDER BY r.number`;

function addMissing(db: Database, after: number, since: number): number {
  const add = db.prepare(`INSERT INTO upstream_delivery (number, lane, state, attempts, next_at)
    VALUES (?, ?, 'waiting', 0, 0) ON CONFLICT DO NOTHING`);
  const rows = db.prepare<Row>(MISSING).all(after, since);
  return rows
    .filter(({ kind, event, played }) => goesUpstream(kind, event, played === 1))
    .reduce((count, { number, lane }) => count + add.run(number, lane).changes, 0);
}
