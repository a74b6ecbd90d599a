/** Plans: the charges of a subscription and their intervals. A subscription keeps the terms it was begun with. */

import { type BillingCycle, cyclesProblem } from '../../domain/billing.ts';
import type { Plan, PlanInput } from '../../wire/subscriptions.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';

export const createPlan = (
  world: Pick<World, 'agreements' | 'clock' | 'devices' | 'ledger' | 'subscriptions'>,
  principal: Principal,
  input: PlanInput,
): Promise<Plan> =>
  world.ledger.write(() => {
    const { merchant } = principal;
    const created = timestamp(world.clock.now());
    const blank: Plan = {
      object: 'payment.plans',
      id: newId('PLN'),
      created,
      description: null,
      currency: world.devices.merchant(merchant).currency,
      status: 'created',
      payment_methods: ['creditcard', 'debit'],
      merchant: { object: 'general.merchants', id: merchant },
      billing_cycles: [],
      product_type: null,
    };
    const plan = planned(world, principal, blank, input);
    world.subscriptions.plans.insert(merchant, plan);
    return plan;
  });

/**
 * PUT replaces the plan, PATCH changes the named members. Currency and billing cycles can change until the plan is
 * active.
 */
export const changePlan = (
  world: Pick<World, 'agreements' | 'clock' | 'ledger' | 'subscriptions'>,
  principal: Principal,
  id: string,
  input: PlanInput,
  method: 'put' | 'patch',
): Promise<Plan> =>
  world.ledger.write(() => {
    const before = planOf(world, principal.merchant, id);
    const base = method === 'put' ? { ...before, description: null, product_type: null } : before;
    const plan = { ...planned(world, principal, base, input), updated: timestamp(world.clock.now()) };
    refuseChange(before, plan);
    world.subscriptions.plans.save(principal.merchant, plan);
    return plan;
  });

/** A plan of this merchant. Throws `notFound`. */
export function planOf(world: Pick<World, 'subscriptions'>, merchant: string, id: string): Plan {
  const plan = world.subscriptions.plans.find(merchant, id);
  if (!plan) throw new BridgeError('notFound', `there is no payment.plans ${id}`);
  return plan.document;
}

function planned(world: Pick<World, 'agreements'>, { merchant }: Principal, base: Plan, input: PlanInput): Plan {
  const named = typeof input.merchant === 'string' ? input.merchant : input.merchant?.id;
  if (named !== undefined && named !== merchant) throw new BridgeError('notFound', `there is no merchant ${named}`);
  const cycles = input.billing_cycles?.map(cycleOf) ?? base.billing_cycles;
  const problem = cyclesProblem(cycles);
  if (problem !== null) throw new BridgeError('badInput', `billing_cycles: ${problem}`);
  const plan = {
    ...base,
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.product_type === undefined ? {} : { product_type: input.product_type }),
    currency: input.currency ?? base.currency,
    status: input.status ?? base.status,
    payment_methods: input.payment_methods ?? base.payment_methods,
    billing_cycles: cycles,
  };
  refuseUnagreed(world, merchant, plan);
  return plan;
}

function cycleOf(input: NonNullable<PlanInput['billing_cycles']>[number], index: number): BillingCycle {
  const { sequence, interval, tenure_type, total_cycles, price } = input;
  const wrong = (what: string) => new BridgeError('badInput', `billing_cycles[${index}].${what}`);
  if (Number(price) < 0) throw wrong('price must be 0 or more');
  if (interval && Number(interval.count) < 1) throw wrong('interval.count must be 1 or more');
  return {
    sequence: Number(sequence),
    interval: interval ? { unit: interval.unit, count: Number(interval.count) } : null,
    tenure_type,
    total_cycles: Number(total_cycles ?? (tenure_type === 'regular' ? 0 : 1)),
    price: Number(price),
  };
}

/** A plan allows only methods and currencies of the agreement that need no payer. */
function refuseUnagreed(world: Pick<World, 'agreements'>, merchant: string, { currency, payment_methods }: Plan) {
  const terms = world.agreements.find(merchant, null);
  const other = payment_methods.find(method => !RECURRING.has(method) || !terms?.methods.includes(method));
  if (other !== undefined)
    throw new BridgeError('badInput', `payment_methods: ${other} cannot be charged again and again, or is not agreed`);
  if (!terms?.currencies.includes(currency))
    throw new BridgeError('badInput', `currency ${currency} is not one of the contract`);
}

const RECURRING: ReadonlySet<string> = new Set(['creditcard', 'debit']);

function refuseChange(before: Plan, after: Plan) {
  if (before.status === 'created') return;
  const text = ({ currency, billing_cycles }: Plan) => JSON.stringify([currency, billing_cycles]);
  if (text(before) !== text(after))
    throw new BridgeError('planAgreed', `the plan is ${before.status}: currency and billing_cycles are agreed`);
  if (after.status === 'created') throw new BridgeError('planAgreed', `the plan is ${before.status} already`);
}
