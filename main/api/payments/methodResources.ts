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
import { addListRoute, addReadRoute, describeRoute as describedAs, sendJson } from '../resource.ts';
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
  for (const word of PATH_WORDS) {
    const method = methodOfPath(word);
    if (method) resourceRoutes(app, services, word, method);
  }
}

function resourceRoutes(app: FastifyInstance, services: Services, word: string, method: PaymentMethodName) {
  const { world } = services;
  const path = `/api/v2/Payment/${word}`;
  const resource = {
    path,
    tag: word,
    object: `payment.${word.toLowerCase()}`,
    item: SpecificPayment,
    queries: specificQueries(word.toLowerCase()),
  };
  addListRoute(app, services, resource);
  app.post<{ Body: PaymentInput }>(
    path,
    describedAs(word, `Create a payment by ${method}`, SpecificPayment, { body: PaymentInput }),
    async ({ principal: { merchant }, body }, reply) =>
      sendJson(reply, detailOf(services, merchant, await createPayment(world, merchant, method, body))),
  );
  methodActions(app, services, word, method);
}

/** What can be done with one payment of a method; payouts have the same. */
export function methodActions(app: FastifyInstance, services: Services, word: string, method: PaymentMethodName) {
  const { world } = services;
  const path = `/api/v2/Payment/${word}`;
  const object = `payment.${word.toLowerCase()}`;
  const described = (summary: string, answer: object, more?: object) => describedAs(word, summary, answer, more);
  const id = (request: FastifyRequest<{ Params: { id: string } }>) => {
    const known = paymentId(world, request.principal.merchant, request.params.id);
    if (paymentOf(world, request.principal.merchant, known).inner.order.method === method) return known;
    throw new BridgeError('notFound', `there is no ${object} ${request.params.id}`);
  };
  const answer = (request: FastifyRequest, payment: PaymentTransaction) =>
    detailOf(services, request.principal.merchant, payment);

  addReadRoute(
    app,
    { path, tag: word, object, item: SpecificPayment, queries: specificQueries(word.toLowerCase()) },
    (merchant, reference) => {
      const known = world.payments.idOf(merchant, reference);
      return known === null ? undefined : world.payments.detail(merchant, known, method);
    },
  );

  app.post<ById<CancelInput | null | undefined>>(
    `${path}/:id/cancel`,
    described('Give back all or a part', CancelResult, { body: nullable(CancelInput) }),
    async (request, reply) => {
      const { merchant } = request.principal;
      const [made] = await cancelPayment(world, merchant, id(request), cancellation(request.body));
      const { document, inner } = paymentOf(world, merchant, id(request));
      const new_trans_id = made?.trans_id ?? document.trans_id;
      const result = { new_trans_id, remaining_amount: leftOf(inner.money), refund_waiting_for_payment: false };
      return sendJson(reply, { new_trans_id, demo: document.demo, result });
    },
  );

  app.post<ById<CaptureInput | null | undefined>>(
    `${path}/:id/capture`,
    described('Take what was authorised', SpecificPayment, { body: nullable(CaptureInput) }),
    async (request, reply) => {
      const { amount, shipping_information: shipping } = request.body ?? {};
      const capture = { amount: integer(amount), shipping: shipping ?? null };
      return sendJson(
        reply,
        answer(request, await capturePayment(world, request.principal.merchant, id(request), capture)),
      );
    },
  );

  app.put<ById<AccrualInput>>(
    `${path}/:id/accrual`,
    described('Lock for payout or lift the lock', SpecificPayment, { body: AccrualInput }),
    async (request, reply) =>
      sendJson(
        reply,
        answer(request, await setAccrual(world, request.principal.merchant, id(request), flag(request.body.accrual))),
      ),
  );

  app.put<ById<BasketInput>>(
    `${path}/:id/basket`,
    described('Replace the basket', SpecificPayment, { body: BasketInput }),
    async (request, reply) =>
      sendJson(
        reply,
        answer(request, await setBasket(world, request.principal.merchant, id(request), request.body.basket)),
      ),
  );

  app.put<ById<ShippingInput>>(
    `${path}/:id/shippingInformation`,
    described('Tell about the delivery', SpecificPayment, { body: ShippingInput }),
    async (request, reply) =>
      sendJson(reply, answer(request, await setShipping(world, request.principal.merchant, id(request), request.body))),
  );

  app.post<{ Params: { id: string; document: string }; Body: InvoiceInput | null | undefined }>(
    `${path}/:id/assignExternalInvoicePdf/:document`,
    described('Attach the invoice of the shop, uploaded before', InvoiceAnswer, { body: nullable(InvoiceInput) }),
    async (request, reply) => {
      const { document } = request.params;
      const replace = flag(request.body?.update_existing);
      return sendJson(reply, await assignInvoice(world, request.principal.merchant, id(request), document, replace));
    },
  );

  app.post<ById<StatusInput>>(
    `${path}/:id/TestChangedPaymentStatus`,
    described('Status simulator: forces a status, and so a push; not in a live shop, for no cashier', SpecificPayment, {
      body: StatusInput,
    }),
    async (request, reply) => {
      const status = integer(request.body.new_status_id) ?? 0;
      const { forceStatus } = statusSimulator(services);
      return sendJson(
        reply,
        answer(request, await forceStatus(world, request.principal.merchant, id(request), status)),
      );
    },
  );
}

/** What the resource of its method answers for a payment. */
export function detailOf({ world }: Services, merchant: string, { id }: PaymentTransaction): SpecificPayment {
  const { inner } = paymentOf(world, merchant, id);
  if (!inner.detail) throw new BridgeError('notFound', `there are no details of ${id}`);
  return inner.detail;
}
