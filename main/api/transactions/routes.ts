/** Smart Transactions over HTTP. Stored documents are passed through as the text they are. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { flow } from '../../checkout/flow.ts';
import type { ServiceKind } from '../../checkout/terminalService.ts';
import { BridgeError } from '../../errors.ts';
import { createPlanReader } from '../../query/planCache.ts';
import { saleQueries } from '../../store/sales.ts';
import type { Services } from '../services.ts';
import { ErrorBody, ListQuery, listOf, nullable } from '../wire.ts';
import { PaymentInput, PreTransactionAnswer, SmartTransaction, SmartTransactionInput } from './contract.ts';

const path = '/api/v2/Smart/Transactions';

interface ById {
  Params: { id: string };
}
interface Payment {
  Params: { id: string; method?: string };
  Body: PaymentInput;
}

/** `error` stands for every refusal of the error table. */
const answers = (schema: object) => ({ 200: schema, '4xx': ErrorBody, '5xx': ErrorBody });
const described = (summary: string, answer: object, more: object = {}) => ({
  schema: { tags: ['Smart Transactions'], summary, response: answers(answer), ...more },
});

export function transactionRoutes(app: FastifyInstance, { world, sales, lists }: Services): void {
  const readPlan = createPlanReader(saleQueries);

  app.post<{ Body: SmartTransactionInput | null | undefined }>(
    path,
    described('Create a Smart Transaction', SmartTransaction, { body: nullable(SmartTransactionInput) }),
    async (request, reply) => json(reply, await flow.create(world, request.principal, request.body ?? {})),
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    path,
    described('List Smart Transactions', listOf(SmartTransaction), { querystring: ListQuery }),
    async (request, reply) => {
      const plan = readPlan(request.url.slice(request.url.indexOf('?') + 1), request.query);
      if (!plan.ok) throw new BridgeError(plan.parameter === 'q' ? 'badQuery' : 'badInput', problemText(plan));
      return passThrough(reply, lists.page(saleQueries, 'smart.transactions', request.principal.merchant, plan));
    },
  );

  app.get<ById>(`${path}/:id`, described('Read a Smart Transaction', SmartTransaction), async (request, reply) => {
    const document = sales.bytes(request.principal.merchant, request.params.id);
    if (document === undefined) throw new BridgeError('notFound', `there is no Smart Transaction ${request.params.id}`);
    return passThrough(reply, document);
  });

  app.put<ById & { Body: SmartTransactionInput | null | undefined }>(
    `${path}/:id`,
    described('Update a Smart Transaction that has not been executed', SmartTransaction, {
      body: nullable(SmartTransactionInput),
    }),
    async (request, reply) =>
      json(reply, await flow.update(world, request.principal, request.params.id, request.body ?? {})),
  );

  app.post<ById>(
    `${path}/:id/preTransaction`,
    described('Apply the loyalty card: bonus lines and the sum still missing', PreTransactionAnswer),
    async request => flow.preTransaction(world, request.principal, request.params.id),
  );

  app.post<Payment>(
    `${path}/:id/prepare/:method`,
    described('Authorise a payment', SmartTransaction, { body: PaymentInput }),
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
    described('Take the money; cashless blocks until the terminal is done', SmartTransaction, { body: PaymentInput }),
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

  const service = (kind: ServiceKind) => async (request: FastifyRequest<ById>, reply: FastifyReply) =>
    json(reply, await flow.runService(world, request.principal, request.params.id, kind));
  app.post<ById>(
    `${path}/:id/diagnosis`,
    described('Terminal diagnosis, blocking', SmartTransaction),
    service('diagnosis'),
  );
  app.post<ById>(
    `${path}/:id/endOfDay`,
    described('Terminal end-of-day, blocking', SmartTransaction),
    service('endOfDay'),
  );
}

/** The document as it was stored: written once, so the answer and every later read are the same text. */
const json = (reply: FastifyReply, document: SmartTransaction) => passThrough(reply, JSON.stringify(document));

const passThrough = (reply: FastifyReply, text: string | Buffer) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text);

const problemText = ({ message, position }: { message: string; position?: number }) =>
  position === undefined ? message : `${message} (position ${position})`;
