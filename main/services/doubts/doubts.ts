/**
 * The doubts of this bridge about itself: its clock may be wrong, and numbers may have been given before. While a doubt stands, the
 * light is red, nothing is sold, and a manager answers. A restored backup, a copied directory, a lost mark and an accepted loss raise
 * the doubt about numbers by `doubtNumbers` (`store/queueEpochs.ts`); whatever restores data has to do the same.
 */

import { type ClockFault, clockFault } from '../../domain/clockDoubt.ts';
import type { AuditStore } from '../../store/audit.ts';
import type { ClockDoubts } from '../../store/clockDoubt.ts';
import type { Database } from '../../store/database.ts';
import { type GivenNumbers, type HighestNumbers, keepNumberDoubt, type NumberDoubt } from '../../store/numberDoubt.ts';
import { doubtNumbers } from '../../store/queueEpochs.ts';
import type { AuditActor } from '../../world/audit.ts';
import type { Clock } from '../../world/clock.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';

export interface DoubtParts {
  readonly db: Database;
  readonly numbers: GivenNumbers;
  readonly clocks: ClockDoubts;
  readonly audit: AuditStore;
  readonly clock: Clock;
  readonly log: World['log'];
}

export interface ClockView {
  readonly fault: ClockFault;
  readonly now: number;
  readonly newest: number | null;
}

/** The highest numbers that the back office knows of a shop. */
export interface OfficeNumbers extends HighestNumbers {
  /** ms since 1970 */
  readonly at: number;
}

/** Paid sales of the shop at the upstream service that this database does not know, and when it was asked, ms since 1970. */
export interface UpstreamHint {
  readonly unknown: number;
  readonly at: number;
}

/** The upstream service is asked again after so long, ms. */
const ASKED_AGAIN = 30_000;
/** Longest difference to the clock of the back office that is no fault, ms. */
const SAME_CLOCK = 3_600_000;
const LOOK_EVERY = 1000;

