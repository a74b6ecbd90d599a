/** Counts records into figures in the background, some at a time, and makes figures anew that do not hold any more. */
import { setImmediate as turn } from 'node:timers/promises';

/** Counting as the store does it; `Span` is its own. */
interface Counting<Span> {
  isDue(): boolean;
  countNext(): Promise<void>;
  outdated(): Span | null;
  countAgain(span: Span, pause: () => Promise<unknown>): Promise<void>;
}

/** Records that are written before the next look; reports count those that wait themselves. */
const EACH = 100;

export class FigureRun<Span> {
  readonly #counting: Counting<Span>;
  readonly #failed: (error: unknown) => void;
  #waiting = 0;
  #round: Promise<void> | null = null;
  #isStopped = false;

  constructor(counting: Counting<Span>, failed: (error: unknown) => void) {
    this.#counting = counting;
    this.#failed = failed;
  }

  /** A record was written. */
  appended(): void {
    this.#waiting += 1;
    if (this.#waiting >= EACH) this.look();
  }

  /** Counts what waits, unless that is under way. Whatever fails is tried again with later records. */
  look(): void {
    if (this.#isStopped || this.#round) return;
    this.#waiting = 0;
    this.#round = this.#work()
      .catch(this.#failed)
      .finally(() => {
        this.#round = null;
      });
  }

  /** Waits until everything that is due is counted. */
  async settled(): Promise<void> {
    await this.#round;
  }

  /** Waits for the step under way. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.settled();
  }

  async #work(): Promise<void> {
    while (!this.#isStopped && this.#counting.isDue()) {
      await this.#counting.countNext();
      await turn();
    }
    for (let span = this.#counting.outdated(); span !== null && !this.#isStopped; span = this.#counting.outdated())
      await this.#counting.countAgain(span, turn);
  }
}
