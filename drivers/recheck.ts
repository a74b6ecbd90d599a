/** Asks a terminal that takes no cards again, slowly, until it takes cards; a terminal that is well is left alone. */

export interface Recheck {
  /** Asks as soon as the queue of commands allows. */
  soon(): void;
  /** Asks after the pause. */
  later(): void;
  stop(): void;
}

/** `ask` waits for its turn in the queue and answers whether to ask once more; `pause` in milliseconds. */
export function createRecheck(pause: number, ask: () => Promise<boolean>): Recheck {
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  async function soon(): Promise<void> {
    clearTimeout(timer);
    if (isAsking) return;
    isAsking = true;
    const isWantedAgain = await ask();
    isAsking = false;
    if (isWantedAgain) later();
  }

  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(soon, pause);
    timer.unref();
  }

  return { soon: () => void soon(), later, stop: () => clearTimeout(timer) };
}
