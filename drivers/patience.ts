/** A timer that judges fairly: what already lies in the socket when it runs out still counts. */

export interface Patience {
  /** Runs out after `ms`, unless started anew or stopped before. */
  start(ms: number, runsOut: () => void): void;
  stop(): void;
}

/** One timer; starting it again replaces the earlier run. */
export function patience(): Patience {
  let timer: NodeJS.Timeout | undefined;
  let set = 0; // milliseconds of `timer`, which is wound up again when they stay the same
  let over: () => void = () => {};
  let run = 0; // tells one run from the next
  return {
    start(ms, runsOut) {
      over = runsOut;
      run++;
      if (timer && set === ms) timer.refresh();
      else {
        clearTimeout(timer);
        timer = setTimeout(ranOut, ms);
        set = ms;
      }
    },
    stop() {
      run++;
      clearTimeout(timer);
      timer = undefined;
    },
  };

  // A busy event loop sees timers before sockets: give bytes that have arrived one round to be read.
  function ranOut(): void {
    const mine = run;
    const judge = () => (run === mine ? over() : undefined);
    setImmediate(() => setImmediate(judge));
  }
}
