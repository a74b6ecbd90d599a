/**
 * Supervises one terminal, whatever its protocol: queues its commands, publishes its state, reconnects with jittered
 * back-off, and drains before it closes.
 */
import { guarded, Listeners } from './listeners.ts';
import type { CommandOptions, Progress, Reason, TerminalState } from './terminal.ts';
import { within } from './timeout.ts';
import type { Trace } from './trace.ts';

/** The connection of one protocol to its terminal, as the supervisor uses it. */
export interface SupervisedConnection<Line extends SupervisedLine, Result extends SupervisedResult> {
  /** True while a registered terminal can be sent a command, as far as is known. */
  readonly isUp: boolean;
  /** Gives the line of a registered terminal, or the reason why there is none. Connects and registers where needed. */
  ready(onProgress?: OnProgress): Promise<Line | Reason>;
  /** Connects where needed and registers in any case. */
  register(onProgress?: OnProgress): Promise<Line | Reason>;
  /** Learns from the end of a command: the line proved alive, or it is no good any more. */
  commandEnded(result: Result): void;
  /** True when the command logged the till off on purpose. */
  isLoggedOffBy(result: Result): boolean;
  /** The listener is called when an open line breaks. */
  onLost(listener: (reason: Reason) => void): void;
  /** Cuts the line and lets go of the terminal; a second call closes what was still being opened at the first. */
  close(reason: Reason): Promise<void>;
}

/** A line over which one command runs at a time. */
export interface SupervisedLine {
  /** The reason why the line is gone, once it is. */
  readonly lost: Reason | undefined;
}

/** The end of one command, as far as the supervisor needs to know it. */
export interface SupervisedResult {
  /** `reason` where the line was lost. */
  readonly ending: { readonly by: string; readonly reason?: Reason };
}

/** One command of a protocol. */
export interface SupervisedCommand<Line, Result> {
  /** Name for the trace. */
  readonly name: string;
  /**
   * Runs the command to its end; undefined when the line was down and not a single byte left. Throws for a value that
   * no message can carry: then nothing was sent either.
   */
  readonly execute: (line: Line, onProgress: OnProgress | undefined) => Promise<Result | undefined>;
}

/** Milliseconds. */
export interface SupervisorTimers {
  /** First and longest pause between attempts to reach the terminal again. */
  readonly retryFirst: number;
  readonly retryMost: number;
  /** How long `close` lets a running command go on. */
  readonly drain: number;
}

export type OnProgress = (progress: Progress) => void;
export type StateListener = (state: TerminalState, reason?: Reason) => void;

/** True for a reason, false for the line or the transport that was wanted. */
export function isReason<T extends object>(result: T | Reason): result is Reason {
  return 'code' in result;
}

/** True for a command that was sent, false for the reason why it was not. */
export function isEnded<Result extends SupervisedResult>(result: Result | Reason): result is Result {
  return 'ending' in result;
}

/** The supervisor of one terminal. It connects at once, in the background. */
export class Supervisor<Line extends SupervisedLine, Result extends SupervisedResult> {
  readonly #connection: SupervisedConnection<Line, Result>;
  readonly #drain: number;
  readonly #trace: Trace | undefined;
  readonly #queue = new CommandQueue();
  readonly #state: StatePublisher;
  readonly #reconnection: Reconnection;
  #closing: Promise<void> | undefined;
  /** Set by a log-off until the next command: nobody looks for the terminal, whatever becomes of its line. */
  #isLoggedOff = false;

