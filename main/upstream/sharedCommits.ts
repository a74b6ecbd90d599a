/** Lanes that work at the same time share their commits, because a commit waits for the disk. */

type Write = <T>(job: () => T) => Promise<T>;

/** The longest time that a lane waits for the others, ms: nothing against the time of a call. */
const SHARED_WITHIN = 5;

/**
 * A `write` that waits until every lane that is under way has something to write, or a few milliseconds.
 */
export function gathered(write: Write, underWay: () => number): Write {
  let gate: { readonly opened: Promise<void>; readonly open: () => void } | null = null;
  let waiting = 0;
  const begin = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => open(), SHARED_WITHIN);
    const open = () => {
      clearTimeout(timer);
      gate = null;
      waiting = 0;
      resolve();
    };
    return { opened: promise, open };
  };
  return async job => {
    gate ??= begin();
    const { opened, open } = gate;
    waiting += 1;
    if (waiting >= underWay()) open();
    await opened;
    return write(job);
  };
}
