/** What the terminal may do on channel 1 for a request: tell the screen, leave a slip, ask the cashier. */
import type { Answer, CommandOptions, Question, TerminalReceipt } from '../../terminal.ts';
import type { Trace } from '../../trace.ts';
import type { TillSide } from './deviceChannel.ts';
import type { Line } from './line.ts';
import type { Request } from './requests.ts';

/** What the caller of a request does with the slips that nobody was told of. */
export type UnreportedSlips = 'returned' | 'dropped';

export interface RequestTillSide extends TillSide {
  /** The terminal has answered: nobody waits for the cashier any more. */
  closeQuestion(): void;
  /** The slips so far, which go with the outcome; a later one is only taken where somebody is told of it. */
  takeSlips(): readonly TerminalReceipt[];
}

export function openTillSide(
  request: Request,
  requestId: string,
  { onProgress, onSlip, onQuestion }: CommandOptions,
  line: Line,
  slips: UnreportedSlips,
  trace?: Trace,
): RequestTillSide {
  const over = new AbortController();
  const kept: TerminalReceipt[] = [];
  let isLeft = false;

  return {
    requestId,
    awaitsSlips: onSlip !== undefined || request.money,
    context: request.money || request.type === 'RepeatLastMessage' ? 'payment' : 'admin',
    signOfLife(patience) {
      if (!isLeft) line.signOfLife(patience);
    },
    closeQuestion: () => over.abort(),
    takeSlips() {
      isLeft = true;
      return [...kept];
    },
    show(text) {
      if (text !== '' && !isLeft) onProgress?.({ step: 'prompt', code: 0, texts: WORKING, terminalText: text });
    },
    async keep(slip) {
      if (isLeft && !onSlip) return false;
      const taken = await Promise.resolve(slip)
        .then(onSlip ?? (() => slips === 'returned'))
        .catch(failed('the printing', false));
      if (taken) kept.push(slip);
      return taken;
    },
    ask: onQuestion && (question => answer(question, onQuestion)),
  };

  /** Nobody's answer is waited for longer than the terminal waits. */
  async function answer(question: Question, ask: NonNullable<CommandOptions['onQuestion']>): Promise<Answer> {
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(question.timeout)]);
    const { promise: nobody, resolve } = Promise.withResolvers<Answer>();
    signal.addEventListener('abort', () => resolve(NONE), { once: true });
    if (signal.aborted) return NONE;
    const asked = Promise.resolve()
      .then(() => ask(question, signal))
      .catch(failed('the question', NONE));
    return Promise.race([asked, nobody]);
  }

  function failed<T>(what: string, instead: T) {
    return (error: unknown): T => {
      trace?.({ direction: 'note', text: `${what} failed: ${error}` });
      return instead;
    };
  }
}

const NONE: Answer = { kind: 'none' };
const WORKING = { de: 'Das Terminal arbeitet', en: 'The terminal is working' };
