/**
 * The deadline of a call that waits for a terminal: the setting `answerWithin`, or earlier where the client prefers it (header
 * Prefer). After it the caller is answered with the state so far, and the work goes on; an intent that is not written by then is
 * never written.
 */
import { BridgeError } from '../../world/errors.ts';
import { answerPreference, outsideRequest } from '../../world/requestContext.ts';
import type { World } from '../../world/world.ts';

export interface Deadline {
  /** Inside the job that writes the intent: throws `terminalSlow` when the caller has been answered already. */
  begin(): void;
  /** The work is that of an earlier call, and on disk already. */
  join(): void;
  /** The answer of `work`, or `instead` after the deadline; throws `terminalSlow` where no intent was written by then. */
  answer<T>(work: Promise<T>, instead: () => T): Promise<T>;
}

type DeadlineWorld = Pick<World, 'settings' | 'log' | 'ledger'>;

export const deadlineOf = (world: DeadlineWorld): Deadline => new CallDeadline(world);

class CallDeadline implements Deadline {
  readonly #world: DeadlineWorld;
  readonly #preference = answerPreference();
  #isBegun = false;
  #isPassed = false;
  /** Resolves when the intent is on disk, and never where none is written. */
  readonly #written = Promise.withResolvers<void>();

  constructor(world: DeadlineWorld) {
    this.#world = world;
  }

  begin(): void {
    if (this.#isPassed) throw this.#slow();
    if (!this.#isBegun && this.#preference?.isAsync) this.#awaitCommit();
    this.#isBegun = true;
  }

  join(): void {
    this.#isBegun = true;
    this.#written.resolve();
  }

  answer<T>(work: Promise<T>, instead: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const finish = () => {
      if (this.#isPassed) return;
      this.#isPassed = true;
      if (!this.#isBegun) return reject(this.#slow());
      if (this.#preference) this.#preference.isAnsweredEarly = true;
      try {
        resolve(instead());
      } catch (error) {
        reject(error);
      }
    };
    const timers = this.#timers(finish);
    work.then(resolve, error => {
      if (this.#isPassed) this.#noteLateRefusal(error);
      reject(error);
    });
    return promise.finally(() => {
      // The caller gets the end itself, so the early answer is called off.
      this.#isPassed = true;
      for (const timer of timers) clearTimeout(timer);
    });
  }

  #timers(finish: () => void): readonly NodeJS.Timeout[] {
    const { answerWithin } = this.#world.settings;
    const { isAsync = false, wait = null } = this.#preference ?? {};
    const last = setTimeout(finish, isAsync ? answerWithin : Math.min(answerWithin, wait ?? answerWithin));
    if (!isAsync) return [last];
    const { promise: due, resolve } = Promise.withResolvers<void>();
    const first = setTimeout(resolve, wait ?? 0);
    // A refusal of the job that began the work has reached the caller by the next turn of the event loop.
    void Promise.all([due, this.#written.promise]).then(() => setImmediate(finish));
    return [last, first];
  }

  /** Jobs are committed in their order: an empty one behind that of the intent says that the intent is on disk. */
  #awaitCommit(): void {
    const written = outsideRequest(() => this.#world.ledger.write(() => undefined));
    written.then(this.#written.resolve, () => undefined);
  }

  #noteLateRefusal(error: unknown): void {
    const level = this.#preference ? 'info' : 'warn';
    this.#world.log(level, 'a call that was answered before ended with a refusal', { error: String(error) });
  }

  #slow(): BridgeError {
    const wait = this.#preference?.isAsync ? null : (this.#preference?.wait ?? null);
    const { answerWithin } = this.#world.settings;
    const within = Math.min(answerWithin, wait ?? answerWithin) / 1000;
    return new BridgeError('terminalSlow', `the terminal has not answered within ${within} s; nothing was sent`);
  }
}
