/** Asks the till for its decisions while a command runs: the goods, a slip, the cashier's answer to a question. */
import type { Answer, HandOver, Question } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import type { Charset } from '../codec/charsets.ts';
import type { Fields } from '../codec/fields.ts';
import type { Effect, Input } from './commandState.ts';
import { questionOf } from './questions.ts';

/** Callbacks of the till; see `CommandOptions` in `terminal.ts`. */
export interface TillDecisions {
  readonly onApproved?: ((status: Fields) => HandOver | Promise<HandOver>) | undefined;
  readonly onSlip?: ((prints: readonly Message[]) => boolean | Promise<boolean>) | undefined;
  readonly onQuestion?: ((question: Question, signal: AbortSignal) => Promise<Answer>) | undefined;
}

interface DecisionContext<Request> {
  /** The running command; a decision for an earlier command is ignored. */
  current(): Request | undefined;
  /** The last print of the running command. */
  lastPrint(): Message | undefined;
  charset(): Charset;
  /** Receives the decision as an input of the command machine. */
  decided(input: Input): void;
  note(text: string): void;
}

export interface DecisionRequests {
  handOver(status: Fields): void;
  offerSlip(prints: readonly Message[]): void;
  ask(question: Extract<Effect, { do: 'askQuestion' }>): void;
  /** Tells the till that nobody waits for its answer any more. */
  closeQuestion(): void;
}

export function openDecisionRequests<Request extends TillDecisions>(
  context: DecisionContext<Request>,
): DecisionRequests {
  const { current, decided, note } = context;
  let openQuestion: AbortController | undefined;

  return {
    handOver(status) {
      const request = current();
      const failed: HandOver = { kind: 'failed' };
      decide(request?.onApproved && (() => request.onApproved!(status)), failed, handOver => {
        if (current() === request) decided({ type: 'handOver', handOver });
      });
    },
    offerSlip(prints) {
      const request = current();
      decide(request?.onSlip && (() => request.onSlip!(prints)), false, taken => {
        if (current() === request && context.lastPrint() === prints.at(-1)) decided({ type: 'slip', taken });
      });
    },
    ask({ message, picture, timeout }) {
      const request = current();
      const controller = new AbortController();
      openQuestion = controller;
      const question = questionOf(message, picture, timeout, context.charset());
      const nobody: Answer = { kind: 'none' };
      decide(request?.onQuestion && (() => request.onQuestion!(question, controller.signal)), nobody, answer => {
        if (openQuestion === controller && !controller.signal.aborted) decided({ type: 'answer', answer });
      });
    },
    closeQuestion() {
      openQuestion?.abort();
      openQuestion = undefined;
    },
  };

  /** Calls `ask` and reports the decision; `fallback` when there is no callback or the callback fails. */
  function decide<T>(ask: (() => T | Promise<T>) | undefined, fallback: T, report: (decision: T) => void): void {
    new Promise<T>(resolve => resolve(ask ? ask() : fallback))
      .catch(error => {
        note(`the till failed to decide: ${error}`);
        return fallback;
      })
      .then(report);
  }
}
