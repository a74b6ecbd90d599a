/** Closes the HTTP server in order: requests that are being answered may be answered. */
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface Closing {
  readonly server: Pick<Server, 'closeAllConnections'>;
  close(): PromiseLike<unknown>;
}

/** Waits at most `timeout` ms for running answers, then cuts them; recovery finds their outcome after the next start. */
export async function closeServer(app: Closing, openRequests: () => number, timeout: number): Promise<void> {
  const closed = app.close();
  const end = Date.now() + timeout;
  while (openRequests() > 0 && Date.now() < end) await pause(10);
  // Browsers keep connections open that never carried a request.
  app.server.closeAllConnections();
  await closed;
}

/** Counts the requests that have not been answered yet. */
export function countOpenRequests(app: { readonly server: Pick<Server, 'on'> }): () => number {
  let count = 0;
  // One listener for all: an answer closes once.
  const answered = () => {
    count -= 1;
  };
  app.server.on('request', (_request, response) => {
    count += 1;
    response.on('close', answered);
  });
  return () => count;
}
