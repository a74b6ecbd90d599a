/** Counts the hours of a store anew whose zone has changed: each day by itself, from its documents. */
import type { Office } from '../office.ts';
import { rebuildDay, storeDays } from './rebuild.ts';

/** Gives the stores whose hours are counted by their new zone now. */
export async function remakeHours({ database, log }: Pick<Office, 'database' | 'log'>): Promise<readonly string[]> {
  const due = await database.query<{ id: string; zone: string }>(
    'SELECT id, time_zone AS zone FROM store WHERE hours_due ORDER BY id',
  );
  for (const { id, zone } of due) {
    for (const place of await storeDays(database, null, null, id)) await rebuildDay(database, place);
    // A zone that changed meanwhile leaves the work due.
    await database.query('UPDATE store SET hours_due = false WHERE id = $1 AND time_zone = $2', [id, zone]);
    log('info', 'the hours of a store were counted anew by its zone', { store: id, zone });
  }
  return due.map(({ id }) => id);
}
