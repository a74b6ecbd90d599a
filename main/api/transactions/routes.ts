/** Smart Transactions over HTTP. Stored documents are passed through as the text they are. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { flow } from '../../checkout/flow.ts';
import { endOfDay } from '../../dayEnds/index.ts';
import { methods, type PaymentMethod } from '../../payments/index.ts';
import { saleQueries } from '../../store/sales.ts';
import { described as describedAs, json, listRoute, readRoute } from '../resource.ts';
import type { Services } from '../services.ts';
import { nullable } from '../wire.ts';
import {
  DeliveryInput,
  PaymentInput,
  PreTransactionAnswer,
  PreTransactionInput,
  SmartTransaction,
  SmartTransactionInput,
} from './contract.ts';

const path = '/api/v2/Smart/Transactions';

interface ById {
  Params: { id: string };
}
interface Payment {
  Params: { id: string; method?: string };
  Body: PaymentInput;
}

const tag = 'Smart Transactions';
const described = (summary: string, answer: object, more?: object) => describedAs(tag, summary, answer, more);

/** The methods of the path, for the published description. */
const methodsOf = (action: 'prepare' | 'start') =>
  `method: ${Object.entries<PaymentMethod>(methods)
    .filter(([, method]) => method[action])
    .map(([name]) => name)
    .join(', ')}`;

const resource = { path, tag, object: 'smart.transactions', item: SmartTransaction, queries: saleQueries };

const callerOf = ({ headers }: FastifyRequest) => ({ userAgent: headers['user-agent'] });

export function transactionRoutes(app: FastifyInstance, services: Services): void {
  const { world, sales } = services;

  app.post<{ Body: SmartTransactionInput | null | undefined }>(
    path,
    described('Create a Smart Transaction', SmartTransaction, { body: nullable(SmartTransactionInput) }),
    async (request, reply) =>
      json(reply, await flow.create(world, request.principal, request.body ?? {}, callerOf(request))),
  );

  listRoute(app, services, resource);
  readRoute(app, resource, sales.bytes);

  app.put<ById & { Body: SmartTransactionInput | null | undefined }>(
    `${path}/:id`,
    described('Update a Smart Transaction that has not been executed', SmartTransaction, {
      body: nullable(SmartTransactionInput),
    }),
    async (request, reply) =>
      json(
        reply,
        await flow.update(world, request.principal, request.params.id, request.body ?? {}, callerOf(request)),
      ),
  );

  app.post<ById & { Body: PreTransactionInput }>(
    `${path}/:id/preTransaction`,
    described('Apply the loyalty card: bonus lines and the sum still missing', PreTransactionAnswer, {
      body: PreTransactionInput,
    }),
    async ({ principal, params, body }) =>
      flow.preTransaction(world, principal, params.id, body?.use_balance !== false),
  );

  app.post<Payment>(
    `${path}/:id/prepare/:method`,
    described('Authorise a payment', SmartTransaction, { body: PaymentInput, description: methodsOf('prepare') }),
    async (request, reply) =>
      json(
        reply,
        await flow.prepare(world, request.principal, request.params.id, request.params.method ?? '', request.body),
      ),
  );

  const start = async (request: FastifyRequest<Payment>, reply: FastifyReply) =>
    json(
      reply,
      await flow.start(world, request.principal, request.params.id, request.params.method ?? '', request.body),
    );
  app.post<Payment>(
    `${path}/:id/start`,
    described('Capture what prepare authorised', SmartTransaction, { body: PaymentInput }),
    start,
  );
  app.post<Payment>(
    `${path}/:id/start/:method`,
    described('Take the money; cashless blocks until the terminal is done', SmartTransaction, {
      body: PaymentInput,
      description: methodsOf('start'),
    }),
    start,
  );

  app.post<ById>(
    `${path}/:id/cancel`,
    described('Cancel; an executed payment is reversed first', SmartTransaction),
    async (request, reply) => json(reply, await flow.cancel(world, request.principal, request.params.id)),
  );

  app.post<ById>(
    `${path}/:id/canceltrx`,
    described('Cancel by receipt number', SmartTransaction),
    async (request, reply) => json(reply, await flow.cancelByReceipt(world, request.principal, request.params.id)),
  );

  app.post<ById>(
    `${path}/:id/abort`,
    described('Give up an order that has not been executed', SmartTransaction),
    async (request, reply) => json(reply, await flow.abort(world, request.principal, request.params.id)),
  );

  app.post<ById & { Body: DeliveryInput }>(
    `${path}/:id/setDelivery`,
    described('Mark as shipped or collected', SmartTransaction, { body: DeliveryInput }),
    async (request, reply) =>
      json(reply, await flow.setDelivery(world, request.principal, request.params.id, request.body)),
  );

  app.post<ById>(
    `${path}/:id/diagnosis`,
    described('Terminal diagnosis, blocking', SmartTransaction),
    async (request, reply) => json(reply, await flow.diagnose(world, request.principal, request.params.id)),
  );
  app.post<ById>(
    `${path}/:id/endOfDay`,
    described('Terminal end-of-day, blocking', SmartTransaction),
    async (request, reply) => json(reply, await endOfDay(world, request.principal, request.params.id)),
  );
}
