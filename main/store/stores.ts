/** The merchant's stores on disk. */

import type { QueryDeclaration } from '../query/declaration.ts';
import type { Store } from '../wire/stores.ts';
import type { StoreInner, Stores } from '../world/contracts.ts';
import type { Database } from './database.ts';
import { type ChangeLog, createRecords } from './records.ts';

/** What a list of stores finds by index. */
export const storeQueries = {
  table: 'store',
  document: 'document',
  fields: {
    id: { type: 'id', column: 'id' },
    name: { type: 'text', column: 'query_name' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

export function createStores(db: Database, events: ChangeLog): Stores {
  const records = createRecords<Store, StoreInner>(db, events, { object: 'general.stores', queries: storeQueries });
  const untrue = db.prepare<{ merchant: string; id: string }>(
    'SELECT merchant, id FROM store WHERE merchant = coalesce(?, merchant) AND (true_until <= ? OR true_from > ?)',
  );
  const byDefault = db.prepare<string>('SELECT id FROM store WHERE merchant = ? AND is_default = 1').pluck();
  const write = db.prepare('UPDATE store SET document = ?, inner = ? WHERE id = ? AND merchant = ?');
  return {
    ...records,
    untrue: (merchant, now) => untrue.all(merchant, now, now),
    defaultOf: merchant => byDefault.get(merchant) ?? null,
    present: (merchant, document, inner) =>
      void write.run(JSON.stringify(document), JSON.stringify(inner), document.id, merchant),
  };
}
