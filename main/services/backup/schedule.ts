/**
 * Backups by themselves, once a day at the set time, and when somebody asks. One that was missed, because the till was off or the
 * disk away, is made as soon as it can be.
 */
import { Worker } from 'node:worker_threads';
import { type Static, Type } from 'typebox';
import { lastDue, nextDue } from '../../domain/daySchedule.ts';
import type { Database } from '../../store/database.ts';
import { endOf, type Loaded } from '../../store/nativeThread.ts';
import { BACKUP_PROBLEMS, Backup, type Backups } from '../../wire/backups.ts';
import { timestamp } from '../../world/clock.ts';
import { fits } from '../../world/contractCheck.ts';
import type { Log } from '../../world/log.ts';
import type { BackupWord } from './backupWorker.ts';
import type { BackupRun } from './run.ts';

export interface BackupPlan
  extends Pick<BackupRun, 'directory' | 'passphrase' | 'secretsKey' | 'program'>,
    Pick<Backups, 'to' | 'at' | 'keep'> {}

export interface BackupParts {
  readonly db: Database;
  readonly plan: BackupPlan;
  /** ms since 1970 */
  readonly now: () => number;
  /** IANA name of the shop's zone. */
  readonly zone: () => string;
  readonly log: Log;
}

/** After a failure, ms. */
const AGAIN = 15 * 60_000;
/** A share that does not answer for so long is given up, ms. */
const LONGEST = 2 * 3_600_000;
/** The end of a run is waited for so long, ms. */
const LONGEST_END = 3000;
/** Without a backup for so long there is a red light, ms. */
const OVERDUE = 3 * 24 * 3_600_000;

const Moment = Type.Number({ minimum: 0, maximum: 8.64e15, description: 'ms since 1970' });

/** Kept in the setting `backup`. */
const State = Type.Object({
  /** The due time that was served last. */
  served: Moment,
  /** Since when backups are wanted: a new till is not overdue. */
  since: Moment,
  last: Type.Union([Backup, Type.Null()]),
  problem: Type.Union([
    Type.Object({ at: Moment, kind: Type.Enum([...BACKUP_PROBLEMS]), text: Type.String() }),
    Type.Null(),
  ]),
});
type State = Static<typeof State>;

/** Null where nothing is kept, or something that is no state: a till begins all the same, and backs itself up. */
function stateIn(stored: string | undefined): State | null {
  try {
    const state: unknown = JSON.parse(stored ?? 'null');
    return fits(State, state) ? state : null;
  } catch {
    return null;
  }
}

const THREAD = new URL(import.meta.url.endsWith('.ts') ? './backupWorker.ts' : './backupWorker.js', import.meta.url);

export class ScheduledBackups {
  readonly #parts: BackupParts;
  readonly #keep: (state: State) => Promise<void>;
  #state: State;
  #running: Promise<void> | null = null;
  #worker: Worker | null = null;
  #endThread: (() => Promise<void>) | null = null;

  constructor(parts: BackupParts) {
    const { db, now } = parts;
    this.#parts = parts;
    const stored = db.prepare<string>("SELECT value FROM setting WHERE key = 'backup'").pluck().get();
    this.#state = stateIn(stored) ?? { served: now(), since: now(), last: null, problem: null };
    const keep = db.prepare(
      "INSERT INTO setting (key, value) VALUES ('backup', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    );
    this.#keep = state => {
      this.#state = state;
      return db.write(() => void keep.run(JSON.stringify(state)));
    };
  }

  /** Once a minute: begins a backup that is due. */
  readonly look = (): void => {
    const { plan, now, zone } = this.#parts;
    this.#judge();
    if (plan.to === null || plan.at === null || this.#running) return;
    const due = lastDue(plan.at, now(), zone()).at;
    const { served, problem } = this.#state;
    // A time that lies ahead is of a clock that stood wrong: nothing waits until it comes.
    const waits = problem === null || problem.at > now() ? 0 : problem.at + AGAIN;
    if ((due > served || served > now()) && now() >= waits) void this.start();
  };

  /** Begins a backup now, or joins the one under way. Resolves when it has ended, well or not: `view` says which. */
  start(): Promise<void> {
    this.#running ??= this.#run()
      // The state of the backups is in the database, whose disk may be full.
      .catch(error => this.#parts.log('error', 'the result of the backup was not kept', { error: String(error) }))
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async #run(): Promise<void> {
    const { plan, now, log } = this.#parts;
    const begun = now();
    const word = await this.#inThread(begun);
    if (word === null) return;
    if ('problem' in word) {
      log('error', 'the backup failed', { to: plan.to, problem: word.problem });
      await this.#keep({ ...this.#state, problem: { at: now(), kind: word.kind, text: word.problem } });
    } else {
      log('info', 'backed up', { to: plan.to, name: word.made.name, removed: word.removed });
      await this.#keep({ ...this.#state, served: begun, last: word.made, problem: null });
    }
    this.#judge();
  }

  /** Null where the program ends meanwhile. */
  #inThread(begun: number): Promise<BackupWord | null> {
    const { at: _, to, ...order } = this.#parts.plan;
    if (to === null) return Promise.resolve(null);
    const worker = new Worker(THREAD, { workerData: { ...order, to, now: begun } satisfies BackupRun, execArgv: [] });
    const end = endOf(worker);
    [this.#worker, this.#endThread] = [worker, end];
    return new Promise(resolve => {
      const late = setTimeout(() => {
        resolve({
          kind: 'placeMissing',
          problem: `The folder ${to} has not answered for two hours: see to its disk or share.`,
        });
        void end();
      }, LONGEST).unref();
      worker.on('message', (word: BackupWord | Loaded) => word !== 'loaded' && resolve(word));
      worker.once('error', error => resolve({ kind: 'other', problem: String(error) }));
      worker.once('exit', () => {
        clearTimeout(late);
        resolve(null);
      });
    });
  }

  /** A shop that wants backups and has none for days must see it. */
  #judge(): void {
    const { db, plan, now } = this.#parts;
    const { last, since, problem } = this.#state;
    const newest = last === null ? since : Date.parse(last.made);
    if (plan.to === null || plan.at === null || Math.abs(now() - newest) < OVERDUE) db.risks.clear('backupOverdue');
    else
      db.risks.raise(
        'backupOverdue',
        `${last ? `the last one is of ${last.made}` : 'there is none'}${problem ? `; ${problem.text}` : ''}`,
      );
  }

  view(): Backups {
    const { plan, now, zone } = this.#parts;
    const { last, problem } = this.#state;
    const isPlanned = plan.to !== null && plan.at !== null;
    return {
      ...{ to: plan.to, at: plan.at, keep: plan.keep, running: this.#running !== null, last },
      next: isPlanned && plan.at !== null ? timestamp(nextDue(plan.at, now(), zone()).at) : null,
      problem: problem && { ...problem, at: timestamp(problem.at) },
    };
  }

  async stop(): Promise<void> {
    const ended = Promise.all([this.#endThread?.(), this.#running]);
    const late = new Promise<'late'>(resolve => setTimeout(() => resolve('late'), LONGEST_END).unref());
    if ((await Promise.race([ended, late])) === 'late') endWithoutThread(this.#worker);
  }
}

/**
 * A call to a dead share returns never, and a program waits for its threads: once everything is closed, the system ends this one.
 */
function endWithoutThread(worker: Worker | null): void {
  worker?.unref();
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
}
