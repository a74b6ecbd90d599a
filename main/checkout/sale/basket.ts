/** Opening a sale and changing its basket, as long as no money has moved. */

import { next } from '../../domain/transaction.ts';
import { checkSubscriptionItem } from '../../payments/subscriptions/check.ts';
import type { SmartTransaction, SmartTransactionInput } from '../../wire/transactions.ts';
import type { Principal } from '../../world/people.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { advance, refusal } from './advance.ts';
import { changedDocument, newDocument, type Surroundings } from './document.ts';
import { giveUpPayment, settledSale } from './giveUp.ts';
import { type Proven, provenIdents, recognise } from './idents.ts';
import { containerOf, customerOf } from './payer.ts';
import { saleOf } from './read.ts';

/** What the steps know of the request besides its body. */
export interface Caller {
  readonly userAgent?: string | undefined;
}

export async function create(
  world: World,
  principal: Principal,
  input: SmartTransactionInput,
  caller: Caller = {},
): Promise<SmartTransaction> {
  const proven = await provenIdents(world, principal.merchant, input.idents);
  return world.ledger.write(() => {
    const sale = newSale(world, principal, input, caller, proven);
    world.ledger.insert(sale);
    return sale.document;
  });
}

/** A sale that is not stored yet; diagnosis and end-of-day make theirs the same way. */
export function newSale(
  world: World,
  principal: Principal,
  input: SmartTransactionInput,
  caller: Caller = {},
  proven: Proven = new Set(),
): Sale {
  const document = newDocument(input, surroundings(world, principal, caller, proven));
  checkSubscriptionItem(world, principal.merchant, document);
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

/**
 * PUT: takes an applied card out again, so preTransaction has to be repeated, and gives up what prepare authorised.
 * Refused once money may have moved.
 */
export async function update(
  world: World,
  principal: Principal,
  id: string,
  input: SmartTransactionInput,
  caller: Caller = {},
): Promise<SmartTransaction> {
  const before = await settledSale(world, saleOf(world, principal, id));
  const proven = await provenIdents(world, principal.merchant, input.idents);
  const changed = (sale: Sale) => {
    const document = changedDocument(sale.document, input, surroundings(world, principal, caller, proven));
    checkSubscriptionItem(world, principal.merchant, document);
    return document;
  };
  // Input that is refused gives up nothing.
  await giveUpPayment(world, before, 'an update', changed);
  return world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    if (!next(sale.state, 'update')) throw refusal(sale.state, 'an update');
    return advance(world, sale, 'update', 'an update', changed(sale)).document;
  });
}

function surroundings(world: World, principal: Principal, { userAgent }: Caller, proven: Proven): Surroundings {
  const { merchant } = principal;
  return {
    merchant: world.devices.merchant(merchant),
    now: world.clock.now(),
    strictSums: world.settings.strictSums,
    till: principal.device,
    cashier: principal.staff?.name ?? null,
    userAgent,
    ident: (ident, position) => recognise(world, merchant, ident, position, proven),
    customer: sent => customerOf(world, merchant, sent),
    container: (sent, customer) => containerOf(world, merchant, sent, customer),
  };
}
