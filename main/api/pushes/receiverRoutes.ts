/**
 * Receivers of every push of a merchant, for as long as somebody listens: `GET`, `POST /bridge/v1/pushes/receivers`, prolonged by
 * `PUT …/{id}`, ended by `DELETE …/{id}`. A sale need not name an address for them.
 */
import type { FastifyInstance } from 'fastify';
import { addressRules } from '../../services/push/openDelivery.ts';
import type { PushReceiverRow } from '../../store/pushReceivers.ts';
import { PushReceiver, PushReceiverInput, PushReceiverTime } from '../../wire/pushes.ts';
import { Result } from '../../wire/shapes.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import { noteAudit } from '../../world/requestContext.ts';
import { requirePushAddress } from '../pushAddressCheck.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/pushes/receivers';
const tag = 'Push notifications';
const object = 'event.receivers';
/** Most receivers of one merchant: every change is written once for each of them. */
const MOST = 10;

type One = { Params: { id: string } };

export function pushReceiverRoutes(app: FastifyInstance, { pushes, pushReceivers, config, world }: Services): void {
  const rules = addressRules(config);
  const { write } = world.ledger;
  const untilOf = ({ seconds = 60 }: { seconds?: number }) => world.clock.now() + seconds * 1000;

  app.get(
    path,
    describeRoute(tag, 'Receivers of every push of the merchant', PushReceiver.list),
    async ({ principal: { merchant } }) => ({ data: pushReceivers.all(merchant).map(shown) }),
  );

  app.post<{ Body: PushReceiverInput }>(
    path,
    describeRoute(tag, 'Send every push of the merchant to this address as well, for a while', PushReceiver.one, {
      body: PushReceiverInput,
      description:
        'For tests at a desk: `npm run control -- listen` registers itself here. Signed with the push secret of the client that registers.',
    }),
    async ({ principal: { merchant, client }, body }) => {
      requirePushAddress('url', body.url, rules);
      return write(() => {
        if (pushReceivers.all(merchant).length >= MOST)
          throw new BridgeError('badInput', `there are ${MOST} receivers already; end one of them first`);
        const receiver = { id: newId('PRC'), merchant, client, url: body.url, until: untilOf(body) };
        pushReceivers.put(receiver);
        noteAudit({ ...entryOf(receiver), action: 'created', before: null, after: factsOf(receiver) });
        return shown(receiver);
      });
    },
  );

  app.put<One & { Body: PushReceiverTime }>(
    `${path}/:id`,
    describeRoute(tag, 'Goes on listening', PushReceiver.one, { body: PushReceiverTime }),
    async ({ principal: { merchant }, params: { id }, body }) =>
      write(() => {
        const found = orNotFound(pushReceivers.find(merchant, id), object, id);
        const receiver = { ...found, until: untilOf(body) };
        pushReceivers.put(receiver);
        noteAudit({ ...entryOf(receiver), action: 'changed', before: factsOf(found), after: factsOf(receiver) });
        return shown(receiver);
      }),
  );

  app.delete<One>(
    `${path}/:id`,
    describeRoute(tag, 'Listens no more; what still waits for it is given up', Result),
    async ({ principal: { merchant }, params: { id } }) =>
      write(() => {
        const found = orNotFound(pushReceivers.find(merchant, id), object, id);
        pushReceivers.remove(merchant, id);
        pushes.giveUp(merchant, found.url);
        noteAudit({ ...entryOf(found), action: 'removed', before: factsOf(found), after: null });
        return { result: true };
      }),
  );
}

const entryOf = ({ id }: PushReceiverRow) => ({ kind: 'receiver', subject: id }) as const;
const factsOf = ({ url, client, until }: PushReceiverRow) => ({ address: url, client, validTo: timestamp(until) });

const shown = ({ id, url, client, until }: PushReceiverRow) => ({
  ...{ object, id, url, client, until: timestamp(until) },
});
