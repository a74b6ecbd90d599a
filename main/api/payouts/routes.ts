/** Payouts over HTTP: to payees, and the list of transfers to the merchant (specification, "Payouts"). */
import type { FastifyInstance } from 'fastify';
import { createDirectPayout, createPayout } from '../../acquirer/payments/payout.ts';
import { merchantPayoutQueries, specificQueries } from '../../store/payments.ts';
import { DirectPayoutInput, MerchantPayout, Payout, PayoutInput } from '../../wire/payouts.ts';
import { detailOf, methodActions } from '../payments/methodResources.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const PATH_WORD = 'Svcpayout';
const path = `/api/v2/Payment/${PATH_WORD}`;

export const merchantPayoutResource = {
  path: '/api/v2/Payment/Payouts',
  tag: 'Payouts',
  object: 'payment.payouts',
  item: MerchantPayout,
  queries: merchantPayoutQueries,
};

export function payoutRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;

  addListRoute(app, services, {
    path,
    tag: PATH_WORD,
    object: 'payment.svcpayout',
    item: Payout,
    queries: specificQueries('svcpayout'),
  });

  app.post<{ Body: PayoutInput }>(
    path,
    describeRoute(PATH_WORD, 'Pay out to payees named by earlier payments or stored instruments', Payout, {
      body: PayoutInput,
    }),
    async ({ principal: { merchant }, body }, reply) =>
      sendJson(reply, detailOf(services, merchant, await createPayout(world, merchant, body))),
  );

  app.post<{ Body: DirectPayoutInput }>(
    `${path}/me/PayoutWithoutCustomer`,
    describeRoute(PATH_WORD, 'Pay out without a customer', Payout, { body: DirectPayoutInput }),
    async ({ principal: { merchant }, body }, reply) =>
      sendJson(reply, detailOf(services, merchant, await createDirectPayout(world, merchant, body))),
  );

  methodActions(app, services, PATH_WORD, 'payout');

  addListRoute(app, services, merchantPayoutResource);
  addReadRoute(app, merchantPayoutResource, world.payments.payouts.bytes);
}
