/**
 * Batches of one store are taken in one after the other, because they add to the same figures; stores do not wait for each
 * other. More batches than the limit are refused with the time after which they may come again.
 */

/** Too many batches wait; `retryAfter` in seconds. */
export class Backlog extends Error {
  readonly retryAfter: number;
  constructor(waiting: number, retryAfter: number) {
    super(`${waiting} batches wait for their turn`);
    this.retryAfter = retryAfter;
  }
}

/** Batches that run at the same time; each uses a connection. */
const AT_ONCE = 8;
/** No till is sent away for longer, seconds. */
const LONGEST_WAIT = 300;

export class StoreQueue {
  readonly #limit: number;
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #free: (() => void)[] = [];
  #running = 0;
  #waiting = 0;
  /** Mean time of a batch, ms: the newest ones count most. */
  #mean = 20;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws Backlog where more than the limit wait. */
  async take<T>(store: string, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#limit) throw new Backlog(this.#waiting, this.#retryAfter());
    this.#waiting += 1;
    const before = this.#last.get(store) ?? Promise.resolve();
    const result = before.then(() => this.#run(work));
    const settled = result.catch(() => undefined);
    this.#last.set(store, settled);
    try {
      return await result;
    } finally {
      this.#waiting -= 1;
      if (this.#last.get(store) === settled) this.#last.delete(store);
    }
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await new Promise<void>(resolve => this.#free.push(resolve));
    else this.#running += 1;
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.#mean += (performance.now() - begun - this.#mean) / 20;
      const next = this.#free.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** The time in which what waits is done; spread, so that tills that are sent away do not come back together. */
  #retryAfter(): number {
    const seconds = (this.#waiting * this.#mean) / AT_ONCE / 1000;
    return Math.min(LONGEST_WAIT, Math.ceil((1 + seconds) * (1 + Math.random())));
  }
}
