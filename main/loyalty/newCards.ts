/** Creates loyalty cards with the codes to print on them. */

import { integer } from '../sale/callerMembers.ts';
import type { Customer, CustomerInput } from '../wire/loyalty.ts';
import type { MerchantCard } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import { newCardDigits } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { queueCardOperation } from './cardRecord.ts';
import { insertCustomer } from './customers.ts';
import { notFound } from './merchantScope.ts';

/** The codes are answered once and stored as hashes. */
export function createCards(
  world: Pick<World, 'cardCodes' | 'clock' | 'devices' | 'ledger' | 'loyalty' | 'queue'>,
  principal: Principal,
  group: string,
  {
    cards_amount,
    customer,
  }: { readonly cards_amount?: number | string | null; readonly customer?: CustomerInput | null },
): Promise<readonly (MerchantCard & { readonly csc: string })[]> {
  const { merchant } = principal;
  const amount = integer(cards_amount) ?? 1;
  if (amount < 1 || amount > MOST_CARDS)
    throw new BridgeError('badInput', `cards_amount must be between 1 and ${MOST_CARDS}`);
  return world.ledger.write(() => {
    if (!world.loyalty.groups.find(merchant, group)) throw notFound('loyalty.cardgroups', group);
    const owner = customer && Object.keys(customer).length > 0 ? insertCustomer(world, principal, customer) : null;
    return Array.from({ length: amount }, () => newCard(world, principal, group, owner));
  });
}

function newCard(
  world: Pick<World, 'cardCodes' | 'clock' | 'devices' | 'loyalty' | 'queue'>,
  principal: Principal,
  group: string,
  owner: Customer | null,
) {
  const { merchant, device: till } = principal;
  const at = world.clock.now();
  const csc = newCardDigits(4);
  const card = world.loyalty.issue(merchant, group, { at, till, secrets: {} });
  const { id } = card.merchantcard;
  world.loyalty.keepSecrets(merchant, id, { csc: world.cardCodes.cscHash(card, csc) });
  const { merchantcard } = owner
    ? world.loyalty.changeCard(merchant, id, { customer: { id: owner.id, since: at } })
    : card;
  const facts = { cardgroup: group };
  queueCardOperation(world, principal, { event: 'created', object: id, card: id, amount: null, facts });
  return { ...merchantcard, csc };
}

const MOST_CARDS = 1000;
