/** Payment customers: creates, changes, forgets and finds customers (specification, "Payment Customer"). */

import {
  type Contact,
  type ContactInput,
  EMPTY_CONTACT,
  readContact,
  type StatedContact,
  statedContact,
  tolerantContact,
} from '../domain/contact.ts';
import type { PaymentCustomer, PaymentCustomerInput } from '../wire/customers.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import type { CustomerInner } from '../world/wallet.ts';
import type { World } from '../world/world.ts';
import { contactForms } from './contactForms.ts';
import { documentOf, freeDocument } from './documents.ts';
import { fingerprintOf, idIn, refuseForeign } from './references.ts';

const OBJECT = 'payment.customers';

/**
 * Inside a job: the customer that a sale or a payment names: null for none, the stored customer of an id, or a
 * customer made of the contact, which may be incomplete. The same contact gives the same customer. Throws `notFound`
 * for an unknown id.
 */
export function customerFor(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  merchant: string,
  input: unknown,
): PaymentCustomer | null {
  const id = idIn(input);
  if (id !== null) return usedByPayment(world, merchant, knownCustomer(world, merchant, id));
  const contact = memberOf(input, 'contact');
  return contact === null ? null : customerOfContact(world, merchant, tolerantContact(contact, contactForms));
}

/** Inside a job: creates a customer. Throws `badInput` with the path of the first member that breaks a rule. */
export function createCustomer(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  merchant: string,
  input: PaymentCustomerInput,
): PaymentCustomer {
  refuseForeign(world, merchant, input);
  const document = newCustomer(world, merchant, strictContact(world, merchant, input, null));
  world.wallet.customers.insert(merchant, document);
  keepPicture(world, merchant, document);
  return document;
}

/** Inside a job: replaces the whole contact, so the mandatory members are sent again. */
export function updateCustomer(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  merchant: string,
  id: string,
  input: PaymentCustomerInput,
): PaymentCustomer {
  refuseForeign(world, merchant, input);
  const before = knownCustomer(world, merchant, id);
  const contact = strictContact(world, merchant, input, id);
  if (contact.picture !== before.contact.picture) dropPicture(world, merchant, before);
  const document = { ...before, contact, updated: timestamp(world.clock.now()) };
  world.wallet.customers.save(merchant, document, usedOrNot(innerOf(world, merchant, id)));
  keepPicture(world, merchant, document);
  return document;
}

/**
 * Inside a job: deletes a customer. A customer with stored payment instruments is refused. A customer of a payment
 * keeps its id and loses all personal data; any other customer is removed.
 */
export function deleteCustomer(world: Pick<World, 'clock' | 'wallet'>, merchant: string, id: string): PaymentCustomer {
  const document = knownCustomer(world, merchant, id);
  const { customers, containers } = world.wallet;
  const [container] = containers.ofCustomer(merchant, id);
  if (container !== undefined)
    throw new BridgeError('customerInUse', `${id} still has the container ${container}; delete its containers first`);
  dropPicture(world, merchant, document);
  if (!innerOf(world, merchant, id).used) {
    customers.remove(merchant, id);
    return document;
  }
  const forgotten = { ...document, contact: EMPTY_CONTACT, updated: timestamp(world.clock.now()) };
  customers.save(merchant, forgotten, { used: true, forgotten: true });
  return forgotten;
}

/** The customer of this merchant. Throws `notFound`, also for a deleted customer. */
export function knownCustomer(world: Pick<World, 'wallet'>, merchant: string, id: string): PaymentCustomer {
  const found = world.wallet.customers.find(merchant, id);
  if (!found || found.inner.forgotten) throw new BridgeError('notFound', `there is no ${OBJECT} ${id}`);
  return found.document;
}

/** `id` is the customer that may have taken the picture before. */
function strictContact(
  world: Pick<World, 'clock' | 'wallet'>,
  merchant: string,
  input: PaymentCustomerInput,
  id: string | null,
): StatedContact {
  const reading = readContact(input.contact, contactForms);
  if (!reading.ok) throw new BridgeError('badInput', `${reading.path} ${reading.problem}`);
  const { picture } = reading.contact;
  if (picture !== null && documentOf(world, merchant, picture).assigned !== id) freeDocument(world, merchant, picture);
  return statedContact(reading.contact);
}

function newCustomer(
  world: Pick<World, 'agreements' | 'clock'>,
  merchant: string,
  contact: StatedContact,
): PaymentCustomer {
  return {
    object: OBJECT,
    id: newId('PCU'),
    contract: paymentContract(world, merchant),
    merchant: { object: 'general.merchants', id: merchant },
    contact,
    created: timestamp(world.clock.now()),
  };
}

/** The Payment Contract of the merchant, to which new customers and containers belong. */
export function paymentContract(world: Pick<World, 'agreements'>, merchant: string): { object: string; id: string } {
  const terms = world.agreements.find(merchant, null);
  const contract = terms && world.agreements.general.find(merchant, terms.general)?.document.contract;
  if (!contract) throw new BridgeError('noContract', 'the merchant has no contract');
  return contract;
}

function customerOfContact(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  merchant: string,
  contact: Contact,
): PaymentCustomer {
  const { customers } = world.wallet;
  // The fingerprint covers the whole contact, missing members included: those of earlier versions were made so.
  const fingerprint = fingerprintOf(contact);
  const same = customers.byFingerprint(merchant, fingerprint);
  if (same !== null) return knownCustomer(world, merchant, same);
  const document = newCustomer(world, merchant, statedContact(contact));
  customers.insert(merchant, document, { fingerprint, used: true });
  return document;
}

/** Marks the customer as used by a payment, so that its id stays. */
function usedByPayment(world: Pick<World, 'wallet'>, merchant: string, document: PaymentCustomer): PaymentCustomer {
  world.wallet.customers.markUsed(merchant, document.id);
  return document;
}

function keepPicture(world: Pick<World, 'wallet'>, merchant: string, { id, contact }: PaymentCustomer) {
  if (contact.picture !== undefined) world.wallet.documents.assign(merchant, contact.picture, id);
}

function dropPicture(world: Pick<World, 'clock' | 'wallet'>, merchant: string, { id, contact }: PaymentCustomer) {
  if (contact.picture !== undefined) world.wallet.documents.release(merchant, contact.picture, id, world.clock.now());
}

/** The facts that stay after a change: the fingerprint of the old contact goes. */
const usedOrNot = ({ used }: CustomerInner): CustomerInner => (used ? { used } : {});

const innerOf = (world: Pick<World, 'wallet'>, merchant: string, id: string): CustomerInner =>
  world.wallet.customers.find(merchant, id)?.inner ?? {};

/** The member as a non-empty object, or null. */
function memberOf(input: unknown, name: string): ContactInput | null {
  const value = (input as ContactInput | null | undefined)?.[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.keys(value).length === 0 ? null : (value as ContactInput);
}
