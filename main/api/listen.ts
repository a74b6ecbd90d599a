/** Opens the port. Throws `ConfigRefusal` with one clear sentence when it cannot be had. */
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigRefusal } from '../config.ts';
import type { ScreenInfo } from './screen/contract.ts';

export async function listen(app: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigRefusal(
        `Port ${port} on ${host} is in use by ${await occupant(host, port)}; end that, or choose another port with --port (0 takes any free one).`,
      );
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigRefusal(`Cannot listen on ${host}:${port} (${code}).`);
    throw error;
  }
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address');
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}

/** How long whoever has the port may take to say who it is, ms. */
const ASKED = 1000;

async function occupant(host: string, port: number): Promise<string> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  try {
    const answer = await fetch(`${address}/bridge/v1/screen`, { signal: AbortSignal.timeout(ASKED) });
    const { version, merchant } = (await answer.json()) as Partial<ScreenInfo>;
    if (typeof version === 'string') return `another Tillbridge (${merchant?.name || 'no shop'}, ${address})`;
  } catch {
    // It speaks something else, or says nothing.
  }
  return 'another program';
}
