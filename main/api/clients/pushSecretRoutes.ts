/**
 * The secret that signs the pushes of a client: `GET`, `POST`, `DELETE /bridge/v1/clients/{id}/push-secret`. It leaves once,
 * in the answer that made it.
 */
import type { FastifyInstance } from 'fastify';
import { audited, type Change } from '../../masterData/masterData.ts';
import { newPushSecret } from '../../services/push/signature.ts';
import { PushSecret, PushSecretWithSecret, SecretInput } from '../../wire/clients.ts';
import { timestamp } from '../../world/clock.ts';
import type { Principal } from '../../world/people.ts';
import { change } from '../masterDataChange.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';
import { clientNamed, requireOwnScopes } from './namedClient.ts';

const path = '/bridge/v1/clients/:id/push-secret';
const tag = 'Push notifications';

type One = { Params: { id: string } };

export function pushSecretRoutes(app: FastifyInstance, services: Services): void {
  const { pushSecrets, masterData } = services;

  app.get<One>(
    path,
    describeRoute(tag, 'Since when the pushes of a client are signed; never the secret itself', PushSecret),
    async ({ principal, params: { id } }) => {
      clientNamed(services, principal, id);
      return viewOf(services, principal, id);
    },
  );

  app.post<One & { Body: SecretInput }>(
    path,
    describeRoute(
      tag,
      'A new secret for the pushes of a client, shown in this answer and nowhere else',
      PushSecretWithSecret,
      {
        body: SecretInput,
        description:
          'Pushes about sales of this client are signed with it (Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`). With an overlap the secrets before it sign as well for so long, so that receivers can be changed over one by one.',
      },
    ),
    async ({ principal, params: { id }, body: { overlapMinutes } }, reply) => {
      const secret = newPushSecret();
      const view = await changeSecret(principal, id, own => {
        pushSecrets.rotate(principal.merchant, id, secret, overlapMinutes * 60_000);
        const [, before] = pushSecrets.spans(principal.merchant, id);
        const oldSecretUntil = before?.until == null ? null : timestamp(before.until);
        audited(masterData, own, {
          ...{ kind: 'client', subject: id, action: 'secretRotated' },
          ...{ before: null, after: { pushes: true, oldSecretUntil } },
        });
      });
      return reply.send({ ...view, secret });
    },
  );

  app.delete<One>(
    path,
    describeRoute(tag, 'Ends the secrets of a client: its pushes are signed no more', PushSecret),
    async ({ principal, params: { id } }) =>
      changeSecret(principal, id, own => {
        const [newest] = pushSecrets.spans(principal.merchant, id);
        if (!newest) return;
        pushSecrets.end(principal.merchant, id);
        const before = { pushSecretSince: timestamp(newest.since) };
        audited(masterData, own, { kind: 'client', subject: id, action: 'changed', before, after: null });
      }),
  );

  const changeSecret = (principal: Principal, id: string, job: (change: Change) => void) =>
    change(services, principal, own => {
      // The holder of the secret can send pushes that receivers believe, so she needs the scopes of the client.
      requireOwnScopes(principal, clientNamed(services, principal, id).scope.split(' '));
      job(own);
      return viewOf(services, principal, id);
    });
}

function viewOf({ pushSecrets }: Services, { merchant }: Principal, client: string): PushSecret {
  const [newest, ...older] = pushSecrets.spans(merchant, client);
  return {
    object: 'clients.push_secrets',
    client,
    since: newest ? timestamp(newest.since) : null,
    old: older.map(({ since, until }) => ({ since: timestamp(since), until: timestamp(until ?? since) })),
  };
}
