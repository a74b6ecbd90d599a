/** The commands that run at the terminals right now, as the steps of a sale and the routes see them. */
import type { Answer, HandOver, Progress, Question } from '../../drivers/terminal.ts';
import type { TerminalSnapshot } from '../domain/evidence.ts';
import type { Evidence, RunningPayment, Waiting as WaitedFor } from '../wire/events.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { DecisionKind } from './sales.ts';

export interface RunningCommand {
  /** Handed to the terminal: aborting it is a request. */
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  /** Shows what is being waited for. */
  showWaiting(waiting: WaitedFor | null): void;
  step(step: 'deciding' | 'person' | DecisionKind, evidence?: Evidence | null): void;
  /** Shows a question of the terminal until the till answers, `signal` takes it back, or it is waited for no longer. */
  ask(question: Question, now: number, signal: AbortSignal): Promise<Answer>;
  /** Who has been shown the question that is open: the till itself, which asked, or some screen that listens. */
  questionShownTo(): 'till' | 'screen' | null;
  /** Shows that the goods are to be given out, and waits for the till's word; nobody's word within `patience` ms: failed. */
  handOver(patience: number): Promise<HandOver>;
  end(): void;
}

/** A payment on its way to the terminal that has not been written yet: nothing of it has left. */
export interface Preparation {
  /** Throws `aborted` when its till has asked to stop. */
  refuseStopped(): void;
  /** It is written, or nothing has come of it. */
  end(): void;
}

/** Diagnosis or end-of-day at work: nothing else may be asked of the terminal meanwhile. */
export interface RunningService {
  readonly kind: 'diagnosis' | 'endOfDay';
  /** Who runs an end-of-day, and under which id; no till: the schedule. */
  readonly till?: string | null;
  readonly id?: string;
  readonly answer: Promise<SmartTransaction>;
}

/** What is shown from the beginning. */
export type InitialPaymentView = Omit<
  RunningPayment,
  'step' | 'prompt' | 'aborting' | 'question' | 'evidence' | 'waiting' | 'newsAt'
>;

export interface RunningPayments {
  prepare(till: string | null): Preparation;
  /** Stops what is being prepared for this till; false when nothing is. */
  abortPrepared(till: string): boolean;
  begin(merchant: string, till: string | null, payment: InitialPaymentView): RunningCommand;
  /** Asks the terminal to stop; false when nothing runs there. */
  abort(device: string): boolean;
  view(device: string): RunningPayment | null;
  /** This till has asked what runs there. */
  noteTillPolled(device: string, till: string): void;
  /** SDV_… of the till that runs the command there. */
  till(device: string): string | null;
  /** What is shown of the commands of one till, at whatever terminal. */
  ofTill(till: string): readonly RunningPayment[];
  /** Answers the question; false when it is not, or no longer, asked. */
  answer(device: string, question: string, answer: Answer): boolean;
  /** What became of the goods; false when nobody waits for that. */
  handedOver(device: string, result: HandOver): boolean;
  /** Takes what is shown for this terminal off the screens. */
  end(device: string): void;
  /** Until the service has answered, however it ended. */
  beginService(device: string, service: RunningService): void;
  service(device: string): RunningService | null;
  /** Any other task, until `work` has ended. */
  beginTask(device: string, task: string, work: Promise<unknown>): void;
  /** What the terminal does beside commands that move money: a service or a task by its name. */
  task(device: string): string | null;
  /** What the terminal told last; forgotten with the process, and when it has done something else since. */
  lastSnapshot(device: string): TerminalSnapshot | null;
  keepSnapshot(device: string, word: TerminalSnapshot): void;
  /** The terminal begins something: nobody knows what it would say now. */
  forgetSnapshot(device: string): void;
  /** How often that has happened, so that one sees whether it did since. */
  snapshotVersion(device: string): number;
}
