/**
 * The worker of the back office: woken by the commit of a record, after a pause of the target, and once a minute. It does
 * nothing without a lease and stores nothing with an old one. Nobody waits for it: a till sells as if there was no office.
 */
import { backoff } from '../queue/backoff.ts';
import { LeaseLost, type QueueTargets } from '../world/queue.ts';
import type { World } from '../world/world.ts';
import { LinkFailure } from './failures.ts';

/** All in ms. */
export interface WorkerTimes {
  readonly lease: number;
  /** Between the commit of a record and its batch, so that records that come together go together. */
  readonly gather: number;
  readonly heartbeat: number;
  /** Between two heartbeats at least, however often the bridge changes. */
  readonly spacing: number;
}

export const WORKER_TIMES: WorkerTimes = { lease: 60_000, gather: 200, heartbeat: 60_000, spacing: 5000 };

export interface WorkerParts {
  readonly targets: QueueTargets;
  readonly times: WorkerTimes;
  /** Milliseconds that have passed, and ms since 1970. */
  readonly clock: { elapsed(): number; now(): number };
  readonly random: () => number;
  readonly log: World['log'];
  /** One step of work with the lease `token`: `done` when nothing waits, `none` where no office is enrolled. */
  readonly step: (token: number, isHeartbeatDue: boolean) => Promise<'more' | 'done' | 'none'>;
  /** Called once when access was revoked. */
  readonly revoked: (token: number) => Promise<void>;
}

export class OfficeWorker {
  readonly #parts: WorkerParts;
  #token: number | null = null;
  #failures = 0;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> | null = null;
  #isStopped = false;
  /** Woken while a round was under way: another one follows. */
  #isAskedAgain = false;
  /** Pausing, stopped by a refusal, or without an office: a new record wakes nobody. */
  #isPaused = true;
  #leaseEnds = 0;
  #lastHeartbeat = Number.NEGATIVE_INFINITY;
  /** Heartbeats that were wanted beside the regular ones, and how many of them the last one that was sent stood for. */
  #wanted = 0;
  #sent = 0;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** A record was written: it goes out after a moment, unless the target asked for a pause. */
  wake(): void {
    if (this.#isPaused) return;
    if (this.#round) this.#isAskedAgain = true;
    else this.#plan(this.#parts.times.gather);
  }

  /** Tries at once, whatever pause there is. Resolves when a round has ended that began after this. */
  async tryNow(): Promise<void> {
    await this.#round;
    this.#isPaused = false;
    this.#failures = 0;
    this.#wanted += 1;
    if (this.#isStopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#round === null) this.#begin();
    await this.#round;
  }

  /** Something about the bridge changed: a heartbeat goes out soon. */
  heartbeatSoon(): void {
    this.#wanted += 1;
    if (!this.#isPaused) this.#plan(Math.max(this.#parts.times.gather, this.#untilWanted()));
  }

  /** ms until a wanted heartbeat may go out. A timer may run out a moment too soon, and then the next round sends it. */
  #untilWanted(): number {
    const { times, clock } = this.#parts;
    return Math.max(1, this.#lastHeartbeat + times.spacing - clock.elapsed());
  }

  #isHeartbeatDue(): boolean {
    const { spacing, heartbeat } = this.#parts.times;
    const passed = this.#parts.clock.elapsed() - this.#lastHeartbeat;
    return passed >= (this.#wanted > this.#sent ? spacing : heartbeat);
  }

  /** Begins no round any more and waits for the one under way; closing the connection ends that at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
    if (this.#token !== null) await this.#parts.targets.release('office', this.#token);
  }

  /** A timer that runs out sooner stays. */
  #plan(ms: number): void {
    if (this.#isStopped || (this.#timer && this.#timerEnd <= this.#parts.clock.elapsed() + ms)) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timerEnd = this.#parts.clock.elapsed() + ms;
    this.#timer = setTimeout(() => this.#begin(), ms).unref();
  }
  #timerEnd = 0;

  #begin(): void {
    this.#timer = null;
    if (this.#round) {
      this.#isAskedAgain = true;
      return;
    }
    this.#isPaused = false;
    this.#isAskedAgain = false;
    this.#round = this.#run().then(wait => this.#ended(wait));
  }

  /** Plans the next round, `wait` ms from now. A pause holds whatever was planned before it. */
  #ended(wait: number | null): void {
    this.#round = null;
    if (this.#isPaused && this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
    if (this.#isAskedAgain && !this.#isPaused) this.#plan(this.#parts.times.gather);
    if (wait !== null) this.#plan(wait);
  }

  /** Gives the ms until the next round; null: something has to wake the worker. */
  async #run(): Promise<number | null> {
    const { targets, times } = this.#parts;
    try {
      for (;;) {
        await this.#renewLease();
        if (this.#token === null) return times.lease / 4;
        const [isDue, wanted] = [this.#isHeartbeatDue(), this.#wanted];
        const state = await this.#parts.step(this.#token, isDue);
        if (state === 'none') {
          this.#isPaused = true;
          return null;
        }
        this.#failures = 0;
        if (state === 'done' && isDue) this.#heartbeatSent(wanted);
        if (state === 'done' || this.#isStopped) break;
      }
      await targets.report('office', { state: 'up', nextTry: null, reason: null });
      return this.#wanted > this.#sent ? this.#untilWanted() : times.heartbeat;
    } catch (error) {
      return this.#isStopped ? null : this.#afterFailure(error);
    }
  }

  /** Renewed in its second half, because each renewal is a commit; the token guards whatever is stored. */
  async #renewLease(): Promise<void> {
    const { targets, times, clock } = this.#parts;
    if (this.#token !== null && clock.elapsed() < this.#leaseEnds - times.lease / 2) return;
    const asked = clock.elapsed();
    this.#token = await targets.lease('office', times.lease, this.#token);
    this.#leaseEnds = asked + times.lease;
  }

  /** A heartbeat that was wanted while another was under way is sent as well. */
  #heartbeatSent(wanted: number): void {
    this.#lastHeartbeat = this.#parts.clock.elapsed();
    this.#sent = wanted;
  }

  async #afterFailure(error: unknown): Promise<number | null> {
    const { targets, clock, random, log, times } = this.#parts;
    if (error instanceof LeaseLost) {
      this.#token = null;
      return times.lease / 4;
    }
    const failure = error instanceof LinkFailure ? error : new LinkFailure('failing', String(error));
    this.#failures += 1;
    log(failure.condition === 'refused' ? 'error' : 'warn', failure.message, { failures: this.#failures });
    this.#isPaused = true;
    const wait = failure.condition === 'refused' ? null : backoff(this.#failures, failure.retryAfter, random());
    const state = failure.condition === 'busy' ? 'up' : failure.condition;
    try {
      if (failure.code === 'revoked' && this.#token !== null) await this.#parts.revoked(this.#token);
      await targets.report('office', { state, nextTry: wait && clock.now() + wait, reason: failure.reason });
    } catch (problem) {
      log('error', 'the condition of the back office was not stored', { error: String(problem) });
    }
    return wait;
  }
}
