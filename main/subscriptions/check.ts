/** What a sale with a subscription in its basket must fulfil, asked when it is written and when it is paid. */

import type { Plan } from '../api/subscriptions/contract.ts';
import type { SmartTransaction } from '../api/transactions/contract.ts';
import { BridgeError } from '../errors.ts';
import type { World } from '../ports.ts';
import { planOf } from './plan.ts';

interface SubscriptionItem {
  readonly plan: Plan;
  /** When the first cycle is due, ms since 1970; null is at once, with the payment itself. */
  readonly start: number | null;
}

/** The line that subscribes; null for a sale without one. Throws what is wrong with it. */
export function subscriptionItem(
  world: World,
  merchant: string,
  { basket, basket_info }: SmartTransaction,
): SubscriptionItem | null {
  const items = basket.products.filter(({ item_type }) => item_type === 'subscription');
  const [item] = items as readonly { readonly plan_id?: unknown; readonly start_at?: unknown }[];
  if (!item) return null;
  if (items.length > 1) throw new BridgeError('badInput', 'basket: one subscription in a transaction, no more');
  if (typeof item.plan_id !== 'string') throw new BridgeError('badInput', 'basket: a subscription needs its plan_id');
  const plan = planOf(world, merchant, item.plan_id);
  if (plan.status !== 'active') throw new BridgeError('stateForbids', `the plan ${plan.id} is ${plan.status}`);
  if (plan.currency !== basket_info.currency)
    throw new BridgeError('badInput', `the plan ${plan.id} is in ${plan.currency}, not in ${basket_info.currency}`);
  return { plan, start: startOf(item.start_at) };
}

function startOf(start: unknown): number | null {
  if (start === undefined || start === null) return null;
  const time = typeof start === 'string' && /^\d{4}-\d\d-\d\d/.test(start) ? Date.parse(start) : Number.NaN;
  if (Number.isNaN(time)) throw new BridgeError('badInput', 'basket: start_at must be a date (ISO 8601)');
  return time;
}

/** A plan says how it can be paid, so that later payments need nobody. */
export function refuseForPlan(world: World, merchant: string, document: SmartTransaction, method: string): void {
  const plan = subscriptionItem(world, merchant, document)?.plan;
  if (plan && !plan.payment_methods.includes(method))
    throw new BridgeError(
      'methodUnavailable',
      `the plan ${plan.id} is paid with ${plan.payment_methods.join(' or ')}, not with ${method}`,
    );
}
