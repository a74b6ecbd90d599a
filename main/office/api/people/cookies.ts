/**
 * Cookies of the back office. Where browsers come by https they are `Secure`, with a name that binds them to this very host
 * (`__Host-`, RFC 6265bis 4.1.3.2): neither a page of another name of the domain nor one without TLS can plant them.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
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
  readonly sameSite: 'Strict' | 'Lax';
  readonly seconds: number;
}

const PATH = '/office';

export const cookies = {
  /** The token of a session. */
  session: { name: 'tillbridge_office', path: PATH, sameSite: 'Strict', seconds: SESSION_SECONDS },
  /** A sign-in at the provider; Lax, because the provider sends the browser back from another site. */
  flow: { name: 'tillbridge_office_flow', path: `${PATH}/v1/open-id`, sameSite: 'Lax', seconds: FLOW_LIFE / 1000 },
  /** A browser in which somebody has signed in: guesses that are made elsewhere do not slow it. */
  browser: {
    name: 'tillbridge_office_browser',
    path: `${PATH}/v1/token`,
    sameSite: 'Strict',
    seconds: PLACE_LIFE / 1000,
  },
} as const satisfies Readonly<Record<string, Cookie>>;

const isSecure = ({ server, protocol }: FastifyRequest): boolean => server.hasHttpsAddress || protocol === 'https';

const nameFor = (request: FastifyRequest, { name }: Cookie): string => (isSecure(request) ? `__Host-${name}` : name);

/** `value` empty: the browser forgets it. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie, value: string): void {
  const secure = isSecure(request);
  const parts = [
    `${nameFor(request, cookie)}=${value}`,
    `Path=${secure ? '/' : cookie.path}`,
    'HttpOnly',
    `SameSite=${cookie.sameSite}`,
    `Max-Age=${value === '' ? 0 : cookie.seconds}`,
    ...(secure ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

/** Null where the browser sent none. */
export function cookieOf(request: FastifyRequest, cookie: Cookie): string | null {
  const name = `${nameFor(request, cookie)}=`;
  const found = (request.headers.cookie ?? '').split(';').find(part => part.trim().startsWith(name));
  return found?.trim().slice(name.length) || null;
}
