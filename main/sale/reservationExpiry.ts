/** Releases the card balance that an abandoned sale holds, when its time is up. */
import { executed, next } from '../domain/transaction.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { withoutCard } from './document.ts';
import { advance, type SaleStepWorld } from './transition.ts';

/**
 * Releases every expired reservation, except while money is moving or awaited. An authorisation beside it is for a
 * smaller sum, so it is voided first.
 */
export async function releaseExpired(world: SaleStepWorld & Pick<World, 'log' | 'salePayments'>): Promise<void> {
  for (const sale of expired(world).filter(({ state }) => !executed(state))) {
    await world.salePayments.void(sale, 'expiry').catch(error => tellLater(world, sale, error));
    await world.ledger.write(() => release(world, sale));
  }
}

const expired = (world: Pick<World, 'clock' | 'ledger'>): readonly Sale[] =>
  world.ledger
    .expiredReservations(world.clock.now())
    .flatMap(({ sale, merchant }) => world.ledger.sale(merchant, sale) ?? []);

function release(world: SaleStepWorld, { merchant, id }: Sale) {
  const sale = world.ledger.sale(merchant, id);
  if (sale && next(sale.state, 'expire')) advance(world, sale, 'expire', 'expiry', withoutCard(sale.document));
}

/** The next round tries again. */
const tellLater = (world: Pick<World, 'log'>, { id }: Sale, error: unknown) =>
  world.log('warn', 'an expired sale could not be given up', { sale: id, error: String(error) });
