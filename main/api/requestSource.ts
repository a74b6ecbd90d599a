/** Where a call comes from. */
import type { FastifyRequest } from 'fastify';
import type { RequestSource } from '../services/auth/signInPlaces.ts';

export const connectionOf = ({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): RequestSource => ({
  address: socket.remoteAddress,
  forwarded: headers['x-forwarded-for'] ?? passedOnFor(headers),
});

/**
 * For whom a server on this machine calls, where it says so in another header: then nobody sits here. Empty where it does not say for
 * whom; left out where nobody passed the request on.
 */
function passedOnFor(headers: FastifyRequest['headers']): string | undefined {
  const { forwarded, 'x-real-ip': realIp } = headers;
  if (forwarded !== undefined) {
    const [, six, four] = [...forwarded.matchAll(FOR)].at(-1) ?? [];
    return six ?? four ?? '';
  }
  if (realIp !== undefined) return String(realIp);
  return PASSED_ON.some(name => headers[name] !== undefined) ? '' : undefined;
}

/** RFC 7239: the server that is nearest to us stands last. */
const FOR = /for="?(?:\[([0-9a-f:.]+)\]|([0-9.]+))/gi;
const PASSED_ON = ['via', 'x-forwarded-host', 'x-forwarded-proto'] as const;
