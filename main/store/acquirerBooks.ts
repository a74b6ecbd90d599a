/** The books of the simulated acquirer. */
import type { AcquirerBooks } from '../payments/virtualAcquirer.ts';
import type { Database } from './database.ts';

export function createAcquirerBooks(db: Database): AcquirerBooks {
  const find = db.prepare<{ approved: number; authorisation: string }>(
    'SELECT approved, authorisation FROM virtual_acquirer WHERE key = ?',
  );
  const insert = db.prepare('INSERT INTO virtual_acquirer VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING');
  return {
    find(key) {
      const row = find.get(key);
      return row
        ? {
            approved: row.approved === 1,
            authorisation: row.authorisation,
            reason: row.approved ? '' : 'declined by the issuer',
          }
        : null;
    },
    record: ({ key, amount }, operation, { approved, authorisation }) =>
      db.write(() => void insert.run(key, operation, amount, approved ? 1 : 0, authorisation)),
  };
}
