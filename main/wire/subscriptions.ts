/** Subscriptions and the plans they follow. */
import Type, { type Static } from 'typebox';
import { Currency, IntegerInput, idOf, Money, nullable, openObject, Reference, Timestamp } from './shapes.ts';

export const subscriptionStatuses = ['active', 'suspended', 'cancelled', 'completed'] as const;
export const planStatuses = ['created', 'active', 'inactive'] as const;

const Tenure = Type.Enum(['setup', 'trial', 'regular']);
const Unit = Type.Enum(['day', 'week', 'month', 'year']);

const Interval = Type.Object({ unit: Unit, count: Type.Integer() });

export const BillingCycle = openObject({
  sequence: Type.Integer({ description: '0 is the set-up fee' }),
  interval: nullable(Interval),
  tenure_type: Tenure,
  total_cycles: Type.Integer({ description: '0: without end' }),
  price: Money,
});

const Count = Type.Union([Type.Integer({ minimum: 0, maximum: 999 }), Type.String({ pattern: '^[0-9]{1,3}$' })]);

const BillingCycleInput = openObject({
  sequence: Count,
  interval: Type.Optional(nullable(openObject({ unit: Unit, count: Count }))),
  tenure_type: Tenure,
  total_cycles: Type.Optional(nullable(Count)),
  price: IntegerInput,
});

const planMembers = {
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  currency: Type.Optional(nullable(Currency)),
  status: Type.Optional(nullable(Type.Enum([...planStatuses]))),
  payment_methods: Type.Optional(nullable(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 }))),
  merchant: Type.Optional(nullable(Type.Union([Type.String({ maxLength: 100 }), openObject({ id: Type.String() })]))),
  billing_cycles: Type.Optional(nullable(Type.Array(BillingCycleInput, { maxItems: 20 }))),
  product_type: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
};

export const PlanInput = openObject(planMembers);
export type PlanInput = Static<typeof PlanInput>;

export const Plan = openObject({
  object: Type.Literal('payment.plans'),
  id: idOf('PLN'),
  created: Timestamp,
  updated: Type.Optional(Timestamp),
  description: nullable(Type.String()),
  currency: Currency,
  status: Type.Enum([...planStatuses]),
  payment_methods: Type.Array(Type.String()),
  merchant: Reference,
  billing_cycles: Type.Array(BillingCycle),
  product_type: nullable(Type.String()),
});
export type Plan = Static<typeof Plan>;

export const CycleExecution = Type.Object({
  sequence: Type.Integer(),
  tenure_type: Tenure,
  total_cycles: Type.Integer(),
  cycles_completed: Type.Integer(),
  cycles_remaining: Type.Integer(),
});

export const Subscription = openObject({
  object: Type.Literal('payment.subscriptions'),
  id: idOf('SUB'),
  created: Timestamp,
  updated: Type.Optional(Timestamp),
  number: Type.Integer({ description: 'what later payments pass as subscription.id' }),
  purpose: nullable(Type.String()),
  currency: Currency,
  smart_transaction: nullable(Reference),
  merchant: Reference,
  contract: nullable(Reference),
  customer: nullable(Reference),
  container: nullable(Reference),
  plan: nullable(Reference),
  start_at: Timestamp,
  status: Type.Enum([...subscriptionStatuses]),
  billing_cycles: openObject({
    cycle_executions: Type.Array(CycleExecution),
    next_billing_time: nullable(Timestamp),
  }),
  demo: Type.Boolean(),
});
export type Subscription = Static<typeof Subscription>;

export const ContainerChange = openObject({});
