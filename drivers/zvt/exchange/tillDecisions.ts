/** Asks the till for what it decides itself while a command runs: the goods, a slip, an answer of the cashier. */
import type { Answer, HandOver, Question } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import type { Charset } from '../codec/charsets.ts';
import type { Fields } from '../codec/fields.ts';
import type { Effect, Input } from './commandState.ts';
import { questionOf } from './questions.ts';

/** What the till decides itself; see `Call` in the contract. */
export interface TillDecisions {
  readonly onApproved?: ((status: Fields) => HandOver | Promise<HandOver>) | undefined;
  readonly onSlip?: ((prints: readonly Message[]) => boolean | Promise<boolean>) | undefined;
  readonly onQuestion?: ((question: Question, signal: AbortSignal) => Promise<Answer>) | undefined;
}

interface DecisionContext<Request> {
  /** The command that runs; what was asked for an earlier one counts no more. */
  current(): Request | undefined;
  /** The last print it got. */
  lastPrint(): Message | undefined;
  charset(): Charset;
  decided(input: Input): void;
  note(text: string): void;
}

export interface DecisionRequests {
  handOver(status: Fields): void;
  offerSlip(prints: readonly Message[]): void;
  ask(question: Extract<Effect, { do: 'ask' }>): void;
  closeQuestion(): void;
}

export function openDecisionRequests<Request extends TillDecisions>(
  around: DecisionContext<Request>,
): DecisionRequests {
  const { current, decided, note } = around;
  let question: AbortController | undefined;

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
        if (current() === request && around.lastPrint() === prints.at(-1)) decided({ type: 'slip', taken });
      });
    },
    ask({ message, picture, patience }) {
      const request = current();
      const mine = new AbortController();
      question = mine;
      const asked = questionOf(message, picture, patience, around.charset());
      const nobody: Answer = { kind: 'none' };
      decide(request?.onQuestion && (() => request.onQuestion!(asked, mine.signal)), nobody, given => {
        if (question === mine && !mine.signal.aborted) decided({ type: 'answer', answer: given });
      });
    },
    closeQuestion() {
      question?.abort();
      question = undefined;
    },
  };

  /** What the till decides; it has not decided when it fails. */
  function decide<T>(ask: (() => T | Promise<T>) | undefined, otherwise: T, tell: (decided: T) => void): void {
    new Promise<T>(resolve => resolve(ask ? ask() : otherwise))
      .catch(error => {
        note(`the till failed to decide: ${error}`);
        return otherwise;
      })
      .then(tell);
  }
}
