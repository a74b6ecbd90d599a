/**
 * The end of a thread that opens the database. A thread that is ended while it loads the native module takes the whole process
 * along (`FATAL ERROR: Error::New napi_get_last_error_info`), so its end waits for its first message.
 */
import { parentPort, type Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** The first message of a thread that does more than read: from there on it may be ended. */
export type Loaded = 'loaded';

/** Loads the native module in this thread, and says so. */
export function sayLoaded(): void {
  new Sqlite(':memory:').close();
  parentPort?.postMessage('loaded' satisfies Loaded);
}

/** `worker` sends a message once it has opened the database, or has failed to. */
export function endOf(worker: Worker): () => Promise<void> {
  const opened = new Promise<void>(resolve => {
    worker.once('message', () => resolve());
    worker.once('exit', () => resolve());
  });
  return async () => {
    worker.ref();
    await opened;
    await worker.terminate();
  };
}
