/** Asks a terminal that takes no cards again, slowly, until it does; one that is well is left alone. */

export interface Recheck {
  /** As soon as nothing else is under way. */
  soon(): void;
  /** After the pause. */
  later(): void;
  stop(): void;
}

/** `ask` waits for its turn, and answers whether it is to be asked once more; `pause` in milliseconds. */
export function recheck(pause: number, ask: () => Promise<boolean>): Recheck {
  let timer: NodeJS.Timeout | undefined;
  let asking = false;

  async function soon(): Promise<void> {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    const again = await ask();
    asking = false;
    if (again) later();
  }

  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(soon, pause);
    timer.unref();
  }

  return { soon: () => void soon(), later, stop: () => clearTimeout(timer) };
}
