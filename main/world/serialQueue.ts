/** Work that must not overlap: one after the other for each name, in the order in which it came. */

export type SerialQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Names are forgotten when nobody waits for them. A job that fails holds up nobody. */
export function createSerialQueue(): SerialQueue {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const result = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, result);
    try {
      return await result;
    } finally {
      if (last.get(name) === result) last.delete(name);
    }
  };
}
