/** Runs one plan: the counter with its cashier, the till, the line and the terminal, until nothing moves any more; then it is judged. */
import { createHash } from 'node:crypto';
import { flow } from '../../main/checkout/flow.ts';
import { decideByPerson as decideDayEnd } from '../../main/terminal/dayEnd/reconciliation.ts';
import { runDayEnd } from '../../main/terminal/dayEnd/run.ts';
import { recordPersonDecision } from '../../main/terminal/payment/reconciliation/records.ts';
import { BridgeError } from '../../main/world/errors.ts';
import type { IntentRow } from '../../main/world/sales.ts';
import type { World } from '../../main/world/world.ts';
import { after, group, now, pause, restart, runUntil } from './clock.ts';
import { habitsOf } from './habits.ts';
import { type Answer, type Finding, judge } from './judge.ts';
import { Line } from './line.ts';
import type { Fault, Plan, Step } from './plan.ts';
import { createRandom } from './random.ts';
import { beginsMoney, Terminal } from './terminal.ts';
import { beginTill, cashier, forget, newDirectory, openTill, type Till } from './till.ts';

export interface Run {
  readonly findings: readonly Finding[];
  readonly trace: readonly string[];
  readonly hash: string;
  /** Calls that move money. */
  readonly calls: number;
  /** Virtual milliseconds. */
  readonly time: number;
}

/** A virtual day is more than any wait of the product. */
const LONGEST = 24 * 60 * 60_000;
/** After the last step, ms: whatever may still be decided without a person, is decided by then. */
const SETTLING = 30 * 60_000;

export async function run(plan: Plan): Promise<Run> {
  restart(plan.seed);
  const counter = new Counter(plan);
  let isDone = false;
  let failure: unknown;
  after(
    0,
    () =>
      void counter.work().then(
        () => {
          isDone = true;
        },
        error => {
          failure = error;
          isDone = true;
        },
      ),
    counter.group,
  );
  const ended = await runUntil(() => isDone, LONGEST);
  if (failure) counter.found('error', String((failure as Error).stack ?? failure));
  if (!ended) counter.found('stuck', 'the counter never came to its end');
  const findings = [...counter.findings, ...(failure ? [] : counter.judged())];
  counter.end();
  const trace = counter.trace;
  return { findings, trace, hash: hashOf(trace), calls: counter.calls, time: now() };
}

const hashOf = (trace: readonly string[]): string =>
  createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16);

/** A step that never gets an answer, because its till was killed. */
const KILLED = Symbol('killed');

