/** Writes the list of payments into sales of earlier versions, as a step would write it; nothing happened to them, so nobody is told. */
import { AT_ONCE, type Backfill, backfillSales } from '../acquirer/sale/counterPaymentBackfill.ts';
import { withPayments } from '../sale/saleOutcome.ts';
import type { EarlierSales } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** `isReady`: the payments that a list names are complete. */
export const backfillSalePayments = (
  world: Pick<World, 'ledger' | 'log' | 'salePayments'>,
  earlier: EarlierSales,
  isReady: () => boolean,
): Backfill =>
  backfillSales(world, earlier, {
    lacks: 'the list of their payments',
    complete() {
      for (const sale of earlier.take(AT_ONCE))
        if (sale.document.payments === undefined) world.ledger.amend(withPayments(world, sale, undefined));
    },
    isReady,
  });
