/**
 * The line stalls in the middle of an exchange and comes back, and what it had not carried arrives after that, as from a system
 * that goes on sending. Says whether the word of the till is still true when everything has arrived.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_TIMERS as OPI_TIMERS } from '../../drivers/opi/exchange/requests.ts';
import type { VirtualTerminal } from '../../drivers/simulator/zvt/engine/virtualTerminal.ts';
import { DEFAULT_TIMERS as ZVT_TIMERS } from '../../drivers/zvt/exchange/commands.ts';
import { type CaseResult, caseSeries } from './caseSeries.ts';
import type { Cut, Direction, LineName } from './chaosLine.ts';
import {
  type BookingFacts,
  contradictions,
  type IntentFacts,
  leftToPersons,
  type SaleFacts,
} from './contradictions.ts';
import { type AnyCounter, openCounter } from './counter.ts';
import { amountOf, getKnown, once } from './cuts.ts';
import { type Exchange, type ExchangeName, exchanges } from './exchanges.ts';
import { type OpiTerminal, openOpiCounter } from './opiCounter.ts';

/** A serial line keeps nothing. */
export type LateLine = Exclude<LineName, 'serial'>;

/** One place where the line stalls. Times are those of a shop; `scale` is the part of them that is waited. */
export interface LatePoint extends Omit<Cut, 'late'> {
  readonly exchange: ExchangeName;
  readonly transport: LateLine;
  /** The till is killed at that moment, and starts again at once. */
  readonly kills: boolean;
  /** Until the line is back, ms. */
  readonly outage: number;
  /** From then on until the bytes of the old connection arrive, ms. */
  readonly lateBy: number;
  readonly scale: number;
}

/** `right`: book and word agree; `person`: nothing wrong was said, but only a person can decide. */
export type LateResult = CaseResult<LatePoint>;

/** A counter, and the book of its terminal: the judge. */
interface LateShop {
  readonly counter: AnyCounter;
  readonly book: () => Book;
  close(): Promise<void>;
}

export interface Book {
  readonly bookings: readonly BookingFacts[];
  readonly daysClosed: number;
  /** Commands that move money or close the day, as they reached the terminal. */
  readonly commands: number;
  /** Connections that the terminal knows. */
  readonly connections: number;
}

/** Most of a case is waiting: so many go side by side in one process. */
const LANES = 8;
const CASES_PER_SHOP = 40;
/** A verdict that takes longer is no verdict, ms; a part of a shop's time and of the machine's. */
const timeoutOf = ({ scale }: LatePoint): number => 30_000 + 900_000 * scale;

/** Goes through the points, several at a time. */
export async function* lateAll(points: readonly LatePoint[], lanes = LANES): AsyncGenerator<LateResult> {
  yield* inLanes(points, lanes, lateInTurn);
}

/** Deals the points to so many generators, and gives the results as they come. */
export async function* inLanes<Point, Result>(
  points: readonly Point[],
  lanes: number,
  work: (share: readonly Point[]) => AsyncGenerator<Result>,
): AsyncGenerator<Result> {
  const shares = Array.from({ length: lanes }, (_, lane) => points.filter((_, at) => at % lanes === lane));
  yield* merged(shares.map(work));
}

async function* merged<T>(generators: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const next = async (from: AsyncGenerator<T>) => ({ from, result: await from.next() });
  const waiting = new Map(generators.map(generator => [generator, next(generator)]));
  while (waiting.size > 0) {
    const { from, result } = await Promise.race(waiting.values());
    if (result.done) waiting.delete(from);
    else {
      waiting.set(from, next(from));
      yield result.value;
    }
  }
}

const lateInTurn = (points: readonly LatePoint[]): AsyncGenerator<LateResult> =>
  caseSeries(points, {
    most: CASES_PER_SHOP,
    isAlike: (before, point) => before.transport === point.transport && before.scale === point.scale,
    async open(point) {
      const shop = await openShop(point);
      await getKnown(shop.counter);
      return shop;
    },
    play: stallOnce,
  });

