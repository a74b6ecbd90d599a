/** Work that must not overlap: one after the other for each name, in the order in which it came. */

export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Names are forgotten when nobody waits for them. A job that fails holds up nobody. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}
