/** The method-specific resources: the payments of one method in their own words (specification, "Payment Transactions"). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assignInvoice } from '../../acquirer/payments/assignInvoice.ts';
import { cancelPayment } from '../../acquirer/payments/cancel.ts';
import { capturePayment } from '../../acquirer/payments/capture.ts';
import { createPayment } from '../../acquirer/payments/create.ts';
import { flag, integer } from '../../acquirer/payments/input.ts';
import { paymentOf } from '../../acquirer/payments/operationStart.ts';
import { setAccrual, setBasket, setShipping } from '../../acquirer/payments/paymentChanges.ts';
import { methodOfPath, type PaymentMethodName } from '../../acquirer/payments/products.ts';
import { leftOf } from '../../domain/payment.ts';
import { specificQueries } from '../../store/payments.ts';
import {
  AccrualInput,
  BasketInput,
  CancelInput,
  CancelResult,
  CaptureInput,
  InvoiceAnswer,
  InvoiceInput,
  PaymentInput,
  type PaymentTransaction,
  ShippingInput,
  SpecificPayment,
  StatusInput,
} from '../../wire/payments.ts';
import { nullable } from '../../wire/shapes.ts';
import { BridgeError } from '../../world/errors.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { paymentId } from './reference.ts';
import { cancellation, statusSimulator } from './routes.ts';

/** As the paths write them; `Svcpayout` has its own way of being made. */
const PATH_WORDS = ['Svcprepays', 'Svcdebits', 'Svccreditcards', 'Svcinvoices', 'Svcsofort', 'Svcpaypals'] as const;

interface ById<Body = unknown> {
  Params: { id: string };
  Body: Body;
}

export function methodPaymentRoutes(app: FastifyInstance, services: Services): void {
  for (const pathWord of PATH_WORDS) {
    const method = methodOfPath(pathWord);
    if (method) resourceRoutes(app, services, pathWord, method);
  }
}

function resourceRoutes(app: FastifyInstance, services: Services, pathWord: string, method: PaymentMethodName) {
  const { world } = services;
  const path = `/api/v2/Payment/${pathWord}`;
  const resource = {
    path,
    tag: pathWord,
    object: `payment.${pathWord.toLowerCase()}`,
    item: SpecificPayment,
    queries: specificQueries(pathWord.toLowerCase()),
  };
  addListRoute(app, services, resource);
  app.post<{ Body: PaymentInput }>(
    path,
    describeRoute(pathWord, `Create a payment by ${method}`, SpecificPayment, { body: PaymentInput }),
    async ({ principal: { merchant }, body }, reply) =>
      sendJson(reply, detailOf(services, merchant, await createPayment(world, merchant, method, body))),
  );
  methodActions(app, services, pathWord, method);
}

/** The routes for one payment of a method; payouts have the same. */
export function methodActions(app: FastifyInstance, services: Services, pathWord: string, method: PaymentMethodName) {
  const resource = methodResource(services, pathWord, method);
  readRoute(app, services, resource);
  moneyActions(app, services, resource);
  changeActions(app, services, resource);
  invoiceAndStatusActions(app, services, resource);
}

type Request = FastifyRequest<{ Params: { id: string } }>;

/** The resource of one method, and how its routes name, find and answer a payment. */
interface MethodResource {
  readonly path: string;
  readonly tag: string;
  readonly object: string;
  readonly method: PaymentMethodName;
  readonly describe: (summary: string, answer: object, more?: object) => ReturnType<typeof describeRoute>;
  /** Throws 404 for a payment of another method. */
  readonly idOf: (request: Request) => string;
  readonly answer: (request: Request, payment: PaymentTransaction) => SpecificPayment;
}

function methodResource(services: Services, pathWord: string, method: PaymentMethodName): MethodResource {
  const { world } = services;
  const object = `payment.${pathWord.toLowerCase()}`;
  return {
    path: `/api/v2/Payment/${pathWord}`,
    tag: pathWord,
    object,
    method,
    describe: (summary, answer, more) => describeRoute(pathWord, summary, answer, more),
    idOf({ principal: { merchant }, params }) {
      const id = paymentId(world, merchant, params.id);
      if (paymentOf(world, merchant, id).inner.order.method === method) return id;
      throw new BridgeError('notFound', `there is no ${object} ${params.id}`);
    },
    answer: (request, payment) => detailOf(services, request.principal.merchant, payment),
  };
}