/** How many bytes an uncut exchange carries in each direction. */
export async function measureLate(transport: LateLine, name: ExchangeName): Promise<Record<Direction, number>> {
  const { counter, close } = await openShop({ transport, scale: 0.04 });
  try {
    await getKnown(counter);
    await once(counter, exchanges[name], 1);
    await once(counter, exchanges[name], 2);
    return { ...counter.line.carried };
  } finally {
    await close();
  }
}

/** The usual times of driver, terminal and denial, each as a part of itself. */
async function openShop({ transport, scale }: Pick<LatePoint, 'transport' | 'scale'>): Promise<LateShop> {
  const common = { shared: 'no', waits: scale } as const;
  if (transport === 'opi') {
    const counter = await openOpiCounter({ ...common, timers: scaled(OPI_TIMERS, scale) });
    return { counter, book: () => opiBook(counter.terminal), close: () => counter.close() };
  }
  const timers = scaled(ZVT_TIMERS, scale);
  const counter = await openCounter(transport, { ...common, timers, twin: { timers: linkTimersOf(timers) } });
  return { counter, book: () => zvtBook(counter.terminal), close: () => counter.close() };
}

const linkTimersOf = ({ t1, t2, t3 }: Record<string, number>) => ({ t1: t1!, t2: t2!, t3: t3! });

export const zvtBook = ({ memory, connections }: VirtualTerminal): Book => ({
  bookings: memory.bookings,
  daysClosed: memory.now.endOfDayDone,
  commands: ZVT_COMMANDS.reduce((sum, kind) => sum + (memory.now.received[kind] ?? 0), 0),
  connections,
});

export const opiBook = ({ book, daysClosed, received, connections }: OpiTerminal): Book => ({
  bookings: book.map(booking => ({ ...booking, state: 'kept' })),
  daysClosed,
  commands: received.filter(type => OPI_COMMANDS.includes(type)).length,
  connections,
});

const OPI_COMMANDS = ['CardPayment', 'PaymentRefund', 'PaymentReversal', 'ReconciliationWithClosure'];
const ZVT_COMMANDS = ['authorisation', 'preAuthorisation', 'reversal', 'refund', 'bookTotal', 'endOfDay'];

/** A connection over loopback is there at once, or the machine is busy. */
const CONNECT = 2000;

export const scaled = (timers: object, scale: number): Record<string, number> => ({
  ...Object.fromEntries(Object.entries(timers).map(([name, ms]) => [name, Math.ceil((ms as number) * scale)])),
  connect: CONNECT,
});

async function stallOnce(shop: LateShop, point: LatePoint, number: number): Promise<LateResult> {
  const { counter } = shop;
  const { scale, kills } = point;
  const exchange: Exchange = exchanges[point.exchange];
  const amount = amountOf(exchange, number);
  counter.behave('approve');
  const prepared = (await exchange.before?.(counter, amount)) ?? '';
  counter.behave(exchange.behaviour);
  counter.plan({ ...cutOf(point), late: { after: point.lateBy * scale, kills } }, kills ? 'bridge' : 'nothing');
  const running = exchange.run(counter, amount, prepared);
  await Promise.race([running, counter.cut]);
  const begun = performance.now();
  const cut = counter.isCut;
  await counter.recover(cut ? pause(point.outage * scale) : undefined);
  counter.behave('approve');
  if (!kills) await running;
  const words = await settle(shop, timeoutOf(point));
  const { intents, problems } = judge(counter, shop.book());
  const all = [...problems, ...words, ...(await counter.alarms())];
  const ending = all.length > 0 ? 'wrong' : leftToPersons(intents) + daysLeft(counter) > 0 ? 'person' : 'right';
  const evidence = ending === 'right' ? [] : lastOf(counter, shop.book());
  return { point, ending, cut, problems: all, evidence, took: performance.now() - begun };
}

