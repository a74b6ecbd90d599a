/** Cookies of a request, where no session of the screen needs the whole plugin. */
import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

/** The value of the cookie of that name; null where the browser sent none. */
export const cookieOf = ({ headers }: FastifyRequest, name: string): string | null =>
  parseCookie(headers.cookie ?? '')[name] || null;
