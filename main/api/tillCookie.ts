/** The cookie that recognises a till, and the connection of a caller. */
import type { FastifyRequest } from 'fastify';
import { cookieOf } from '../http/cookies.ts';
import type { RequestSource } from '../services/auth/signInPlaces.ts';

export const connectionOf = ({ socket, headers }: FastifyRequest): RequestSource => ({
  address: socket.remoteAddress,
  forwarded: headers['x-forwarded-for'],
});

/** Loopback ports share their cookies, so each installation has a name of its own. */
export const tillCookieName = (installation: string): string => `tillbridge_till_${installation}`;

/** The value that the till sent; `KnownTills` checks it. */
export const tillCookie = (request: FastifyRequest, installation: string): string | undefined =>
  cookieOf(request, tillCookieName(installation)) ?? undefined;
