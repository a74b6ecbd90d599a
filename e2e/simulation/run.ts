/** Runs one plan: the counter with its cashier, the till, the line and the terminal, until nothing moves any more; then it is judged. */
import { createHash } from 'node:crypto';
import { Cashier } from './cashier.ts';
import { after, now, pause, restart, runUntil } from './clock.ts';
import { Counter } from './counter.ts';
import { type Facts, type Finding, judge } from './judge.ts';
import { aboutCalls } from './judgeRegister.ts';
import { dayRecordsOf, Persons, SETTLING } from './persons.ts';
import type { Plan } from './plan.ts';
import { protocols } from './protocols.ts';
import { Register } from './register.ts';
import { cashier } from './till.ts';

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

export async function run(plan: Plan): Promise<Run> {
  restart(plan.seed);
  const counter = new Counter(plan);
  const staff = {
    seller: plan.counter === 'register' ? new Register(counter) : new Cashier(counter),
    persons: new Persons(counter),
  };
  let isDone = false;
  let failure: unknown;
  after(
    0,
    () =>
      void work(plan, counter, staff).then(
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
  const isJudged = failure || counter.findings.length > 0;
  const findings = [...counter.findings, ...(isJudged ? [] : judged(plan, counter, staff))];
  counter.end();
  const trace = counter.trace;
  return { findings, trace, hash: hashOf(trace), calls: staff.seller.calls, time: now() };
}

const hashOf = (trace: readonly string[]): string =>
  createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16);

interface Staff {
  readonly seller: Cashier;
  readonly persons: Persons;
}

async function work(plan: Plan, counter: Counter, staff: Staff): Promise<void> {
  const { steps, protocol, kind } = plan;
  const { seller, persons } = staff;
  await counter.begin();
  for (const step of steps) {
    counter.beginStep(step);
    await seller.act(step);
    await persons.settle();
    await pause(step.wait * 1000);
  }
  counter.beginStep(null);
  counter.line.mend();
  await counter.running();
  await rest(persons, SETTLING);
  // An end-of-day may set right what was wrong until then.
  if (protocols[protocol].isKnowable(kind)) counter.findings.push(...judged(plan, counter, staff));
  // Every day ends with it, and what the terminal has not shown before, it shows now.
  await seller.closeDay();
  await rest(persons, SETTLING / 3);
  if (seller instanceof Register) await seller.compare();
}

/** Until whatever may still be decided without a person is decided. */
async function rest(persons: Persons, time: number): Promise<void> {
  for (const until = now() + time; now() < until; ) {
    await persons.look();
    await pause(60_000);
  }
}

function judged({ protocol, kind, odd }: Plan, counter: Counter, { seller, persons }: Staff): readonly Finding[] {
  const { till, terminal } = counter;
  if (!till) return [{ kind: 'error', text: 'no till at the end' }];
  const { intents, ledger, dayEnds } = till.world;
  const { bookings, days } = terminal.book;
  const facts: Facts = {
    book: bookings,
    arrived: terminal.arrived,
    intents: counter.intents(),
    sales: seller.sales.map(({ id, amount }) => {
      const sale = ledger.sale(cashier.merchant, id);
      return { id, amount, state: sale?.state ?? 'gone', outcome: sale?.document.outcome ?? null };
    }),
    days: dayRecordsOf(dayEnds).toReversed(),
    closedDays: days,
    decisions: intents.allOpenDecisions().map(({ id }) => id),
    erred: persons.erred,
    called: persons.called,
    answers: seller.answers,
    isHonest: kind === 'honest',
    isKnowable: protocols[protocol].isKnowable(kind),
    tellsAll: protocols[protocol].tellsAll({ kind, odd }),
  };
  return [...judge(facts), ...(seller instanceof Register ? aboutCalls(facts, seller.keyed) : [])];
}
