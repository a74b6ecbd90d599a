/** An orderly end: what is being answered may be answered. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Answers that are under way may end; what takes longer is cut, and its ending is found after the next start. */
export async function closeServer(app: FastifyInstance, underWay: () => number, patience: number): Promise<void> {
  const closed = app.close();
  const end = Date.now() + patience;
  while (underWay() > 0 && Date.now() < end) await pause(10);
  // Browsers keep connections open on which nothing was ever asked.
  app.server.closeAllConnections();
  await closed;
}

/** How many requests have not been answered yet. */
export function countOpenRequests(app: FastifyInstance): () => number {
  let count = 0;
  app.server.on('request', (_request, response) => {
    count += 1;
    response.once('close', () => {
      count -= 1;
    });
  });
  return () => count;
}
