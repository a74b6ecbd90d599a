/**
 * The worker of the upstream service: several lanes at once, each in its order, while it holds the lease. A commit that
 * queued a record wakes it, and one timer waits for the next due time. While the line is down one call looks whether it is
 * back, and no record counts a failure.
 */

import { BACKOFF, type BackoffLimits, backoff } from '../queue/backoff.ts';
import type { Clock } from '../world/clock.ts';
import { LeaseLost, type QueueTargets, type TargetCondition } from '../world/queue.ts';
import type { UpstreamDeliveries, UpstreamDelivery } from '../world/upstream.ts';
import type { World } from '../world/world.ts';
import { UpstreamError } from './failures.ts';
import type { ForeignAnswers } from './foreignAnswers.ts';
import { afterFailure, createPassCount } from './parking.ts';

export interface WorkerParts {
  readonly store: UpstreamDeliveries;
  readonly targets: QueueTargets;
  readonly clock: Clock;
  readonly log: World['log'];
  write<T>(job: () => T): Promise<T>;
  /** Delivers one record; `guard` is called inside each job and throws where the lease is lost. */
  deliver(record: UpstreamDelivery, guard: () => void): Promise<'confirmed' | 'waits' | 'parked'>;
  /** Writes that these records are about to be sent, in one commit instead of one for each. */
  announce(records: readonly UpstreamDelivery[], guard: () => void): Promise<void>;
  /** Takes back what was announced and not begun. */
  withdraw(records: readonly UpstreamDelivery[], guard: () => void): Promise<void>;
  /** Throws `UpstreamError` where the service cannot be used. */
  probe(): Promise<void>;
  /** Cancels copies at the service; gives their number. */
  cancelStrays(): Promise<number>;
  readonly foreign: ForeignAnswers;
  /** 0 to 1 */
  random(): number;
  readonly settings: WorkerSettings;
}

export interface WorkerSettings {
  /** Lanes at once. */
  readonly lanes: number;
  /** ms */
  readonly lease: number;
  /** ms after a repeated create */
  readonly straySearchAfter: number;
  /** ms at most until one call finds out whether a service that refused us accepts us again: nobody may stand at this till. */
  readonly refusedPause: number;
  /** ms for which a record must have failed, before it is parked. */
  readonly parkAfter: number;
  readonly backoff: BackoffLimits;
}

export const WORKER_SETTINGS: WorkerSettings = {
  ...{ lanes: 16, lease: 120_000, straySearchAfter: 120_000, refusedPause: 3_600_000, parkAfter: 600_000 },
  backoff: BACKOFF,
};

type Line =
  | { readonly state: 'unknown' | 'up' }
  /**
   * Nothing is sent before `until` (ms since 1970) or before so many ms have passed (`elapsed`), whichever comes first: somebody
   * may set the clock back by a day.
   */
  | { readonly state: 'down' | 'refused'; readonly until: number; readonly elapsed: number; readonly failures: number };

/** The second search for stray copies comes so many times later. */
const SECOND_SEARCH = 30;
/** Heads of lanes that are read at once. */
const FETCHED = 64;
/** The longest time that a timer waits, ms: after it the worker looks again, whatever became of the clock. */
const LONGEST_TIMER = 600_000;

export class UpstreamWorker {
  private readonly parts: WorkerParts;
  private readonly underWay = new Map<number, Promise<void>>();
  private readonly passes: ReturnType<typeof createPassCount>;
  /** Heads of lanes that are due, in their order: asked for in one go. */
  private fetched: UpstreamDelivery[] = [];
  private line: Line = { state: 'unknown' };
  private token: number | null = null;
  private leasedUntil = 0;
  private isRunning = false;
  private isLooking = false;
  private isAwake = false;
  private timer: NodeJS.Timeout | undefined;
  private straySearchAt: number | null = null;
  /** A list there may lag longer than expected: after a repeated create it is looked at a second time. */
  private isStraySearchRepeated = false;
  private cameUp = () => {};

  constructor(parts: WorkerParts) {
    this.parts = parts;
    this.passes = createPassCount(parts.clock.elapsed, parts.settings.parkAfter);
  }

  begin(): void {
    this.isRunning = true;
    this.straySearchAt = this.parts.clock.now() + this.parts.settings.straySearchAfter;
    this.wake();
  }

  /** Looks again at what is due: after a commit, or after the clock was moved. */
  readonly wake = (): void => {
    if (this.isAwake || !this.isRunning) return;
    this.isAwake = true;
    setImmediate(() => {
      this.isAwake = false;
      void this.look();
    });
  };

