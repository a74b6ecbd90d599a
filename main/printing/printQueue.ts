/**
 * The queue of each printer: slips in their order, never lost, never holding up a sale. What was sent is not yet printed; what
 * may be on paper is printed again with a mark; what waited through a long outage is printed when a person says so.
 */

import {
  mayPrint,
  type PrinterCondition,
  type PrinterConnection,
  pageBytes,
  type ReceiptPrinter,
} from '../../drivers/index.ts';
import type { PrinterRow, PrinterStore } from '../store/printers.ts';
import type { PrintJobRow, PrintJobStore } from '../store/printJobs.ts';
import type { DrawerAnswer } from '../world/printing.ts';
import { type PageSources, printedPage } from './printedPage.ts';
import { testPages } from './testPages.ts';

export interface QueueParts extends PageSources {
  readonly printers: PrinterStore;
  readonly jobs: PrintJobStore;
  readonly write: <Result>(job: () => Result) => Promise<Result>;
  readonly open: (connection: PrinterConnection) => ReceiptPrinter;
  readonly now: () => number;
  /** A condition or a count has changed. */
  readonly changed: (printer: PrinterRow, state: PrinterStatus) => void;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, facts?: Readonly<Record<string, unknown>>) => void;
}

/** How a printer is, and what waits for it. Times in ms since 1970. */
export interface PrinterStatus extends PrinterCondition {
  readonly since: number;
  readonly waiting: number;
  readonly held: number;
  readonly oldest: number | null;
  /** Time at which a drawer did not open; null: it did, or nobody asked. */
  readonly drawerFailedAt: number | null;
}

/** A slip that waited longer than this is not printed unasked, ms. */
export const ASK_AFTER = 15 * 60_000;
/** A slip that breaks the line again and again holds up the others no longer. */
const MOST_ATTEMPTS = 3;
/** Between two tries at a printer that takes nothing, ms. */
const TRY_AGAIN = 2000;
/** Between two questions to a printer that has nothing to do, ms. */
const IDLE_LOOK = 15_000;
/** A drawer that did not open within this time does not open later, ms. */
const DRAWER_LIMIT = 8000;

/** That a pulse waits for a slip that is being printed, ms. */
const BEHIND_A_SLIP = 1500;

const NOT_ASKED: PrinterCondition = { state: 'unknown', paperLow: false, reason: null };

export class PrintQueue {
  readonly #parts: QueueParts;
  readonly #workers = new Map<string, PrinterWorker>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Takes up what an earlier start left; `every` ms between two looks at the printers. */
  async begin(every = TRY_AGAIN): Promise<void> {
    await this.#parts.write(() => this.#parts.jobs.recover());
    this.refresh();
    this.#timer = setInterval(() => this.look(), every).unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await Promise.all([...this.#workers.values()].map(worker => worker.stop()));
  }

  /** The settings of printers were changed. */
  refresh(): void {
    const rows = this.#parts.printers.all();
    for (const [id, worker] of this.#workers) {
      const row = rows.find(one => one.id === id);
      if (row) worker.change(row);
      else {
        this.#workers.delete(id);
        void worker.stop();
      }
    }
    for (const row of rows) this.#worker(row).wake();
  }

  /** Asks printers that are due, and tries again. */
  look(): void {
    for (const worker of this.#workers.values()) worker.look();
  }

  /** A slip waits for this printer. */
  wake(printer: string): void {
    this.#workers.get(printer)?.wake();
  }

  status(printer: string): PrinterStatus | null {
    return this.#workers.get(printer)?.status() ?? null;
  }

  async openDrawer(printer: string, pin: 0 | 1): Promise<DrawerAnswer> {
    const worker = this.#workers.get(printer);
    return worker ? worker.openDrawer(pin) : 'noDrawer';
  }

  #worker(row: PrinterRow): PrinterWorker {
    const known = this.#workers.get(row.id);
    if (known) return known;
    const worker = new PrinterWorker(this.#parts, row);
    this.#workers.set(row.id, worker);
    return worker;
  }
}

/** One printer; one operation at a time. */
class PrinterWorker {
  readonly #parts: QueueParts;
  #row: PrinterRow;
  #printer: ReceiptPrinter;
  #condition = NOT_ASKED;
  #since: number;
  /** By the clock of the machine: it measures a pause, and is no time of day. */
  #askedAt = Number.NEGATIVE_INFINITY;
  #drawerFailedAt: number | null = null;
  #running: Promise<void> | null = null;
  #isWanted = false;
  readonly #stopping = new AbortController();
  /** The line to the printer is in use. */
  #turn: Promise<unknown> = Promise.resolve();
  #shown = '';

  constructor(parts: QueueParts, row: PrinterRow) {
    this.#parts = parts;
    this.#row = row;
    this.#printer = parts.open(row.connection);
    this.#since = parts.now();
  }

