/** The delivery log of push notifications: every notification with its attempts, and sending one again. */
import type { FastifyInstance } from 'fastify';
import { pushQueries } from '../../store/pushes.ts';
import { PushEntry } from '../../wire/pushes.ts';
import { addListRoute, addReadRoute, describeRoute, orNotFound, sendText } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/pushes';
const object = 'event.pushes';
const tag = 'Push notifications';

const resource = { path, tag, object, item: PushEntry, queries: pushQueries };

export function pushRoutes(app: FastifyInstance, services: Services): void {
  const { pushes, delivery } = services;
  addListRoute(app, services, resource);
  addReadRoute(app, resource, pushes.bytes);
  app.post<{ Params: { id: string } }>(
    `${path}/:id/resend`,
    describeRoute(tag, 'Send one again, whatever became of it', PushEntry),
    async ({ principal: { merchant }, params: { id } }, reply) => {
      orNotFound((await delivery.resend(merchant, id)) || null, object, id);
      return sendText(reply, orNotFound(pushes.bytes(merchant, id), object, id));
    },
  );
}
