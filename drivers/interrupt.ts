/** Ctrl-C of a program that works with a terminal: the first asks the terminal to stop, a later one ends the program. */

/** Within this time a second signal is the same Ctrl-C, which comes from the process group and from npm, ms. */
const SAME = 1000;

/** Returns a signal that aborts at the first SIGINT. */
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
