/** Subscriptions and plans over HTTP. */
import type { FastifyInstance } from 'fastify';
import { cancelSubscription, updateContainer } from '../../payments/subscriptions/change.ts';
import { changePlan, createPlan } from '../../payments/subscriptions/plan.ts';
import { planQueries, subscriptionQueries } from '../../store/subscriptions.ts';
import { ContainerChange, Plan, PlanInput, Subscription } from '../../wire/subscriptions.ts';
import { SmartTransaction } from '../../wire/transactions.ts';
import { described, json, listRoute, readRoute } from '../resource.ts';
import type { Services } from '../services.ts';

interface ById {
  Params: { id: string };
}

const subscriptions = {
  path: '/api/v2/Payment/Subscriptions',
  tag: 'Payment Subscriptions',
  object: 'payment.subscriptions',
  item: Subscription,
  queries: subscriptionQueries,
};

export function subscriptionRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  const { path, tag } = subscriptions;
  listRoute(app, services, subscriptions);
  readRoute(app, subscriptions, world.subscriptions.bytes);

  app.post<ById>(
    `${path}/:id/cancel`,
    described(tag, 'End a subscription: nothing more is charged', Subscription),
    async (request, reply) => json(reply, await cancelSubscription(world, request.principal, request.params.id)),
  );

  app.post<ById & { Body: Record<string, unknown> }>(
    '/api/v2/Smart/Transactions/:id/updatePaymentContainer',
    described(tag, 'Charge a subscription (SUB_) to another container from now on', SmartTransaction, {
      body: ContainerChange,
    }),
    async (request, reply) =>
      json(reply, await updateContainer(world, request.principal, request.params.id, request.body)),
  );
}

const plans = {
  path: '/api/v2/Payment/Plans',
  tag: 'Payment Plans',
  object: 'payment.plans',
  item: Plan,
  queries: planQueries,
};

export function planRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  const { path, tag } = plans;
  listRoute(app, services, plans);
  readRoute(app, plans, world.subscriptions.plans.bytes);

  app.post<{ Body: PlanInput }>(
    path,
    described(tag, 'Make a plan', Plan, { body: PlanInput }),
    async (request, reply) => json(reply, await createPlan(world, request.principal, request.body)),
  );

  for (const method of ['put', 'patch'] as const)
    app[method]<ById & { Body: PlanInput }>(
      `${path}/:id`,
      described(tag, method === 'put' ? 'Write a plan anew' : 'Change a plan', Plan, { body: PlanInput }),
      async (request, reply) =>
        json(reply, await changePlan(world, request.principal, request.params.id, request.body, method)),
    );
}
