/** `/office/v1/open-id`: sends a browser to the provider, and takes it back signed in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { SignInWays } from '../../../wire/office/people.ts';
import { hashToken } from '../../../world/secrets.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import type { OpenIdSettings } from '../../office.ts';
import { callbackOf, createOpenIdConnect } from '../../people/openIdConnect.ts';
import { principalOfSession } from '../../people/principal.ts';
import { areCodesInUse } from '../../people/secondFactor.ts';
import { openSession } from '../../people/sessions.ts';
import { placeOf } from '../place.ts';
import { cookieOf, cookies, setCookie } from './cookies.ts';
import { type SignInFailure, sendFailure } from './failurePage.ts';
import { type Reading, tokenOf } from './signedIn.ts';

const PATH = '/office/v1/open-id';
const tags = ['People'];
const page = (description: string) => ({ description, content: { 'text/html': { schema: Type.String() } } });

/** No session needed. */
export function registerOpenId(app: FastifyInstance, reading: Reading, settings: OpenIdSettings | null): void {
  registerWays(app, reading, settings);
  if (settings === null) return;
  const { database, clock, log } = reading;
  const connect = createOpenIdConnect(database, clock, settings);
  /** A person stands before a browser: the answer is a page, and the log has what the library says. */
  const fail = (request: FastifyRequest, reply: FastifyReply, failure: SignInFailure, error?: unknown) => {
    log('warn', 'a sign-in through OpenID Connect was refused', { supportId: request.id, failure, ...factsOf(error) });
    setCookie(request, reply, cookies.flow, '');
    return sendFailure(request, reply, failure);
  };

  app.get(
    PATH,
    {
      schema: {
        summary: 'Begin a sign-in at the provider',
        security: [],
        tags,
        response: {
          302: { type: 'null', description: 'Location is the page of the provider.' },
          502: page('The provider cannot be reached.'),
          503: page('The database of the back office cannot be reached.'),
        },
      },
    },
    async (request, reply) => {
      try {
        const { address, state } = await connect.begin(placeOf(request));
        setCookie(request, reply, cookies.flow, state);
        return reply.header('cache-control', 'no-store').redirect(address, 302);
      } catch (error) {
        return fail(request, reply, isUnavailable(error) ? 'officeDown' : 'providerDown', error);
      }
    },
  );

  app.get(
    `${PATH}/callback`,
    {
      schema: {
        summary: 'End a sign-in that the provider confirmed',
        description: 'For a browser: every answer is a page.',
        security: [],
        tags,
        response: {
          200: page('Signed in; the page leads to the start page.'),
          403: page('Not signed in; the page says why and leads back.'),
          502: page('The provider cannot be reached.'),
          503: page('The database of the back office cannot be reached.'),
        },
      },
    },
    async (request, reply) => {
      const kept = cookieOf(request, cookies.flow);
      const callback = new URL(callbackOf(settings));
      callback.search = new URL(request.url, settings.address).search;
      if (kept === null || kept !== callback.searchParams.get('state')) return fail(request, reply, 'notBegunHere');
      try {
        const person = await connect.end(callback, kept);
        if (person === 'gone') return fail(request, reply, 'notBegunHere');
        if (person === 'nobody' || person === 'oneFactor') return fail(request, reply, person);
        const facts = { by: 'openId', place: placeOf(request) };
        const { token } = await openSession(database, clock, person, facts, request.headers['user-agent']);
        setCookie(request, reply, cookies.session, token);
      } catch (error) {
        return fail(request, reply, failureOf(error), error);
      }
      setCookie(request, reply, cookies.flow, '');
      // Not a redirect: the browser would send no strict cookie along a way that began at another site.
      return reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(
          '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/"><title>Tillbridge</title>',
        );
    },
  );
}

function registerWays(app: FastifyInstance, reading: Reading, settings: OpenIdSettings | null): void {
  app.get(
    '/office/v1/sign-in',
    { schema: { summary: 'How people may sign in', security: [], tags, response: { 200: SignInWays } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const sent = tokenOf(request);
      const person = sent && (await principalOfSession(reading.database, hashToken(sent.token), reading.clock.now()));
      return {
        password: settings?.secondFactor !== true,
        open_id: settings !== null,
        code: await areCodesInUse(reading.database),
        signed_in: person !== null,
        set_up: person?.limited ?? false,
      };
    },
  );
}

/** The library has names for a provider that said no, and for a line that said nothing. */
function failureOf(error: unknown): SignInFailure {
  if (isUnavailable(error)) return 'officeDown';
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  if (name === 'AuthorizationResponseError') return 'refusedThere';
  const isDown = name === 'TypeError' || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return isDown ? 'providerDown' : 'notProven';
}

/** Never the cause: it holds the token. */
function factsOf(error: unknown): { readonly problem?: string; readonly code?: string } {
  if (error === undefined) return {};
  const { message, code } = error as { readonly message: string; readonly code?: string };
  return { problem: message, ...(code === undefined ? {} : { code }) };
}
