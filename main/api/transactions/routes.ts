/** Smart Transactions over HTTP. Stored documents are passed through as the text they are. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { methods, type PaymentMethod } from '../../acquirer/payments/methods.ts';
import { flow } from '../../checkout/flow.ts';
import { type NextCall, stopCall } from '../../domain/saleOutcome.ts';
import { executed } from '../../domain/transaction.ts';
import { saleQueries } from '../../store/sales.ts';
import { endOfDay } from '../../terminal/dayEnd/index.ts';
import { nullable } from '../../wire/shapes.ts';
import {
  CancellationInput,
  DeliveryInput,
  PaymentInput,
  PreTransactionAnswer,
  PreTransactionInput,
  SmartTransaction,
  SmartTransactionInput,
} from '../../wire/transactions.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import {
  addListRoute,
  addReadRoute,
  describeRoute as describedAs,
  describeWaitingRoute,
  sendJson,
} from '../resource.ts';
import type { Services } from '../services.ts';
import { nameMembers, STRICT_HEADER } from '../strictness.ts';
import { nextAfterRefusal } from './nextAfterRefusal.ts';

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

const waiting = (summary: string, more?: { readonly description?: string; readonly body?: TSchema }) =>
  describeWaitingRoute(tag, summary, SmartTransaction, more);

/** A refusal about a sale says how its money stands, and what to call next. */
function outcomeExtra(world: World) {
  return async <T>({ principal, params }: FastifyRequest<ById>, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      const sale = error instanceof BridgeError ? saleNamed(world, principal.merchant, params.id) : null;
      throw sale && error instanceof BridgeError ? withOutcome(error, sale) : error;
    }
  };
}

/** By its id or, as canceltrx names it, by its receipt number. */
const saleNamed = ({ ledger }: World, merchant: string, name: string): Sale | null =>
  ledger.sale(merchant, name) ?? (/^\d{1,15}$/.test(name) ? ledger.saleByReceipt(merchant, Number(name)) : null);

function withOutcome(error: BridgeError, { id, state, method, document }: Sale): BridgeError {
  const { key, message, extra, http, retryAfter } = error;
  const isRunning = key === 'paymentUnderWay' && state === 'paying' && method === 'cashless';
  const { next: _, ...others } = extra;
  const named = nextCallIn(extra) ?? (isRunning ? stopCall(id) : nextAfterRefusal(key, { id, state }));
  const next = named && isExecuted(state) && paysSale(named) ? document.outcome.next : named;
  const outcome = next ? { ...document.outcome, next } : document.outcome;
  const standing = { outcome, payments: document.payments ?? [], ...(next ? { next } : {}) };
  return new BridgeError(key, message, {
    cause: error.cause,
    extra: { ...(next === named ? extra : others), ...standing },
    ...(http ? { http } : {}),
    ...(retryAfter === null ? {} : { retryAfter }),
  });
}

/** Executed as a whole: nothing of it is to be paid. */
const isExecuted = (state: Sale['state']): boolean => executed(state) && state !== 'partlyPaid' && state !== 'failed';

/** A call by which somebody would pay, or change what is to be paid. */
const paysSale = ({ method, path: called }: NextCall): boolean =>
  method === 'PUT' || /\/(start|prepare|preTransaction)(\/|$)/.test(called);

const nextCallIn = (extra: Readonly<Record<string, unknown>>): NextCall | null =>
  (extra.next as NextCall | undefined) ?? null;

const resource = { path, tag, object: 'smart.transactions', item: SmartTransaction, queries: saleQueries };

/** Cancel, abort and preTransaction need no body; what one says about an amount is held against the sale. */
interface Plain extends ById {
  Body: Readonly<Record<string, unknown>> | null | undefined;
}

const callerOf = ({ headers }: FastifyRequest, reply: FastifyReply) => ({
  userAgent: headers['user-agent'],
  isLenient: headers[STRICT_HEADER] === 'off',
  unsaid: (paths: readonly string[]) => nameMembers(reply, paths),
});

