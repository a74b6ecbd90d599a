/** The record of what was taken out of a basket at the screen of a till before it was paid, in the commit of the change. */
import { abandonedLines, type VoidedLine, voidedLines, voidedSum } from '../domain/voids.ts';
import { screenClientId } from '../world/demoIds.ts';
import type { Sale } from '../world/sales.ts';
import type { SaleWriter } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';
import { itemsOf } from './document.ts';

/** Sales of API clients cost nothing here: a foreign register keeps its own journal. */
export const createVoidRecords = (world: () => Pick<World, 'queue'>): SaleWriter => ({
  saved(sale, { before, input }) {
    if (sale.client !== screenClientId) return;
    if (input === 'update')
      append(world(), sale, 'voided', voidedLines(itemsOf(before.document), itemsOf(sale.document)));
    else if (sale.state === 'cancelled' && before.state !== 'cancelled' && sale.receiptNumber === null)
      append(world(), sale, 'abandoned', abandonedLines(itemsOf(sale.document)));
  },
});

function append(
  { queue }: Pick<World, 'queue'>,
  { id, merchant, till, document }: Sale,
  event: 'voided' | 'abandoned',
  lines: readonly VoidedLine[],
): void {
  if (lines.length === 0) return;
  queue.append({
    ...{ kind: 'basket', event, object: id, merchant, till, lane: id },
    ...{ sum: voidedSum(lines), currency: document.basket_info.currency },
    facts: { person: document.cashier ?? null, lines },
  });
}
