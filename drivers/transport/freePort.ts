/** Finds a TCP port of this machine at which no program listens. */
import { listenTcp } from './tcp.ts';

/** Ports tried, one after the other. */
const MAX_TRIES = 50;

/** The first free port from `first` on that is not in `taken`; undefined when the next ports are all in use. */
export async function freePort(first: number, taken: ReadonlySet<number>): Promise<number | undefined> {
  const last = Math.min(first + MAX_TRIES - 1, 65_535);
  for (let port = first; port <= last; port += 1) if (!taken.has(port) && (await isFree(port))) return port;
  return undefined;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenTcp({ host: '0.0.0.0', port }, transport => transport.close()).catch(() => null);
  await server?.close();
  return server !== null;
}
