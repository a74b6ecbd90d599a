/** `/office/v1/open-id`: sends a browser to the provider, and takes it back signed in. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SignInWays } from '../../../wire/office/people.ts';
import { BridgeError } from '../../../world/errors.ts';
import { hashToken } from '../../../world/secrets.ts';
import type { OpenIdSettings } from '../../office.ts';
import { callbackOf, createOpenIdConnect, FLOW_LIFE } from '../../people/openIdConnect.ts';
import { principalOfSession } from '../../people/principal.ts';
import { openSession } from '../../people/sessions.ts';
import { type Reading, setSessionCookie, tokenOf } from './signedIn.ts';

const COOKIE = 'tillbridge_office_flow';
const PATH = '/office/v1/open-id';

/** No session needed. */
export function registerOpenId(app: FastifyInstance, reading: Reading, settings: OpenIdSettings | null): void {
  const tags = ['People'];
  app.get(
    '/office/v1/sign-in',
    { schema: { summary: 'How people may sign in', security: [], tags, response: { 200: SignInWays } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const sent = tokenOf(request);
      const person = sent && (await principalOfSession(reading.database, hashToken(sent.token), reading.clock.now()));
      return { password: true, open_id: settings !== null, signed_in: person !== null };
    },
  );
  if (settings === null) return;
  const { database, clock, log } = reading;
  const connect = createOpenIdConnect(database, clock, settings);

  app.get(
    PATH,
    {
      schema: {
        summary: 'Begin a sign-in at the provider',
        security: [],
        tags,
        response: { 302: { type: 'null', description: 'Location is the page of the provider.' } },
      },
    },
    async (request, reply) => {
      const { address, state } = await connect.begin().catch(error => {
        throw refused(error, 'the provider cannot be reached');
      });
      // Lax, because the provider sends the browser back from another site.
      reply.header('set-cookie', cookie(request, state, FLOW_LIFE / 1000)).header('cache-control', 'no-store');
      return reply.redirect(address, 302);
    },
  );

  app.get(
    `${PATH}/callback`,
    { schema: { summary: 'End a sign-in that the provider confirmed', security: [], tags } },
    async (request, reply) => {
      const kept = stateOf(request);
      const callback = new URL(callbackOf(settings));
      callback.search = new URL(request.url, settings.address).search;
      if (kept === null || kept !== callback.searchParams.get('state'))
        throw new BridgeError('originRefused', 'this sign-in was not begun in this browser');
      const person = await connect.end(callback, kept).catch(error => {
        log('warn', 'a sign-in through OpenID Connect was refused', { problem: (error as Error).message });
        return null;
      });
      if (!person) throw new BridgeError('forbidden', 'the provider named nobody who may sign in here');
      const { token } = await openSession(database, clock, person, { by: 'openId' });
      setSessionCookie(request, reply, token);
      reply.header('set-cookie', cookie(request, '', 0)).header('cache-control', 'no-store');
      // Not a redirect: the browser would send no strict cookie along a way that began at another site.
      return reply
        .type('text/html; charset=utf-8')
        .send(
          '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/"><title>Tillbridge</title>',
        );
    },
  );
}

const refused = (cause: unknown, words: string) =>
  new BridgeError('internal', `${words}: ${(cause as Error).message}`, { cause, http: 502, retryAfter: 30 });

function cookie({ protocol }: FastifyRequest, state: string, seconds: number): string {
  const secure = protocol === 'https' ? '; Secure' : '';
  return `${COOKIE}=${state}; Path=${PATH}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

function stateOf({ headers }: FastifyRequest): string | null {
  const found = (headers.cookie ?? '').split(';').find(part => part.trim().startsWith(`${COOKIE}=`));
  return found?.trim().slice(COOKIE.length + 1) || null;
}
