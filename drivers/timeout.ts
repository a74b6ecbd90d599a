/** Timeouts: one that processes bytes already received before it fires, and a limit to the wait for some work. */

export interface Timeout {
  /** Calls `fire` after `ms`, unless it is started anew or stopped before. */
  start(ms: number, fire: () => void): void;
  /** Lets a timeout that is running fire `ms` from now at the earliest. */
  atLeast(ms: number): void;
  stop(): void;
}

/** The longest time a timer of the system knows, ms. */
const LONGEST = 2 ** 31 - 1;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Makes a timeout; starting it again replaces the earlier run. Every message starts it anew, so a start costs no more than
 * a look at the monotonic clock: the timer of the system stays, and is set again when it wakes too early.
 */
export function createTimeout(): Timeout {
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = NEVER; // when `timer` wakes
  let dueAt = NEVER; // when this run fires
  let fire: () => void = () => {};
  let run = 0; // distinguishes one run from the next
  let isRunning = false; // until it fires or is stopped
  return {
    start(ms, callback) {
      const now = performance.now();
      fire = callback;
      run++;
      isRunning = true;
      dueAt = now + ms;
      if (dueAt < wakesAt) sleep(now);
    },
    // The timer of the system may wake too early then, and is set again.
    atLeast(ms) {
      if (isRunning) dueAt = Math.max(dueAt, performance.now() + ms);
    },
    stop() {
      run++;
      isRunning = false;
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
    if (now >= dueAt) expire();
    else sleep(now);
  }

  // A busy event loop sees timers before sockets: give bytes that have arrived one round to be read.
  function expire(): void {
    const expired = run;
    timer = undefined;
    wakesAt = NEVER;
    setImmediate(() => setImmediate(() => run === expired && fireUnlessExtended()));
  }

  function fireUnlessExtended(): void {
    const now = performance.now();
    if (now < dueAt) {
      sleep(now);
      return;
    }
    isRunning = false;
    fire();
  }
}

/** Waits for the work, but at most `ms` milliseconds. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: limit, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
