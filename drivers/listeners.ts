/** Listeners of a driver: a listener that throws must stop neither a payment nor the other listeners. */
import type { Trace } from './trace.ts';

export class Listeners<Args extends unknown[]> {
  readonly #listeners = new Set<(...args: Args) => void>();
  readonly #trace: Trace | undefined;

  constructor(trace: Trace | undefined) {
    this.#trace = trace;
  }

  /** Returns the way to stop listening. */
  add(listener: (...args: Args) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(...args: Args): void {
    for (const listener of this.#listeners) guarded(listener, this.#trace)(...args);
  }
}

/** The same listener; an error it throws goes to the trace and nowhere else. */
export function guarded<Args extends unknown[]>(listener: (...args: Args) => void, trace: Trace | undefined) {
  return (...args: Args): void => {
    try {
      listener(...args);
    } catch (error) {
      trace?.({ direction: 'note', text: `a listener failed: ${error}` });
    }
  };
}
