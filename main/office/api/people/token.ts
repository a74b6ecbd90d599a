/** `POST /office/v1/token`: a session for a username and a password. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { ErrorBody } from '../../../wire/errorBody.ts';
import { SignedIn, SignInInput } from '../../../wire/office/people.ts';
import { TokenError } from '../../../wire/token.ts';
import { BridgeError, TokenRefusal } from '../../../world/errors.ts';
import type { Vault } from '../../../world/vault.ts';
import type { OpenIdSettings } from '../../office.ts';
import { rememberBrowser } from '../../people/guesses.ts';
import { TooManyPasswords } from '../../people/passwords.ts';
import { closeSession, SESSION_SECONDS, signIn } from '../../people/sessions.ts';
import { placeOf } from '../place.ts';
import { cookieOf, cookies, setCookie } from './cookies.ts';
import { checkOrigin, type Reading, tokenOf } from './signedIn.ts';

/** A name and a password with room to spare: nobody is known yet, so no more is read, bytes. */
const LARGEST_SIGN_IN = 4096;

/** No session needed. */
export function registerToken(
  app: FastifyInstance,
  reading: Reading & { readonly vault: Vault },
  openId: OpenIdSettings | null,
): void {
  app.post(
    '/office/v1/token',
    {
      bodyLimit: LARGEST_SIGN_IN,
      schema: {
        summary: 'Sign in',
        description:
          'A session of 12 hours. `code` is of the second factor, where the person has one. Wrong attempts make the next one later (429 with Retry-After); refusals of name, password and code have the same words and the shape of RFC 6749 (5.2). With cookie=1 the token becomes an HttpOnly cookie of the browser.',
        security: [],
        tags: ['People'],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: SignInInput,
        response: {
          200: SignedIn,
          400: Type.Union([TokenError, ErrorBody]),
          401: TokenError,
          429: Type.Union([TokenError, ErrorBody]),
        },
      },
    },
    async (request, reply) => {
      const { username, password, code, cookie } = request.body as SignInInput;
      if (openId?.secondFactor)
        throw new TokenRefusal(
          'grantUnknown',
          null,
          'people sign in here with the company account and a second factor',
        );
      const forBrowser = /^(1|true)$/.test(String(cookie ?? ''));
      // A foreign page must not sign a browser in with a name of its own.
      if (forBrowser) checkOrigin(request);
      const place = { address: placeOf(request), browser: forBrowser ? cookieOf(request, cookies.browser) : null };
      const browser = request.headers['user-agent'];
      const attempt = { username, password, code, place, browser };
      const result = await refuseMany(() => signIn(reading.database, reading.clock, reading.vault, attempt));
      if (result.kind === 'locked') throw new TokenRefusal('userLocked', result.wait);
      if (result.kind === 'wrong') throw new TokenRefusal('userInvalid', null, 'username, password or code invalid');
      reply.header('cache-control', 'no-store');
      const head = { token_type: 'bearer', expires_in: SESSION_SECONDS } as const;
      if (!forBrowser) return { access_token: result.session.token, ...head };
      setCookie(request, reply, cookies.session, result.session.token);
      const mark = await rememberBrowser(reading.database, username, place.browser, reading.clock.now());
      setCookie(request, reply, cookies.browser, mark);
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
      setCookie(request, reply, cookies.session, '');
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
