/** PIN login of our own screen. The refresh token is good once, lives in an HttpOnly cookie, and never meets a script. */
import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { changeOwnPin } from '../../masterData/people.ts';
import { tillsOfShop } from '../../masterData/tills.ts';
import type { ChangePin } from '../../services/auth/grants.ts';
import { ACCESS_SECONDS, type IssuedToken } from '../../services/auth/issuer.ts';
import { insideOf } from '../../services/auth/signInPlaces.ts';
import type { ClientRow } from '../../store/accounts.ts';
import { LoginInput, OwnPinInput, Session } from '../../wire/session.ts';
import { nullable, Result } from '../../wire/shapes.ts';
import { BridgeError, TokenRefusal } from '../../world/errors.ts';
import { changeOf } from '../masterDataChange.ts';
import { ownPinHash } from '../people/newPin.ts';
import { connectionOf } from '../requestSource.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';
import { SESSION_PATH as path, type ScreenCookies, screenCookies, tillCookie } from './cookies.ts';
import { originOf, sessionListRoutes } from './sessions.ts';

/** In a scope of its own: only these routes look at cookies. */
export async function sessionRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const cookies = screenCookies(services);
  await app.register(async scope => {
    await scope.register(cookiePlugin);
    loginRoute(scope, services, cookies);
    refreshRoute(scope, services, cookies.session);
    logoutRoute(scope, services, cookies.session);
    ownPinRoute(scope, services);
    sessionListRoutes(scope, services);
  });
}

function refusedLogin({ key, message, retryAfter }: TokenRefusal): BridgeError {
  if (key === 'userBlocked') return new BridgeError('personLocked', message);
  if (key === 'pinChangeNeeded')
    return new BridgeError('pinChangeNeeded', 'repeat the call with new_pin; nobody was signed in');
  if (key !== 'userLocked') return new BridgeError('loginRefused', message);
  return new BridgeError('loginLocked', message, retryAfter === null ? {} : { retryAfter });
}

const schema = { tags: ['Screen'], security: [], response: { 200: Session } };

/** The client that stands for our own screen; its secret never leaves the process. */
function screenClient({ shop, screenClient: clientOf }: Services): ClientRow {
  const merchant = shop.firstMerchant();
  const client = merchant && clientOf(merchant.id);
  if (!client) throw new BridgeError('noContract', 'this installation has not been set up yet');
  return client;
}

/** The screen at the till that it names. A till that was removed since is refused, so that nobody sells at another till unknowingly. */
function screenAt(services: Services, till: string | undefined): ClientRow {
  const client = screenClient(services);
  if (till === undefined) return client;
  if (!tillsOfShop(services.masterData, client.merchant).some(({ id }) => id === till))
    throw new BridgeError('notFound', `till: ${till} is no till of this shop; nobody was signed in`);
  return { ...client, till };
}

function sessionAnswer(
  reply: FastifyReply,
  { name, options }: ScreenCookies['session'],
  { accessToken, refreshToken, staff, device }: IssuedToken,
): Session {
  if (!staff) throw new BridgeError('tokenInvalid', 'the person of this session is gone');
  if (refreshToken) reply.setCookie(name, refreshToken, options);
  const { id, username, name: fullName, role, language } = staff;
  const user = { id, username, name: fullName, role, language };
  return { access_token: accessToken, expires_in: ACCESS_SECONDS, user, till: device };
}

function loginRoute(app: FastifyInstance, services: Services, cookies: ScreenCookies): void {
  const { grants, installation, tills } = services;
  app.post<{ Body: LoginInput }>(
    path,
    { config: { public: true }, schema: { ...schema, summary: 'Sign in with a PIN', body: LoginInput } },
    async (request, reply) => {
      const { username, pin, new_pin, till: standsAt } = request.body;
      const till = tillCookie(request, installation);
      const place = tills.place(connectionOf(request), till);
      try {
        const change = new_pin === undefined ? undefined : pinChange(services, new_pin);
        const client = screenAt(services, standsAt);
        const issued = await grants.appUser(client, username, pin, null, place, change, originOf(request));
        const session = sessionAnswer(reply, cookies.session, issued);
        reply.setCookie(cookies.till.name, await tills.remember(till), cookies.till.options);
        return session;
      } catch (error) {
        if (error instanceof TokenRefusal) throw refusedLogin(error);
        throw error;
      }
    },
  );
}

/** The change at a sign-in: written in the commit of the sign-in, by the person herself. */
const pinChange =
  (services: Services, pin: string): ChangePin =>
  async staff => {
    const hash = await ownPinHash(services, staff, pin, 'new_pin');
    const { id, name, merchant } = staff;
    return () => changeOwnPin(services.masterData, { merchant, actor: { person: id, name, till: null } }, staff, hash);
  };

/** The PIN of now is asked for again, so that an open screen is not enough. */
function ownPinRoute(app: FastifyInstance, services: Services): void {
  const { masterData, person } = services;
  const { accounts } = masterData;
  app.put<{ Body: OwnPinInput }>(
    `${path}/pin`,
    describeRoute('Screen', 'Choose another PIN; the other sign-ins of this person end', Result, { body: OwnPinInput }),
    async ({ principal, body }) => {
      const { staff, merchant, device, session } = principal;
      if (!staff) throw new BridgeError('forbidden', 'a client of the API has no PIN');
      const held = await person(staff.username, body.pin, merchant, insideOf(device), true).catch(error => {
        throw error instanceof TokenRefusal ? refusedLogin(error) : error;
      });
      const hash = await ownPinHash(services, held, body.new_pin, 'new_pin');
      await accounts.write(() => {
        if (accounts.staffById(held.id)?.pinHash !== held.pinHash)
          throw new BridgeError('loginRefused', 'the PIN was changed meanwhile');
        changeOwnPin(masterData, changeOf(principal), held, hash, session);
      });
      return { result: true };
    },
  );
}

function refreshRoute(app: FastifyInstance, services: Services, cookie: ScreenCookies['session']): void {
  app.post(
    `${path}/refresh`,
    {
      config: { public: true },
      schema: {
        ...schema,
        summary: 'Renew the session by cookie; null where there is none',
        response: { ...schema.response, 200: nullable(Session) },
      },
    },
    async (request, reply) => {
      const token = request.cookies[cookie.name];
      // The first visit is no mistake: a refusal would look like one in the console of the browser.
      if (!token) return reply.type('application/json; charset=utf-8').send('null');
      try {
        return sessionAnswer(reply, cookie, await services.grants.refresh(screenClient(services), token));
      } catch (error) {
        reply.clearCookie(cookie.name, cookie.options);
        if (error instanceof TokenRefusal) throw new BridgeError('tokenInvalid', error.message);
        throw error;
      }
    },
  );
}

function logoutRoute(app: FastifyInstance, { grants }: Services, cookie: ScreenCookies['session']): void {
  app.delete(
    path,
    { config: { public: true }, ...describeRoute('Screen', 'Sign out', Result, { security: [] }) },
    async (request, reply) => {
      const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
      // A program has no cookie: without this its token would hold behind the answer that it is signed out.
      for (const token of [request.cookies[cookie.name], bearer]) if (token) await grants.signOut(token);
      reply.clearCookie(cookie.name, cookie.options);
      return { result: true };
    },
  );
}
