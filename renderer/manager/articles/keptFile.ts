/**
 * The price list that is being imported, and what was said about it, in this browser: a reload comes back to its step. It belongs to the
 * person who chose it, and is gone once it is imported. A browser that keeps nothing begins with the file again.
 */

import type { Reading } from './importReading.ts';

export interface KeptFile {
  readonly file: File;
  readonly reading: Reading;
  /** User name. */
  readonly person: string;
}

const STORE = 'file';
const KEY = 'price list';

/** Resolves with null where the browser refuses or has no store. */
function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  return new Promise(resolve => {
    const opening = indexedDB.open('tillbridge import', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => {
      const database = opening.result;
      const work = database.transaction(STORE, mode);
      const request = act(work.objectStore(STORE));
      const end = (value: T | null) => {
        database.close();
        resolve(value);
      };
      work.oncomplete = () => end(request.result);
      work.onabort = () => end(null);
    };
  });
}

export const keepFile = (kept: KeptFile): Promise<unknown> => within('readwrite', store => store.put(kept, KEY));

export const forgetFile = (): Promise<unknown> => within('readwrite', store => store.delete(KEY));

/** That of this person; null: there is none. */
export async function keptFile(person: string): Promise<KeptFile | null> {
  const kept = await within<KeptFile | undefined>('readonly', store => store.get(KEY));
  return kept?.person === person ? kept : null;
}
