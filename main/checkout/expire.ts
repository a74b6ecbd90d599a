/** Card balance that an abandoned sale holds is given free again when its time is up. */
import { next } from '../domain/transaction.ts';
import type { World } from '../ports.ts';
import { advance } from './advance.ts';
import { withoutCard } from './document.ts';

/** Releases every reservation whose time is up, except while money is moving. */
export function releaseExpired(world: World): Promise<void> {
  return world.ledger.write(() => {
    for (const { sale: id, merchant } of world.ledger.expiredReservations(world.clock.now())) {
      const sale = world.ledger.sale(merchant, id);
      if (sale && next(sale.state, 'expire')) advance(world, sale, 'expire', 'expiry', withoutCard(sale.document));
    }
  });
}
