/** The payment method that a call names: offered by method table, agreement, subscription and installation, or refused. */
import { nonEmptyText } from '../acquirer/payments/input.ts';
import { methodOf, type NamedMethod } from '../acquirer/payments/methods.ts';
import { refuseForPlan } from '../acquirer/subscriptions/subscriptionItem.ts';
import { BridgeError } from '../world/errors.ts';
import { requireProcessor } from '../world/processor.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

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
