/** The payment method that a call names: offered by method table, agreement, subscription and installation, or refused. */
import { nonEmptyText } from '../acquirer/payments/input.ts';
import { methodOf, methods, type NamedMethod, type PaymentMethod } from '../acquirer/payments/methods.ts';
import { refuseForPlan } from '../acquirer/subscriptions/subscriptionItem.ts';
import { likelyName } from '../domain/likelyName.ts';
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
  if (!method) throw unknownMethod(action, methodName);
  if (!method[action]) throw wrongAction(sale.id, action, method.name);
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

/** Throws for a method without a processor, and for a sale with `is_demo` in a live shop. */
function refuseUnserved(
  world: Pick<World, 'acquirer' | 'demoOutcomes' | 'settings'>,
  sale: Sale,
  { name, offeredAs, settledBy }: NamedMethod,
) {
  if (settledBy === 'acquirer') requireProcessor(world, offeredAs ?? name);
  if (settledBy === 'chance' && !world.demoOutcomes)
    throw new BridgeError('noProcessor', 'start/demo only plays at paying: it is for demo and training');
  refuseDemoInShop(world, sale, name);
}

/** Throws where a live shop would have to play a payment; a change of the sale may set `is_demo` until it is paid. */
export function refuseDemoInShop({ settings }: Pick<World, 'settings'>, { document }: Sale, name: string): void {
  if (document.is_demo && !settings.sandbox)
    throw new BridgeError('demoInLiveShop', `is_demo is set, so ${name} would execute nothing`);
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

/** Says by which call the method goes. */
function wrongAction(id: string, action: 'prepare' | 'start', name: string): BridgeError {
  const other = action === 'start' ? 'prepare' : 'start';
  const next = {
    method: 'POST',
    path: `/api/v2/Smart/Transactions/${id}/${other}/${name}`,
    why: OTHER[action],
  } as const;
  return new BridgeError('methodUnavailable', `${action}/${name} does not exist; ${OTHER[action]}`, {
    extra: { next },
  });
}

/** Says which methods there are, and which of them was probably meant. */
function unknownMethod(action: 'prepare' | 'start', name: string): BridgeError {
  const known = Object.entries<PaymentMethod>(methods).flatMap(([one, row]) => (row[action] ? [one] : []));
  const meant = likelyName(name, known);
  const question = meant === null ? ';' : `; did you mean ${action}/${meant}?`;
  const text = `the payment method "${name}" is not known here${question} ${action} takes ${known.join(', ')}`;
  return new BridgeError('methodUnavailable', text, { extra: { meant, methods: known } });
}

const unavailable = (details: string) => new BridgeError('methodUnavailable', details);
