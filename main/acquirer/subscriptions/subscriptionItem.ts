/** Rules of a basket with a subscription, checked when the sale is stored and when it is paid. */
import type { Plan } from '../../wire/subscriptions.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';
import { planOf } from './plans.ts';

interface SubscriptionItem {
  readonly plan: Plan;
  /** Time of the first cycle, ms since 1970; null is at once, paid by the sale itself. */
  readonly start: number | null;
}

/** Throws for a wrong subscription line; a sale without such a line passes. */
export function checkSubscriptionItem(
  world: Pick<World, 'subscriptions'>,
  merchant: string,
  document: SmartTransaction,
): void {
  const [item, ...more] = itemsOf(document);
  if (!item) return;
  if (more.length > 0) throw new BridgeError('badInput', 'basket: one subscription in a transaction, no more');
  if (typeof item.plan_id !== 'string') throw new BridgeError('badInput', 'basket: a subscription needs its plan_id');
  const plan = planOf(world, merchant, item.plan_id);
  if (plan.status !== 'active') throw new BridgeError('planNotActive', `the plan ${plan.id} is ${plan.status}`);
  const { currency } = document.basket_info;
  if (plan.currency !== currency)
    throw new BridgeError('badInput', `the plan ${plan.id} is in ${plan.currency}, not in ${currency}`);
  if (item.start_at != null && startOf(item.start_at) === null)
    throw new BridgeError('badInput', 'basket: start_at must be a date (ISO 8601)');
}

/** Throws where the plan does not allow the method. */
export function refuseForPlan(
  world: Pick<World, 'subscriptions'>,
  merchant: string,
  document: SmartTransaction,
  method: string,
): void {
  checkSubscriptionItem(world, merchant, document);
  const plan = subscribedItem(world, merchant, document)?.plan;
  if (plan && !plan.payment_methods.includes(method))
    throw new BridgeError(
      'methodUnavailable',
      `the plan ${plan.id} is paid with ${plan.payment_methods.join(' or ')}, not with ${method}`,
    );
}

/**
 * The plan that the sale subscribes to; null for none. Nothing is refused here, because the money has moved: the
 * agreed plan stands even if it has changed since.
 */
export function subscribedItem(
  world: Pick<World, 'subscriptions'>,
  merchant: string,
  document: SmartTransaction,
): SubscriptionItem | null {
  const [item] = itemsOf(document);
  const plan = world.subscriptions.plans.find(merchant, String(item?.plan_id ?? ''))?.document;
  return plan ? { plan, start: startOf(item?.start_at) } : null;
}

const itemsOf = ({ basket }: SmartTransaction) =>
  basket.products.filter(({ item_type }) => item_type === 'subscription') as readonly {
    readonly plan_id?: unknown;
    readonly start_at?: unknown;
  }[];

function startOf(start: unknown): number | null {
  const time = typeof start === 'string' && /^\d{4}-\d\d-\d\d/.test(start) ? Date.parse(start) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
