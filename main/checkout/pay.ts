/**
 * start: taking the money. Methods that ask nobody are booked at once; all others write their intent to disk first,
 * then ask, then write what came of it.
 */
import type { SmartTransaction } from '../api/transactions/contract.ts';
import { next } from '../domain/transaction.ts';
import { BridgeError } from '../errors.ts';
import { methodOf, type PaymentMethod } from '../payments/index.ts';
import type { Principal, Sale, World } from '../ports.ts';
import type { PaymentBody } from './acquirer.ts';
import { startAtAcquirer } from './acquirer.ts';
import { refusal } from './advance.ts';
import { payAtTerminal } from './cashless.ts';
import { close } from './close.ts';
import { saleOf } from './read.ts';

/** start/{method}; without a method the one that prepare authorised. */
export async function start(
  world: World,
  principal: Principal,
  id: string,
  word: string,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  if (!word && sale.state !== 'authorised') throw refusal(sale.state, 'start without a method');
  const name = word || (sale.method ?? '');
  const method = methodOf(name);
  if (!method) throw new BridgeError('methodUnavailable', `the payment method "${name}" is not available here`);
  switch (method.settledBy) {
    case 'book':
      return book(world, principal, id, method, body);
    case 'terminal':
      return payAtTerminal(world, principal, id);
    case 'acquirer':
      return startAtAcquirer(world, principal, id, method, body);
  }
}

function book(
  world: World,
  principal: Principal,
  id: string,
  method: PaymentMethod & { name: string },
  body: PaymentBody,
) {
  return world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    if (!next(sale.state, 'book')) throw refusal(sale.state, `start/${method.name}`);
    refuseEmpty(sale);
    const missing = sale.document.basket_info.missing_sum;
    if (method.wantsCovered) wantCovered(world, sale, missing);
    const given = body?.amount_given == null ? undefined : Number(body.amount_given);
    if (given !== undefined && given < missing)
      throw new BridgeError('badInput', `amount_given is ${given}, but ${missing} is missing`);
    return close(world, sale, { method: method.name, input: 'book', given }).document;
  });
}

export function refuseEmpty(sale: Sale) {
  const { basket, basket_info } = sale.document;
  if (basket.products.length === 0 && basket_info.sum === 0)
    throw new BridgeError('nothingToPay', 'the basket is empty and basket_info.sum is 0');
}

function wantCovered(world: World, sale: Sale, missing: number) {
  if (!world.loyalty.held(sale.id)) throw refusal(sale.state, 'start/loyalty before preTransaction');
  if (missing > 0) throw new BridgeError('somethingMissing', `missing_sum is ${missing}; start another method for it`);
}
