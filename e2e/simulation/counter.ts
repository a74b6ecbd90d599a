/** The counter: a till, a line and a terminal, and what goes wrong with them. */
import { flow } from '../../main/checkout/flow.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { BridgeError, isUnwritable } from '../../main/world/errors.ts';
import type { IntentRow } from '../../main/world/sales.ts';
import { after, group, now, pause } from './clock.ts';
import { Disk } from './disk.ts';
import type { Finding } from './judge.ts';
import { Line } from './line.ts';
import type { Fault, Plan, Step, TimedFault } from './plan.ts';
import { type Moment, protocols } from './protocols.ts';
import { createRandom } from './random.ts';
import { beginStorage, undoStorage } from './storage.ts';
import type { SimulatedTerminal } from './terminal.ts';
import { beginTill, cashier, openTill, type Till } from './till.ts';
import type { Place } from './tills.ts';

/** A step that never gets an answer, because its till was killed. */
const KILLED = Symbol('killed');

/** Seeds of the lines of one terminal. */
const APART = 1_000_003;

/** Seconds until a till whose start failed is started again. */
const RESTART = 5;

export class Counter {
  readonly group = group('counter');
  readonly trace: string[] = [];
  readonly findings: Finding[] = [];
  readonly line: Line;
  readonly terminal: SimulatedTerminal;
  readonly disk: Disk;
  readonly #plan: Plan;
  /** The terminal that it shares with others. Null: it has one of its own. */
  readonly #place: Place | null;
  readonly #number: number;
  #till: Till | null = null;
  /** The newest one, also while it stops in order: a command that waits for the line may still leave then. */
  #process: Till | null = null;
  #step: Step | null = null;
  #writes = 0;
  #commits = 0;
  /** Messages since the money command of this step, by their place. Null: none was sent yet. */
  #moments: Map<Moment | null, number> | null = null;
  #killed = Promise.withResolvers<typeof KILLED>();
  /** Hears what the till publishes. */
  published: (kind: string, event: object) => void = () => undefined;

