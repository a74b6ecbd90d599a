/**
 * Customers of the programme. The audit log can never forget, so it names the members that were changed and no value of a person:
 * who is forgotten on request is forgotten there, too.
 */
import { insertCustomer, saveCustomer } from '../../loyalty/customers.ts';
import type { Customer, CustomerInput } from '../../wire/loyalty.ts';
import { BridgeError } from '../../world/errors.ts';
import { audited, type Change } from '../masterData.ts';
import type { LoyaltyParts } from './parts.ts';

/** Inside a job. */
export function createCustomer({ world, data }: LoyaltyParts, change: Change, input: CustomerInput): Customer {
  const customer = insertCustomer(world, change, input);
  const after = { members: membersOf(customer) };
  audited(data, change, { kind: 'customer', subject: customer.id, action: 'created', before: null, after });
  return customer;
}

/** Inside a job; what is left out stays. */
export function changeCustomer(parts: LoyaltyParts, change: Change, id: string, input: CustomerInput): Customer {
  const before = customerOf(parts, change.merchant, id);
  const after = saveCustomer(parts.world, change, id, input);
  const members = differingMembers(before, after);
  if (members.length > 0) auditChange(parts, change, id, { members });
  return after;
}

/** Inside a job: nothing about the person stays; cards, balances and bookings do. */
export function anonymiseCustomer(parts: LoyaltyParts, change: Change, id: string): Customer {
  customerOf(parts, change.merchant, id);
  const after = saveCustomer(parts.world, change, id, { anonymize: true });
  auditChange(parts, change, id, { anonymous: true });
  return after;
}

/** Inside a job: the customer goes, and the cards stay without an owner. */
export function deleteCustomer({ world, data }: LoyaltyParts, change: Change, id: string): void {
  const { merchant } = change;
  if (!world.loyalty.customers.find(merchant, id))
    throw new BridgeError('notFound', `there is no loyalty.customers ${id}`);
  const cards = world.loyalty.cardsOfCustomer(id);
  for (const card of cards) world.loyalty.changeCard(merchant, card, { customer: { id: null, since: null } });
  world.loyalty.customers.remove(merchant, id);
  const after = { cards: cards.length };
  audited(data, change, { kind: 'customer', subject: id, action: 'removed', before: null, after });
}

function customerOf({ world }: LoyaltyParts, merchant: string, id: string): Customer {
  const known = world.loyalty.customers.find(merchant, id)?.document;
  if (!known) throw new BridgeError('notFound', `there is no loyalty.customers ${id}`);
  return known;
}

const auditChange = ({ data }: LoyaltyParts, change: Change, id: string, after: object) =>
  audited(data, change, { kind: 'customer', subject: id, action: 'changed', before: null, after });

/** Names of the members that hold something, contacts by their own members. */
const membersOf = (customer: Customer): readonly string[] => [...flat(customer).keys()];

function differingMembers(before: Customer, after: Customer): readonly string[] {
  const [a, b] = [flat(before), flat(after)];
  return [...new Set([...a.keys(), ...b.keys()])].filter(name => a.get(name) !== b.get(name));
}

function flat(customer: Customer): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(customer)) {
    if (KEPT.has(name) || value === null || value === undefined) continue;
    if (CONTACTS.has(name))
      for (const [member, inner] of Object.entries(value as object))
        values.set(`${name}.${member}`, JSON.stringify(inner));
    else values.set(name, JSON.stringify(value));
  }
  return values;
}

const KEPT: ReadonlySet<string> = new Set(['object', 'id', 'merchant', 'created', 'updated']);
const CONTACTS: ReadonlySet<string> = new Set(['contact', 'merchant_contact', 'account_contact']);
