/** Ctrl-C of a program that asks a terminal to stop: the first asks, a later one ends the program. */

/** The same signal may come twice, from the group and from npm, ms. */
const SAME = 1000;

/** Aborts the signal it gives at the first SIGINT. */
export function onInterrupt(): AbortSignal {
  const interrupt = new AbortController();
  let first: number | null = null;
  process.on('SIGINT', () => {
    if (first === null) first = performance.now();
    else if (performance.now() - first > SAME) process.exit(130);
    interrupt.abort();
  });
  return interrupt.signal;
}
