/**
 * Lets in who has the right of a route (rights.ts), before the body is read: people by their session, tills by the signature
 * over the head of the request. A route without a row stops the start.
 */
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify';
import { BridgeError } from '../../world/errors.ts';
import { hashToken } from '../../world/secrets.ts';
import type { Office } from '../office.ts';
import { type OfficePrincipal, principalOfSession, type SessionPrincipal } from '../people/principal.ts';
import { checkOrigin, tokenOf } from './people/signedIn.ts';
import { type Right, rights } from './rights.ts';
import { noLimits, type TillLimits } from './tillLimits.ts';
import { signedRequest } from './tillRequests.ts';

/** Below this path every operation has a row; elsewhere are pages and files, which are read alone. */
const OPERATIONS = '/office/';
const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Before the first route, and after the limits of requests, so that those count first. */
export function admitByRights(app: FastifyInstance, office: Office, limits: TillLimits = noLimits): void {
  app.decorateRequest('person', null as unknown as OfficePrincipal);
  app.decorateRequest('signer', null as never);
  app.addHook('onRoute', (route: RouteOptions) => {
    for (const method of [route.method].flat()) {
      const row = rowOf(method, route.url);
      if (row?.callers)
        route.onRequest = [...[route.onRequest ?? []].flat(), admission(office, row, row.callers, limits)];
    }
  });
}

/** True for a request that a till signs; its limit is that of its key. */
export const isOfTill = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  rights[`${method} ${url.split('?')[0]}`]?.callers?.includes('till') ?? false;

/** Null for a page or a file. Throws where an operation has no row. */
function rowOf(method: string, url: string): Right | null {
  if (!url.startsWith(OPERATIONS) && isRead(method)) return null;
  const row = rights[`${method} ${url}`];
  if (!row) throw new Error(`${method} ${url} has no row in main/office/api/rights.ts, so nobody may call it`);
  return row;
}

function admission(
  office: Office,
  { whileLimited = false }: Right,
  callers: NonNullable<Right['callers']>,
  limits: TillLimits,
): onRequestAsyncHookHandler {
  if (callers.includes('till'))
    return async request => {
      request.signer = await limits.admit(request, () => signedRequest(office, request));
    };
  return async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const person = await personOf(office, request);
    request.person = person;
    const { role } = person;
    if (person.limited && !whileLimited)
      throw new BridgeError('secondFactorDue', 'this session is good for setting up a second factor alone');
    if (!callers.includes(role))
      throw new BridgeError('forbidden', `this needs the role ${callers.join(' or ')}, and you have ${role}`);
  };
}

/** Throws `tokenInvalid` without a session, and `originRefused` for a change that comes from a foreign page. */
async function personOf({ database, clock }: Office, request: FastifyRequest): Promise<SessionPrincipal> {
  const sent = tokenOf(request);
  const person = sent && (await principalOfSession(database, hashToken(sent.token), clock.now()));
  if (!sent || !person) throw new BridgeError('tokenInvalid', 'this needs a session: POST /office/v1/token gives one');
  if (sent.by === 'cookie' && !isRead(request.method)) checkOrigin(request);
  return person;
}
