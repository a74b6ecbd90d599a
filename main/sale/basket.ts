/** Opens a sale and changes its basket, as long as no money has moved. */

import { checkSubscriptionItem } from '../acquirer/subscriptions/subscriptionItem.ts';
import { next } from '../domain/transaction.ts';
import type { SmartTransaction, SmartTransactionInput } from '../wire/transactions.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { basketCheckFor } from './checkedBasket.ts';
import { changedSaleDocument, type DocumentContext, newSaleDocument } from './document.ts';
import { type CheckedPasscodes, checkPasscodes, identOf } from './idents.ts';
import { currentSale, saleOf } from './lookup.ts';
import { checkReferences } from './namedReferences.ts';
import { withOpenCampaigns } from './openCampaigns.ts';
import { containerOf, customerOf } from './payer.ts';
import { outcomeFor } from './saleOutcome.ts';
import { stateRefusal } from './stateRefusal.ts';
import { advance, type SaleStepWorld } from './transition.ts';

/** Members of the world that a new sale is made from. */
export type NewSaleWorld = Pick<
  World,
  | 'agreements'
  | 'basketGrants'
  | 'clock'
  | 'devices'
  | 'loyalty'
  | 'settings'
  | 'soldArticles'
  | 'subscriptions'
  | 'wallet'
>;

/** Facts of the request besides its body. */
export interface ClientInfo {
  readonly userAgent?: string | undefined;
  /** The request wants no strict checks (`Tillbridge-Strict: off`). */
  readonly isLenient?: boolean;
  /** Called with the paths of members that the sale should have said, as in `basket.products[0].tax`. */
  readonly unsaid?: (paths: readonly string[]) => void;
}

export async function create(
  world: NewSaleWorld & Pick<World, 'admitMoney' | 'cardAuthority' | 'cardCodes' | 'ledger' | 'queue'>,
  principal: Principal,
  input: SmartTransactionInput,
  caller: ClientInfo = {},
): Promise<SmartTransaction> {
  world.admitMoney();
  world.queue.admit();
  const proven = await checkPasscodes(world, principal.merchant, input.idents);
  return world.ledger.write(() => {
    const sale = newSale(world, principal, input, caller, proven);
    world.ledger.insert(sale);
    return sale.document;
  });
}

/** Makes a sale without storing it; diagnosis and end-of-day use it too. */
export function newSale(
  world: NewSaleWorld,
  principal: Principal,
  input: SmartTransactionInput,
  caller: ClientInfo = {},
  proven: CheckedPasscodes = new Set(),
): Sale {
  const document = newSaleDocument(input, documentContext(world, principal, caller, proven));
  checkSubscriptionItem(world, principal.merchant, document);
  checkReferences(world, principal, document, null);
  const sale: Sale = {
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
  const discounted = withOpenCampaigns(world, sale);
  return { ...sale, document: { ...discounted, outcome: outcomeFor(discounted, 'created', null) } };
}

/**
 * PUT: removes an applied card, so preTransaction has to be repeated, and voids the authorisation. Refused once money
 * may have moved.
 */
export async function update(
  world: SaleStepWorld & NewSaleWorld & Pick<World, 'cardAuthority' | 'cardCodes' | 'salePayments'>,
  principal: Principal,
  id: string,
  input: SmartTransactionInput,
  caller: ClientInfo = {},
): Promise<SmartTransaction> {
  const before = await world.salePayments.resolved(saleOf(world, principal, id));
  const proven = await checkPasscodes(world, principal.merchant, input.idents);
  const changed = (sale: Sale) => {
    const document = changedSaleDocument(sale.document, input, documentContext(world, principal, caller, proven));
    checkSubscriptionItem(world, principal.merchant, document);
    checkReferences(world, principal, document, sale.document);
    return document;
  };
  // Refused input must not void the payment.
  await world.salePayments.void(before, 'an update', changed);
  return world.ledger.write(() => {
    const sale = currentSale(world, before);
    if (!next(sale.state, 'update')) throw stateRefusal(sale.state, 'an update');
    return advance(world, sale, 'update', 'an update', changed(sale)).document;
  });
}

function documentContext(
  world: NewSaleWorld,
  principal: Principal,
  { userAgent, isLenient = false, unsaid = () => undefined }: ClientInfo,
  proven: CheckedPasscodes,
): DocumentContext {
  const { merchant } = principal;
  return {
    merchant: world.devices.merchant(merchant),
    now: world.clock.now(),
    // The mode of a request may lift the rule in a demo; for real money the setting of the shop decides alone.
    strictSums: world.settings.strictSums && !(isLenient && world.settings.sandbox),
    till: principal.device,
    cashier: principal.staff?.name ?? null,
    userAgent,
    check: basketCheckFor(world, principal),
    rateOf: code => world.soldArticles.byCode(merchant, code)?.tax ?? null,
    unsaid,
    ident: (ident, position) => identOf(world, merchant, ident, position, proven),
    customer: sent => customerOf(world, merchant, sent),
    container: (sent, customer) => containerOf(world, merchant, sent, customer),
  };
}
