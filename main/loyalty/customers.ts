/** Customers of the loyalty programme. */
import type { Customer, CustomerInput } from '../wire/loyalty.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { notFound, requireOwnMerchant } from './merchantScope.ts';

export function createCustomer(
  world: Pick<World, 'clock' | 'ledger' | 'loyalty'>,
  principal: Principal,
  input: CustomerInput,
): Promise<Customer> {
  return world.ledger.write(() => insertCustomer(world, principal, input));
}

/** Inside a job: creates a customer. */
export function insertCustomer(
  world: Pick<World, 'clock' | 'ledger' | 'loyalty'>,
  principal: Pick<Principal, 'merchant'>,
  input: CustomerInput,
): Customer {
  requireOwnMerchant(principal, input.merchant);
  const { merchant } = principal;
  const number = String(world.ledger.nextNumber(`customer ${merchant}`) + FIRST_CUSTOMER);
  const customer = customerOf(
    {
      object: 'loyalty.customers',
      id: newId('CUS'),
      merchant: { object: 'general.merchants', id: merchant },
      customernumber: number,
      note: null,
      contact: {},
      merchant_contact: {},
      account_contact: {},
      consent_for_communication: 'not_set',
      payment_container: null,
      additional_data: null,
      created: timestamp(world.clock.now()),
    },
    input,
  );
  refuseTaken(world, merchant, customer);
  world.loyalty.customers.insert(merchant, customer);
  return customer;
}

/** Numbers below the first are for customers that the shop numbers itself. */
const FIRST_CUSTOMER = 20_000;

function refuseTaken(world: Pick<World, 'loyalty'>, merchant: string, { id, customernumber }: Customer) {
  const holder = customernumber === null ? null : world.loyalty.customerByNumber(merchant, customernumber);
  if (holder !== null && holder !== id)
    throw new BridgeError('alreadyAssigned', `customernumber ${customernumber} belongs to another customer`);
}

export function updateCustomer(
  world: Pick<World, 'clock' | 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  input: CustomerInput,
): Promise<Customer> {
  return world.ledger.write(() => saveCustomer(world, principal, id, input));
}

/** Inside a job: changes a customer; members that were not sent stay. */
export function saveCustomer(
  world: Pick<World, 'clock' | 'loyalty'>,
  principal: Pick<Principal, 'merchant'>,
  id: string,
  input: CustomerInput,
): Customer {
  requireOwnMerchant(principal, input.merchant);
  const { merchant } = principal;
  const known = world.loyalty.customers.find(merchant, id)?.document;
  if (!known) throw notFound('loyalty.customers', id);
  const changed = input.anonymize === true ? anonymous(known) : customerOf(known, input);
  const customer = { ...changed, updated: timestamp(world.clock.now()) };
  refuseTaken(world, merchant, customer);
  world.loyalty.customers.save(merchant, customer);
  world.loyalty.refreshCustomer(id);
  return customer;
}

/** The customer without personal data; cards and bookings stay. */
const anonymous = (known: Customer): Customer => ({
  ...known,
  customernumber: null,
  note: null,
  contact: {},
  merchant_contact: {},
  account_contact: {},
  consent_for_communication: 'not_set',
  additional_data: null,
});

function customerOf(known: Customer, input: CustomerInput): Customer {
  const { merchant: _, anonymize: __, contact, merchant_contact, account_contact, ...sent } = withConsent(input);
  const members = Object.fromEntries(Object.entries(sent).filter(([name]) => !KEPT.has(name)));
  return {
    ...known,
    ...members,
    contact: contactOf(contact, known.contact),
    merchant_contact: contactOf(merchant_contact, known.merchant_contact),
    account_contact: contactOf(account_contact, known.account_contact),
  } as Customer;
}

/** A consent is withdrawn by null. */
const withConsent = (input: CustomerInput): CustomerInput =>
  input.consent_for_communication === null ? { ...input, consent_for_communication: 'not_set' } : input;

/** Members that only the bridge writes. */
const KEPT: ReadonlySet<string> = new Set(['object', 'id', 'created', 'updated', 'payment_container']);

function contactOf(sent: CustomerInput['contact'], was: Customer['contact']): Customer['contact'] {
  if (!sent) return sent === null ? {} : was;
  const name = [sent.forename, sent.surname].filter(Boolean).join(' ');
  return name ? { ...sent, name } : sent;
}

/** Sets or removes the payment instrument of a customer. */
export function setPaymentContainer(
  world: Pick<World, 'clock' | 'ledger' | 'loyalty' | 'wallet'>,
  principal: Principal,
  id: string,
  container: string | null,
): Promise<Customer> {
  const { merchant } = principal;
  return world.ledger.write(() => {
    const known = world.loyalty.customers.find(merchant, id)?.document;
    if (!known) throw notFound('loyalty.customers', id);
    if (container !== null && !world.wallet.containers.find(merchant, container))
      throw notFound('payment.containers', container);
    const payment_container = container === null ? null : { object: 'payment.containers', id: container };
    const customer = { ...known, payment_container, updated: timestamp(world.clock.now()) };
    world.loyalty.customers.save(merchant, customer);
    world.loyalty.refreshCustomer(id);
    return customer;
  });
}
