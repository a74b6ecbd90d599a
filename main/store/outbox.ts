/** What the back office still has to learn: rows are born with the change they tell of. */
import type { Database } from './database.ts';

export interface Outbox {
  readonly summary: () => { readonly waiting: number; readonly parked: number; readonly oldest: number | null };
}

export function createOutbox(db: Database): Outbox {
  const count = db.prepare<number>('SELECT count(*) FROM outbox WHERE state = ?').pluck();
  const oldest = db.prepare<number>("SELECT created FROM outbox WHERE state = 'waiting' ORDER BY seq LIMIT 1").pluck();
  return {
    summary: () => ({
      waiting: count.get('waiting') ?? 0,
      parked: count.get('parked') ?? 0,
      oldest: oldest.get() ?? null,
    }),
  };
}