  change(row: PrinterRow): void {
    const moved = JSON.stringify(row.connection) !== JSON.stringify(this.#row.connection);
    this.#row = row;
    if (!moved) return;
    this.#printer = this.#parts.open(row.connection);
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  status(): PrinterStatus {
    return {
      ...this.#condition,
      since: this.#since,
      ...this.#parts.jobs.open(this.#row.id),
      drawerFailedAt: this.#drawerFailedAt,
    };
  }

  /** A slip that waits for paper in the middle does not hold the end of the program: it may be on paper. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Prints what waits, whatever the last condition was. */
  wake(): void {
    this.#isWanted = true;
    this.#start();
  }

  /** Tries again where something waits; asks a printer that has nothing to do from time to time. */
  look(): void {
    const isDue = performance.now() - this.#askedAt >= (mayPrint(this.#condition) ? IDLE_LOOK : TRY_AGAIN);
    if (isDue || this.#parts.jobs.next(this.#row.id)) this.#start();
  }

  #start(): void {
    if (this.#stopping.signal.aborted || this.#running) return;
    this.#running = this.#run()
      .catch(error => this.#parts.log('error', 'printing failed', { printer: this.#row.id, error: String(error) }))
      .finally(() => {
        this.#running = null;
        this.#publish();
        if (this.#isWanted) this.#start();
      });
  }

  async #run(): Promise<void> {
    this.#isWanted = false;
    for (let job = await this.#nextJob(); job && !this.#stopping.signal.aborted; job = await this.#nextJob())
      if (!(await this.#print(job))) return;
    if (performance.now() - this.#askedAt >= TRY_AGAIN) this.#take(await this.#inTurn(() => this.#printer.condition()));
  }

  /** The oldest that may be printed unasked. */
  async #nextJob(): Promise<PrintJobRow | null> {
    const { jobs, now, write } = this.#parts;
    const job = jobs.next(this.#row.id);
    if (!job || now() - job.created <= ASK_AFTER) return job;
    // Nobody is asked about the slips of the night before the printer can print them.
    this.#take(await this.#inTurn(() => this.#printer.condition()));
    if (!mayPrint(this.#condition)) return null;
    await write(() => jobs.hold(this.#row.id, now() - ASK_AFTER));
    return jobs.next(this.#row.id);
  }

  /** False where the printer takes nothing now. */
  async #print(job: PrintJobRow): Promise<boolean> {
    const { jobs, write, now, log } = this.#parts;
    const bytes = await this.#bytesOf(job);
    if (bytes === null) {
      await write(() => jobs.end(job.number, 'discarded', now()));
      return true;
    }
    // A printer that is off costs no commit for each try.
    if (!mayPrint(this.#condition)) this.#take(await this.#inTurn(() => this.#printer.condition()));
    if (!mayPrint(this.#condition)) return false;
    await write(() => jobs.begin(job.number));
    this.#publish();
    const { ended, condition } = await this.#inTurn(() =>
      this.#printer.print(bytes, state => this.#take(state), this.#stopping.signal),
    );
    this.#take(condition);
    if (ended === 'printed' || ended === 'sent') {
      await write(() => jobs.end(job.number, ended, now()));
      this.#publish();
      return true;
    }
    if (ended === 'notSent') {
      await write(() => jobs.back(job.number));
      return false;
    }
    const state = job.attempts + 1 >= MOST_ATTEMPTS ? 'held' : 'waiting';
    log('warn', 'the line to the printer broke in a slip', { printer: this.#row.id, job: job.number, state });
    await write(() => jobs.unclear(job.number, state));
    return state === 'held';
  }

  async #bytesOf(job: PrintJobRow): Promise<Buffer | null> {
    const row = this.#row;
    if (job.kind === 'test') return testPages(row, this.#parts.language(), this.#parts.now());
    const page = printedPage(this.#parts, row, job);
    return page && pageBytes(page, row);
  }

  /** A slip that waits for paper in the middle holds the line; then the pulse goes by a line of its own. */
  async openDrawer(pin: 0 | 1): Promise<DrawerAnswer> {
    const before = this.#turn;
    const opening = Promise.race([before, after(BEHIND_A_SLIP)]).then(() => this.#printer.openDrawer(pin));
    this.#turn = Promise.allSettled([before, opening]);
    const isOpen = await Promise.race([opening, after(DRAWER_LIMIT)]).catch(() => false);
    this.#drawerFailedAt = isOpen ? null : this.#parts.now();
    this.#publish();
    return isOpen ? 'opened' : 'unreachable';
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  #take(condition: PrinterCondition): void {
    this.#askedAt = performance.now();
    if (condition.state !== this.#condition.state) this.#since = this.#parts.now();
    this.#condition = condition;
    this.#publish();
  }

  #publish(): void {
    const status = this.status();
    const shown = JSON.stringify(status);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#parts.changed(this.#row, status);
  }
}

const after = (milliseconds: number): Promise<false> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds, false).unref();
  });
