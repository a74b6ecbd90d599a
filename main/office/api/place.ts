/** Where a request comes from: the address that limits, lockouts and the audit log name. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address; of an IPv6 address the network, because one owner has 2^64 of them. `request.ip` is the last address of
 * `X-Forwarded-For` that is no trusted proxy, or the peer itself where that is none; a name there that is no address counts
 * as the peer.
 */
export function placeOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = (isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip).replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(address) !== 6) return address;
  // A URL writes every IPv6 address in one way.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
