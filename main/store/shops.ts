/** The merchant's stores on disk. */

import type { QueryDeclaration } from '../query/declaration.ts';
import type { Store } from '../wire/shops.ts';
import type { ShopInner, Shops } from '../world/agreements.ts';
import type { Database } from './database.ts';
import { type ChangeLog, createRecords } from './records.ts';

/** Fields that a list of shops finds by index. */
export const shopQueries = {
  table: 'store',
  fields: {
    id: { type: 'id', column: 'id' },
    name: { type: 'text', column: 'query_name' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

export function createShops(db: Database, events: ChangeLog): Shops {
  const records = createRecords<Store, ShopInner>(db, events, { object: 'general.stores', queries: shopQueries });
  const untrue = db.prepare<{ merchant: string; id: string }>(
    'SELECT merchant, id FROM store WHERE merchant = coalesce(?, merchant) AND (true_until <= ? OR true_from > ?)',
  );
  const byDefault = db.prepare<string>('SELECT id FROM store WHERE merchant = ? AND is_default = 1').pluck();
  const write = db.prepare('UPDATE store SET document = ?, inner = ? WHERE id = ? AND merchant = ?');
  return {
    ...records,
    outdatedOpeningTexts: (merchant, now) => untrue.all(merchant, now, now),
    defaultOf: merchant => byDefault.get(merchant) ?? null,
    refreshOpeningTexts: (merchant, document, inner) =>
      void write.run(JSON.stringify(document), JSON.stringify(inner), document.id, merchant),
  };
}
