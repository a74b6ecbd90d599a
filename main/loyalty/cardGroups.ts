/** Card groups: settings that all cards of a kind share. */

import { integer } from '../sale/callerMembers.ts';
import type { CardGroup, CardGroupInput } from '../wire/loyalty.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import type { CardGroupInner } from '../world/loyalty.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { notFound, requireOwnMerchant } from './merchantScope.ts';

export function createGroup(
  world: Pick<World, 'ledger' | 'loyalty'>,
  principal: Principal,
  input: CardGroupInput,
): Promise<CardGroup> {
  if (!input.display_name) throw new BridgeError('badInput', 'display_name is missing');
  if (!input.merchant) throw new BridgeError('badInput', 'merchant is missing');
  requireOwnMerchant(principal, input.merchant);
  const { merchant } = principal;
  return world.ledger.write(() => {
    const group = groupOf(newGroup(newId('CRG'), merchant), input);
    const inner = innerOf({ prefix: freePrefix(world, merchant), length: CARD_LENGTH, limit: 0 }, input);
    world.loyalty.groups.insert(merchant, group, inner);
    return group;
  });
}

export function updateGroup(
  world: Pick<World, 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  input: CardGroupInput,
): Promise<CardGroup> {
  requireOwnMerchant(principal, input.merchant);
  return world.ledger.write(() => {
    const known = world.loyalty.groups.find(principal.merchant, id);
    if (!known) throw notFound('loyalty.cardgroups', id);
    const group = groupOf(known.document, input);
    world.loyalty.groups.save(principal.merchant, group, innerOf(known.inner, input));
    return group;
  });
}

const CARD_LENGTH = 16;

const newGroup = (id: string, merchant: string): CardGroup => ({
  object: 'loyalty.cardgroups',
  id,
  merchant: { object: 'general.merchants', id: merchant },
  display_name: '',
  display_name_raw: '',
  description: null,
  picture: null,
  stock_warn_limit: null,
  balance_limit: null,
  balance_expiry: false,
  cancel_selected: false,
});

/** The group with the sent members; members that were not sent stay. */
function groupOf(known: CardGroup, input: CardGroupInput): CardGroup {
  const { description, picture, balance_expiry, cancel_selected } = input;
  const name = input.display_name ?? known.display_name;
  const number = (sent: number | string | null | undefined, was: number | null) =>
    sent === undefined ? was : integer(sent);
  return {
    ...known,
    display_name: name,
    display_name_raw: name,
    description: description === undefined ? known.description : description,
    picture: picture === undefined ? known.picture : picture,
    stock_warn_limit: number(input.stock_warn_limit, known.stock_warn_limit),
    balance_limit: number(input.balance_limit, known.balance_limit),
    balance_expiry: balance_expiry ?? known.balance_expiry,
    cancel_selected: cancel_selected ?? known.cancel_selected,
  };
}

function innerOf(known: CardGroupInner, { prefix, limit }: CardGroupInput): CardGroupInner {
  const overdraft = integer(limit) ?? known.limit;
  if (overdraft < 0) throw new BridgeError('badInput', 'limit must be 0 or more');
  return { ...known, prefix: prefix ?? known.prefix, limit: overdraft };
}

/** The lowest prefix of four digits, from 9276 on, that no group of this merchant uses. */
function freePrefix(world: Pick<World, 'loyalty'>, merchant: string): string {
  const used = new Set(world.loyalty.groups.all(merchant).map(({ inner }) => inner.prefix));
  let prefix = FIRST_PREFIX;
  while (used.has(String(prefix))) prefix += 1;
  return String(prefix);
}

const FIRST_PREFIX = 9276;
