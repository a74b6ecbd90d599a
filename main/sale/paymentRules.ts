/** Rules for paying a sale, checked before anything is stored or sent: method, amount, currency, agreement. */

import { nonEmptyText } from '../acquirer/payments/input.ts';
import { methodOf, type NamedMethod } from '../acquirer/payments/methods.ts';
import { refuseForPlan } from '../acquirer/subscriptions/subscriptionItem.ts';
import { executed, next } from '../domain/transaction.ts';
import { BridgeError } from '../world/errors.ts';
import { refuseIgnoredMoney } from '../world/ignoredMoney.ts';
import { requireProcessor } from '../world/processor.ts';
import type { PaymentContext, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { stateRefusal } from './transition.ts';

/** Body of prepare and start; every member may be missing. */
export type PaymentBody = Readonly<Record<string, unknown>> | null | undefined;

export const paymentContext = ({ document }: Sale): PaymentContext => document.payment_context ?? {};

/**
 * The request for a network token and its notification address, from `payment_context.container_instructions` or the
 * sent container.
 */
export function containerInstructions(
  sale: Sale,
  body: PaymentBody,
): {
  readonly requestToken: boolean;
  readonly notificationUrl: string | null;
} {
  const instructions = paymentContext(sale).container_instructions ?? {};
  const sent = (body?.container ?? sale.document.container ?? {}) as Readonly<Record<string, unknown>>;
  const url = instructions.notification_url ?? sent.notification_url;
  return {
    requestToken: instructions.request_token === true || sent.request_token === true,
    notificationUrl: typeof url === 'string' && url !== '' ? url : null,
  };
}

/**
 * The method of a path word. Throws `methodUnavailable` where method table, agreement or installation do not offer it.
 */
export function chosenMethod(
  world: Pick<World, 'acquirer' | 'agreements' | 'demoOutcomes' | 'devices' | 'settings' | 'subscriptions'>,
  sale: Sale,
  action: 'prepare' | 'start',
  methodName: string,
): NamedMethod {
  const method = methodOf(methodName);
  if (!method) throw unavailable(`the payment method "${methodName}" is not known here`);
  if (!method[action]) throw unavailable(`${action}/${method.name} does not exist; ${OTHER[action]}`);
  refuseUnserved(world, sale, method);
  if (method.offeredAs) refuseUnoffered(world, sale, method, method.offeredAs);
  else refuseForeignCurrency(world, sale);
  refuseForPlan(world, sale.merchant, sale.document, method.offeredAs ?? method.name);
  return method;
}

const OTHER = {
  prepare: 'this method is started directly',
  start: 'this method must be prepared first, so that the payer can authorise it',
} as const;

/**
 * Throws for a method without a processor. A live shop also refuses to book a sale with `is_demo`; at a card terminal
 * that member has no effect, because the terminal takes real money.
 */
function refuseUnserved(
  world: Pick<World, 'acquirer' | 'demoOutcomes' | 'settings'>,
  { document }: Sale,
  { name, offeredAs, settledBy }: NamedMethod,
) {
  if (settledBy === 'acquirer') requireProcessor(world, offeredAs ?? name);
  if (settledBy === 'chance' && !world.demoOutcomes)
    throw new BridgeError('noProcessor', 'start/demo only plays at paying: it is for demo and training');
  if (settledBy === 'book' && document.is_demo && !world.settings.sandbox)
    throw new BridgeError('demoInLiveShop', `is_demo is set, and start/${name} would close the sale as paid`);
}

function refuseUnoffered(world: Pick<World, 'agreements'>, sale: Sale, { name }: NamedMethod, offeredAs: string) {
  const id = nonEmptyText(sale.document.contract?.id);
  const agreement = world.agreements.find(sale.merchant, id);
  if (!agreement) throw new BridgeError('notFound', `there is no contract ${id ?? 'for this merchant'}`);
  if (!agreement.methods.includes(offeredAs)) throw unavailable(`the contract ${agreement.id} does not offer ${name}`);
  const { currency } = sale.document.basket_info;
  if (!agreement.currencies.includes(currency)) throw unavailable(`the contract ${agreement.id} takes no ${currency}`);
}

/** A counter payment is in the currency of the shop or of its agreement. */
function refuseForeignCurrency(world: Pick<World, 'agreements' | 'devices'>, { merchant, document }: Sale) {
  const { currency } = document.basket_info;
  const own = world.devices.merchant(merchant).currency;
  if (currency === own || world.agreements.find(merchant, null)?.currencies.includes(currency)) return;
  throw new BridgeError('currencyRefused', `basket_info.currency is ${currency}, but the shop takes ${own}`);
}

const unavailable = (details: string) => new BridgeError('methodUnavailable', details);

/** The amount to pay, minor units. Throws where the sale cannot be paid now. */
export function dueAmount(sale: Sale, input: 'pay' | 'book' | 'authorise', detail: string): number {
  if (!next(sale.state, input)) throw stateRefusal(sale.state, detail);
  refuseEmpty(sale);
  return sale.document.basket_info.missing_sum;
}

/** Throws where the body names another amount than the missing sum: a part cannot be paid. */
export function refuseOtherAmount({ state, document }: Sale, methodName: string, body: PaymentBody): void {
  if (executed(state)) return;
  const { missing_sum: missing, currency } = document.basket_info;
  const settledBy = methodOf(methodName)?.settledBy;
  // start/auto checks the body again with the method it chooses.
  const isBooked = settledBy === 'book' || settledBy === 'choice';
  const instead = 'every payment takes the whole of basket_info.missing_sum; a part cannot be paid';
  const facts = { whole: [missing], currency, instead };
  refuseIgnoredMoney(body, isBooked ? ['amount_given'] : [], facts);
  refuseIgnoredMoney(body?.basket_info, [], facts, 'basket_info.');
}

/** The same as `dueAmount`; throws where the amount is 0. */
export function positiveDueAmount(sale: Sale, input: 'pay' | 'authorise', detail: string): number {
  const amount = dueAmount(sale, input, detail);
  if (amount <= 0) throw new BridgeError('nothingToPay', 'missing_sum is 0; start/loyalty closes the sale');
  return amount;
}

export function refuseEmpty(sale: Sale): void {
  const { basket, basket_info } = sale.document;
  if (basket.products.length === 0 && basket_info.sum === 0)
    throw new BridgeError('nothingToPay', 'the basket is empty and basket_info.sum is 0');
}