export class Doubts {
  readonly #parts: DoubtParts;
  readonly #isLive: boolean;
  readonly #timer: NodeJS.Timeout;
  /** Time of the newest commit by a clock that nobody doubts, ms since 1970. */
  #newest: number | null;
  #fault: ClockFault | null = null;
  #office: OfficeNumbers | null = null;
  /** The back office is asked once after a start, and as long as a doubt stands. */
  #hasReceived = false;
  #settled = () => {};
  #upstream: UpstreamHint | null = null;
  #askUpstream: ((merchant: string) => Promise<number>) | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: DoubtParts) {
    this.#parts = parts;
    const { db, clocks } = parts;
    this.#isLive = db.directory?.purpose === 'live' && !db.readOnly;
    const before = this.#isLive ? clocks.doubt() : null;
    const marked = db.isMarkGone ? clocks.newestSale() : db.newestCommit;
    this.#newest = before ? before.newest : marked;
    this.look();
    this.#timer = setInterval(() => this.look(), LOOK_EVERY).unref();
  }

  /** Before a new sale and before money moves. Throws `clockUnsure` and `numbersUnsure`. */
  readonly admit = (): void => {
    this.look();
    if (this.#fault !== null)
      throw new BridgeError('clockUnsure', `the clock says ${timestamp(this.#parts.clock.now())}`);
    this.#parts.numbers.require();
  };

  /** Looks at the clock, and at the doubt about numbers that another part has raised. */
  look(): void {
    if (!this.#isLive) return;
    const { clock, numbers, db } = this.#parts;
    const now = clock.now();
    this.#judge(clockFault(now, this.#newest), now);
    const doubt = numbers.doubt();
    if (doubt) db.risks.raise('numbersUnsure', detailsOf(doubt));
    else db.risks.clear('numbersUnsure');
  }

  clock(): ClockView | null {
    return this.#fault && { fault: this.#fault, now: this.#parts.clock.now(), newest: this.#newest };
  }

  /** Looks anew, for whoever compares times with those of before. Nobody judges the clock of a demo or a training, which is set to and fro. */
  readonly isClockDoubted = (): boolean => {
    this.look();
    return !this.#isLive || this.#fault !== null;
  };

  numbers(merchant: string): { readonly doubt: NumberDoubt; readonly here: HighestNumbers } | null {
    const { numbers } = this.#parts;
    const doubt = numbers.doubt();
    return doubt && { doubt, here: numbers.known(merchant) };
  }

  /** Null: it was not asked, or does not answer. */
  get office(): OfficeNumbers | null {
    return this.#office;
  }

  /** Null: there is no upstream service, or it does not answer. */
  get upstream(): UpstreamHint | null {
    return this.#upstream;
  }

  /** How the upstream service is asked, where there is one. */
  followUpstream(ask: (merchant: string) => Promise<number>): void {
    this.#askUpstream = ask;
  }

  /** Asks the upstream service while numbers are in doubt, and not again at once; without an answer there is no hint. */
  async askUpstream(merchant: string): Promise<void> {
    const { clock, numbers, log } = this.#parts;
    const isAsked = clock.elapsed() - this.#askedAt < ASKED_AGAIN;
    if (this.#askUpstream === null || isAsked || numbers.doubt() === null) return;
    this.#askedAt = clock.elapsed();
    try {
      this.#upstream = { unknown: await this.#askUpstream(merchant), at: clock.now() };
    } catch (error) {
      log('info', 'the upstream service does not say which sales are missing here', { error: String(error) });
    }
  }

  /** Should the next heartbeat ask the back office for the highest numbers? */
  readonly asksOffice = (): boolean => this.#isLive && (!this.#hasReceived || this.#parts.numbers.doubt() !== null);

  /** A manager says that the clock is right. */
  async confirmClock(merchant: string, actor: AuditActor): Promise<void> {
    const { db, clock, clocks, audit } = this.#parts;
    const view = this.clock();
    if (!view) return;
    await db.write(() => {
      clocks.end(clock.now());
      const before = { newest: view.newest === null ? null : timestamp(view.newest) };
      const after = { clock: timestamp(clock.now()) };
      audit.append(merchant, actor, { kind: 'doubt', subject: 'clock', action: 'decided', before, after });
    });
    this.#newest = clock.now();
    this.#fault = null;
    db.risks.clear('clockUnsure');
  }

  /** A manager has looked for the highest numbers on paper. Throws `badInput` where the database or the back office knows a higher one. */
  async settleNumbers(merchant: string, actor: AuditActor, paper: HighestNumbers): Promise<void> {
    const { db, numbers, audit, log } = this.#parts;
    await db.write(() => {
      const doubt = numbers.doubt();
      if (!doubt) return;
      const here = numbers.known(merchant);
      refuseLower(paper, highest(here, this.#office));
      const after = highest(highest(here, this.#office), paper);
      numbers.settle(merchant, after);
      audit.append(merchant, actor, {
        ...{ kind: 'doubt', subject: 'numbers', action: 'decided', before: { ...doubt, ...here } },
        after: { ...after, office: this.#office },
      });
      db.afterCommit(() => this.#settled());
      log('warn', 'the highest numbers were named, and numbers are given again', { ...doubt, ...after });
    });
    this.look();
  }

  /** The back office has said which numbers it knows of the tills of this shop. */
  readonly officeKnows = async (merchant: string, known: HighestNumbers): Promise<void> => {
    const { db, clock, numbers } = this.#parts;
    this.#office = { ...known, at: clock.now() };
    this.#hasReceived = true;
    if (!this.#isLive || numbers.doubt() !== null) return;
    await db.write(() => {
      if (isAbove(known, numbers.known(merchant))) doubtNumbers(db, 'officeKnowsMore', clock.now());
    });
    this.look();
  };

  /** Inside a job: the back office holds other records of this till, so that somebody has sold with a copy of it. */
  cloned(): void {
    if (this.#isLive) keepNumberDoubt(this.#parts.db, 'cloned', this.#parts.clock.now());
  }

  /** The clock of the back office less ours, ms. */
  readonly officeClock = (difference: number): void => {
    const { risks } = this.#parts.db;
    if (!this.#isLive) return;
    if (Math.abs(difference) <= SAME_CLOCK) {
      risks.clear('clockDiffers');
      return;
    }
    const hours = Math.round(Math.abs(difference) / SAME_CLOCK);
    risks.raise('clockDiffers', `this till is ${hours} h ${difference < 0 ? 'ahead of' : 'behind'} the back office`);
  };

  /** Called once numbers are given again. */
  onSettled(listener: () => void): void {
    this.#settled = listener;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #judge(fault: ClockFault | null, now: number): void {
    if (fault === null) this.#newest = Math.max(this.#newest ?? 0, now);
    if (fault === this.#fault) return;
    const { db, clocks, log } = this.#parts;
    this.#fault = fault;
    const newest = this.#newest;
    if (fault) {
      const details = `the clock says ${new Date(now).toISOString()}, the newest change was at ${newest === null ? 'never' : new Date(newest).toISOString()}`;
      db.risks.raise('clockUnsure', details);
    } else db.risks.clear('clockUnsure');
    db.write(() => (fault ? clocks.keep({ fault, newest }) : clocks.end(now))).catch(error =>
      log('error', 'the doubt about the clock was not stored', { error: String(error) }),
    );
  }
}

const detailsOf = ({ cause, since }: NumberDoubt): string => `${cause} since ${new Date(since).toISOString()}`;

/** The higher one of each number. */
function highest(one: HighestNumbers, other: HighestNumbers | null): HighestNumbers {
  if (!other) return one;
  const tills = [...new Set([...Object.keys(one.reports), ...Object.keys(other.reports)])];
  const reports = tills.map(till => [till, Math.max(one.reports[till] ?? 0, other.reports[till] ?? 0)] as const);
  return { receipt: Math.max(one.receipt, other.receipt), reports: Object.fromEntries(reports) };
}

const isAbove = (one: HighestNumbers, other: HighestNumbers): boolean =>
  one.receipt > other.receipt ||
  Object.entries(one.reports).some(([till, number]) => number > (other.reports[till] ?? 0));

/** The paper may show less of a report than is known; a receipt that is lower than what is known was not the newest one. */
function refuseLower(paper: HighestNumbers, known: HighestNumbers): void {
  if (paper.receipt >= known.receipt) return;
  throw new BridgeError(
    'badInput',
    `receipt: ${paper.receipt} is lower than ${known.receipt}, which is known already; nothing was decided`,
  );
}
