/** Payment customers (`/Payment/Customers`): people and companies that pay (specification, "Payment Customers"). */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { customerQueries } from '../../store/wallet.ts';
import { createCustomer, deleteCustomer, updateCustomer } from '../../wallet/customers.ts';
import { PaymentCustomer, PaymentCustomerInput } from '../../wire/customers.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson, sendText } from '../resource.ts';
import type { Services } from '../services.ts';

const resource = {
  path: '/api/v2/Payment/Customers',
  tag: 'Payment Customers',
  object: 'payment.customers',
  item: PaymentCustomer,
  queries: customerQueries,
} as const;
const { path, tag } = resource;

interface One {
  Params: { id: string };
}

export function customerRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;

  addListRoute(app, services, resource);
  addReadRoute(app, resource, world.wallet.customers.bytes);

  app.post<{ Body: PaymentCustomerInput }>(
    path,
    describeRoute(tag, 'Store a customer', PaymentCustomer, { body: PaymentCustomerInput }),
    async ({ principal, body }, reply) =>
      sendJson(reply, await world.ledger.write(() => createCustomer(world, principal.merchant, body))),
  );

  app.put<One & { Body: PaymentCustomerInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Replace the contact of a customer', PaymentCustomer, { body: PaymentCustomerInput }),
    async ({ principal, params, body }, reply) =>
      sendJson(reply, await world.ledger.write(() => updateCustomer(world, principal.merchant, params.id, body))),
  );

  app.delete<One>(
    `${path}/:id`,
    describeRoute(
      tag,
      'Forget a customer: one that was paid for keeps its id and nothing else',
      Type.Array(PaymentCustomer),
    ),
    async ({ principal, params }, reply) => {
      const deleted = await world.ledger.write(() => deleteCustomer(world, principal.merchant, params.id));
      return sendText(reply, JSON.stringify([deleted]));
    },
  );
}
