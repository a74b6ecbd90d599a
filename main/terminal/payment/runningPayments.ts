/** The commands that run at the terminals right now: what the screens see of them, and what the till may say meanwhile. */
import type { Answer, HandOver, Progress, Question } from '../../../drivers/terminal.ts';
import type { TerminalSnapshot } from '../../domain/evidence.ts';
import type { RunningPayment, TerminalQuestion } from '../../wire/events.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import type { InitialPaymentView, RunningCommand, RunningPayments, RunningService } from '../../world/running.ts';
import { waitingFor } from './waitingTexts.ts';

/** Nothing runs: the payment is approved, and a person has a word to say. */
export const awaitsDecision = ({ step }: Pick<RunningPayment, 'step'>): boolean =>
  step === 'late' || step === 'signature';

interface Waiting {
  /** What is shown again once the till has answered. */
  readonly before: Pick<RunningPayment, 'step' | 'question'>;
}

interface Entry {
  readonly merchant: string;
  readonly till: string | null;
  view: RunningPayment;
  readonly controller: AbortController;
  /** What waits for the word of the till last; null where nothing does. */
  waiting: Waiting | null;
  answered: ((answer: Answer) => void) | null;
  handedOver: ((result: HandOver) => void) | null;
  /** Of the question that is open. */
  shownTo: 'till' | 'screen' | null;
}

/** Tells the screens; true when one of them listens. */
type Announce = (merchant: string, device: string, payment: RunningPayment | null) => unknown;

export function createRunningPayments(announce: Announce, now: () => number = Date.now): RunningPayments {
  const entries = new Map<string, Entry>();
  const prepared = new Map<AbortController, string | null>();
  const services = new Map<string, RunningService>();
  const tasks = new Map<string, string>();
  const words = new Map<string, TerminalSnapshot>();
  const turns = new Map<string, number>();

  function change(entry: Entry, changes: Partial<RunningPayment>) {
    if (entries.get(entry.view.device) !== entry) return;
    entry.view = { ...entry.view, ...changes };
    const isShown = announce(entry.merchant, entry.view.device, entry.view) === true;
    if (changes.question) entry.shownTo = null;
    if (isShown) entry.shownTo ??= 'screen';
  }

  function forgetWord(device: string) {
    words.delete(device);
    turns.set(device, (turns.get(device) ?? 0) + 1);
  }

  function remove(entry: Entry) {
    if (entries.get(entry.view.device) !== entry) return;
    entries.delete(entry.view.device);
    announce(entry.merchant, entry.view.device, null);
  }

  /** Shows `changes` until `word` has come, then what was shown before, unless something else waits by then. */
  async function during<T>(entry: Entry, changes: Partial<RunningPayment>, word: Promise<T>): Promise<T> {
    const { step } = entry.view;
    // A terminal that asks once more ends its first question in the same step: that one is not what comes after this.
    const own: Waiting = { before: entry.waiting?.before ?? { step, question: null } };
    entry.waiting = own;
    change(entry, { question: null, ...changes });
    try {
      return await word;
    } finally {
      if (entry.waiting === own) showBefore(entry);
    }
  }

  function showBefore(entry: Entry) {
    const { waiting } = entry;
    entry.waiting = null;
    if (waiting) change(entry, waiting.before);
  }

  function runOf(entry: Entry): RunningCommand {
    return {
      signal: entry.controller.signal,
      progress: progress => change(entry, withTime(progressed(progress, now()), entry.view, now)),
      showWaiting: waiting => change(entry, { waiting }),
      step: (step, evidence = null) => change(entry, { step, evidence, waiting: null }),
      async ask(question, askedAt, signal) {
        const { promise, resolve } = Promise.withResolvers<Answer>();
        entry.answered = resolve;
        const nobody = () => resolve({ kind: 'none' });
        signal.addEventListener('abort', nobody, { once: true });
        const timer = setTimeout(nobody, question.timeout);
        const asked = {
          step: 'question',
          question: shownQuestion(question, entry.view, askedAt),
          newsAt: askedAt,
        } as const;
        return during(entry, asked, promise).finally(() => {
          if (entry.answered === resolve) entry.answered = null;
          clearTimeout(timer);
          signal.removeEventListener('abort', nobody);
        });
      },
      handOver(patience) {
        const { promise, resolve } = Promise.withResolvers<HandOver>();
        entry.handedOver = resolve;
        const failed = () => resolve({ kind: 'failed' });
        const timer = setTimeout(failed, patience);
        entry.controller.signal.addEventListener('abort', failed, { once: true });
        if (entry.controller.signal.aborted) failed();
        return during(entry, { step: 'handOver', newsAt: now() }, promise).finally(() => {
          if (entry.handedOver === resolve) entry.handedOver = null;
          clearTimeout(timer);
        });
      },
      questionShownTo: () => entry.shownTo,
      end: () => remove(entry),
    };
  }

  return {
    prepare(till) {
      const controller = new AbortController();
      prepared.set(controller, till);
      return { refuseStopped: () => controller.signal.throwIfAborted(), end: () => void prepared.delete(controller) };
    },
    abortPrepared(till) {
      const ofTill = [...prepared].filter(([, one]) => one === till);
      for (const [controller] of ofTill) controller.abort(new BridgeError('aborted', STOPPED));
      return ofTill.length > 0;
    },
    begin(merchant, till, payment) {
      const entry: Entry = {
        merchant,
        till,
        view: initialView(payment, 'connecting'),
        controller: new AbortController(),
        waiting: null,
        answered: null,
        handedOver: null,
        shownTo: null,
      };
      entries.set(payment.device, entry);
      change(entry, {});
      return runOf(entry);
    },
    abort(device) {
      const entry = entries.get(device);
      if (!entry || awaitsDecision(entry.view)) return false;
      change(entry, { aborting: true });
      askToStop(entry.controller);
      return true;
    },
    view: device => entries.get(device)?.view ?? null,
    noteTillPolled(device, till) {
      const entry = entries.get(device);
      if (entry?.till === till) entry.shownTo = 'till';
    },
    till: device => entries.get(device)?.till ?? null,
    ofTill: till => [...entries.values()].filter(entry => entry.till === till).map(({ view }) => view),
    answer(device, question, answer) {
      const entry = entries.get(device);
      if (entry?.view.question?.id !== question || !entry.answered) return false;
      entry.answered(answer);
      // A second answer comes too late, even before the first one has gone on its way.
      entry.answered = null;
      showBefore(entry);
      return true;
    },
    handedOver(device, result) {
      const entry = entries.get(device);
      if (!entry?.handedOver) return false;
      entry.handedOver(result);
      entry.handedOver = null;
      showBefore(entry);
      return true;
    },
    end(device) {
      const entry = entries.get(device);
      if (entry) remove(entry);
    },
    beginService(device, service) {
      services.set(device, service);
      forgetWord(device);
      const end = () => services.delete(device);
      service.answer.then(end, end);
    },
    service: device => services.get(device) ?? null,
    beginTask(device, task, work) {
      tasks.set(device, task);
      forgetWord(device);
      const end = () => tasks.delete(device);
      work.then(end, end);
    },
    task: device => services.get(device)?.kind ?? tasks.get(device) ?? null,
    lastSnapshot: device => words.get(device) ?? null,
    keepSnapshot: (device, word) => void words.set(device, word),
    forgetSnapshot: forgetWord,
    snapshotVersion: device => turns.get(device) ?? 0,
  };
}

