/** Opens the port, and says before how it may be opened. Throws `ConfigRefusal` with one clear sentence. */
import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { createServer, isIPv4, type Server } from 'node:net';
import type { ScreenInfo } from '../wire/screen.ts';
import { type Config, ConfigRefusal } from '../world/config.ts';

type ListenOptions = Pick<Config, 'host' | 'tls' | 'plainHttp' | 'demo' | 'training'>;

/**
 * Beyond this machine tokens and PINs go over a network that others read: a shop says that it wants that, or uses TLS.
 * Demo and training have nothing to steal.
 */
export function refuseOpenPort({ host, tls, plainHttp, demo, training }: ListenOptions): void {
  if (isLoopback(host) || tls !== null || plainHttp || demo || training) return;
  throw new ConfigRefusal(
    `${host} can be reached from other machines, and without TLS tokens and PINs can be read on the way: set "tls": {"key": FILE, "cert": FILE} or "tls": "generated", or allow it with "plainHttp": true (--plain-http).`,
  );
}

/** The warning of a start that other machines can reach without TLS; null where there is none to give. */
export const openPortWarning = ({ host, tls }: ListenOptions): string | null =>
  isLoopback(host) || tls !== null
    ? null
    : `${host} can be reached from other machines without TLS: tokens and PINs can be read on the way`;

export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** Null without TLS, and where the bridge makes its own certificate. */
export function tlsFiles({ tls }: Pick<Config, 'tls'>): { readonly key: Buffer; readonly cert: Buffer } | null {
  if (tls === null || tls === 'generated') return null;
  try {
    const files = { key: readFileSync(tls.key), cert: readFileSync(tls.cert) };
    // Loaded here alone: most shops use no TLS, and it takes longer than the rest of a small server.
    process.getBuiltinModule('node:tls').createSecureContext(files);
    return files;
  } catch (cause) {
    throw new ConfigRefusal(`The TLS files ${tls.key} and ${tls.cert} cannot be used: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

interface Listening {
  readonly server: Server;
  listen(at: { readonly host: string; readonly port: number }): Promise<unknown>;
}

export async function listen(app: Listening, { host, port, tls }: Pick<Config, 'host' | 'port' | 'tls'>) {
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
  if (host === 'localhost') await listenAtOthers(app.server);
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address');
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${tls === null ? 'http' : 'https'}://${name}:${address.port}`;
}

/**
 * The name means an address of each kind, and callers choose one. Connections of the others go to the same server; an address that
 * cannot be opened is left out.
 */
async function listenAtOthers(server: Server): Promise<void> {
  const own = server.address();
  if (typeof own !== 'object' || own === null) return;
  const others = (await lookup('localhost', { all: true })).filter(({ address }) => address !== own.address);
  for (const { address } of others) {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, socket => server.emit('connection', socket));
    server.once('close', () => other.close());
    await new Promise<void>(resolve => {
      other.on('error', () => resolve());
      other.listen({ host: address, port: own.port }, resolve);
    });
  }
}

/** How long whoever has the port may take to answer, ms. */
const OCCUPANT_TIMEOUT = 1000;
/** How long it may then take to say who it is: a bridge may be loading its API at this call. */
const NAME_TIMEOUT = 10_000;

async function occupant(host: string, port: number): Promise<string> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  try {
    await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(OCCUPANT_TIMEOUT) });
    const answer = await fetch(`${address}/bridge/v1/screen`, { signal: AbortSignal.timeout(NAME_TIMEOUT) });
    const { version, merchant } = (await answer.json()) as Partial<ScreenInfo>;
    if (typeof version === 'string') return `another Tillbridge (${merchant?.name || 'no shop'}, ${address})`;
  } catch {
    // It speaks something else, or says nothing.
  }
  return 'another program';
}
