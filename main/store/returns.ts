/** Returns of closed sales: units of their lines, and money of their tenders. */
import type { LineWorth } from '../domain/returns.ts';
import type { ReturnedTender, ReturnedUnits, Returns } from '../world/returns.ts';
import type { Database } from './database.ts';
import { readStored } from './storedJson.ts';

const UNITS = 'SELECT sale, line, first, last, by_sale AS by, state, since FROM returned_unit';

export function createReturns(db: Database): Returns {
  const worth = db.prepare<string>('SELECT worth FROM return_worth WHERE sale = ?').pluck();
  const keepWorth = db.prepare('INSERT INTO return_worth (sale, worth) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const unitsOf = db.prepare<ReturnedUnits>(`${UNITS} WHERE sale = ? ORDER BY line, first`);
  const unitsBy = db.prepare<ReturnedUnits>(`${UNITS} WHERE by_sale = ? ORDER BY number`);
  const hold = db.prepare(`INSERT INTO returned_unit (sale, line, sold, first, last, by_sale, state, since)
    VALUES (?, ?, ?, ?, ?, ?, 'held', ?)`);
  const finish = db.prepare("UPDATE returned_unit SET state = 'returned' WHERE by_sale = ?");
  const release = db.prepare('DELETE FROM returned_unit WHERE by_sale = ?');
  const tendersOf = db.prepare<ReturnedTender>(
    'SELECT part, by_sale AS by, sale, tender, given, amount FROM returned_tender WHERE sale = ? ORDER BY tender, part',
  );
  const isKept = db.prepare<number>('SELECT 1 FROM returned_tender WHERE part = ?').pluck();
  const keepTender = db.prepare(`INSERT INTO returned_tender (part, by_sale, sale, tender, given, amount)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const dropTender = db.prepare('DELETE FROM returned_tender WHERE part = ?');
  return {
    worthOf(sale) {
      const text = worth.get(sale);
      return text === undefined ? null : readStored<readonly LineWorth[]>(text, sale);
    },
    keepWorth: (sale, lines) => void keepWorth.run(sale, JSON.stringify(lines)),
    unitsOf: sale => unitsOf.all(sale),
    unitsBy: by => unitsBy.all(by),
    hold: ({ sale, line, first, last, by, since }, sold) => void hold.run(sale, line, sold, first, last, by, since),
    finish: by => void finish.run(by),
    release: by => void release.run(by),
    tendersOf: sale => tendersOf.all(sale),
    keepTender({ part, by, sale, tender, given, amount }) {
      if (isKept.get(part) === undefined) keepTender.run(part, by, sale, tender, given, amount);
    },
    dropTender: part => void dropTender.run(part),
  };
}