/** Before anything was said. */
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

/** A signal goes off once: of a terminal that refused, asking it again is the same event once more. */
function askToStop(controller: AbortController): void {
  if (controller.signal.aborted) controller.signal.dispatchEvent(new Event('abort'));
  else controller.abort();
}

const STOPPED = 'stopped by the till before anything was sent to the terminal';

function progressed(progress: Progress, now: number): Partial<RunningPayment> {
  if (progress.step === 'finishing') return { waiting: waitingFor('completion', now, progress.timeout) };
  if (progress.step !== 'prompt') return { step: progress.step };
  const { texts, terminalText } = progress;
  return { waiting: null, step: 'prompt', prompt: terminalText ? { de: terminalText, en: terminalText } : texts };
}

/** A terminal that repeats itself says nothing new. */
function withTime(
  next: Partial<RunningPayment>,
  { step, prompt }: RunningPayment,
  now: () => number,
): Partial<RunningPayment> {
  const isNews =
    next.step !== undefined && (next.step !== step || (next.prompt != null && next.prompt.de !== prompt?.de));
  return isNews ? { ...next, newsAt: now() } : next;
}

const shownQuestion = (question: Question, { kind, amount }: InitialPaymentView, now: number): TerminalQuestion => ({
  id: newKey(),
  kind: question.kind,
  text: question.text,
  choices: question.kind === 'choice' ? question.choices.map(({ value, text }) => ({ value, text })) : [],
  wants: question.kind === 'input' ? question.wants : null,
  initial: question.kind === 'input' ? (question.initial ?? null) : null,
  least: question.kind === 'input' && question.wants === 'amount' && kind === 'payment' ? amount : null,
  picture:
    question.kind === 'signature' && question.picture
      ? { media_type: question.picture.mediaType, base64: question.picture.base64 }
      : null,
  until: now + question.timeout,
});