const cutOf = ({ direction, after, before, since }: LatePoint): Cut => ({
  direction,
  after,
  ...(before === undefined ? {} : { before }),
  ...(since === undefined ? {} : { since }),
});

interface Word {
  readonly id: string;
  readonly state: string;
}

/** Until every word is spoken and every late byte has arrived; answers the words that were taken back meanwhile. */
async function settle({ counter, book }: LateShop, timeout: number): Promise<readonly string[]> {
  const end = performance.now() + timeout;
  const spoken = new Map<string, string>();
  const changed: string[] = [];
  for (;;) {
    const words = wordsOf(counter);
    for (const { id, state } of words.filter(isFinal)) {
      const before = spoken.get(id) ?? state;
      spoken.set(id, state);
      if (before !== state) changed.push(`${id} was ${before}, and is ${state} now`);
    }
    const { line, terminal } = counter;
    const isStill = !line.isStalled && !terminal.isBusy && book().connections === line.connections;
    if (isStill && isDecided(counter)) return changed;
    if (performance.now() > end) return [...changed, `no outcome after ${timeout} ms`];
    await pause(5);
  }
}

const wordsOf = (counter: AnyCounter): readonly Word[] => [
  ...counter.rows<Word>("SELECT id, state FROM intent WHERE party <> 'acquirer' ORDER BY number DESC LIMIT 3"),
  ...counter.rows<Word>('SELECT id, state FROM day_end_result ORDER BY number DESC LIMIT 2'),
];

const isFinal = ({ state }: Word): boolean => !['open', 'unknown', 'running'].includes(state);

export function isDecided(counter: Pick<AnyCounter, 'rows'>): boolean {
  const [open] = counter.rows<{ count: number }>(
    `SELECT (SELECT count(*) FROM intent WHERE state IN ('open', 'unknown') AND person = 0)
      + (SELECT count(*) FROM day_end_result WHERE state IN ('running', 'unknown') AND person = 0) AS count`,
  );
  return open?.count === 0;
}

export const daysLeft = (counter: Pick<AnyCounter, 'rows'>): number =>
  counter.rows("SELECT id FROM day_end_result WHERE state = 'unknown' AND person = 1").length;

export function judge(
  counter: Pick<AnyCounter, 'rows'>,
  { bookings, daysClosed, commands }: Book,
): { intents: readonly IntentFacts[]; problems: readonly string[] } {
  const intents = counter.rows<IntentFacts>(
    "SELECT id, sale, kind, amount, state, person, facts ->> 'receiptNumber' AS receipt FROM intent WHERE party <> 'acquirer'",
  );
  const sales = counter.rows<SaleFacts>('SELECT id, state FROM smart_transaction');
  const days = counter.rows<Word>('SELECT id, state FROM day_end_result');
  const closed = days.filter(({ state }) => state === 'agrees' || state === 'differs').length;
  const undecided = daysLeft(counter);
  return {
    intents,
    problems: [
      ...contradictions(intents, sales, bookings),
      ...(daysClosed < closed || daysClosed > closed + undecided
        ? [`the terminal closed ${daysClosed} days, the till knows of ${closed}`]
        : []),
      ...(commands > intents.length + days.length
        ? [`${commands} commands reached the terminal for ${intents.length + days.length} intents`]
        : []),
    ],
  };
}

export function lastOf(counter: Pick<AnyCounter, 'rows'>, { bookings }: Book): readonly string[] {
  const intents = counter.rows<object>(
    'SELECT kind, amount, state, person, reason, facts, baseline FROM intent ORDER BY number DESC LIMIT 2',
  );
  const days = counter.rows<object>('SELECT state, person, document FROM day_end_result ORDER BY number DESC LIMIT 1');
  return [
    `journal: ${JSON.stringify(intents)}`,
    `days: ${JSON.stringify(days)}`,
    `terminal: ${JSON.stringify(bookings.slice(-2))}`,
  ];
}
