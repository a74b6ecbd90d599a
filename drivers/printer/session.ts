/** One open line to a printer: questions and answers matched, bytes of jobs, and how it came to its end. */

import type { SystemTransport } from '../transport/transport.ts';
import type { PrinterCondition } from './printer.ts';
import {
  type Answers,
  conditionOf,
  isRealTimeAnswer,
  isTurnAnswer,
  type Question,
  questionBytes,
  turnQuestion,
} from './status.ts';

export interface SessionLimits {
  /** For the answer to a real-time question, ms. */
  readonly answer: number;
  /** Without any answer after the job was sent, ms; then nobody knows what is on paper. */
  readonly silence: number;
  /** For a printer that is ready and does not answer in its turn, ms: it does not know the question. */
  readonly turn: number;
  /** Between two questions while a job prints, ms. */
  readonly pause: number;
  /** For the system to take the bytes of a job, ms. */
  readonly flush: number;
  /** That the line stays open behind the last byte, ms. */
  readonly linger: number;
}

export const usualLimits: SessionLimits = {
  answer: 1000,
  silence: 15_000,
  turn: 20_000,
  pause: 500,
  flush: 60_000,
  linger: 300,
};

type Waiting = ((answer: number | null) => void) | null;

/** The bytes of an automatic status: the first has bit 4 set, 0, 1 and 7 clear; three more follow. */
const isAutomaticStatus = (byte: number): boolean => (byte & 0b1001_0011) === 0b0001_0000;
const AUTOMATIC_STATUS_BYTES = 4;
/** XON and XOFF of the serial line. */
const isFlowControl = (byte: number): boolean => byte === 0x11 || byte === 0x13;

export class PrinterSession {
  readonly #line: SystemTransport;
  readonly #limits: SessionLimits;
  #realTime: Waiting = null;
  /** A question whose time has passed; its answer may still come, and belongs to it alone. */
  #late: Promise<number | null> | null = null;
  #turn: Waiting = null;
  #skip = 0;
  /** It sent bytes that are no answer, so none of its bytes is believed. */
  #isGarbled = false;
  #failure: Error | null = null;
  #isDown = false;
  #lastAnswer = Date.now();

  constructor(line: SystemTransport, limits: SessionLimits) {
    this.#line = line;
    this.#limits = limits;
    line.listen({
      bytes: chunk => {
        for (const byte of chunk) this.#take(byte);
      },
      down: error => {
        this.#isDown = true;
        this.#failure = error ?? null;
        this.#realTime?.(null);
        this.#turn?.(null);
      },
    });
  }

  get isDown(): boolean {
    return this.#isDown;
  }

  get isGarbled(): boolean {
    return this.#isGarbled;
  }

  get reason(): string | null {
    return this.#failure?.message ?? (this.#isGarbled ? 'it sends bytes that are no answer' : null);
  }

  /** Milliseconds since the printer answered anything. */
  get silentFor(): number {
    return Date.now() - this.#lastAnswer;
  }

  #take(byte: number): void {
    if (this.#skip > 0) {
      this.#skip -= 1;
    } else if (isRealTimeAnswer(byte) && this.#realTime) {
      this.#lastAnswer = Date.now();
      this.#realTime(byte);
    } else if (isAutomaticStatus(byte)) {
      this.#skip = AUTOMATIC_STATUS_BYTES - 1;
    } else if (isTurnAnswer(byte)) {
      this.#lastAnswer = Date.now();
      this.#turn?.(byte);
    } else if (!isFlowControl(byte) && !isRealTimeAnswer(byte)) {
      this.#isGarbled = true;
      this.#realTime?.(null);
      this.#turn?.(null);
    }
  }

  write(bytes: Buffer): boolean {
    return this.#line.write(bytes);
  }

  /** False where the line broke, or the system did not take the bytes in time. */
  async flushed(): Promise<boolean> {
    const taken = this.#line.flushed().then(
      () => true,
      () => false,
    );
    return Promise.race([taken, after(this.#limits.flush, false)]);
  }

  /** The answer, or null: none came in time, or the bytes cannot be believed. */
  async ask(question: Question): Promise<number | null> {
    if (this.#isDown || this.#isGarbled) return null;
    // The answer to an earlier question must not be taken for that of the next one.
    if (this.#late && (await this.#within(this.#late)) === null) return null;
    const { promise, resolve } = Promise.withResolvers<number | null>();
    this.#realTime = resolve;
    this.write(questionBytes(question));
    const answer = await this.#within(promise);
    this.#late = answer === null ? promise : null;
    return this.#isGarbled ? null : answer;
  }

  #within = (answer: Promise<number | null>): Promise<number | null> =>
    Promise.race([answer, after(this.#limits.answer, null)]);

  /** All questions; null where the printer answers none. */
  async condition(): Promise<PrinterCondition | null> {
    const answers: Partial<Record<Question, number>> = {};
    for (const question of ['printer', 'offlineCause', 'errorCause', 'paper'] as const) {
      const answer = await this.ask(question);
      if (answer === null) break;
      answers[question] = answer;
    }
    return answers.printer === undefined || this.#isGarbled ? null : conditionOf(answers as Answers);
  }

  /** Call before the job is written: settles when the printer answers behind it; null where it never will. */
  answerInTurn(): { readonly answer: Promise<number | null>; ask(): void } {
    const { promise, resolve } = Promise.withResolvers<number | null>();
    this.#turn = resolve;
    return { answer: promise, ask: () => void this.write(turnQuestion) };
  }

  /** In order: what was given to the printer is to be printed, also where it takes its time. */
  close(): void {
    this.#line.close();
  }
}

/** A timeout that does not keep the program alive. */
export const after = <Value>(milliseconds: number, value: Value): Promise<Value> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds, value).unref();
  });
