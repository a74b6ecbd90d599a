/** The books of the simulated acquirer. */

import type { Database } from '../store/database.ts';
import type { AcquirerBooks, BookEntry } from './virtualAcquirer.ts';

interface Row {
  readonly key: string;
  readonly original: string;
  readonly kind: BookEntry['kind'];
  readonly method: string;
  readonly amount: number;
  readonly currency: string;
  readonly answer: string;
}

export function createAcquirerBooks(db: Database): AcquirerBooks {
  const find = db.prepare<Row>('SELECT * FROM acquirer_book WHERE key = ?');
  const account = db.prepare<Row>('SELECT * FROM acquirer_book WHERE original = ? ORDER BY number');
  const insert = db.prepare(`INSERT INTO acquirer_book (key, original, kind, method, amount, currency, answer)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  return {
    account: original => account.all(original).map(entryOf),
    book: (key, decide) =>
      db.write(() => {
        const known = find.get(key);
        if (known) return entryOf(known).answer;
        const entry = decide();
        const { original, kind, method, amount, currency, answer } = entry;
        insert.run(key, original, kind, method, amount, currency, JSON.stringify(answer));
        return answer;
      }),
    find(key) {
      const row = find.get(key);
      return row ? entryOf(row) : null;
    },
  };
}

const entryOf = ({ answer, ...row }: Row): BookEntry => ({ ...row, answer: JSON.parse(answer) });
