/** Payment Transactions over HTTP (specification, "Payment Transactions"). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { cancelPayment } from '../../acquirer/payments/cancel.ts';
import { capturePayment, increasePayment } from '../../acquirer/payments/capture.ts';
import { createPayment, methodIn } from '../../acquirer/payments/create.ts';
import { flag, integer, nonEmptyText } from '../../acquirer/payments/input.ts';
import { paymentOf } from '../../acquirer/payments/operationStart.ts';
import { setAccrual, setShipping } from '../../acquirer/payments/paymentChanges.ts';
import { isAtCounter } from '../../acquirer/payments/products.ts';
import { assignBalance, assignTransfer, instructionsOf, refundAccountOf } from '../../acquirer/payments/transfer.ts';
import { personOf } from '../../cash/place.ts';
import { leftOf } from '../../domain/payment.ts';
import { paymentQueries } from '../../store/payments.ts';
import {
  BankAccount,
  CancelInput,
  CaptureInput,
  CrowdFunding,
  IncreaseInput,
  InstructionsAnswer,
  InstructionsInput,
  PaymentInput,
  PaymentTransaction,
  RefundAccountInput,
  ResultBoolean,
  ShippingInput,
  SpecificPayment,
  StatusAnswer,
  StatusInput,
} from '../../wire/payments.ts';
import { nullable } from '../../wire/shapes.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sandbox } from '../../world/paymentProcessing.ts';
import type { Principal } from '../../world/people.ts';
import {
  addListRoute,
  addReadRoute,
  describeRoute as describedAs,
  orNotFound,
  sendJson,
  sendText,
} from '../resource.ts';
import type { Services } from '../services.ts';
import { paymentId } from './reference.ts';

const path = '/api/v2/Payment/Transactions';
const tag = 'Payment Transactions';
const object = 'payment.transactions';
const described = (summary: string, answer: object, more?: object) => describedAs(tag, summary, answer, more);

export const paymentResource = { path, tag, object, item: PaymentTransaction, queries: paymentQueries };

interface ById<Body = unknown> {
  Params: { id: string };
  Body: Body;
}
type Asked = FastifyRequest<{ Params: { id: string } }>;

export function paymentRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  const { payments } = world;
  const id = (request: Asked) => paymentId(world, request.principal.merchant, request.params.id);

  app.post<{ Body: PaymentInput }>(
    path,
    described('Create a Payment Transaction', PaymentTransaction, { body: PaymentInput }),
    async ({ principal, body }, reply) =>
      sendJson(reply, await createPayment(world, principal.merchant, methodIn(body), body)),
  );

  addListRoute(app, services, paymentResource);
  addReadRoute(app, paymentResource, (merchant, reference) => {
    const known = payments.idOf(merchant, reference);
    return known === null ? undefined : payments.bytes(merchant, known);
  });

  app.get<ById>(
    `${path}/:id/OldFormat`,
    described('The same payment as its method-specific resource shows it', SpecificPayment),
    async (request, reply) => {
      const { merchant } = request.principal;
      const { inner } = paymentOf(world, merchant, id(request));
      // Payments at the counter were not made through the API.
      const bytes = isAtCounter(inner.order.method)
        ? undefined
        : payments.detail(merchant, id(request), inner.order.method);
      return sendText(reply, orNotFound(bytes, object, request.params.id));
    },
  );

  app.get<ById>(
    `${path}/:id/checkStatus`,
    described('Status, and what is left of the amount', StatusAnswer),
    async request => {
      const { document, inner } = paymentOf(world, request.principal.merchant, id(request));
      const { status, status_text, status_simple, status_simple_text } = document.details;
      const amount = leftOf(inner.money);
      return { status, status_text, status_simple, status_simple_text, amount, currency: document.currency };
    },
  );

  app.post<ById<StatusInput>>(
    `${path}/:id/TestChangedPaymentStatus`,
    described(
      'Status simulator: forces a status, and so a push; not in a live shop, for no cashier',
      PaymentTransaction,
      {
        body: StatusInput,
      },
    ),
    async (request, reply) => {
      const status = integer(request.body.new_status_id) ?? 0;
      return sendJson(
        reply,
        await statusSimulator(services).forceStatus(world, request.principal.merchant, id(request), status),
      );
    },
  );

  moneyRoutes(app, services, id);
  transferRoutes(app, services, id);
}

type IdOf = (request: Asked) => string;

function moneyRoutes(app: FastifyInstance, { world }: Services, id: IdOf) {
  app.post<ById<CancelInput | null | undefined>>(
    `${path}/:id/cancel`,
    described('Give back all or a part; the transactions this made', Type.Array(PaymentTransaction), {
      body: nullable(CancelInput),
    }),
    async (request, reply) =>
      sendJson(reply, await cancelPayment(world, request.principal.merchant, id(request), cancellation(request))),
  );

  app.post<ById<CaptureInput | null | undefined>>(
    `${path}/:id/capture`,
    described('Take all or a part of what was authorised', PaymentTransaction, { body: nullable(CaptureInput) }),
    async (request, reply) => {
      const { amount, shipping_information: shipping } = request.body ?? {};
      const capture = { amount: integer(amount), shipping: shipping ?? null };
      return sendJson(reply, await capturePayment(world, request.principal.merchant, id(request), capture));
    },
  );

  app.post<ById>(
    `${path}/:id/revokeAccrual`,
    described('Lift the lock for payout', PaymentTransaction),
    async (request, reply) => sendJson(reply, await setAccrual(world, request.principal.merchant, id(request), false)),
  );

  app.post<ById<IncreaseInput>>(
    `${path}/:id/IncreaseAmount`,
    described('Hold more than was authorised', PaymentTransaction, { body: IncreaseInput }),
    async (request, reply) => {
      const amount = integer(request.body.amount) ?? 0;
      return sendJson(reply, await increasePayment(world, request.principal.merchant, id(request), amount));
    },
  );

  app.put<ById<ShippingInput>>(
    `${path}/:id/ShippingInformation`,
    described('Tell about the delivery', ResultBoolean, { body: ShippingInput }),
    async request => {
      await setShipping(world, request.principal.merchant, id(request), request.body);
      return { result: true };
    },
  );
}

function transferRoutes(app: FastifyInstance, { world }: Services, id: IdOf) {
  const instructions = described('Where and how the payer transfers', InstructionsAnswer, {
    body: nullable(InstructionsInput),
  });
  app.post<ById<InstructionsInput | null | undefined>>(
    `${path}/:id/getPaymentInstructions`,
    instructions,
    async request =>
      instructionsOf(world, request.principal.merchant, id(request), nonEmptyText(request.body?.lang) ?? 'de_DE'),
  );
  app.post<ById<InstructionsInput | null | undefined>>(
    `${path}/me/getPaymentInstructions/:id`,
    instructions,
    async ({ principal: { merchant }, params, body }) => {
      const newest = world.payments.ofSale(merchant, params.id.toUpperCase()).at(-1);
      const payment = orNotFound(newest, 'payment.transactions of the Smart Transaction', params.id);
      return instructionsOf(world, merchant, payment, nonEmptyText(body?.lang) ?? 'de_DE');
    },
  );

  app.post<{ Params: { id: string; accounting: string } }>(
    `${path}/:id/assignPayment/:accounting`,
    described('Pay with a transfer that named no payment', PaymentTransaction),
    async (request, reply) => {
      const number = orNotFound(integer(request.params.accounting), 'transfer', request.params.accounting);
      return sendJson(reply, await assignTransfer(world, request.principal.merchant, id(request), number));
    },
  );
  app.post<ById>(
    `${path}/:id/assignTransferBalance`,
    described('Pay with the transfers that named no payment', PaymentTransaction),
    async (request, reply) => sendJson(reply, await assignBalance(world, request.principal.merchant, id(request))),
  );
  app.post<{ Body: RefundAccountInput }>(
    `${path}/me/getRefundBankAccount`,
    described('The account a refund would go to', BankAccount, { body: RefundAccountInput }),
    async ({ principal, body }) => refundAccountOf(world, principal.merchant, integer(body.trans_id) ?? 0),
  );
  app.get<ById>(
    `${path}/me/CrowdFundingData/:id`,
    described('What has been collected and is locked for payout', CrowdFunding),
    async ({ principal: { merchant }, params }) => {
      const named = params.id.toLowerCase() === 'me' ? merchant : params.id.toUpperCase();
      orNotFound(named === merchant ? merchant : null, 'general.merchants', params.id);
      return { merchant: { object: 'general.merchants', id: merchant }, data: [...world.payments.funding(merchant)] };
    },
  );
}

/** The status simulator is there where nobody's money is; in a live shop it is not, whatever else is switched on. */
export function statusSimulator({ sandbox }: Services): Pick<Sandbox, 'forceStatus'> {
  if (sandbox) return sandbox;
  throw new BridgeError('notFound', 'the status simulator is not switched on');
}

/** Body of every cancel call; none gives back everything. */
export function cancellation({
  principal,
  body,
}: {
  readonly principal: Principal;
  readonly body: CancelInput | null | undefined;
}) {
  const { reduce_amount_by, amount, reason, reduce_stakeholder_payment } = body ?? {};
  return {
    by: personOf(principal),
    till: principal.ownTill,
    amount: integer(reduce_amount_by) ?? integer(amount),
    reason: nonEmptyText(reason),
    reduceStakeholders: flag(reduce_stakeholder_payment),
  };
}