class Counter {
  readonly group = group('counter');
  readonly trace: string[] = [];
  readonly findings: Finding[] = [];
  readonly #plan: Plan;
  readonly #line: Line;
  readonly #terminal: Terminal;
  #till: Till | null = null;
  #data = '';
  #step: Step | null = null;
  #writes = 0;
  #commits = 0;
  #killed = Promise.withResolvers<typeof KILLED>();
  readonly #erred = new Set<string>();
  readonly #called = new Set<string>();
  readonly #answers: Answer[] = [];
  readonly #sales: { readonly id: string; readonly amount: number }[] = [];
  calls = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    const random = createRandom(plan.seed);
    const terminals = group('terminal');
    const say = (line: string) => this.say(line);
    this.#terminal = new Terminal({
      habits: habitsOf(plan.kind, plan.odd),
      random,
      group: terminals,
      customer: () => this.#step?.customer ?? { ending: 'pays', card: 1000, pin: 0, host: 1000 },
      trace: say,
    });
    this.#line = new Line({
      random,
      terminal: terminals,
      connected: end => this.#terminal.connected(end),
      beforeWrite: (from, bytes) => this.#written(from, bytes),
      tag: bytes => (beginsMoney(bytes) ? this.#openIntent() : null),
      trace: say,
    });
  }

  say(line: string): void {
    this.trace.push(`${(now() / 1000).toFixed(3)} ${line}`);
  }

  found(kind: Finding['kind'], text: string): void {
    this.findings.push({ kind, text });
  }

  async work(): Promise<void> {
    this.#data = newDirectory();
    await this.#start();
    for (const step of this.#plan.steps) {
      this.#step = step;
      this.#writes = 0;
      this.#commits = 0;
      await this.#act(step);
      await this.#settle();
      await pause(step.wait * 1000);
    }
    this.#step = null;
    this.#line.mend();
    await this.#running();
    for (const until = now() + SETTLING; now() < until; ) {
      await this.#persons();
      await pause(60_000);
    }
  }

  judged(): readonly Finding[] {
    if (!this.#till) return [{ kind: 'error', text: 'no till at the end' }];
    const { intents, ledger, dayEnds } = this.#till.world;
    return judge({
      book: this.#terminal.book,
      arrived: this.#terminal.arrived,
      intents: this.#intents(),
      sales: this.#sales.map(({ id, amount }) => ({
        id,
        amount,
        state: ledger.sale(cashier.merchant, id)?.state ?? 'gone',
      })),
      days: this.#dayRecords(dayEnds),
      closedDays: this.#terminal.days.length,
      closedWithMoney: this.#terminal.days.filter(({ day }) => this.#terminal.book.some(one => one.day === day)).length,
      decisions: intents.allOpenDecisions().map(({ id }) => id),
      erred: this.#erred,
      called: this.#called,
      answers: this.#answers,
      tellsAll: this.#plan.kind === 'honest' && Object.keys(this.#plan.odd).length === 0,
    });
  }

  #dayRecords({ list, find }: World['dayEnds']) {
    return list(cashier.merchant, null, 100, 0).map(({ id, state }) => {
      return { state, needsPerson: find(cashier.merchant, id)?.needsPerson === true };
    });
  }

  end(): void {
    this.#till?.discard();
    forget(this.#data);
  }

  /* The till. */

  async #start(): Promise<void> {
    const parts = {
      line: this.#line,
      data: this.#data,
      committed: () => this.#committed(),
      trace: (line: string) => this.say(line),
      published: (kind: string, event: object) => this.#published(kind, event),
    };
    const of = group('till');
    // A till that is killed while it starts never answers: nobody waits for its work in the background.
    await new Promise<void>(resolve =>
      after(
        0,
        () => {
          this.#till = openTill(parts, of);
          this.say('till started');
          beginTill(this.#till).catch(error => this.found('error', String(error.stack)));
          after(0, resolve, this.group);
        },
        of,
      ),
    );
  }

  /** Waits until a till runs. */
  async #running(): Promise<Till> {
    while (!this.#till) await pause(250);
    return this.#till;
  }

  #written(from: string, bytes: Buffer): void {
    this.#writes += 1;
    this.say(`${from} wrote ${bytes.subarray(0, 2).toString('hex')} ${bytes.length}`);
    this.#trigger(each => 'write' in each && each.write === this.#writes);
  }

  #committed(): void {
    this.#commits += 1;
    this.#trigger(each => 'commit' in each && each.commit === this.#commits);
  }

  #trigger(isDue: (each: Step['faults'][number]) => boolean): void {
    for (const each of this.#step?.faults ?? []) if (isDue(each)) this.#begin(each.fault);
  }

  #begin(fault: Fault): void {
    if (!('down' in fault)) {
      this.#line.fault(fault);
      return;
    }
    this.say(`${fault.kind} for ${fault.down} s`);
    if (fault.kind === 'power') this.#line.terminalOff();
    else if (this.#till) this.#endTill(this.#till, fault.kind === 'stop', fault.down);
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
      this.#data = till.kill();
      after(0, ended, this.group);
    }
  }

  #published(kind: string, event: object): void {
    const id = 'id' in event ? String(event.id).slice(0, 8) : '';
    this.say(`event ${kind} ${id}`);
    for (const answer of this.#answers) if ('id' in event && answer.sale === event.id) answer.isOutdated = true;
  }

  #intents(): readonly IntentRow[] {
    const { db, world } = this.#till!;
    return db
      .prepare<{ id: string }>('SELECT id FROM intent ORDER BY number')
      .all()
      .map(({ id }) => world.intents.get(id)!);
  }

  #openIntent(): string | null {
    const row = this.#till?.db
      .prepare<{ id: string }>("SELECT id FROM intent WHERE state = 'open' ORDER BY number DESC LIMIT 1")
      .get();
    return row?.id ?? null;
  }

  /* The cashier. */

  /** Calls the till in its own group, so that a killed till never answers. */
  async #call<T>(name: string, work: (till: Till) => Promise<T>): Promise<T | null> {
    const till = await this.#running();
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
    if (!(error instanceof BridgeError)) {
      reject(error);
      return;
    }
    this.say(`${name} refused ${error.key}`);
    resolve(null);
  }

  async #act({ act, amount }: Step): Promise<void> {
    this.say(`cashier ${act} ${amount}`);
    this.calls += act === 'dayEnd' ? 0 : 1;
    const last = this.#sales.at(-1);
    const operate = (input: Parameters<typeof flow.operate>[3]) =>
      this.#call(act, ({ world, slot }) => flow.operate(world, cashier, slot, input));
    if (act === 'pay') return this.#pay(amount);
    if (act === 'retry') return last ? this.#start_(last.id) : this.#pay(amount);
    if (act === 'cancel')
      return void (last && (await this.#call(act, ({ world }) => flow.cancel(world, cashier, last.id))));
    if (act === 'refund') return void (await operate({ do: 'refund', amount }));
    if (act === 'preAuthorise') return void (await operate({ do: 'preAuthorisation', amount }));
    if (act === 'dayEnd')
      return void (await this.#call(act, ({ world, slot }) =>
        runDayEnd(world, slot, { principal: cashier, wire: false }),
      ));
    const kind = act === 'tip' ? 'payment' : 'preAuthorisation';
    const till = await this.#running();
    const meant = this.#intents().findLast(
      one => one.kind === kind && one.state === 'approved' && one.facts?.receiptNumber !== undefined,
    );
    if (!meant || till !== this.#till) return;
    const receipt = meant.facts!.receiptNumber!;
    if (act === 'tip') await operate({ do: 'tip', amount: Math.min(amount, 150), receipt_number: receipt });
    if (act === 'book')
      await operate({ do: 'booking', amount: Math.min(amount, meant.amount), receipt_number: receipt });
    if (act === 'release') await operate({ do: 'release', receipt_number: receipt });
  }

  async #pay(amount: number): Promise<void> {
    const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: amount, tax: 19 };
    const made = await this.#call('create', ({ world }) =>
      flow.create(world, cashier, { basket: { products: [product] } }),
    );
    if (!made) return;
    this.#sales.push({ id: made.id, amount });
    await this.#start_(made.id);
  }

  async #start_(id: string): Promise<void> {
    const answer = await this.#call('start', ({ world }) => flow.start(world, cashier, id, 'cashless', {}));
    const till = await this.#running();
    const outcome = till.world.ledger.sale(cashier.merchant, id)?.document.outcome;
    this.say(`sale ${id.slice(4, 10)} ${answer ? 'answered' : 'not answered'} ${outcome?.result} ${outcome?.final}`);
    if (outcome) this.#answers.push({ sale: id, result: outcome.result, isFinal: outcome.final, isOutdated: false });
  }

  /** Waits until no outcome is open, or a person was called and has decided. */
  async #settle(): Promise<void> {
    for (const until = now() + SETTLING; now() < until; await pause(5_000)) {
      await this.#running();
      await this.#persons();
      if (this.#till?.world.intents.allUnsettled().length === 0) return;
    }
  }

  /** The people who are called look into the terminal's book, once it is at rest. */
  async #persons(): Promise<void> {
    const { world } = await this.#running();
    for (const intent of world.intents.allUnsettled().filter(({ needsPerson }) => needsPerson)) {
      this.#called.add(intent.id);
      if (this.#terminal.isWorking) continue;
      const booked = this.#terminal.book.some(({ tag, state }) => tag === intent.id && state !== 'takenBack');
      const errs = this.#step?.errs === true;
      if (errs) this.#erred.add(intent.id);
      this.say(`person says ${booked !== errs} of ${intent.id.slice(0, 6)}: ${intent.reason?.en}`);
      await this.#call('person', ({ world }) =>
        recordPersonDecision(world, intent, { happened: booked !== errs }, 'person').then(() =>
          world.running.end(intent.device),
        ),
      );
    }
    await this.#decide();
    await this.#dayEnds();
  }

  /** A late approval is kept, unless its sale was paid otherwise. */
  async #decide(): Promise<void> {
    const { world } = await this.#running();
    for (const { sale, surplus, decisionKind } of world.intents.allOpenDecisions()) {
      this.say(`decision ${decisionKind} surplus ${surplus}`);
      await this.#call('decide', till =>
        flow.decideLateApproval(till.world, cashier, till.slot.device, !surplus, { sale }),
      );
    }
  }

  async #dayEnds(): Promise<void> {
    const { world, slot } = await this.#running();
    for (const { needsPerson, document } of world.dayEnds.open(slot.device)) {
      if (!needsPerson) continue;
      const { id } = document;
      // The person counts the day-end slips of the terminal.
      const closed = this.#dayRecords(world.dayEnds).filter(({ state }) => state === 'agrees' || state === 'differs');
      const tookPlace = this.#terminal.days.length > closed.length;
      this.say('person decides about a day end');
      await this.#call('dayEnd', till => decideDayEnd(till.world, cashier, id, tookPlace));
    }
  }
}
