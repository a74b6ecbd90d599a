/** Opens the port. Throws `ConfigRefusal` with one clear sentence when it cannot be had. */
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigRefusal } from '../config.ts';

export async function listen(app: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigRefusal(`Port ${port} on ${host} is in use; choose another one with --port.`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigRefusal(`Cannot listen on ${host}:${port} (${code}).`);
    throw error;
  }
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address');
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}
