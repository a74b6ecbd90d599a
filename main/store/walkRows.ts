/** Reading many rows beside the sales: from a snapshot, a few at a time, so that nobody waits for the end. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Sql } from '../query/compile.ts';
import type { Database } from './database.ts';

/** Rows between two looks at the clock, and ms after which others get their turn. */
const BATCH = 100;
const LONGEST_TURN = 8;

/** Shows every row to `visit`, as of now. */
export async function walk<Row>(db: Database, { sql, params }: Sql, visit: (row: Row) => void): Promise<void> {
  const rows = db.snapshot<Row>(sql, params);
  try {
    let began = performance.now();
    for (let taken = rows.take(BATCH); taken.length > 0; taken = rows.take(BATCH)) {
      for (const row of taken) visit(row);
      if (performance.now() - began < LONGEST_TURN) continue;
      await turn();
      began = performance.now();
    }
  } finally {
    rows.close();
  }
}

/** One after the other, whatever becomes of each: they read whole tables. */
export function inTurn(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return job => {
    const result = last.then(job);
    last = result.catch(() => undefined);
    return result;
  };
}
