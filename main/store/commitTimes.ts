/** How long commits took to be on the disk, counted in steps as Prometheus wants them. */

export interface CommitTimes {
  /** Commits of at most so many seconds, each step with those before it. */
  readonly buckets: readonly { readonly most: number; readonly count: number }[];
  /** Seconds. */
  readonly sum: number;
  readonly count: number;
}

/** Seconds. A good disk stays in the first three; behind the last one people wait. */
const STEPS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

export class CommitClock {
  readonly #counts = STEPS.map(() => 0);
  #sum = 0;
  #count = 0;
  #begun = 0;

  begin(): void {
    this.#begun = performance.now();
  }

  end(): void {
    const seconds = (performance.now() - this.#begun) / 1000;
    this.#sum += seconds;
    this.#count += 1;
    const step = STEPS.findIndex(most => seconds <= most);
    if (step >= 0) this.#counts[step] = (this.#counts[step] ?? 0) + 1;
  }

  times(): CommitTimes {
    let below = 0;
    const buckets = STEPS.map((most, index) => {
      below += this.#counts[index] ?? 0;
      return { most, count: below };
    });
    return { buckets, sum: this.#sum, count: this.#count };
  }
}
