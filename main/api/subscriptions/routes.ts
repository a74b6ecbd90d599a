/** Subscriptions and plans over HTTP. */
import type { FastifyInstance } from 'fastify';
import { cancelSubscription, updateContainer } from '../../acquirer/subscriptions/changes.ts';
import { changePlan, createPlan } from '../../acquirer/subscriptions/plans.ts';
import { planQueries, subscriptionQueries } from '../../store/subscriptions.ts';
import { ContainerChange, Plan, PlanInput, Subscription } from '../../wire/subscriptions.ts';
import { SmartTransaction } from '../../wire/transactions.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
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
  addListRoute(app, services, subscriptions);
  addReadRoute(app, subscriptions, world.subscriptions.bytes);

  app.post<ById>(
    `${path}/:id/cancel`,
    describeRoute(tag, 'End a subscription: nothing more is charged', Subscription),
    async (request, reply) => sendJson(reply, await cancelSubscription(world, request.principal, request.params.id)),
  );

  app.post<ById & { Body: Record<string, unknown> }>(
    '/api/v2/Smart/Transactions/:id/updatePaymentContainer',
    describeRoute(tag, 'Charge a subscription (SUB_) to another container from now on', SmartTransaction, {
      body: ContainerChange,
    }),
    async (request, reply) =>
      sendJson(reply, await updateContainer(world, request.principal, request.params.id, request.body)),
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
  addListRoute(app, services, plans);
  addReadRoute(app, plans, world.subscriptions.plans.bytes);

  app.post<{ Body: PlanInput }>(
    path,
    describeRoute(tag, 'Make a plan', Plan, { body: PlanInput }),
    async (request, reply) => sendJson(reply, await createPlan(world, request.principal, request.body)),
  );

  for (const method of ['put', 'patch'] as const)
    app[method]<ById & { Body: PlanInput }>(
      `${path}/:id`,
      describeRoute(tag, method === 'put' ? 'Write a plan anew' : 'Change a plan', Plan, { body: PlanInput }),
      async (request, reply) =>
        sendJson(reply, await changePlan(world, request.principal, request.params.id, request.body, method)),
    );
}
