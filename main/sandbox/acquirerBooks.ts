/** The books of the simulated acquirer. */

import { json, same, tableOf } from '../store/columns.ts';
import type { Database } from '../store/database.ts';
import type { AcquirerBooks, BookEntry } from './virtualAcquirer.ts';

export function createAcquirerBooks(db: Database): AcquirerBooks {
  const books = tableOf<BookEntry>(db, 'acquirer_book', {
    ...same('key', 'original', 'kind', 'method', 'amount', 'currency'),
    answer: json('answer'),
  });
  const find = books.one('key = ?');
  const insert = books.insert();
  return {
    find,
    account: books.all('original = ? ORDER BY number'),
    book: (key, decide) =>
      db.write(() => {
        const known = find(key);
        if (known) return known.answer;
        const entry = decide();
        insert({ ...entry, key });
        return entry.answer;
      }),
  };
}
