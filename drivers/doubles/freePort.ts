/** A TCP port for a test that must name it before somebody listens there. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give away by themselves, so that no other test gets this one meanwhile. */
const FIRST = 12_000;
const COUNT = 18_000;

/** A port that is free now; the caller takes it at once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
