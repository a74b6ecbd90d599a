/** Waits on a line without a running command: for the answer to an abort, and for silence. */
import { createTimeout, type Timeout } from '../../timeout.ts';

/** A line that never falls silent is used after this multiple of the wanted silence. */
const MAX_SILENCE_WAITS = 10;

export class IdleLine {
  /** The terminal owes an answer to the abort of a command that has ended. */
  isAbortUnanswered = false;
  readonly #timer: Timeout = createTimeout();
  #abortAnswered: (isAnswered: boolean) => void = () => {};
  #silenceReached = () => {};
  #restartSilence = () => {};

  /** Resolves with true when the answer to the abort has come, with false when it does not come within `ms`. */
  abortAnswered(ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#abortAnswered = resolve;
    this.#timer.start(ms, () => resolve(false));
    return promise.finally(() => this.#timer.stop());
  }

  /** Resolves when no message has come for `ms`. */
  async silence(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = performance.now() + MAX_SILENCE_WAITS * ms;
    this.#restartSilence = () => void (performance.now() < end && this.#timer.start(ms, resolve));
    this.#silenceReached = resolve;
    this.#restartSilence();
    await promise;
    this.#timer.stop();
    this.#restartSilence = () => {};
  }

  /** A message has come while no command was running. */
  messageReceived(isAnswer: boolean): void {
    this.#restartSilence();
    if (!isAnswer) return;
    this.isAbortUnanswered = false;
    this.#abortAnswered(true);
  }

  /** A part of a message has come: the waits last at least `ms` longer. */
  pieceReceived(ms: number): void {
    this.#timer.atLeast(ms);
  }

  /** The line is lost: nothing more will come. */
  lost(): void {
    this.#abortAnswered(false);
    this.#silenceReached();
  }
}
