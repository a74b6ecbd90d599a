/** A port of this machine that nobody listens at. */
import { listenTcp } from './tcp.ts';

/** So many are tried, one after the other. */
const TRIES = 50;

/** The first one from `first` on that can be listened at and is not among `taken`; undefined where there is none near. */
export async function freePort(first: number, taken: ReadonlySet<number>): Promise<number | undefined> {
  const last = Math.min(first + TRIES - 1, 65_535);
  for (let port = first; port <= last; port += 1) if (!taken.has(port) && (await isFree(port))) return port;
  return undefined;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenTcp({ host: '0.0.0.0', port }, transport => transport.close()).catch(() => null);
  await server?.close();
  return server !== null;
}
