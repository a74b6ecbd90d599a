/** Opening a sale and changing its basket, as long as no money has moved. */
import type { SmartTransaction, SmartTransactionInput } from '../api/transactions/contract.ts';
import { next } from '../domain/transaction.ts';
import type { Principal, Sale, World } from '../ports.ts';
import { advance, refusal } from './advance.ts';
import { recognise } from './card.ts';
import { changedDocument, newDocument, type Surroundings } from './document.ts';
import { saleOf } from './read.ts';

export function create(world: World, principal: Principal, input: SmartTransactionInput): Promise<SmartTransaction> {
  return world.ledger.write(() => {
    const sale = newSale(world, principal, input);
    world.ledger.insert(sale);
    return sale.document;
  });
}

/** A sale that is not stored yet; diagnosis and end-of-day make theirs the same way. */
export function newSale(world: World, principal: Principal, input: SmartTransactionInput): Sale {
  const document = newDocument(input, surroundings(world, principal));
  return {
    id: document.id,
    merchant: principal.merchant,
    till: principal.device,
    staff: principal.staff?.id ?? null,
    client: principal.client,
    state: 'created',
    method: null,
    receiptNumber: null,
    created: world.clock.now(),
    document,
  };
}

/** PUT: takes an applied card out again, so preTransaction has to be repeated. Refused once money may have moved. */
export function update(
  world: World,
  principal: Principal,
  id: string,
  input: SmartTransactionInput,
): Promise<SmartTransaction> {
  return world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    if (!next(sale.state, 'update')) throw refusal(sale.state, 'an update');
    const changed = changedDocument(sale.document, input, surroundings(world, principal));
    return advance(world, sale, 'update', 'an update', changed).document;
  });
}

function surroundings(world: World, principal: Principal): Surroundings {
  return {
    merchant: world.devices.merchant(principal.merchant),
    now: world.clock.now(),
    strictSums: world.settings.strictSums,
    till: principal.device,
    cashier: principal.staff?.name ?? null,
    ident: (type, value, position) => recognise(world, principal.merchant, type, value, position),
  };
}
