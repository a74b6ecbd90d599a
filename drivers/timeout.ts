/** A timer that judges fairly: what already lies in the socket when it runs out still counts. */

export interface Timeout {
  /** Runs out after `ms`, unless started anew or stopped before. */
  start(ms: number, runsOut: () => void): void;
  /** A run that is under way lasts at least `ms` from now. */
  atLeast(ms: number): void;
  stop(): void;
}

/** The longest time a timer of the system knows, ms. */
const LONGEST = 2 ** 31 - 1;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * One timer; starting it again replaces the earlier run. Every message starts it anew, so that costs no more than a look at
 * the clock (one that nobody can set): the timer of the system stays, and is wound up again when it wakes too early.
 */
export function createTimeout(): Timeout {
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = NEVER; // `timer`
  let dueAt = NEVER; // this run
  let over: () => void = () => {};
  let run = 0; // tells one run from the next
  return {
    start(ms, runsOut) {
      const now = performance.now();
      over = runsOut;
      run++;
      dueAt = now + ms;
      if (dueAt < wakesAt) sleep(now);
    },
    // The timer of the system may wake too early then, and is wound up again.
    atLeast(ms) {
      if (timer) dueAt = Math.max(dueAt, performance.now() + ms);
    },
    stop() {
      run++;
      if (timer) clearTimeout(timer);
      timer = undefined;
      wakesAt = NEVER;
    },
  };

  function sleep(now: number): void {
    if (timer) clearTimeout(timer);
    const ms = Math.min(Math.ceil(dueAt - now), LONGEST);
    wakesAt = now + ms;
    timer = setTimeout(woken, ms);
  }

  function woken(): void {
    const now = performance.now();
    if (now >= dueAt) ranOut();
    else sleep(now);
  }

  // A busy event loop sees timers before sockets: give bytes that have arrived one round to be read.
  function ranOut(): void {
    const mine = run;
    timer = undefined;
    wakesAt = NEVER;
    const judge = () => (run === mine ? over() : undefined);
    setImmediate(() => setImmediate(judge));
  }
}