export function transactionRoutes(app: FastifyInstance, services: Services): void {
  const { world, sales } = services;
  const explained = outcomeExtra(world);

  app.post<{ Body: SmartTransactionInput | null | undefined }>(
    path,
    described('Create a Smart Transaction', SmartTransaction, { body: nullable(SmartTransactionInput) }),
    async (request, reply) =>
      sendJson(reply, await flow.create(world, request.principal, request.body ?? {}, callerOf(request, reply))),
  );

  addListRoute(app, services, resource);
  addReadRoute(app, resource, sales.bytes);

  app.put<ById & { Body: SmartTransactionInput | null | undefined }>(
    `${path}/:id`,
    described('Update a Smart Transaction that has not been executed', SmartTransaction, {
      body: nullable(SmartTransactionInput),
    }),
    async (request, reply) =>
      sendJson(
        reply,
        await explained(
          request,
          flow.update(world, request.principal, request.params.id, request.body ?? {}, callerOf(request, reply)),
        ),
      ),
  );

  payingRoutes(app, world);
  givingBackRoutes(app, world);

  app.post<ById & { Body: DeliveryInput }>(
    `${path}/:id/setDelivery`,
    described('Mark as shipped or collected', SmartTransaction, { body: DeliveryInput }),
    async (request, reply) =>
      sendJson(
        reply,
        await explained(request, flow.setDelivery(world, request.principal, request.params.id, request.body)),
      ),
  );

  app.post<ById>(`${path}/:id/diagnosis`, waiting('Terminal diagnosis, blocking'), async (request, reply) =>
    sendJson(reply, await flow.diagnose(world, request.principal, request.params.id)),
  );
  app.post<ById>(`${path}/:id/endOfDay`, waiting('Terminal end-of-day, blocking'), async (request, reply) =>
    sendJson(reply, await endOfDay(world, request.principal, request.params.id)),
  );
}

function payingRoutes(app: FastifyInstance, world: World): void {
  const explained = outcomeExtra(world);

  app.post<ById & { Body: PreTransactionInput }>(
    `${path}/:id/preTransaction`,
    described('Apply the loyalty card: bonus lines and the sum still missing', PreTransactionAnswer, {
      body: PreTransactionInput,
    }),
    async request => explained(request, flow.preTransaction(world, request.principal, request.params.id, request.body)),
  );

  app.post<Payment>(
    `${path}/:id/prepare/:method`,
    described('Authorise a payment', SmartTransaction, { body: PaymentInput, description: methodsOf('prepare') }),
    async (request, reply) =>
      sendJson(
        reply,
        await explained(
          request,
          flow.prepare(world, request.principal, request.params.id, request.params.method ?? '', request.body),
        ),
      ),
  );

  const start = async (request: FastifyRequest<Payment>, reply: FastifyReply) =>
    sendJson(
      reply,
      await explained(
        request,
        flow.start(world, request.principal, request.params.id, request.params.method ?? '', request.body),
      ),
    );
  app.post<Payment>(
    `${path}/:id/start`,
    described('Capture what prepare authorised', SmartTransaction, { body: PaymentInput }),
    start,
  );
  app.post<Payment>(
    `${path}/:id/start/:method`,
    waiting('Take the money; cashless blocks until the terminal is done', {
      body: PaymentInput,
      description: `${methodsOf('start')}. Takes the whole of basket_info.missing_sum, or the part that the body names: \`{"part": {"amount": …}}\` (cash, cashless, cashless_direct, voucher); any other amount is refused (1150). After a part the sale is \`processing\` with the new missing_sum; cancel gives back every part. 200 is not yet paid: \`outcome.result\` says it. An \`Idempotency-Key\` stands for one attempt: repeated after a decline it answers that decline again (header \`Idempotency-Replayed\`) and takes nothing; the next attempt needs a new key.`,
    }),
    start,
  );
}

function givingBackRoutes(app: FastifyInstance, world: World): void {
  const explained = outcomeExtra(world);

  app.post<Plain>(
    `${path}/:id/cancel`,
    waiting('Cancel; an executed payment is reversed first', {
      body: CancellationInput,
      description: `Gives back the whole sale, each part where it came from. A part is refused (1150), and \`next\` of the refusal names the call that gives back a part, where there is one. While a card payment runs, use abort.`,
    }),
    async (request, reply) =>
      sendJson(reply, await explained(request, flow.cancel(world, request.principal, request.params.id, request.body))),
  );

  app.post<Plain>(
    `${path}/:id/canceltrx`,
    waiting('Cancel by receipt number', {
      body: CancellationInput,
      description: `The path holds the receipt number of the sale. As cancel, and only before the end-of-day.`,
    }),
    async (request, reply) =>
      sendJson(
        reply,
        await explained(request, flow.cancelByReceipt(world, request.principal, request.params.id, request.body)),
      ),
  );

  app.post<Plain>(
    `${path}/:id/abort`,
    described('Give up a sale that has not been executed, or ask the terminal to stop its payment', SmartTransaction, {
      description:
        'While the card payment of this sale runs, the terminal is asked to stop: the answer comes at once with `outcome.abort_requested`, and the call that pays answers how it ended. An approval that comes all the same is paid, with `outcome.late`, and the end-of-day waits until `outcome.next` has been called. `POST /bridge/v1/till/abort` does the same for whatever runs for a till.',
    }),
    async (request, reply) =>
      sendJson(reply, await explained(request, flow.abort(world, request.principal, request.params.id, request.body))),
  );
}
