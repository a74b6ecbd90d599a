/** The time granted for the answer to a command: T3, and more on a TCP line that has proved slow (ZVT "TCP/IP"). */
import type { Timers } from './commands.ts';

/** The speed of the line to one terminal, kept over several connections. */
export interface LineSpeed {
  /**
   * Milliseconds that one byte took, as the last answers showed; 0 for a fast line. Absent on a serial line, where the
   * acknowledgement of a frame shows that a command has arrived.
   */
  msPerByte?: number | undefined;
}

/** Bytes of 80 00 00. */
const ANSWER_BYTES = 3;
/** A slow line is granted this multiple of its last answer time, beyond T3. */
const MARGIN = 1.5;
/** Most that is granted beyond T3, in multiples of T3. */
const MAX_EXTENSION = 5;
/** An answer within this part of T3 is fast, whatever its size. */
const FAST_PART = 5;

export class AnswerTime {
  readonly #speed: LineSpeed;
  readonly #t3: number;
  #bytes = 0;
  #sentAt = 0;
  #measures = false;

  constructor(speed: LineSpeed, { t3 }: Pick<Timers, 't3'>) {
    this.#speed = speed;
    this.#t3 = t3;
  }

  /** Milliseconds for the answer to a command of so many bytes. An answer that a person gives is not measured. */
  start(commandBytes: number, isGivenByPerson: boolean): number {
    this.#bytes = commandBytes + ANSWER_BYTES;
    this.#measures = this.#speed.msPerByte !== undefined && !isGivenByPerson;
    const extension = MARGIN * (this.#speed.msPerByte ?? 0) * this.#bytes;
    return this.#t3 + Math.min(extension, MAX_EXTENSION * this.#t3);
  }

  /** The command has left. */
  delivered(): void {
    this.#sentAt = performance.now();
  }

  answered(): void {
    if (!this.#measures) return;
    const elapsed = performance.now() - this.#sentAt;
    this.#speed.msPerByte = elapsed * FAST_PART > this.#t3 ? elapsed / this.#bytes : 0;
  }

  /** No answer came in time: the next command is granted at least twice as much. */
  unanswered(): void {
    if (!this.#measures) return;
    const elapsed = performance.now() - this.#sentAt;
    this.#speed.msPerByte = Math.max(elapsed / this.#bytes, 2 * (this.#speed.msPerByte ?? 0));
  }
}
