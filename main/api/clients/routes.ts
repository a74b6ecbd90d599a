/**
 * Clients of the API, which are foreign cash registers: `GET`, `POST /bridge/v1/clients`, `GET`, `PUT …/{id}`, a new secret and the
 * end. A secret leaves once, in the answer that made it. The client of our own screen is nobody's to change.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientIdFault, reasonFault, shownNameFault } from '../../domain/accountNames.ts';
import { addClient, changeClient, DEFAULT_SCOPES, revokeClient, rotateSecret } from '../../masterData/clients.ts';
import type { Change } from '../../masterData/masterData.ts';
import type { FieldFault } from '../../masterData/people.ts';
import { type ClientRow, clientQueries } from '../../store/accounts.ts';
import { Client, ClientChanges, ClientInput, ClientWithSecret, SecretInput } from '../../wire/clients.ts';
import { Reason } from '../../wire/people.ts';
import { newKey } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import { fieldFault, refuseFaults } from '../accountFaults.ts';
import { change } from '../masterDataChange.ts';
import { addListRoute, addReadRoute, describeRoute, orNotFound, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { clientNamed, requireOwnScopes } from './namedClient.ts';

const path = '/bridge/v1/clients';
const tag = 'Master data';
const object = 'clients';
const resource = { path, tag, object, item: Client, queries: clientQueries };

type One = { Params: { id: string } };

export function clientRoutes(app: FastifyInstance, services: Services): void {
  addListRoute(app, services, resource);
  addReadRoute(app, resource, services.masterData.accounts.clientBytes);
  createRoute(app, services);
  changeRoute(app, services);
  secretRoute(app, services);
  revokeRoute(app, services);
}

/** Finds the client as it is inside the job, and gives its document after `job`. */
const changeClientNamed = (
  services: Services,
  principal: Principal,
  id: string,
  job: (client: ClientRow, change: Change) => void,
): Promise<Buffer> =>
  change(services, principal, own => {
    job(clientNamed(services, principal, id), own);
    return orNotFound(services.masterData.accounts.clientBytes(principal.merchant, id), object, id);
  });

function createRoute(app: FastifyInstance, services: Services): void {
  const { masterData: data } = services;
  const { accounts } = data;
  app.post<{ Body: ClientInput }>(
    path,
    describeRoute(tag, 'A new client; its secret stands in this answer and nowhere else', ClientWithSecret, {
      body: ClientInput,
      description: 'Store the secret at once: whoever has lost it gets another one by `POST …/{id}/secret`.',
    }),
    async ({ principal, body }, reply) => {
      const { id = `client-${newKey().slice(0, 12).toLowerCase()}`, scopes = DEFAULT_SCOPES, name = null, till } = body;
      refuseFaults([fieldFault('id', clientIdFault(id)), ...factFaults(services, principal, body)]);
      requireOwnScopes(principal, scopes);
      const secret = newToken();
      const document = await change(services, principal, own => {
        if (accounts.client(id)) refuseFaults([TAKEN(id)]);
        addClient(data, own, { id, scopes, name, till: till ?? null }, hashToken(secret));
        return orNotFound(accounts.clientBytes(principal.merchant, id), object, id);
      });
      return sendSecret(reply, document, secret);
    },
  );
}

const TAKEN = (id: string): FieldFault => ({
  path: 'id',
  texts: {
    de: `Die Kennung ${id} ist vergeben, vielleicht an einen beendeten Zugang.`,
    en: `The id ${id} is taken, perhaps by a client that was ended.`,
  },
});

function changeRoute(app: FastifyInstance, services: Services): void {
  app.put<One & { Body: ClientChanges }>(
    `${path}/:id`,
    describeRoute(tag, 'Changes name, scopes or till of a client; what is left out stays', Client, {
      body: ClientChanges,
      description: 'Other scopes count from the next call on. `If-Match` guards against lost updates (412).',
    }),
    async ({ principal, params, body }, reply) => {
      refuseFaults(factFaults(services, principal, body));
      const document = await changeClientNamed(services, principal, params.id, (client, change) => {
        const held = client.scope.split(' ');
        const scopes = body.scopes ?? held;
        requireOwnScopes(
          principal,
          scopes.filter(scope => !held.includes(scope)),
        );
        const { name = client.name, till = client.till } = body;
        changeClient(services.masterData, change, client, scopes, null, { name, till });
      });
      return sendJson(reply, document);
    },
  );
}

function secretRoute(app: FastifyInstance, services: Services): void {
  app.post<One & { Body: SecretInput }>(
    `${path}/:id/secret`,
    describeRoute(tag, 'A new secret, shown in this answer and nowhere else', ClientWithSecret, {
      body: SecretInput,
      description:
        'With an overlap both secrets are good for so long, so that a cash register can be changed over while it sells.',
    }),
    async ({ principal, params, body }, reply) => {
      const secret = newToken();
      const document = await changeClientNamed(services, principal, params.id, (client, change) => {
        // The holder of the secret gets these scopes, so she must have them already.
        requireOwnScopes(principal, client.scope.split(' '));
        rotateSecret(services.masterData, change, client, hashToken(secret), body.overlapMinutes * 60_000);
      });
      return sendSecret(reply, document, secret);
    },
  );
}

function revokeRoute(app: FastifyInstance, services: Services): void {
  app.post<One & { Body: Reason }>(
    `${path}/:id/revoke`,
    describeRoute(tag, 'Ends a client for good: its secrets and its tokens at once', Client, { body: Reason }),
    async ({ principal, params, body }, reply) => {
      refuseFaults([fieldFault('reason', reasonFault(body.reason))]);
      const document = await changeClientNamed(services, principal, params.id, (client, change) =>
        revokeClient(services.masterData, change, client, body.reason.trim()),
      );
      return sendJson(reply, document);
    },
  );
}

function factFaults(
  { devices, control }: Services,
  { merchant }: Principal,
  { name, scopes, till }: ClientChanges,
): readonly (FieldFault | null)[] {
  const isTill = till === undefined || till === null || devices.find(merchant, till)?.type === 'cashier';
  return [
    fieldFault('name', name === undefined || name === null ? null : shownNameFault(name)),
    fieldFault('scopes', scopes?.includes('control') && control === null ? NO_CONTROL : null),
    fieldFault('till', isTill ? null : NO_TILL),
  ];
}

const NO_CONTROL = {
  de: 'Das Recht control gibt es nur, wo die Steuerung für Tests eingeschaltet ist.',
  en: 'The scope control is there only where the control interface for tests is switched on.',
};
const NO_TILL = { de: 'Diese Kasse gibt es nicht.', en: 'There is no such till.' };

/** Neither a browser nor a proxy keeps it. */
const sendSecret = (reply: FastifyReply, document: Buffer, secret: string): FastifyReply =>
  sendJson(
    reply.header('cache-control', 'no-store'),
    Buffer.from(JSON.stringify({ ...JSON.parse(document.toString()), secret })),
  );
