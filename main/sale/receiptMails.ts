/**
 * Mails that a sale requests (`communications`): sent on execution, and only where a loyalty card identifies the
 * customer.
 */

import { isJsonObject } from '../domain/jsonObject.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { cardOfSale } from './idents.ts';

/** Inside the job that closes the sale. */
export function queueMails(world: Pick<World, 'log' | 'loyalty' | 'mails' | 'settings'>, sale: Sale): void {
  const asked = templatesOf(sale);
  if (asked.length === 0) return;
  const recipient = cardOfSale(world, sale) ? recipientOf(world, sale) : null;
  if (!recipient) {
    world.log('info', 'a mail was asked for, but nobody to write to is known', { sale: sale.id });
    return;
  }
  const { merchant, id } = sale;
  for (const template of asked)
    world.mails.queue({ merchant, sale: id, recipient, template, language: world.settings.language });
}

const RECEIPT = 'receipt';

/** Names of the requested templates; clients send one communication or a list of them. */
function templatesOf({ document }: Sale): readonly string[] {
  const { communications } = document;
  const list = Array.isArray(communications) ? communications : [communications];
  return list
    .filter(one => isJsonObject(one) && Object.keys(one).length > 0)
    .map(({ template_id: name }) => (typeof name === 'string' && name !== '' ? name : RECEIPT));
}

/** Mail address of the card's customer, else of a person in the sale. */
function recipientOf(world: Pick<World, 'loyalty'>, sale: Sale): string | null {
  const { customer, checkin } = sale.document;
  const holder = cardOfSale(world, sale)?.merchantcard.customer;
  const addresses = [contactMail(holder), contactMail(customer), isJsonObject(checkin) ? checkin.email : null];
  return addresses.find((address): address is string => typeof address === 'string' && ADDRESS.test(address)) ?? null;
}

/** A single address without further text, because it is written into the head of a mail. */
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

const contactMail = (person: unknown): unknown =>
  isJsonObject(person) && isJsonObject(person.contact) ? person.contact.email : null;
