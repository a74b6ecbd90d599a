/** One cut after the other through one exchange: what was cut where, and whether journal and terminal agree afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '../../drivers/simulator/zvt/engine/booking.ts';
import { type CaseResult, caseSeries } from './caseSeries.ts';
import type { Cut, Direction, TransportName } from './chaosLine.ts';
import { contradictions, type IntentFacts, leftToPersons, type SaleFacts } from './contradictions.ts';
import { type AnyCounter, type Counter, type CounterSettings, openCounter, type Restart } from './counter.ts';
import { type Exchange, type ExchangeName, exchanges } from './exchanges.ts';
import { otherTill } from './otherTill.ts';

/** One place to cut. */
export interface CutPoint extends Cut {
  readonly exchange: ExchangeName;
  readonly transport: TransportName;
  readonly restart: Restart;
  /**
   * Another till does the same at the terminal before our line is back, and the bridge does not know of it. Says what the
   * terminal makes of a payment that nobody acknowledged.
   */
  readonly rival?: 'kept' | 'reversed';
}

export type CutResult = CaseResult<CutPoint>;

const CASES_PER_COUNTER = 250;
/** A verdict that takes longer is no verdict, ms. */
const TIMEOUT = 30_000;
/** Messages shown of a case where not all is right. */
const TRACED = 40;
/** Commands that move money, or close the day. */
const ONCE = [0x0601, 0x0622, 0x0623, 0x0624, 0x0625, 0x0630, 0x0631, 0x0650] as const;

/** Goes through the points in order. */
export const cutAll = (points: Iterable<CutPoint>): AsyncGenerator<CutResult> =>
  caseSeries(points, {
    most: CASES_PER_COUNTER,
    isAlike: (before, point) => before.transport === point.transport && before.rival === point.rival,
    async open({ transport, rival }) {
      const counter = await openCounter(transport, settingsFor(rival));
      await getKnown(counter);
      return counter;
    },
    play: cutOnce,
  });

type Carried = Readonly<Record<Direction, number>>;

/** How many bytes each uncut exchange carries, once the till is registered and knows its terminal; all at one counter. */
export function measured(
  transport: TransportName,
  names: readonly ExchangeName[],
  rival?: CutPoint['rival'],
): Promise<ReadonlyMap<ExchangeName, Carried>> {
  // A busy machine may spoil it once.
  return measureOnce(transport, names, rival).catch(() => measureOnce(transport, names, rival));
}

async function measureOnce(
  transport: TransportName,
  names: readonly ExchangeName[],
  rival: CutPoint['rival'],
): Promise<ReadonlyMap<ExchangeName, Carried>> {
  const counter = await openCounter(transport, settingsFor(rival));
  const found = new Map<ExchangeName, Carried>();
  try {
    await getKnown(counter);
    // The end of day is the last name and the longest where only payments came before it; the others are longer later.
    for (const [index, name] of names.toReversed().entries()) {
      for (const turn of [1, 2]) await once(counter, exchanges[name], 2 * index + turn);
      found.set(name, { ...counter.line.carried });
    }
    return found;
  } finally {
    await counter.close();
  }
}

/** As any terminal after its first day: it has reported its last transaction once. */
export async function getKnown(counter: AnyCounter): Promise<void> {
  for (const turn of [-1, 0]) await once(counter, exchanges.approved, turn);
}

export async function once(counter: AnyCounter, exchange: Exchange, number: number): Promise<void> {
  const amount = amountOf(exchange, number);
  counter.behave('approve');
  const prepared = (await exchange.before?.(counter, amount)) ?? '';
  counter.behave(exchange.behaviour);
  counter.plan({ direction: 'toTill', after: Number.POSITIVE_INFINITY }, 'nothing');
  await exchange.run(counter, amount, prepared);
  await isSettled(counter);
}

