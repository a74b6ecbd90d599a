/**
 * Cookies of the back office. Where browsers come by https they are `Secure`, with a name that binds them to this very host
 * (`__Host-`, RFC 6265bis 4.1.3.2): neither a page of another name of the domain nor one without TLS can plant them.
 */
import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf as cookieNamed } from '../../../http/cookies.ts';
import { PLACE_LIFE } from '../../people/guesses.ts';
import { FLOW_LIFE } from '../../people/openIdConnect.ts';
import { SESSION_SECONDS } from '../../people/sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The configured address of the back office begins with https. */
    hasHttpsAddress: boolean;
  }
}

interface Cookie {
  readonly name: string;
  /** Where browsers send it on plain HTTP; a `__Host-` cookie goes to every path. */
  readonly path: string;
  readonly sameSite: 'strict' | 'lax';
  readonly seconds: number;
}

const PATH = '/office';

export const cookies = {
  /** The token of a session. */
  session: { name: 'tillbridge_office', path: PATH, sameSite: 'strict', seconds: SESSION_SECONDS },
  /** A sign-in at the provider; Lax, because the provider sends the browser back from another site. */
  flow: { name: 'tillbridge_office_flow', path: `${PATH}/v1/open-id`, sameSite: 'lax', seconds: FLOW_LIFE / 1000 },
  /** A browser in which somebody has signed in: guesses that are made elsewhere do not slow it. */
  browser: {
    name: 'tillbridge_office_browser',
    path: `${PATH}/v1/token`,
    sameSite: 'strict',
    seconds: PLACE_LIFE / 1000,
  },
} as const satisfies Readonly<Record<string, Cookie>>;

const isSecure = ({ server, protocol }: FastifyRequest): boolean => server.hasHttpsAddress || protocol === 'https';

const nameFor = (request: FastifyRequest, { name }: Cookie): string => (isSecure(request) ? `__Host-${name}` : name);

/** `value` empty: the browser forgets it. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie, value: string): void {
  const secure = isSecure(request);
  const header = stringifySetCookie({
    name: nameFor(request, cookie),
    value,
    path: secure ? '/' : cookie.path,
    httpOnly: true,
    sameSite: cookie.sameSite,
    maxAge: value === '' ? 0 : cookie.seconds,
    secure,
  });
  reply.header('set-cookie', header);
}

/** Null where the browser sent none. */
export function cookieOf(request: FastifyRequest, cookie: Cookie): string | null {
  return cookieNamed(request, nameFor(request, cookie));
}