  /** Tries everything now, also after the service has refused us. */
  async tryNow(): Promise<void> {
    this.line = { state: 'unknown' };
    this.passes.forgetFailures();
    await this.parts.write(() => this.parts.store.hurry());
    this.wake();
  }

  /** A create was repeated: a while later the service is searched for stray copies. */
  readonly planStraySearch = (): void => {
    this.straySearchAt = this.parts.clock.now() + this.parts.settings.straySearchAfter;
    this.isStraySearchRepeated = true;
  };

  /** Somebody else met a line that does not answer: one call tells, before anything else is sent. */
  readonly doubt = (): void => {
    if (this.line.state === 'up') this.line = { state: 'unknown' };
    this.wake();
  };

  /** Waits for the records under way, each of which ends with its present call at the latest. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.timer);
    await Promise.all(this.underWay.values());
    await this.withdraw();
    if (this.token !== null) await this.parts.targets.release('upstream', this.token);
    this.token = null;
  }

  /** The service answers, and this worker holds the lease of the target. */
  get isUp(): boolean {
    return this.isRunning && this.line.state === 'up' && this.token !== null;
  }

  /** Called whenever the service answers again. */
  onUp(listener: () => void): void {
    this.cameUp = listener;
  }

  /** Inside a job: throws where another worker has taken over. */
  readonly guard = (): void => {
    this.parts.targets.requireLease('upstream', this.token ?? -1);
  };

  private async look(): Promise<void> {
    if (this.isLooking || !this.isRunning) return;
    this.isLooking = true;
    try {
      await this.round();
    } catch (error) {
      this.parts.log('error', 'the worker of the upstream service failed', { error: String(error) });
      this.lookIn(BACKOFF.first);
    } finally {
      this.isLooking = false;
    }
  }

  private async round(): Promise<void> {
    clearTimeout(this.timer);
    const now = this.parts.clock.now();
    if (this.line.state !== 'up') await this.withdraw();
    const pause = this.pauseLeft(now);
    if (pause > 0) return this.lookIn(pause);
    if (!(await this.holdLease(now))) return this.lookIn(this.parts.settings.lease / 4);
    if (this.line.state !== 'up' && !(await this.isBack())) return this.wake();
    if (!this.isRunning) return;
    await this.searchStraysWhenDue(now);
    await this.launch(this.parts.clock.now());
    this.waitForNext(now);
  }

  /** ms */
  private pauseLeft(now: number): number {
    if (!('until' in this.line)) return 0;
    return Math.min(this.line.until - now, this.line.elapsed - this.parts.clock.elapsed());
  }

  private pause(ms: number, failures: number, state: 'down' | 'refused' = 'down'): number {
    const { clock } = this.parts;
    const until = clock.now() + ms;
    this.line = { state, until, elapsed: clock.elapsed() + ms, failures };
    return until;
  }

  /** Renews the lease in its second half, so that an idle till writes nothing. */
  private async holdLease(now: number): Promise<boolean> {
    const { targets, settings } = this.parts;
    if (this.token !== null && now < this.leasedUntil - settings.lease / 2) return true;
    this.token = await targets.lease('upstream', settings.lease, this.token);
    this.leasedUntil = now + settings.lease;
    return this.token !== null;
  }

  /** One call finds out whether the service can be used. */
  private async isBack(): Promise<boolean> {
    try {
      await this.parts.probe();
      this.line = { state: 'up' };
      this.passes.forgetFailures();
      await this.report({ state: 'up', nextTry: null, reason: this.parts.foreign.reason() });
      this.cameUp();
      return true;
    } catch (error) {
      await this.noteLine(error);
      return false;
    }
  }

  private async noteLine(error: unknown): Promise<void> {
    if (!(error instanceof UpstreamError)) throw error;
    const { reason } = error;
    if (error.kind === 'refused') {
      // Not all tills of a chain at the same moment.
      const pause = Math.round(this.parts.settings.refusedPause * (1 - this.parts.random() / 2));
      return this.report({ state: 'refused', nextTry: this.pause(pause, 0, 'refused'), reason });
    }
    const failures = (this.line.state === 'down' ? this.line.failures : 0) + 1;
    const until = this.pause(this.wait(failures, error), failures);
    await this.report({ state: 'down', nextTry: until, reason });
  }

  private wait(failures: number, { retryAfter }: UpstreamError): number {
    return backoff(failures, retryAfter, this.parts.random(), this.parts.settings.backoff);
  }

  private report(condition: TargetCondition): Promise<void> {
    return this.parts.targets.report('upstream', condition);
  }

