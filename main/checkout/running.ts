/** The card payments that run right now: what the screen shows of them, and the way to ask the terminal to stop. */
import type { Progress } from '../../drivers/terminal.ts';
import type { SmartTransaction } from '../api/transactions/contract.ts';
import type { RunningPayment } from '../push/events.ts';

export interface Run {
  /** Handed to the terminal: aborting it is a request. */
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  step(step: 'deciding' | 'person'): void;
  end(): void;
}

/** Diagnosis or end-of-day at work: nothing else may be asked of the terminal meanwhile. */
export interface RunningService {
  readonly kind: 'diagnosis' | 'endOfDay';
  readonly answer: Promise<SmartTransaction>;
}

export interface RunningPayments {
  begin(merchant: string, payment: Omit<RunningPayment, 'step' | 'prompt' | 'aborting' | 'question' | 'evidence'>): Run;
  /** Asks the terminal to stop; false when nothing runs there. */
  abort(device: string): boolean;
  view(device: string): RunningPayment | null;
  /** Takes what is shown for this terminal off the screens. */
  end(device: string): void;
  /** Until the service has answered, however it ended. */
  beginService(device: string, service: RunningService): void;
  service(device: string): RunningService | null;
}

interface Entry {
  readonly merchant: string;
  view: RunningPayment;
  readonly controller: AbortController;
}

export function createRunningPayments(
  announce: (merchant: string, device: string, payment: RunningPayment | null) => void,
): RunningPayments {
  const entries = new Map<string, Entry>();
  const services = new Map<string, RunningService>();

  function change(entry: Entry, changes: Partial<RunningPayment>) {
    if (entries.get(entry.view.device) !== entry) return;
    entry.view = { ...entry.view, ...changes };
    announce(entry.merchant, entry.view.device, entry.view);
  }

  function remove(entry: Entry) {
    if (entries.get(entry.view.device) !== entry) return;
    entries.delete(entry.view.device);
    announce(entry.merchant, entry.view.device, null);
  }

  return {
    begin(merchant, payment) {
      const entry: Entry = {
        merchant,
        view: { ...payment, step: 'connecting', prompt: null, aborting: false, question: null, evidence: null },
        controller: new AbortController(),
      };
      entries.set(payment.device, entry);
      change(entry, {});
      return {
        signal: entry.controller.signal,
        progress: progress => change(entry, progressed(progress)),
        step: step => change(entry, { step }),
        end: () => remove(entry),
      };
    },
    abort(device) {
      const entry = entries.get(device);
      if (!entry) return false;
      change(entry, { aborting: true });
      entry.controller.abort();
      return true;
    },
    view: device => entries.get(device)?.view ?? null,
    end(device) {
      const entry = entries.get(device);
      if (entry) remove(entry);
    },
    beginService(device, service) {
      services.set(device, service);
      const end = () => services.delete(device);
      service.answer.then(end, end);
    },
    service: device => services.get(device) ?? null,
  };
}

function progressed(progress: Progress): Partial<RunningPayment> {
  if (progress.step !== 'prompt') return { step: progress.step };
  const { texts, terminalText } = progress;
  return { step: 'prompt', prompt: terminalText ? { de: terminalText, en: terminalText } : texts };
}