  constructor(plan: Plan, place: Place | null = null) {
    this.#plan = plan;
    this.#place = place;
    this.#number = place?.join(this) ?? 0;
    const random = createRandom(plan.seed + this.#number * APART);
    const network = group('terminal');
    const trace = (line: string) => this.say(line);
    this.disk = new Disk(trace);
    const { createTerminal, momentOf } = protocols[plan.protocol];
    const terminalParts = {
      random,
      group: network,
      customer: () => this.#step?.customer ?? ({ ending: 'pays', card: 1000, pin: 0, host: 1000 } as const),
      call: (timeout: number) => this.line.call(timeout),
      trace,
    };
    this.terminal = place?.terminal ?? createTerminal(terminalParts, plan);
    this.line = new Line({
      random,
      terminal: network,
      connected: end => (place ? place.connected(this, end) : this.terminal.connected(end)),
      beforeWrite: (from, bytes) => this.#written(from, bytes),
      tag: bytes => {
        const tag = momentOf('till', bytes) === 'command' ? (this.#process?.committedIntent() ?? null) : null;
        if (tag) place?.sent(this, tag);
        return tag;
      },
      trace,
    });
    if (protocols[plan.protocol].calls) this.line.keepCalling();
  }

  /** How often the terminal has closed its day for this till. */
  get daysClosed(): number {
    return this.#place?.daysClosedBy(this) ?? this.terminal.book.days.length;
  }

  /** The till that runs now. Null: none does. */
  get till(): Till | null {
    return this.#till;
  }

  /** The step of the plan whose faults are due. Null: the plan has ended. */
  get step(): Step | null {
    return this.#step;
  }

  say(line: string): void {
    const name = this.#place ? ` ${this.#number + 1}:` : '';
    (this.#place?.trace ?? this.trace).push(`${(now() / 1000).toFixed(3)}${name} ${line}`);
  }

  found(kind: Finding['kind'], text: string): void {
    this.findings.push({ kind, text });
  }

  /** Opens the shop. */
  async begin(): Promise<void> {
    beginStorage(this.#number);
    await this.#start();
  }

  /** From now on the faults of this step count its messages and commits. */
  beginStep(step: Step | null): void {
    this.#step = step;
    this.#writes = 0;
    this.#commits = 0;
    this.#moments = null;
  }

  end(): void {
    this.#till?.kill();
    undoStorage(this.#number);
  }

  /* The till. */

  async #start(): Promise<void> {
    const parts = {
      plan: this.#plan,
      number: this.#number,
      line: this.line,
      disk: this.disk,
      committed: () => this.#committed(),
      trace: (line: string) => this.say(line),
      published: (kind: string, event: object) => {
        this.say(`event ${kind} ${'id' in event ? String(event.id).slice(0, 8) : ''}`);
        this.published(kind, event);
      },
    };
    const of = group('till');
    // A till that is killed while it starts never answers: nobody waits for its work in the background.
    await new Promise<void>(resolve =>
      after(
        0,
        () => {
          this.#till = openTill(parts, of);
          this.#process = this.#till;
          this.say('till started');
          const till = this.#till;
          beginTill(till).catch(error => {
            if (isUnwritable(error)) this.#endTill(till, false, RESTART);
            else this.found('error', String(error.stack));
          });
          after(0, resolve, this.group);
        },
        of,
      ),
    );
  }

  /** Waits until a till runs. */
  async running(): Promise<Till> {
    while (!this.#till) await pause(250);
    return this.#till;
  }

  #written(from: 'till' | 'terminal', bytes: Buffer): void {
    this.#writes += 1;
    this.say(`${from} wrote ${bytes.subarray(0, 2).toString('hex')} ${bytes.length}`);
    const moment = protocols[this.#plan.protocol].momentOf(from, bytes);
    if (moment === 'command') this.#moments = new Map();
    const nth = (this.#moments?.get(moment) ?? 0) + 1;
    this.#moments?.set(moment, nth);
    this.#trigger(each => 'write' in each && each.write === this.#writes);
    if (moment && this.#moments) this.#trigger(each => 'moment' in each && each.moment === moment && each.nth === nth);
  }

  #committed(): void {
    this.#commits += 1;
    this.#trigger(each => 'commit' in each && each.commit === this.#commits);
  }

  #trigger(isDue: (each: TimedFault) => boolean): void {
    for (const each of this.#step?.faults ?? []) {
      if (!isDue(each)) continue;
      if ('delay' in each && each.delay > 0) after(each.delay, () => this.#begin(each.fault), this.group);
      else this.#begin(each.fault);
    }
  }

  #begin(fault: Fault): void {
    if (fault.kind === 'press') {
      void this.call('stop', ({ world }) => flow.stop(world, cashier, demoIds.till));
      return;
    }
    if (!('down' in fault)) {
      this.line.fault(fault);
      return;
    }
    const { kind, down } = fault;
    this.say(`${kind} for ${down} s`);
    if (kind === 'power') this.#terminalOff(down);
    else if (kind === 'full' || kind === 'slow') this.disk.begin(kind, down);
    else this.restart(kind === 'stop', down);
  }

  #terminalOff(down: number): void {
    for (const line of this.#place?.lines() ?? [this.line]) line.terminalOff(down);
    // Behind the message that it is writing, which nobody gets any more: what it does next would be done with power.
    after(0, () => this.terminal.power(), this.group);
  }

  /** Ends the till, in order or not; it starts anew after `down` seconds. */
  restart(isOrderly: boolean, down: number): void {
    if (this.#till) this.#endTill(this.#till, isOrderly, down);
  }

  /** Ends the till, in order or not, and starts it anew after `down` seconds. */
  #endTill(till: Till, isOrderly: boolean, down: number): void {
    this.#till = null;
    const ended = () => {
      this.#killed.resolve(KILLED);
      this.#killed = Promise.withResolvers();
      after(down * 1000, () => void this.#start());
    };
    if (isOrderly) after(0, () => void till.stop().then(() => after(0, ended, this.group)), till.group);
    else {
      till.kill();
      after(0, ended, this.group);
    }
  }

  intents(): readonly IntentRow[] {
    const { db, world } = this.#till!;
    return db
      .prepare<{ id: string }>('SELECT id FROM intent ORDER BY number')
      .all()
      .map(({ id }) => world.intents.get(id)!);
  }

  /** Calls the till in its own group, so that a killed till never answers. */
  async call<T>(name: string, work: (till: Till) => Promise<T>): Promise<T | null> {
    const till = await this.running();
    const killed = this.#killed.promise;
    const answer = new Promise<T | null>((resolve, reject) => {
      const back = (then: () => void) => after(0, then, this.group);
      after(
        0,
        () =>
          void work(till).then(
            value => back(() => resolve(value)),
            error => back(() => this.#refused(name, error, resolve, reject)),
          ),
        till.group,
      );
    });
    const result = await Promise.race([answer, killed]);
    if (result === KILLED) {
      this.say(`${name} never answered`);
      return null;
    }
    return result as T | null;
  }

  /** A refusal is an answer; every other error is a finding. */
  #refused(name: string, error: unknown, resolve: (nothing: null) => void, reject: (error: unknown) => void): void {
    if (!(error instanceof BridgeError) && !isUnwritable(error)) {
      reject(error);
      return;
    }
    this.say(`${name} refused ${error instanceof BridgeError ? error.key : error}`);
    resolve(null);
  }
}