  constructor(connection: SupervisedConnection<Line, Result>, timers: SupervisorTimers, trace?: Trace) {
    this.#connection = connection;
    this.#drain = timers.drain;
    this.#trace = trace;
    this.#state = new StatePublisher(trace);
    this.#reconnection = new Reconnection(timers, () => void this.enqueue(() => this.#reconnect()));
    connection.onLost(reason => {
      if (this.state !== 'busy' && !this.#isLoggedOff) this.#goOffline(reason);
    });
    this.#reconnection.schedule(0);
  }

  get state(): TerminalState {
    return this.#state.current;
  }

  /** Publishes every change of the state; returns the way to stop listening. */
  readonly onState = (listener: StateListener): (() => void) => this.#state.onChange(listener);

  /** Does some work when everything that was enqueued before is done. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.enqueue(work);
  }

  /** Within the queue: connects and registers. */
  async register({ onProgress }: CommandOptions = {}): Promise<Line | Reason> {
    if (this.#closing) return CLOSED;
    return this.#reach(() => this.#connection.register(this.#progressListener(onProgress)));
  }

  /** Within the queue: runs one command on a registered line; a reason means that not a single byte of it left. */
  async run(command: SupervisedCommand<Line, Result>, options: CommandOptions = {}): Promise<Result | Reason> {
    const refusal = this.#refusal(options);
    if (refusal) return refusal;
    const onProgress = this.#progressListener(options.onProgress);
    const line = await this.#reach(() => this.#connection.ready(onProgress));
    if (isReason(line)) {
      this.#note(`${command.name}: not sent`);
      return line;
    }
    return this.#refusal(options) ?? this.#execute(command, line, onProgress);
  }

  /** A terminal that connects by itself has called: it is spoken to, unless it is up already or was logged off. */
  terminalCalled(): void {
    if (!this.#connection.isUp && !this.#isLoggedOff && !this.#closing) this.#reconnection.schedule(0);
  }

  /** Waits for its turn in the queue and answers whether `probe` finds the terminal alive; a closed driver asks nothing. */
  isAlive(probe: () => Promise<Line | Reason>): Promise<boolean> {
    return this.enqueue(async () => this.#closing !== undefined || !isReason(await this.#reach(probe)));
  }

  /** Refuses new commands; the running one may end, then the line is cut. The terminal stays registered. */
  close(): Promise<void> {
    this.#closing ??= Promise.resolve().then(() => this.#close());
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#reconnection.cancel();
    // Only a command that is under way is waited for: nothing else can move anything.
    if (this.state === 'busy') await within(this.#drain, this.#queue.drained());
    await this.#connection.close(CLOSED);
    await this.#queue.drained();
    await this.#connection.close(CLOSED); // a connection that was still being built
    this.#state.set('closed');
  }

  /** The reason why a command must not be sent. */
  #refusal({ signal }: CommandOptions): Reason | undefined {
    if (this.#closing) return CLOSED;
    return signal?.aborted ? ABORTED : undefined;
  }

  async #execute(
    { name, execute }: SupervisedCommand<Line, Result>,
    line: Line,
    onProgress: OnProgress | undefined,
  ): Promise<Result | Reason> {
    this.#state.set('busy');
    const result = await execute(line, onProgress).catch((error: unknown) => {
      this.#state.set('ready'); // nothing was sent: the caller gets the mistake as the error it is
      throw error;
    });
    this.#note(`${name}: ${result ? endingText(result) : 'not sent'}`);
    if (result) this.#connection.commandEnded(result);
    this.#publishAfter(line, result);
    return result ?? line.lost ?? CONNECTION_BROKE;
  }

  #publishAfter(line: Line, result: Result | undefined): void {
    this.#isLoggedOff = result !== undefined && this.#connection.isLoggedOffBy(result);
    if (this.#isLoggedOff) this.#state.set('offline');
    else if (this.#connection.isUp && result) this.#state.set('ready');
    else this.#goOffline(line.lost ?? (result ? LOGGED_OUT : CONNECTION_BROKE));
  }

  async #reach(attempt: () => Promise<Line | Reason>): Promise<Line | Reason> {
    this.#reconnection.stopWanting();
    this.#isLoggedOff = false;
    if (!this.#connection.isUp) this.#state.set('connecting');
    const result = await attempt();
    if (isReason(result)) this.#goOffline(result);
    else {
      this.#reconnection.reset();
      this.#state.set('ready');
    }
    return result;
  }

  async #reconnect(): Promise<void> {
    // A terminal that refused a registration is offline although it took an earlier one, which still counts for its connection.
    const isAway = !this.#connection.isUp || this.state === 'offline';
    if (!this.#closing && this.#reconnection.isWanted && isAway) await this.#reach(() => this.#connection.register());
  }

  #goOffline(reason: Reason): void {
    this.#state.set('offline', reason);
    if (!this.#closing) this.#reconnection.scheduleNext();
  }

  /** Progress is put into words only where somebody listens; a listener that throws must not stop a payment. */
  #progressListener(listener: OnProgress | undefined): OnProgress | undefined {
    return listener && guarded(listener, this.#trace);
  }

  #note(text: string): void {
    this.#trace?.({ direction: 'note', text });
  }
}

/** Work on one terminal, one piece after the other, in the order it was asked for. */
class CommandQueue {
  #last: Promise<unknown> = Promise.resolve();

  enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when everything that was enqueued up to now is done. */
  async drained(): Promise<void> {
    await this.#last;
  }
}

/** The state of a terminal with its listeners; each change is published exactly once, and `closed` is the last one. */
class StatePublisher {
  readonly #listeners: Listeners<Parameters<StateListener>>;
  readonly #trace: Trace | undefined;
  #current: TerminalState = 'offline';

  constructor(trace: Trace | undefined) {
    this.#trace = trace;
    this.#listeners = new Listeners(trace);
  }

  get current(): TerminalState {
    return this.#current;
  }

  onChange(listener: StateListener): () => void {
    return this.#listeners.add(listener);
  }

  set(next: TerminalState, reason?: Reason): void {
    if (this.#current === next || this.#current === 'closed') return;
    this.#current = next;
    if (reason) this.#trace?.({ direction: 'note', text: `${next}: ${reason.code}: ${reason.text}` });
    this.#listeners.notify(next, reason);
  }
}

/** The next attempt to reach a device: the pause doubles each time, with jitter, so that tills do not come back in step. */
export class Reconnection {
  readonly #timers: Pick<SupervisorTimers, 'retryFirst' | 'retryMost'>;
  readonly #attempt: () => void;
  #timer: NodeJS.Timeout | undefined;
  #pause: number;
  /** False once a command has reached the terminal meanwhile, or has logged it off. */
  isWanted = false;

  constructor(timers: Pick<SupervisorTimers, 'retryFirst' | 'retryMost'>, attempt: () => void) {
    this.#timers = timers;
    this.#attempt = attempt;
    this.#pause = timers.retryFirst;
  }

  /** Schedules the attempt in `ms` milliseconds; an earlier schedule is replaced. */
  schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.isWanted = true;
    this.#timer = setTimeout(this.#attempt, ms);
    this.#timer.unref();
  }

  /** Schedules the attempt after 75 to 125 percent of the pause, and doubles the pause. */
  scheduleNext(): void {
    this.schedule(this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(2 * this.#pause, this.#timers.retryMost);
  }

  stopWanting(): void {
    this.isWanted = false;
  }

  /** The terminal was reached: the next loss begins with the first pause again. */
  reset(): void {
    this.#pause = this.#timers.retryFirst;
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}

function endingText({ ending }: SupervisedResult): string {
  return ending.reason ? `lost (${ending.reason.code}: ${ending.reason.text})` : `ended by ${ending.by}`;
}

const CLOSED: Reason = { code: 'closed', text: 'the terminal driver was closed' };
const ABORTED: Reason = { code: 'aborted', text: 'aborted before the terminal was asked' };
const CONNECTION_BROKE: Reason = { code: 'lineLost', text: 'the connection broke' };
const LOGGED_OUT: Reason = { code: 'refused', text: 'the terminal has logged the till out' };
