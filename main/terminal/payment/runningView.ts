/** The view of a running command on the screens: how it begins, and how the terminal's progress and questions change it. */
import type { Progress, Question } from '../../../drivers/index.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { actorOf, promptCodeOf, promptOf, questionTexts } from '../../domain/terminalPrompt.ts';
import type { RunningPayment, TerminalQuestion } from '../../wire/events.ts';
import { newKey } from '../../world/ids.ts';
import type { InitialPaymentView } from '../../world/running.ts';
import { waitingFor } from './waitingTexts.ts';

/** True when no command runs any more: the payment is approved, and a person still has to decide about it. */
export const awaitsDecision = ({ step }: Pick<RunningPayment, 'step'>): boolean =>
  step === 'late' || step === 'signature';

/** The view before the terminal has reported any progress. */
export const initialView = (payment: InitialPaymentView, step: RunningPayment['step']): RunningPayment => ({
  ...payment,
  step,
  prompt: null,
  aborting: false,
  question: null,
  evidence: null,
  waiting: null,
  newsAt: payment.startedAt,
});

/** The members of `view` that the terminal's progress changes; `now` in milliseconds since 1970. */
export function progressChanges(progress: Progress, view: RunningPayment, now: number): Partial<RunningPayment> {
  const changes = changesOf(progress, now);
  const { step, prompt } = changes;
  const isOtherPrompt = prompt != null && prompt.de !== view.prompt?.de;
  // A terminal that repeats its prompt reports nothing new.
  const isNews = step !== undefined && (step !== view.step || isOtherPrompt);
  return isNews ? { ...changes, newsAt: now } : changes;
}

function changesOf(progress: Progress, now: number): Partial<RunningPayment> {
  // A terminal that has taken the command has nothing to show yet.
  if (progress.step === 'accepted') return {};
  if (progress.step === 'finishing') return { waiting: waitingFor('completion', now, progress.timeout) };
  if (progress.step !== 'prompt') return { step: progress.step };
  const { texts, terminalText: own, meaning } = progress;
  const words = { texts, own, meaning };
  return {
    waiting: null,
    step: 'prompt',
    prompt: promptOf(words),
    prompt_code: promptCodeOf(words),
    terminal_text: own ?? null,
    acts: actorOf(words),
  };
}

/** A question of the terminal as the screens show it, with an id of its own; `slip`: to be signed; `now` in milliseconds since 1970. */
export const questionView = (
  question: Question,
  { kind, amount }: InitialPaymentView,
  slip: readonly ReceiptLine[],
  now: number,
): TerminalQuestion => ({
  id: newKey(),
  kind: question.kind,
  text: question.text,
  texts: questionTexts(question.kind, question.text),
  choices: question.kind === 'choice' ? question.choices.map(({ value, text }) => ({ value, text })) : [],
  wants: question.kind === 'input' ? question.wants : null,
  initial: question.kind === 'input' ? (question.initial ?? null) : null,
  least: question.kind === 'input' && question.wants === 'amount' && kind === 'payment' ? amount : null,
  picture:
    question.kind === 'signature' && question.picture
      ? { media_type: question.picture.mediaType, base64: question.picture.base64 }
      : null,
  receipt_merchant: [...slip] as TerminalQuestion['receipt_merchant'],
  until: now + question.timeout,
});
