/** One command at a terminal: its view on the screens, and the reply of the till that the terminal waits for. */
import type { Answer, HandOver, Progress, Question } from '../../../drivers/index.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import type { RunningPayment } from '../../wire/events.ts';
import type { RunningCommand } from '../../world/running.ts';
import { progressChanges, questionView } from './runningView.ts';

/** Publishes the changed view of a command, unless another command has taken its place; true when a screen listens. */
export type Publish = (command: CommandState) => boolean;

/** The view that returns once the till has replied. */
interface WaitingForReply {
  readonly before: Pick<RunningPayment, 'step' | 'question'>;
}

export class CommandState {
  readonly merchant: string;
  readonly till: string | null;
  view: RunningPayment;
  /** Aborting it asks the terminal to stop. */
  readonly controller = new AbortController();
  /** The first who was shown the open question. */
  questionShownTo: 'till' | 'screen' | null = null;
  #waiting: WaitingForReply | null = null;
  #answer: ((answer: Answer) => void) | null = null;
  #handedOver: ((result: HandOver) => void) | null = null;
  readonly #isCurrent: (command: CommandState) => boolean;
  readonly #publish: Publish;

  constructor(
    merchant: string,
    till: string | null,
    view: RunningPayment,
    isCurrent: (command: CommandState) => boolean,
    publish: Publish,
  ) {
    this.merchant = merchant;
    this.till = till;
    this.view = view;
    this.#isCurrent = isCurrent;
    this.#publish = publish;
  }

  /** Does nothing once the command has left the screens or another command has taken its place. */
  change(changes: Partial<RunningPayment>): void {
    if (!this.#isCurrent(this)) return;
    this.view = { ...this.view, ...changes };
    const isShown = this.#publish(this);
    if (changes.question) this.questionShownTo = null;
    if (isShown) this.questionShownTo ??= 'screen';
  }

  /** Shows the question until the till answers, `signal` withdraws it, or its timeout passes. `slip`: what is to be signed. */
  async ask(
    question: Question,
    askedAt: number,
    signal: AbortSignal,
    slip: readonly ReceiptLine[] = [],
  ): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#answer = resolve;
    const noAnswer = () => resolve({ kind: 'none' });
    signal.addEventListener('abort', noAnswer, { once: true });
    const timer = setTimeout(noAnswer, question.timeout);
    const view = questionView(question, this.view, slip, askedAt);
    return this.#showUntil(promise, { step: 'question', question: view, newsAt: askedAt }).finally(() => {
      if (this.#answer === resolve) this.#answer = null;
      clearTimeout(timer);
      signal.removeEventListener('abort', noAnswer);
    });
  }

  /** False when this question is not open, or has been answered. */
  answer(question: string, answer: Answer): boolean {
    if (this.view.question?.id !== question || !this.#answer) return false;
    this.#answer(answer);
    // A second answer is refused even before the first one has reached the terminal.
    this.#answer = null;
    this.#showViewBefore();
    return true;
  }

  /** Shows that the goods are to be handed over; `failed` when the till stops or does not reply within `timeout` ms. */
  waitForHandOver(timeout: number, now: number): Promise<HandOver> {
    const { promise, resolve } = Promise.withResolvers<HandOver>();
    this.#handedOver = resolve;
    const failed = () => resolve({ kind: 'failed' });
    const timer = setTimeout(failed, timeout);
    this.controller.signal.addEventListener('abort', failed, { once: true });
    if (this.controller.signal.aborted) failed();
    return this.#showUntil(promise, { step: 'handOver', newsAt: now }).finally(() => {
      if (this.#handedOver === resolve) this.#handedOver = null;
      clearTimeout(timer);
    });
  }

  /** False when the terminal does not wait for the goods. */
  handedOver(result: HandOver): boolean {
    if (!this.#handedOver) return false;
    this.#handedOver(result);
    this.#handedOver = null;
    this.#showViewBefore();
    return true;
  }

  /** An abort signal fires once: a terminal that refused is asked again by dispatching the event once more. */
  askToStop(): void {
    this.change({ aborting: true });
    const { signal } = this.controller;
    if (signal.aborted) signal.dispatchEvent(new Event('abort'));
    else this.controller.abort();
  }

  /** Shows `changes` until the reply arrives, then the view before, unless the terminal waits for another reply by then. */
  async #showUntil<T>(reply: Promise<T>, changes: Partial<RunningPayment>): Promise<T> {
    const { step } = this.view;
    // A terminal that asks a second time withdraws its first question in the same step: the first question is not the
    // view to return to.
    const waiting: WaitingForReply = { before: this.#waiting?.before ?? { step, question: null } };
    this.#waiting = waiting;
    this.change({ question: null, ...changes });
    try {
      return await reply;
    } finally {
      if (this.#waiting === waiting) this.#showViewBefore();
    }
  }

  #showViewBefore(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.change(waiting.before);
  }
}

/** The command as the exchange with the terminal drives it; `end` takes it off the screens. */
export const runningCommand = (command: CommandState, now: () => number, end: () => void): RunningCommand => ({
  signal: command.controller.signal,
  progress: (progress: Progress) => command.change(progressChanges(progress, command.view, now())),
  showWaiting: waiting => command.change({ waiting }),
  step: (step, evidence = null) => command.change({ step, evidence, waiting: null }),
  ask: (question, askedAt, signal, slip) => command.ask(question, askedAt, signal, slip),
  questionShownTo: () => command.questionShownTo,
  handOver: timeout => command.waitForHandOver(timeout, now()),
  end,
});