  /** An announced call that has not begun was not sent: after a pause it need not be searched. */
  private async withdraw(): Promise<void> {
    const left = this.fetched;
    this.fetched = [];
    if (left.length > 0 && this.token !== null)
      await this.parts.withdraw(left, this.guard).catch(error => this.parts.log('warn', String(error)));
  }

  private async searchStraysWhenDue(now: number): Promise<void> {
    if (this.straySearchAt === null || this.underWay.size > 0) return;
    // A time beyond the longest wait was planned before somebody set the clock back.
    const longest = SECOND_SEARCH * this.parts.settings.straySearchAfter;
    if (this.straySearchAt > now && this.straySearchAt <= now + longest) return;
    this.straySearchAt = this.isStraySearchRepeated ? now + longest : null;
    this.isStraySearchRepeated = false;
    try {
      const cancelled = await this.parts.cancelStrays();
      if (cancelled > 0) this.parts.log('warn', 'copies at the upstream service were cancelled', { cancelled });
    } catch (error) {
      this.planStraySearch();
      this.parts.log('warn', 'copies at the upstream service could not be looked for', { error: String(error) });
    }
  }

  /** How many records are under way. */
  readonly busy = (): number => this.underWay.size;

  private async launch(now: number): Promise<void> {
    if (this.busy() >= this.parts.settings.lanes || this.line.state !== 'up') return;
    if (this.fetched.length === 0) {
      const due = this.parts.store.due(now, FETCHED).filter(({ number }) => !this.underWay.has(number));
      await this.parts.announce(due, this.guard);
      this.fetched = due;
    }
    const room = this.parts.settings.lanes - this.busy();
    for (const record of this.fetched.splice(0, room)) this.start(record);
  }

  private start(record: UpstreamDelivery): void {
    const run = this.attempt(record)
      .catch(error => this.noteFailure(record, error))
      .catch(error => {
        this.parts.log('error', 'a delivery to the upstream service could not be recorded', { error: String(error) });
        // A pause keeps a full disk from being written again and again.
        this.pause(BACKOFF.first, 1);
      })
      .finally(() => {
        this.underWay.delete(record.number);
        this.wake();
      });
    this.underWay.set(record.number, run);
  }

  private async attempt(record: UpstreamDelivery): Promise<void> {
    const ending = await this.parts.deliver(record, this.guard);
    if (ending === 'confirmed') this.passes.passed(record.number);
  }

  private async noteFailure(record: UpstreamDelivery, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) {
      this.token = null;
      this.parts.log('warn', error.message);
      return;
    }
    const failed = error instanceof UpstreamError ? error : defect(error);
    this.parts.foreign.note(error);
    if (!(error instanceof UpstreamError))
      this.parts.log('error', 'a record could not be delivered', { number: record.number, error: String(error) });
    await this.parts.write(() => {
      this.guard();
      this.decide(record, failed);
    });
    if (failed.kind === 'answered' || this.line.state !== 'up') return;
    if (failed.kind === 'busy' || failed.kind === 'refused') return this.noteLine(failed);
    // The line may be down, or this one record may cut it: one call tells, before anything else is sent.
    this.line = { state: 'unknown' };
  }

  /** Inside a job. */
  private decide({ number, attempts }: UpstreamDelivery, error: UpstreamError): void {
    const { store, clock } = this.parts;
    const decision = afterFailure(error, { attempts, ...this.passes.failed(number) });
    if (decision.do === 'park') {
      store.park(number, error.reason);
      return;
    }
    const nextAt = clock.now() + this.wait(decision.failures, error);
    store.delay(number, { attempts: decision.attempts, nextAt, reason: error.reason });
  }

  private waitForNext(now: number): void {
    // The end of a record under way wakes the worker.
    if (this.underWay.size >= this.parts.settings.lanes) return;
    const next = this.underWay.size === 0 ? this.parts.store.nextDue() : null;
    const times = [next, this.straySearchAt].filter(time => time !== null);
    if (times.length > 0) this.lookIn(Math.min(...times) - now);
    else if (this.underWay.size > 0) return;
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.isRunning) this.timer = setTimeout(this.wake, Math.min(Math.max(ms, 1), LONGEST_TIMER)).unref();
  }
}

/** An error of this program: the record waits and is parked alone, with the sentence for whoever reads the log. */
const defect = (error: unknown): UpstreamError =>
  new UpstreamError({
    kind: 'answered',
    name: 'Tillbridge',
    texts: {
      de: `Fehler im Programm: ${String(error)}. Einzelheiten stehen im Protokoll.`,
      en: `Error in the program: ${String(error)}. The log has the details.`,
    },
  });