function readRoute(app: FastifyInstance, { world }: Services, resource: MethodResource): void {
  const { path, tag, object, method } = resource;
  const queries = specificQueries(tag.toLowerCase());
  addReadRoute(app, { path, tag, object, item: SpecificPayment, queries }, (merchant, reference) => {
    const id = world.payments.idOf(merchant, reference);
    return id === null ? undefined : world.payments.detail(merchant, id, method);
  });
}

function moneyActions(
  app: FastifyInstance,
  { world }: Services,
  { path, describe, idOf, answer }: MethodResource,
): void {
  app.post<ById<CancelInput | null | undefined>>(
    `${path}/:id/cancel`,
    describe('Give back all or a part', CancelResult, { body: nullable(CancelInput) }),
    async (request, reply) => {
      const { merchant } = request.principal;
      const [made] = await cancelPayment(world, merchant, idOf(request), cancellation(request));
      const { document, inner } = paymentOf(world, merchant, idOf(request));
      const new_trans_id = made?.trans_id ?? document.trans_id;
      const result = { new_trans_id, remaining_amount: leftOf(inner.money), refund_waiting_for_payment: false };
      return sendJson(reply, { new_trans_id, demo: document.demo, result });
    },
  );

  app.post<ById<CaptureInput | null | undefined>>(
    `${path}/:id/capture`,
    describe('Take what was authorised', SpecificPayment, { body: nullable(CaptureInput) }),
    async (request, reply) => {
      const { amount, shipping_information: shipping } = request.body ?? {};
      const capture = { amount: integer(amount), shipping: shipping ?? null };
      return sendJson(
        reply,
        answer(request, await capturePayment(world, request.principal.merchant, idOf(request), capture)),
      );
    },
  );
}

function changeActions(
  app: FastifyInstance,
  { world }: Services,
  { path, describe, idOf, answer }: MethodResource,
): void {
  app.put<ById<AccrualInput>>(
    `${path}/:id/accrual`,
    describe('Lock for payout or lift the lock', SpecificPayment, { body: AccrualInput }),
    async (request, reply) =>
      sendJson(
        reply,
        answer(request, await setAccrual(world, request.principal.merchant, idOf(request), flag(request.body.accrual))),
      ),
  );

  app.put<ById<BasketInput>>(
    `${path}/:id/basket`,
    describe('Replace the basket', SpecificPayment, { body: BasketInput }),
    async (request, reply) =>
      sendJson(
        reply,
        answer(request, await setBasket(world, request.principal.merchant, idOf(request), request.body.basket)),
      ),
  );

  app.put<ById<ShippingInput>>(
    `${path}/:id/shippingInformation`,
    describe('Tell about the delivery', SpecificPayment, { body: ShippingInput }),
    async (request, reply) =>
      sendJson(
        reply,
        answer(request, await setShipping(world, request.principal.merchant, idOf(request), request.body)),
      ),
  );
}

function invoiceAndStatusActions(
  app: FastifyInstance,
  services: Services,
  { path, describe, idOf, answer }: MethodResource,
): void {
  const { world } = services;

  app.post<{ Params: { id: string; document: string }; Body: InvoiceInput | null | undefined }>(
    `${path}/:id/assignExternalInvoicePdf/:document`,
    describe('Attach the invoice of the shop, uploaded before', InvoiceAnswer, { body: nullable(InvoiceInput) }),
    async (request, reply) => {
      const { document } = request.params;
      const replace = flag(request.body?.update_existing);
      return sendJson(reply, await assignInvoice(world, request.principal.merchant, idOf(request), document, replace));
    },
  );

  app.post<ById<StatusInput>>(
    `${path}/:id/TestChangedPaymentStatus`,
    describe('Status simulator: forces a status, and so a push; not in a live shop, for no cashier', SpecificPayment, {
      body: StatusInput,
    }),
    async (request, reply) => {
      const status = integer(request.body.new_status_id) ?? 0;
      const { forceStatus } = statusSimulator(services);
      return sendJson(
        reply,
        answer(request, await forceStatus(world, request.principal.merchant, idOf(request), status)),
      );
    },
  );
}

/** A payment as the resource of its method shows it. */
export function detailOf({ world }: Services, merchant: string, { id }: PaymentTransaction): SpecificPayment {
  const { inner } = paymentOf(world, merchant, id);
  if (!inner.detail) throw new BridgeError('notFound', `there are no details of ${id}`);
  return inner.detail;
}
