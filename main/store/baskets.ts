/** Open baskets on disk: what was granted by hand, and which baskets are parked. */
import type { BasketGrant } from '../domain/adjustments.ts';
import type { BasketGrants, ParkedBasket, ParkedBaskets } from '../world/baskets.ts';
import { same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export function createBasketGrants(db: Database): BasketGrants {
  const ofSale = db.prepare<string>('SELECT document FROM basket_grant WHERE sale = ? ORDER BY number').pluck();
  const insert = db.prepare('INSERT INTO basket_grant (sale, document, at) VALUES (?, ?, ?)');
  return {
    ofSale: sale => ofSale.all(sale).map(text => JSON.parse(text) as BasketGrant),
    add: (sale, grant, at) => void insert.run(sale, JSON.stringify(grant), at),
  };
}

export function createParkedBaskets(db: Database): ParkedBaskets {
  const baskets = tableOf<ParkedBasket>(db, 'parked_basket', {
    ...same('sale', 'merchant', 'till', 'staff', 'name', 'note', 'at'),
    forTill: 'for_till',
  });
  const count = db.prepare<number>('SELECT count(*) FROM parked_basket WHERE merchant = ?').pluck();
  const remove = db.prepare('DELETE FROM parked_basket WHERE sale = ?');
  const move = db.prepare('UPDATE smart_transaction SET till = ?, staff = ? WHERE id = ?');
  return {
    find: baskets.one('sale = ?'),
    list: baskets.all('merchant = ? ORDER BY at, sale'),
    count: merchant => count.get(merchant) ?? 0,
    add: baskets.insert(),
    remove: sale => remove.run(sale).changes > 0,
    moveTo: (sale, till, staff) => void move.run(till, staff, sale),
  };
}
