/**
 * The order of a sale for its Payment Transaction: amount, action, addresses, and the rules of recurring card
 * payments.
 */

import { nonEmptyText } from '../../acquirer/payments/input.ts';
import type { NamedMethod } from '../../acquirer/payments/methods.ts';
import type { PaymentBody } from '../../sale/dueAmount.ts';
import { pushUrlOf } from '../../sale/statusPush.ts';
import type { BasketItem } from '../../wire/transactions.ts';
import type { Recurring } from '../../world/acquirer.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentOrder } from '../../world/paymentOrder.ts';
import type { PaymentContext, Sale } from '../../world/sales.ts';
import type { Instrument } from './instrument.ts';
import { containerInstructions, paymentContext } from './instrument.ts';

type Members = Readonly<Record<string, unknown>>;

/** Throws `badInput` that names the wrong member of the body or of `payment_context`. */
export function orderOf(
  sale: Sale,
  method: NamedMethod,
  body: PaymentBody,
  instrument: Instrument,
  amount: number,
  action: PaymentOrder['action'],
): PaymentOrder {
  const context = paymentContext(sale);
  const { document } = sale;
  return {
    merchant: sale.merchant,
    sale: sale.id,
    method: method.offeredAs ?? method.name,
    amount,
    currency: document.basket_info.currency,
    action,
    customer: instrument.customer,
    container: instrument.container,
    stored: instrument.stored,
    contract: nonEmptyText(document.contract?.id),
    orderId: document.transactionRef,
    purpose: document.transactionRef,
    ...addresses(sale, body),
    demo: document.is_demo,
    basket: document.basket.products.map(basketItem),
    accrual: context.accrual === true,
    descriptor: descriptorOf(sale, body),
    recurring: method.name === 'creditcard' ? recurringOf(context, instrument) : null,
    ...containerInstructions(sale, body),
    parent: null,
    email: nonEmptyText(body?.email),
  };
}

function addresses(sale: Sale, body: PaymentBody) {
  const callback = members(body?.callback_urls);
  const back = sale.document.application_context?.return_urls;
  return {
    pushUrl: pushUrlOf(sale.document),
    successUrl: nonEmptyText(callback.success_url) ?? nonEmptyText(back?.url_success),
    failureUrl: nonEmptyText(callback.failure_url) ?? nonEmptyText(back?.url_error) ?? nonEmptyText(back?.url_abort),
  };
}

/** A line of the basket as the Payment Transaction holds it (`SvcBasketItem`). */
const basketItem = (item: BasketItem) => ({
  item_type: item.item_type,
  article_number: item.articleNumber,
  quantity: item.quantity,
  name: item.desc,
  ean: item.ean,
  tax: String(item.tax),
  price: item.priceOne,
  total: item.sum ?? item.quantity * item.priceOne,
  contract_id: item.contract_id,
  reference_id: item.reference_id,
});

/** Maximum length of name and city on a card statement. */
const DESCRIPTOR = { merchant_name: 22, merchant_city: 13 } as const;
const DESCRIPTOR_CHARACTERS = /^[A-Za-z0-9\-.!*=_ ]+$/;

/** The trade name on the card statement, from the body or else from the sale; a subscription payment has none. */
function descriptorOf(sale: Sale, body: PaymentBody): PaymentOrder['descriptor'] {
  const sent = body?.dynamic_descriptor ?? paymentContext(sale).dynamic_descriptor;
  if (sent == null) return null;
  const descriptor = members(sent);
  for (const [name, limit] of Object.entries(DESCRIPTOR)) refuseDescriptor(name, descriptor[name], limit);
  const subscribed = sale.document.basket.products.some(({ item_type }) => item_type === 'subscription');
  return subscribed ? null : (descriptor as PaymentOrder['descriptor']);
}

function refuseDescriptor(name: string, value: unknown, limit: number) {
  if (value == null) return;
  if (typeof value === 'string' && value.length <= limit && DESCRIPTOR_CHARACTERS.test(value)) return;
  throw new BridgeError(
    'badInput',
    `dynamic_descriptor.${name} must have 1 to ${limit} characters out of letters, digits, - . ! * = _ and space`,
  );
}

/**
 * Customer- or merchant-initiated payment (specification, "Recurring credit card payments"); null for a single
 * payment.
 */
function recurringOf(context: PaymentContext, instrument: Instrument): Recurring | null {
  const instructions = members(context.mit_instructions);
  if (instructions.type == null) return legacy(context, instrument);
  const type = oneOf('type', instructions.type, ['cit', 'mit'] as const);
  const standing = instructions.standing_instruction;
  const citReference = nonEmptyText(instructions.cit_reference);
  if (type === 'mit' && !/^PCI_[A-Z0-9]{30}$/.test(citReference ?? ''))
    throw wanted('cit_reference', 'PCI_… of the first payment');
  return {
    type,
    citReference,
    standingInstruction:
      standing == null ? null : oneOf('standing_instruction', standing, ['ucof', 'recurring'] as const),
    expiry: dateOf(instructions.recurring_expiry),
    frequency: daysOf(instructions.recurring_frequency),
  };
}

/** `merchant_initiated` of older clients: a later payment without a reference to the first payment. */
const legacy = (context: PaymentContext, { stored }: Instrument): Recurring | null =>
  context.merchant_initiated === true && stored
    ? { type: 'mit', citReference: null, standingInstruction: null, expiry: null, frequency: null }
    : null;

function dateOf(value: unknown): string | null {
  if (value == null) return null;
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw wanted('recurring_expiry', 'an ISO 8601 date');
}

/** Number of days, sent as text or number and stored as text. */
function daysOf(value: unknown): string | null {
  if (value == null) return null;
  if (/^[1-9]\d{0,3}$/.test(String(value))) return String(value);
  throw wanted('recurring_frequency', 'a number of days');
}

function oneOf<const Choice extends string>(name: string, value: unknown, allowed: readonly Choice[]): Choice {
  const found = allowed.find(candidate => candidate === value);
  if (!found) throw wanted(name, allowed.join(' or '));
  return found;
}

const wanted = (name: string, what: string) =>
  new BridgeError('badInput', `payment_context.mit_instructions.${name} must be ${what}`);

const members = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
