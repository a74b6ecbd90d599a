/** Returns: what of a sale can come back, what it would be worth and where its money would go, opening, and pay-out. */
import type { FastifyInstance } from 'fastify';
import { flow } from '../../checkout/flow.ts';
import { returnOf } from '../../checkout/payOut.ts';
import { saleOf } from '../../sale/lookup.ts';
import {
  PayOutInput,
  Returnable,
  ReturnInput,
  ReturnPreview,
  ReturnPreviewInput,
  ReturnView,
} from '../../wire/returns.ts';
import { SmartTransaction } from '../../wire/transactions.ts';
import { describeRoute, describeWaitingRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { previewOf, returnable, returnView } from './views.ts';

const path = '/bridge/v1/returns';
const tag = 'Returns';

interface ById {
  Params: { id: string };
}

export function returnRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;

  app.get<ById>(
    '/bridge/v1/sales/:id/returnable',
    describeRoute(tag, 'What of a sale can come back, and what has', Returnable),
    async ({ principal, params: { id } }) => returnable(services, saleOf(world, principal, id)),
  );

  app.post<{ Body: ReturnPreviewInput }>(
    `${path}/preview`,
    describeRoute(tag, 'What goods are worth, and where their money would go; nothing is written', ReturnPreview, {
      body: ReturnPreviewInput,
    }),
    async ({ principal, body }) => previewOf(services, principal, body),
  );

  app.post<{ Body: ReturnInput }>(
    path,
    describeRoute(tag, 'Take goods back: opens a return, whose goods nobody else can take back', SmartTransaction, {
      body: ReturnInput,
      description:
        'The answer is a Smart Transaction with lines below 0. Pay it out with pay-out; or write new articles into it (PUT of the Smart Transaction) for an exchange, and take what is missing with start, or pay out what is left. Abort gives it up.',
    }),
    async ({ principal, body, headers }, reply) =>
      sendJson(reply, await flow.openReturn(world, principal, body, { userAgent: headers['user-agent'] })),
  );

  app.get<ById>(
    `${path}/:id`,
    describeRoute(tag, 'A return, and what is still to be paid out', ReturnView),
    async ({ principal, params: { id } }) => returnView(services, principal, returnOf(world, principal, id)),
  );

  app.post<ById & { Body: PayOutInput }>(
    `${path}/:id/pay-out`,
    describeWaitingRoute(tag, 'Pay out what is due, to the tenders that gave it', SmartTransaction, {
      body: PayOutInput,
      description:
        'Without `back` as the preview proposes. A step that fails leaves the return open with the rest in `missing_sum`; call again with another way. Where the sum is 0 it closes the exchange.',
    }),
    async ({ principal, params: { id }, body }, reply) =>
      sendJson(reply, await flow.payOut(world, principal, id, body)),
  );
}
