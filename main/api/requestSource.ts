/** Where a call comes from. */
import type { FastifyRequest } from 'fastify';
import type { RequestSource } from '../services/auth/signInPlaces.ts';

export const connectionOf = ({ socket, headers }: FastifyRequest): RequestSource => ({
  address: socket.remoteAddress,
  forwarded: headers['x-forwarded-for'],
});
