/** Runs one plan: the counter with its cashier, the till, the line and the terminal, until nothing moves any more; then it is judged. */
import { createHash } from 'node:crypto';
import { Cashier } from './cashier.ts';
import { after, now, pause, restart, runUntil } from './clock.ts';
import { Counter } from './counter.ts';
import { type Facts, type Finding, judge } from './judge.ts';
import { aboutCalls } from './judgeRegister.ts';
import { judgeTills } from './judgeTills.ts';
import { dayRecordsOf, Persons, SETTLING } from './persons.ts';
import type { Plan, Step } from './plan.ts';
import { protocols } from './protocols.ts';
import { Register } from './register.ts';
import { cashier, type Till } from './till.ts';
import { LATER_TILL, Place } from './tills.ts';

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
  const place = plan.others ? new Place(plan) : null;
  const staffs = [plan.steps, ...(plan.others ?? [])].map(steps => staffOf(plan, new Counter(plan, place), steps));
  const [{ counter }] = staffs as [Staff];
  let isDone = false;
  let failure: unknown;
  after(
    0,
    () =>
      void work(plan, staffs, place).then(
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
  const found = staffs.flatMap(one => one.counter.findings);
  const isJudged = failure || found.length > 0;
  const findings = [...found, ...(isJudged ? [] : judged(plan, staffs, place))];
  for (const one of staffs) one.counter.end();
  const { trace } = place ?? counter;
  const calls = staffs.reduce((sum, { seller }) => sum + seller.calls, 0);
  return { findings, trace, hash: hashOf(trace), calls, time: now() };
}

const hashOf = (trace: readonly string[]): string =>
  createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16);

/** One till, and the people at it. */
interface Staff {
  readonly counter: Counter;
  readonly steps: readonly Step[];
  readonly seller: Cashier;
  readonly persons: Persons;
}

const staffOf = (plan: Plan, counter: Counter, steps: readonly Step[]): Staff => ({
  counter,
  steps,
  seller: plan.counter === 'register' ? new Register(counter) : new Cashier(counter),
  persons: new Persons(counter),
});

async function work(plan: Plan, staffs: readonly Staff[], place: Place | null): Promise<void> {
  await Promise.all(staffs.map((staff, number) => sell(staff, number * LATER_TILL)));
  await Promise.all(staffs.map(({ persons }) => rest(persons, SETTLING)));
  // An end-of-day may set right what was wrong until then.
  const [{ counter }] = staffs as [Staff];
  if (protocols[plan.protocol].isKnowable(plan.kind)) counter.findings.push(...judged(plan, staffs, place));
  // Every day ends with it, and what the terminal has not shown before, it shows now.
  for (const { seller } of staffs) await seller.closeDay();
  await Promise.all(staffs.map(({ persons }) => rest(persons, SETTLING / 3)));
  for (const { seller } of staffs) if (seller instanceof Register) await seller.compare();
}

/** `delay`: ms until the first step. */
async function sell({ counter, steps, seller, persons }: Staff, delay: number): Promise<void> {
  await counter.begin();
  if (delay > 0) await pause(delay);
  for (const step of steps) {
    counter.beginStep(step);
    await seller.act(step);
    await persons.settle();
    await pause(step.wait * 1000);
  }
  counter.beginStep(null);
  counter.line.mend();
  await counter.running();
}

/** Until whatever may still be decided without a person is decided. */
async function rest(persons: Persons, time: number): Promise<void> {
  for (const until = now() + time; now() < until; ) {
    await persons.look();
    await pause(60_000);
  }
}

function judged(plan: Plan, staffs: readonly Staff[], place: Place | null): readonly Finding[] {
  if (staffs.some(({ counter }) => !counter.till)) return [{ kind: 'error', text: 'no till at the end' }];
  const facts = staffs.map(staff => factsOf(plan, staff));
  if (place) return judgeTills(facts, (till, tag) => place.isOf(staffs[till]!.counter, tag));
  const [{ seller }] = staffs as [Staff];
  const [all] = facts as [Facts];
  return [...judge(all), ...(seller instanceof Register ? aboutCalls(all, seller.keyed) : [])];
}

/** Kinds of terminals that book while the till still waits. */
const IN_TIME: ReadonlySet<Plan['kind']> = new Set(['honest', 'readyAtWork']);

const wasDeniedAlone = ({ journal }: Till['world']['intents'], id: string): boolean =>
  journal.ofIntent(id, 'verdict').some(({ data }) => data.kind === 'didNotHappen' && data.who === null);

function factsOf({ protocol, kind, odd }: Plan, { counter, seller, persons }: Staff): Facts {
  const { terminal } = counter;
  const { intents, ledger, dayEnds } = counter.till!.world;
  const { bookings, days } = terminal.book;
  const all = counter.intents();
  return {
    book: bookings,
    arrived: terminal.arrived,
    intents: all,
    sales: seller.sales.map(({ id, amount }) => {
      const sale = ledger.sale(cashier.merchant, id);
      return { id, amount, state: sale?.state ?? 'gone', outcome: sale?.document.outcome ?? null };
    }),
    days: dayRecordsOf(dayEnds).toReversed(),
    closedDays: days,
    decisions: intents.allOpenDecisions().map(({ id }) => id),
    erred: persons.erred,
    called: persons.called,
    denied: new Set(all.filter(({ id }) => IN_TIME.has(kind) && wasDeniedAlone(intents, id)).map(({ id }) => id)),
    answers: seller.answers,
    isHonest: kind === 'honest',
    isKnowable: protocols[protocol].isKnowable(kind),
    tellsAll: protocols[protocol].tellsAll({ kind, odd }),
  };
}
