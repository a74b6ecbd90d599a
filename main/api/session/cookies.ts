/** Cookies of the till's screen: the one that renews a session, and the one that recognises a till before anybody has signed in. */
import type { FastifyRequest } from 'fastify';
import { cookieOf } from '../../http/cookies.ts';
import { TILL_LIFE } from '../../services/auth/knownTills.ts';
import type { Services } from '../services.ts';

export const SESSION_PATH = '/bridge/v1/session';

/** Loopback ports share their cookies, so each installation has names of its own. */
export const screenCookies = ({ installation, config }: Pick<Services, 'installation' | 'config'>) => {
  const options = { httpOnly: true, sameSite: 'strict', secure: config.tls !== null } as const;
  return {
    /** The refresh token, good once; no script meets it. */
    session: {
      name: `tillbridge_${installation}`,
      // It ends with the browser: a till that was switched off asks for a PIN.
      options: { ...options, path: SESSION_PATH },
    },
    till: {
      name: tillCookieName(installation),
      options: { ...options, path: '/bridge/v1', maxAge: TILL_LIFE / 1000 },
    },
  };
};
export type ScreenCookies = ReturnType<typeof screenCookies>;

const tillCookieName = (installation: string): string => `tillbridge_till_${installation}`;

/** The value that the till sent; `KnownTills` checks it. */
export const tillCookie = (request: FastifyRequest, installation: string): string | undefined =>
  cookieOf(request, tillCookieName(installation)) ?? undefined;
