/** Check-ins: the list, coming and going, and what the register asks of the customer's app. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { checkIn, checkOut } from '../../loyalty/checkins.ts';
import { checkinQueries } from '../../store/loyaltyQueries.ts';
import { Checkin, CheckinInput, Instruction } from '../../wire/checkins.ts';
import { Result } from '../../wire/loyalty.ts';
import { addListRoute, addReadRoute, describeRoute, orNotFound, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Check-ins';
const path = '/api/v2/Smart/Checkins';

export function checkinRoutes(app: FastifyInstance, services: Services): void {
  const { world, hub } = services;
  const resource = { path, tag, object: 'smart.checkins', item: Checkin, queries: checkinQueries };
  addListRoute(app, services, resource);
  addReadRoute(app, resource, world.loyalty.checkins.bytes);

  app.post<{ Params: { id: string }; Body: Instruction }>(
    `${path}/:id/TriggerPushEvent`,
    describeRoute(tag, "Ask something of the customers' app", Result, { body: Instruction }),
    async ({ principal, params, body: { target, action, data = null } }) => {
      const named = params.id.toLowerCase();
      if (named !== 'me')
        orNotFound(world.loyalty.checkins.find(principal.merchant, params.id), 'smart.checkins', params.id);
      hub.publish(principal.merchant, 'instruction', { target, action, data });
      return { result: true };
    },
  );

  app.post<{ Body: CheckinInput }>(
    '/bridge/v1/checkins',
    describeRoute(tag, 'Somebody comes into the shop', Checkin, { body: CheckinInput }),
    async ({ principal, body }, reply) => sendJson(reply, await checkIn(world, principal, body)),
  );

  app.delete<{ Params: { id: string } }>(
    '/bridge/v1/checkins/:id',
    describeRoute(tag, 'Somebody leaves the shop', Type.Array(Checkin)),
    async ({ principal, params }, reply) => sendJson(reply, [await checkOut(world, principal, params.id)]),
  );
}
