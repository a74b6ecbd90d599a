/** Facts of the upstream service about the shop itself, beside the shop's own name, address and currency. */
import type { DownFact, DownShop } from '../world/down.ts';
import type { Database } from './database.ts';
import type { Merchants } from './merchants.ts';

interface Row {
  readonly id: string;
  readonly document: string;
}

export function createDownShop(db: Database, merchants: Pick<Merchants, 'merchant' | 'putMerchant'>): DownShop {
  const read = db.prepare<Row>('SELECT id, document FROM down_fact WHERE part = ? ORDER BY id');
  const clear = db.prepare('DELETE FROM down_fact WHERE part = ?');
  const add = db.prepare('INSERT INTO down_fact (part, id, document) VALUES (?, ?, ?)');
  return {
    facts: part => read.all(part).map(({ id, document }): DownFact => ({ id, content: JSON.parse(document) })),
    keepFacts(part, facts) {
      clear.run(part);
      for (const { id, content } of facts) add.run(part, id, JSON.stringify(content));
    },
    own(merchant) {
      const { name, address, currency } = merchants.merchant(merchant);
      return { name, address, currency };
    },
    take: (id, shown) => merchants.putMerchant({ ...merchants.merchant(id), ...shown }),
  };
}
