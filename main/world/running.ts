/** The commands that run at the terminals now, as the steps of a sale and the routes see them. */
import type { Answer, HandOver, Progress, Question } from '../../drivers/index.ts';
import type { LastSign, Sign } from '../domain/denialWait.ts';
import type { TerminalSnapshot } from '../domain/evidence.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import type { Evidence, RunningPayment, Waiting as WaitedFor } from '../wire/events.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { DecisionKind } from './sales.ts';

export interface RunningCommand {
  /** Handed to the terminal: aborting it is a request. */
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  /** Shows what the terminal waits for. */
  showWaiting(waiting: WaitedFor | null): void;
  step(step: 'deciding' | 'person' | DecisionKind, evidence?: Evidence | null): void;
  /** Shows a question of the terminal until the till answers, `signal` takes it back, or its time is over; `slip`: to be signed. */
  ask(question: Question, now: number, signal: AbortSignal, slip?: readonly ReceiptLine[]): Promise<Answer>;
  /** The screen that shows the open question: the till itself, or another screen that listens; null for none. */
  questionShownTo(): 'till' | 'screen' | null;
  /** Asks the till to hand over the goods and waits for its answer; without an answer within `timeout` ms: failed. */
  handOver(timeout: number): Promise<HandOver>;
  end(): void;
}

/** A payment that is being prepared: it is not written yet, and nothing was sent to the terminal. */
export interface Preparation {
  /** Throws `aborted` when its till has asked to stop. */
  refuseStopped(): void;
  /** Ends the preparation: the payment is written, or given up. */
  end(): void;
}

/** Diagnosis or end-of-day at work: nothing else may be asked of the terminal meanwhile. */
export interface RunningService {
  readonly kind: 'diagnosis' | 'endOfDay';
  /** The till that runs an end-of-day, and its id; null: the schedule runs it. */
  readonly till?: string | null;
  readonly id?: string;
  /** Resolves when it is on disk, with the id of its Smart Transaction: from then on a call that joined it can be answered early. */
  readonly written: Promise<string>;
  readonly answer: Promise<SmartTransaction>;
}

/** The row of a result that could not be written; `at`: ms since 1970. */
export interface UnwrittenResult {
  readonly at: number;
  readonly data: object;
}

/** The members of the view that are known from the beginning. */
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
  /** Notes that this till has asked for the running command. */
  noteTillPolled(device: string, till: string): void;
  /** SDV_… of the till that runs the command there. */
  till(device: string): string | null;
  /** The views of the commands of one till, at any terminal. */
  ofTill(till: string): readonly RunningPayment[];
  /** Answers the question; false when it is not, or no longer, asked. */
  answer(device: string, question: string, answer: Answer): boolean;
  /** Reports whether the goods were handed over; false when nobody waits for that. */
  handedOver(device: string, result: HandOver): boolean;
  /** Takes what is shown for this terminal off the screens. */
  end(device: string): void;
  /** Until the service has answered, however it ended. */
  beginService(device: string, service: RunningService): void;
  service(device: string): RunningService | null;
  /** Any other task, until `work` has ended. */
  beginTask(device: string, task: string, work: Promise<unknown>): void;
  /** The work of the terminal beside commands that move money: a service or a task by its name. */
  task(device: string): string | null;
  /** The last snapshot of the terminal; forgotten with the process, and when the terminal begins another command. */
  lastSnapshot(device: string): TerminalSnapshot | null;
  /** `now` here and below: milliseconds of the process's own time. What was kept before keeps its age. */
  keepSnapshot(device: string, word: TerminalSnapshot, now: number): void;
  /** Milliseconds since the last snapshot was taken, whatever the clock was set to since. */
  snapshotAge(device: string, now: number): number;
  /** The terminal begins a command, so its last snapshot is no longer true. */
  forgetSnapshot(device: string): void;
  /** Grows each time the snapshot is forgotten, so that a reader notices a change in between. */
  snapshotVersion(device: string): number;
  /** Notes a sign of the command of this intent; `sent` begins it. `at`: milliseconds of the process's own time. */
  noteSign(device: string, intent: string, sign: Sign | 'sent', at: number): void;
  /** The last sign of the command of this intent; null: another process sent it. */
  lastSign(device: string, intent: string): LastSign | null;
  /** Keeps the result of a command that the disk refused, for the commit of its reconciliation. */
  keepUnwritten(intent: string, result: UnwrittenResult): void;
  /** The kept result of this intent; null: it was written, or another process had it. */
  unwritten(intent: string): UnwrittenResult | null;
}
