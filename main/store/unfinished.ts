/** Counts the work that an end of the program would interrupt, over the indexes of open work. */
import type { Database } from './database.ts';
import { salesInParts, unsettledSales } from './openSales.ts';

export interface Unfinished {
  /** Payments and reversals the terminal or the acquirer works on. */
  readonly running: number;
  /** Payments and reversals of which nobody knows whether money moved. */
  readonly unknown: number;
  /** Sales between two tenders: part is reserved or paid, the rest is not. */
  readonly midTender: number;
  /** Records that upstream service or back office have not confirmed; absent where nobody asked. */
  readonly waiting?: number;
}

/**
 * An update of the program waits for all of it, records that nobody has confirmed included. Closing the window waits for no
 * record: records stay stored and are sent after the next start.
 */
export const mayReplace = ({ running, unknown, midTender, waiting = 0 }: Unfinished): boolean =>
  running + unknown + midTender + waiting === 0;

export function createUnfinished(db: Pick<Database, 'prepare'>): () => Unfinished {
  const states = db.prepare<{ state: string; count: number }>(`SELECT state, count(*) AS count FROM smart_transaction
    WHERE ${unsettledSales()} GROUP BY state`);
  const inParts = db.prepare<{ state: string; count: number }>(`SELECT state, count(*) AS count FROM smart_transaction
    WHERE ${salesInParts()} GROUP BY state`);
  const operations = db.prepare<{ state: string; count: number }>(`SELECT state, count(*) AS count FROM intent
    WHERE state IN ('open', 'unknown') AND sale IS NULL GROUP BY state`);
  const held = db.prepare<number>("SELECT count(*) FROM reservation WHERE state = 'held'").pluck();
  return () => {
    const counts = new Map(
      [...states.all(), ...inParts.all(), ...operations.all()].map(({ state, count }) => [state, count]),
    );
    const sum = (...of: readonly string[]) => of.reduce((total, state) => total + (counts.get(state) ?? 0), 0);
    return {
      running: sum('paying', 'returning', 'reversing', 'open'),
      unknown: sum('unclear', 'returnUnclear', 'reversalUnclear', 'unknown'),
      midTender: (held.get() ?? 0) + sum('partlyPaid', 'partlyReversed'),
    };
  };
}
