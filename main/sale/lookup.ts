/** Looks up sales the way the API sees them: a sale of another merchant does not exist. */
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** The sale with this id (STX_…). Throws `notFound`. */
export function saleOf(world: Pick<World, 'ledger'>, principal: Principal, id: string): Sale {
  const sale = world.ledger.sale(principal.merchant, id);
  if (!sale) throw new BridgeError('notFound', `there is no Smart Transaction ${id}`);
  return sale;
}

/** The sale as the ledger has it now; for use inside a job, because another call may have changed the sale. */
export const currentSale = (world: Pick<World, 'ledger'>, sale: Sale): Sale =>
  world.ledger.sale(sale.merchant, sale.id) ?? sale;

/** The sale with this receipt number. Throws `notFound`. */
export function saleByReceipt(world: Pick<World, 'ledger'>, principal: Principal, receiptNumber: string): Sale {
  const number = /^\d{1,15}$/.test(receiptNumber) ? Number(receiptNumber) : null;
  const sale = number === null ? null : world.ledger.saleByReceipt(principal.merchant, number);
  if (!sale) throw new BridgeError('notFound', `there is no transaction with receipt number ${receiptNumber}`);
  return sale;
}
