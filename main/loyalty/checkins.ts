/** Check-ins: customers in the shop, whose cards can be put into a sale without being shown. */

import { isJsonObject } from '../domain/jsonObject.ts';
import type { Checkin, CheckinInput } from '../wire/checkins.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { cardNamed } from './cardBookings.ts';

/** Checks a customer in; an existing check-in is answered again. */
export function checkIn(
  world: Pick<World, 'clock' | 'ledger' | 'loyalty'>,
  principal: Principal,
  input: CheckinInput,
): Promise<Checkin> {
  const { merchant } = principal;
  return world.ledger.write(() => {
    const { merchantcard } = cardNamed(world, principal, 'me', input.cardnumber);
    const there = world.loyalty.checkinOf(merchantcard.id);
    const known = there === null ? null : world.loyalty.checkins.find(merchant, there);
    if (known) return known.document;
    const { account } = world.loyalty.cards.find(merchant, merchantcard.card.id)?.document ?? { account: null };
    const customer = (merchantcard.customer ?? null) as Checkin['customer'];
    const checkin: Checkin = {
      object: 'smart.checkins',
      id: newId('CHI'),
      customerName: input.customerName ?? nameOf(customer),
      picture: input.picture ?? null,
      created: timestamp(world.clock.now()),
      account,
      customer,
      merchantcard,
    };
    world.loyalty.checkins.insert(merchant, checkin);
    return checkin;
  });
}

const nameOf = (customer: Checkin['customer']): string => {
  const contact = customer?.contact;
  return isJsonObject(contact) && typeof contact.name === 'string' ? contact.name : '';
};

export function checkOut(
  world: Pick<World, 'ledger' | 'loyalty'>,
  { merchant }: Principal,
  id: string,
): Promise<Checkin> {
  return world.ledger.write(() => {
    const known = world.loyalty.checkins.find(merchant, id);
    if (!known) throw new BridgeError('notFound', `there is no smart.checkins ${id}`);
    world.loyalty.checkins.remove(merchant, id);
    return known.document;
  });
}
