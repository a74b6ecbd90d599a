/** Keeps what a terminal has reported about its own condition, and publishes every change. */
import { isDeepStrictEqual } from 'node:util';
import { Listeners } from './listeners.ts';
import type { Condition } from './terminal.ts';
import type { Trace } from './trace.ts';

/** The condition of one terminal; null, that is well, until the terminal reports another. */
export class ConditionTracker {
  readonly #listeners: Listeners<[Condition | null]>;
  #current: Condition | null = null;

  constructor(trace?: Trace) {
    this.#listeners = new Listeners(trace);
  }

  get current(): Condition | null {
    return this.#current;
  }

  set(next: Condition | null): void {
    if (isDeepStrictEqual(next, this.#current)) return;
    this.#current = next;
    this.#listeners.notify(next);
  }

  /** Publishes every change; returns the way to stop listening. */
  readonly onChange = (listener: (condition: Condition | null) => void): (() => void) => this.#listeners.add(listener);
}