async function cutOnce(counter: Counter, point: CutPoint, number: number): Promise<CutResult> {
  const exchange: Exchange = exchanges[point.exchange];
  const amount = amountOf(exchange, number);
  counter.behave('approve');
  const prepared = (await exchange.before?.(counter, amount)) ?? '';
  counter.behave(exchange.behaviour);
  counter.plan(point, point.restart);
  const running = exchange.run(counter, amount, prepared);
  await Promise.race([running, counter.cut]);
  const begun = performance.now();
  const before = ONCE.map(control => counter.line.arrived(control));
  const cut = counter.isCut;
  if (point.rival && cut && !switchesOff(point)) await rivalAt(counter, exchange, amount);
  await counter.recover();
  counter.behave('approve');
  if (point.restart === 'nothing' || point.restart === 'terminal') await running;
  const settled = await isSettled(counter);
  const sent = ONCE.filter((control, at) => before[at]! + counter.line.arrived(control) > 1);
  const { intents, problems } = judge(counter);
  const all = [
    ...problems,
    ...sent.map(control => `command ${control.toString(16)} reached the terminal twice`),
    ...(settled ? [] : [`no outcome after ${TIMEOUT} ms`]),
    ...(await counter.alarms()),
  ];
  const ending = all.length > 0 ? 'wrong' : leftToPersons(intents) > 0 ? 'person' : 'right';
  const evidence = ending === 'right' ? [] : lastOf(counter);
  return { point, ending, cut, problems: all, evidence, took: performance.now() - begun };
}

function lastOf(counter: Counter): readonly string[] {
  const intents = counter.rows<object>(
    'SELECT kind, amount, state, reason, facts, baseline FROM intent ORDER BY number DESC LIMIT 2',
  );
  const bookings = counter.terminal.memory.bookings.slice(-2);
  const asked = counter.rows<object>(
    "SELECT at, data FROM terminal_journal WHERE kind = 'evidence' ORDER BY number DESC LIMIT 3",
  );
  const terminal = counter.terminal.isBusy ? 'terminal, busy' : 'terminal';
  return [
    `journal: ${JSON.stringify(intents)}`,
    `asked: ${JSON.stringify(asked)}`,
    `${terminal}: ${JSON.stringify(bookings)}`,
    ...counter.terminal.log
      .lines()
      .slice(-TRACED)
      .map(({ time, direction, meaning }) => `${time} ${direction} ${meaning}`),
  ];
}

/** Every amount its own, so that a booking is never taken for another one. */
export const amountOf = ({ cents = 0 }: Exchange, number: number): number => 1000 + 200 * number + cents;

async function isSettled(counter: AnyCounter): Promise<boolean> {
  const end = performance.now() + TIMEOUT;
  for (;;) {
    const [open] = counter.rows<{ count: number }>(
      "SELECT count(*) AS count FROM intent WHERE state IN ('open', 'unknown') AND person = 0",
    );
    if (open?.count === 0 && !counter.terminal.isBusy) return true;
    if (performance.now() > end) return false;
    await pause(2);
  }
}

const ALONE: CounterSettings = { shared: 'no' };
const settingsFor = (rival: CutPoint['rival']): CounterSettings =>
  rival ? { twin: { unacknowledged: rival } } : ALONE;
/** Ids of the bookings that another till has caused at this counter. */
const rivals = new WeakMap<Counter, Set<number>>();

/** A terminal that is switched off goes on from a copy of its memory that knows of no other till. */
const switchesOff = ({ restart }: CutPoint): boolean => restart === 'terminal' || restart === 'both';

/** Another till is at work once the terminal has done with what we had asked for. */
async function rivalAt(counter: Counter, exchange: Exchange, amount: number): Promise<void> {
  const end = performance.now() + TIMEOUT;
  while (counter.terminal.isBusy && performance.now() < end) await pause(2);
  const { memory } = counter.terminal;
  const before = memory.bookings.length;
  counter.behave('approve');
  await exchange.rival(
    otherTill(() => counter.terminalPort),
    counter,
    amount,
  );
  const known = rivals.get(counter) ?? new Set();
  for (const { id } of memory.bookings.slice(before)) known.add(id);
  rivals.set(counter, known);
}

function judge(counter: Counter): { intents: readonly IntentFacts[]; problems: readonly string[] } {
  const intents = counter.rows<IntentFacts>(
    "SELECT id, sale, kind, amount, state, person, facts ->> 'receiptNumber' AS receipt FROM intent WHERE party <> 'acquirer'",
  );
  const sales = counter.rows<SaleFacts>('SELECT id, state FROM smart_transaction');
  const bookings = counter.terminal.memory.bookings.filter(
    booking => !rivals.get(counter)?.has(booking.id) || isClaimed(booking, intents),
  );
  return { intents, problems: contradictions(intents, sales, bookings) };
}

/** A payment is reversed once, whichever till asks: the reversal of another till settles ours. */
function isClaimed({ kind, receiptNumber }: Booking, intents: readonly IntentFacts[]): boolean {
  return (
    kind === 'reversal' &&
    intents.some(one => one.kind === 'reversal' && one.state === 'approved' && one.receipt === receiptNumber)
  );
}
