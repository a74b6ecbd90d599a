/** The cookie by which a till is known again, and who calls. */
import type { FastifyRequest } from 'fastify';
import type { RequestSource } from '../services/auth/signInPlaces.ts';

export const connectionOf = ({ socket, headers }: FastifyRequest): RequestSource => ({
  address: socket.remoteAddress,
  forwarded: headers['x-forwarded-for'],
});

/** Loopback ports share their cookies, so each installation has a name of its own. */
export const tillCookieName = (installation: string): string => `tillbridge_till_${installation}`;

/** What the till sent of it; whether it is known is for others to say. */
export function tillCookie({ headers }: FastifyRequest, installation: string): string | undefined {
  const begin = `${tillCookieName(installation)}=`;
  const found = (headers.cookie ?? '').split(';').find(part => part.trim().startsWith(begin));
  return found?.trim().slice(begin.length);
}
