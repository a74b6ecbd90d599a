/** Owners of a loyalty card: its customer, its group, and the account that shows the card. */
import type { CustomerInput, LoyaltyCard } from '../wire/loyalty.ts';
import type { MerchantCard } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { cardNamed } from './cardBookings.ts';
import { insertCustomer } from './customers.ts';
import { notFound } from './merchantScope.ts';

export function setCustomer(
  world: Pick<World, 'clock' | 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  customer: string,
): Promise<MerchantCard> {
  return changeCard(world, principal, id, undefined, () => {
    if (!world.loyalty.customers.find(principal.merchant, customer)) throw notFound('loyalty.customers', customer);
    return { customer: { id: customer, since: world.clock.now() } };
  });
}

/** Creates a customer and gives the card to the customer. */
export function registerCustomer(
  world: Pick<World, 'clock' | 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  input: CustomerInput,
  cardnumber?: string | null,
): Promise<MerchantCard> {
  return changeCard(world, principal, id, cardnumber, () => {
    const { id: customer } = insertCustomer(world, principal, input);
    return { customer: { id: customer, since: world.clock.now() } };
  });
}

export function changeGroup(
  world: Pick<World, 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  group: string,
): Promise<MerchantCard> {
  return changeCard(world, principal, id, undefined, () => {
    if (!world.loyalty.groups.find(principal.merchant, group)) throw notFound('loyalty.cardgroups', group);
    return { cardGroup: group };
  });
}

/** One commit: looks the card up, then makes the change. */
function changeCard(
  world: Pick<World, 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  cardnumber: string | null | undefined,
  change: () => Parameters<World['loyalty']['changeCard']>[2],
): Promise<MerchantCard> {
  return world.ledger.write(() => {
    const { merchantcard } = cardNamed(world, principal, id, cardnumber);
    return world.loyalty.changeCard(principal.merchant, merchantcard.id, change()).merchantcard;
  });
}

/** Assigns the card to the account whose app shows it; `me` is the account of the caller. */
export function assignAccount(
  world: Pick<World, 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  account: string,
): Promise<LoyaltyCard> {
  return world.ledger.write(() => {
    const known = cardOf(world, principal, id);
    if (known.account) throw new BridgeError('alreadyAssigned', `the card ${id} is assigned to ${known.account.id}`);
    const card = { ...known, account: { object: 'general.accounts', id: accountId(principal, account) } };
    world.loyalty.cards.save(principal.merchant, card);
    return card;
  });
}

export function removeAccount(
  world: Pick<World, 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  account: string,
): Promise<LoyaltyCard> {
  return world.ledger.write(() => {
    const known = cardOf(world, principal, id);
    if (known.account?.id !== accountId(principal, account)) throw notFound('general.accounts', account);
    const card = { ...known, account: null };
    world.loyalty.cards.save(principal.merchant, card);
    return card;
  });
}

export function cardOf(world: Pick<World, 'loyalty'>, principal: Principal, id: string): LoyaltyCard {
  const known = world.loyalty.cards.find(principal.merchant, id)?.document;
  if (!known) throw notFound('loyalty.cards', id);
  return known;
}

const accountId = ({ staff, client }: Principal, account: string) =>
  account.toLowerCase() === 'me' ? (staff?.id ?? client) : account;
