/** The till's side of channel 1 for one request: shows the prompts, keeps the slips, asks the cashier. */
import type { Answer, CommandOptions, Question, TerminalReceipt } from '../../terminal.ts';
import type { Trace } from '../../trace.ts';
import type { Line } from './line.ts';
import type { Request } from './requests.ts';

/** A request of the till, as channel 1 sees it. */
export interface TillSide {
  readonly requestId: string;
  readonly context: 'payment' | 'admin';
  /** A card, or at least a host, comes before its slips. */
  readonly movesMoney: boolean;
  /** True when slips go to `onSlip`, or back with the outcome of a payment. */
  readonly awaitsSlips: boolean;
  /** True when a slip that it prints is for the till: one that is kept, printed, or goes back with the answer. */
  readonly takesSlips: boolean;
  show(text: string): void;
  /** False when the slip can be neither printed nor kept. */
  keep(slip: TerminalReceipt): Promise<boolean>;
  /** Undefined when there is nobody to ask. */
  readonly ask: ((question: Question) => Promise<Answer>) | undefined;
  /** Channel 1 spoke; `questionTime` is how long a question may take, ms. */
  signOfLife(questionTime?: number): void;
}

/** The use that the caller of a request has for the slips when no `onSlip` takes them. */
export type UnreportedSlips = 'returned' | 'dropped';

export interface RequestTillSide extends TillSide {
  /** The terminal has answered: nobody waits for the cashier any more. */
  closeQuestion(): void;
  /** The slips so far, which go with the outcome; a later slip is only taken by `onSlip`. */
  takeSlips(): readonly TerminalReceipt[];
  /** The listener could not keep a slip. */
  isSlipRefused(): boolean;
}

/** The listeners of the request's caller, those that there are. */
type TillListeners = {
  readonly [Name in 'onProgress' | 'onSlip' | 'onQuestion']: CommandOptions[Name] | undefined;
};

export function openTillSide(
  request: Request,
  requestId: string,
  { onProgress, onSlip, onQuestion }: TillListeners,
  line: Line,
  unreportedSlips: UnreportedSlips,
  trace?: Trace,
): RequestTillSide {
  const answered = new AbortController();
  const slips: TerminalReceipt[] = [];
  let isOver = false;
  let isSlipRefused = false;

  return {
    requestId,
    movesMoney: request.money,
    awaitsSlips: onSlip !== undefined || request.money,
    takesSlips: onSlip !== undefined || unreportedSlips === 'returned',
    context: request.money || request.type === 'RepeatLastMessage' ? 'payment' : 'admin',
    signOfLife(questionTime) {
      if (!isOver) line.signOfLife(questionTime);
    },
    closeQuestion: () => answered.abort(),
    takeSlips() {
      isOver = true;
      return [...slips];
    },
    isSlipRefused: () => isSlipRefused,
    show(text) {
      if (text !== '' && !isOver) onProgress?.({ step: 'prompt', code: 0, texts: WORKING, terminalText: text });
    },
    async keep(slip) {
      if (isOver && !onSlip) return false;
      const isTaken = await Promise.resolve(slip)
        .then(onSlip ?? (() => unreportedSlips === 'returned'))
        .catch(failed('the printing', false));
      if (isTaken) slips.push(slip);
      else isSlipRefused = true;
      return isTaken;
    },
    ask: onQuestion && (question => answerOf(question, onQuestion)),
  };

  /** Nobody's answer is waited for longer than the terminal waits. */
  async function answerOf(question: Question, ask: NonNullable<CommandOptions['onQuestion']>): Promise<Answer> {
    const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(question.timeout)]);
    const { promise: nobody, resolve } = Promise.withResolvers<Answer>();
    signal.addEventListener('abort', () => resolve(NONE), { once: true });
    if (signal.aborted) return NONE;
    const answer = Promise.resolve()
      .then(() => ask(question, signal))
      .catch(failed('the question', NONE));
    return Promise.race([answer, nobody]);
  }

  function failed<T>(work: string, instead: T) {
    return (error: unknown): T => {
      trace?.({ direction: 'note', text: `${work} failed: ${error}` });
      return instead;
    };
  }
}

const NONE: Answer = { kind: 'none' };
const WORKING = { de: 'Das Terminal arbeitet', en: 'The terminal is working' };
