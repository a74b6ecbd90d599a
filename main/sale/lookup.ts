/** Finding a sale the way the API sees it: another merchant's sale does not exist. */
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

export function saleOf(world: World, principal: Principal, id: string): Sale {
  const sale = world.ledger.sale(principal.merchant, id);
  if (!sale) throw new BridgeError('notFound', `there is no Smart Transaction ${id}`);
  return sale;
}

export function saleByReceipt(world: World, principal: Principal, receiptNumber: string): Sale {
  const number = /^\d{1,15}$/.test(receiptNumber) ? Number(receiptNumber) : null;
  const sale = number === null ? null : world.ledger.saleByReceipt(principal.merchant, number);
  if (!sale) throw new BridgeError('notFound', `there is no transaction with receipt number ${receiptNumber}`);
  return sale;
}
