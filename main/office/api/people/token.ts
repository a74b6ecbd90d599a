/** `POST /office/v1/token`: a session for a username and a password. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ErrorBody } from '../../../wire/errorBody.ts';
import { SignedIn, SignInInput } from '../../../wire/office/people.ts';
import { TokenError } from '../../../wire/token.ts';
import { BridgeError, TokenRefusal } from '../../../world/errors.ts';
import { TooManyPasswords } from '../../people/passwords.ts';
import { closeSession, SESSION_SECONDS, signIn } from '../../people/sessions.ts';
import { checkOrigin, clearSessionCookie, type Reading, setSessionCookie, tokenOf } from './signedIn.ts';

/** No session needed. */
export function registerToken(app: FastifyInstance, reading: Reading): void {
  app.post(
    '/office/v1/token',
    {
      schema: {
        summary: 'Sign in',
        description:
          'A session of 12 hours. Wrong passwords make the next attempt later (429 with Retry-After); refusals of name and password have the shape of RFC 6749 (5.2). With cookie=1 the token becomes an HttpOnly cookie of the browser.',
        security: [],
        tags: ['People'],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: SignInInput,
        response: { 200: SignedIn, 401: TokenError, 429: Type.Union([TokenError, ErrorBody]) },
      },
    },
    async (request, reply) => {
      const { username, password, cookie } = request.body as SignInInput;
      const forBrowser = /^(1|true)$/.test(String(cookie ?? ''));
      // A foreign page must not sign a browser in with a name of its own.
      if (forBrowser) checkOrigin(request);
      const result = await refuseMany(() =>
        signIn(reading.database, reading.clock, { username, password, place: placeOf(request) }),
      );
      if (result.kind === 'locked') throw new TokenRefusal('userLocked', result.wait);
      if (result.kind === 'wrong') throw new TokenRefusal('userInvalid');
      reply.header('cache-control', 'no-store');
      const head = { token_type: 'bearer', expires_in: SESSION_SECONDS } as const;
      if (!forBrowser) return { access_token: result.session.token, ...head };
      setSessionCookie(request, reply, result.session.token);
      return head;
    },
  );

  app.delete(
    '/office/v1/token',
    { schema: { summary: 'Sign out', tags: ['People'], response: { 204: { type: 'null' } } } },
    async (request, reply) => {
      const sent = tokenOf(request);
      if (sent?.by === 'cookie') checkOrigin(request);
      if (sent) await closeSession(reading.database, sent.token);
      clearSessionCookie(reply);
      return reply.code(204).send();
    },
  );
}

/** Throws `tooMany` where too many passwords are being checked. */
export async function refuseMany<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooManyPasswords) throw new BridgeError('tooMany', error.message, { retryAfter: 5 });
    throw error;
  }
}

/** The address; of an IPv6 address the network, because one owner has 2^64 of them. */
export function placeOf({ socket }: Pick<FastifyRequest, 'socket'>): string {
  const address = (socket.remoteAddress ?? '').toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head.split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 4 - groups.length) }, () => '0');
  return [...groups, ...zeros].slice(0, 4).join(':');
}
