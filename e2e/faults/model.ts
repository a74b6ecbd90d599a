/**
 * A model-based test: whole days at a counter as fast-check draws them, with cuts, restarts, aborts, two at once, clocks
 * that jump and work by hand at the terminal. After every step journal and terminal must agree.
 */
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { demoIds } from '../../main/world/demoIds.ts';
import { type History, histories, type Setup, type Step } from './acts.ts';
import { contradictions, type IntentFacts, type SaleFacts } from './contradictions.ts';
import { type Answer, type Counter, openCounter } from './counter.ts';
import { otherWorks, prepare, type Shop } from './performAct.ts';

export interface PlayResult {
  readonly ending: 'right' | 'wrong';
  readonly seed: number;
  readonly steps: number;
  readonly cuts: number;
  /** How often somebody had to look at the terminal. */
  readonly persons: number;
  /** The shortest history that goes wrong, and what is wrong with it. */
  readonly history: History | null;
  readonly problems: readonly string[];
}

/** One history for each seed; a failure is shrunk before it is reported. */
export async function* playAll(seeds: Iterable<number>): AsyncGenerator<PlayResult> {
  for (const seed of seeds) yield await playSeed(seed);
}

async function playSeed(seed: number): Promise<PlayResult> {
  let first: { readonly steps: number; readonly cuts: number; readonly persons: number } | undefined;
  let shortest: { readonly history: History; readonly problems: readonly string[] } | undefined;
  let end = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(histories, async history => {
    if (performance.now() > end) return true;
    const { problems, cuts, persons } = await play(history).catch(broken);
    first ??= { steps: history.steps.length, cuts, persons };
    if (problems.length === 0) return true;
    shortest = { history, problems };
    end = Math.min(end, performance.now() + SHRINKING);
    return false;
  });
  await fc.check(property, { seed, numRuns: 1 });
  const counted = first ?? { steps: 0, cuts: 0, persons: 0 };
  return { ending: shortest ? 'wrong' : 'right', seed, ...counted, history: null, problems: [], ...shortest };
}

/** Nothing that may happen at a counter breaks the test itself. */
const broken = (error: Error): Played => ({ cuts: 0, persons: 0, problems: [error.stack ?? String(error)] });

/** Longer than this nothing is made shorter, ms. */
const SHRINKING = 60_000;

export interface Played {
  readonly cuts: number;
  readonly persons: number;
  readonly problems: readonly string[];
}

/** Plays a history at a counter of its own, up to the first thing that is wrong. */
export async function play({ setup, steps }: History): Promise<Played> {
  const { transport, unacknowledged, shared } = setup;
  const twin = { unacknowledged, customerTimeout: 200 };
  const counter = await openCounter(transport, {
    twin,
    ...(shared ? {} : { shared: 'no' }),
    timers: PATIENT,
    startTime: START_TIME,
  });
  const day = openDay(counter, setup);
  try {
    for (const [index, step] of steps.entries()) {
      const problems = await day.live(step);
      if (problems.length > 0) return { ...day.tally, problems: problems.map(text => `step ${index}: ${text}`) };
    }
    return { ...day.tally, problems: await day.close() };
  } finally {
    await counter.close();
  }
}

/** Milliseconds until a terminal counts as silent: short enough to play on, long enough for a busy machine. */
const PATIENT = { t3: 2000, t4: 2500, short: 2500, settle: 500, stop: 500 };

/**
 * A real terminal takes longer to start than a frame is repeated (three times 120 ms here): the command it was switched off
 * in does not come twice, as the count of the commands would have it.
 */
const START_TIME = 600;

/** Commands of the terminal that move money; a partial reversal is also how open pre-authorisations are asked for. */
const MONEY = [
  ...['authorisation', 'reversal', 'refund', 'preAuthorisation', 'bookTotal', 'bookTip', 'preAuthorisationReversal'],
] as const;

interface IntentRow extends IntentFacts {
  readonly number: number;
  readonly original: number | null;
  readonly held: number | null;
}

interface DayRow {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly person: number;
  readonly document: string;
}

interface DayDocument {
  readonly state: string;
  readonly terminal: Sum | null;
  readonly journal: Sum & { readonly by_till: readonly Sum[] };
}

interface Sum {
  readonly count: number;
  readonly amount: number;
}

/** A verdict that takes longer is no verdict, ms. */
const TIMEOUT = 30_000;

function openDay(counter: Counter, { receiptNumber, clockAhead, shared, transport }: Setup) {
  const shop: Shop = { counter, shared, byHand: new Set(), others: 0, amount: 1000 };
  /** Receipt numbers of commands with an outcome that was reconciled without a receipt. */
  const found = new Map<string, number>();
  const tally = { cuts: 0, persons: 0 };
  // True once the clock has jumped: times of the terminal prove nothing then.
  let clockMoved = false;
  counter.terminal.memory.change({ receiptNumber, clockAhead });

  /** Does one step; every contradiction in words. */
  async function live({ act, second, cut, other }: Step): Promise<readonly string[]> {
    counter.behave('approve');
    clockMoved ||= act.do === 'terminalClock' || second?.do === 'terminalClock';
    const before = {
      bookings: counter.terminal.memory.bookings.length,
      ends: counter.terminal.memory.now.endOfDayDone,
      days: days().length,
    };
    const runs = [await prepare(shop, act), ...(second ? [await prepare(shop, second)] : [])];
    const handsToday = [...shop.byHand].some(id => id >= counter.terminal.memory.now.openFrom);
    counter.plan(cut ?? { direction: 'toTill', after: Number.POSITIVE_INFINITY }, cut?.restart ?? 'nothing');
    const running = Promise.all(runs.map(run => run()));
    await Promise.race([running, counter.cut]);
    if (counter.isCut) tally.cuts += 1;
    const goesOn = cut?.restart === 'nothing' || cut?.restart === 'bridge';
    if (other && shared && counter.isCut && goesOn && transport === 'tcp') await otherWorks(shop, other);
    const restarted = counter.isCut && (cut?.restart === 'bridge' || cut?.restart === 'both');
    await counter.recover();
    counter.behave('approve');
    const answers = (await running).flat();
    const problems = await settled(before);
    return [
      ...problems,
      ...answers.flatMap(answer => oddAnswer(answer, restarted)),
      ...judged(),
      ...(await counter.alarms()),
      ...days()
        .slice(before.days)
        .flatMap(day => oddDay(day, handsToday)),
    ];
  }

  const intents = () =>
    counter.rows<IntentRow>(`SELECT number, id, sale, kind, amount, state, person, facts ->> 'receiptNumber' AS receipt,
      original_receipt AS original, original_amount AS held FROM intent WHERE party <> 'acquirer' ORDER BY number`);
  const days = () =>
    counter.rows<DayRow>('SELECT number, id, state, person, document FROM day_end_result ORDER BY number');

  /** Waits until nothing is open any more; where a person is called, the person reads the terminal and answers truly. */
  async function settled({ bookings, ends }: { bookings: number; ends: number }): Promise<readonly string[]> {
    const end = performance.now() + TIMEOUT;
    const problems: string[] = [];
    for (;;) {
      const open = intents().filter(({ state }) => state === 'open' || state === 'unknown');
      const openDays = days().filter(({ state }) => state === 'running' || state === 'unknown');
      const waiting = open.find(({ person }) => person === 1);
      const waitingDay = openDays.find(({ person }) => person === 1);
      if (waiting) problems.push(...(await askPerson(waiting, bookings)));
      else if (waitingDay) problems.push(...(await askAboutDay(waitingDay, ends)));
      else if (open.length === 0 && openDays.length === 0 && !counter.terminal.isBusy && (await atRest())) break;
      if (performance.now() > end)
        return [...problems, `no outcome after ${TIMEOUT} ms: ${JSON.stringify([open, openDays])}`];
      await pause(2);
    }
    for (const intent of intents())
      if (intent.state === 'approved' && intent.receipt === null && !found.has(intent.id)) {
        const booking = bookingOf(intent, bookings);
        if (booking) found.set(intent.id, booking.receiptNumber);
      }
    return problems;
  }

  async function atRest(): Promise<boolean> {
    const { status, body } = await counter.call('GET', '/bridge/v1/till');
    return status === 200 && (body.payment === null || ['late', 'signature'].includes(body.payment.step));
  }

  async function askPerson(intent: IntentRow, since: number): Promise<readonly string[]> {
    tally.persons += 1;
    const path =
      intent.sale === null
        ? `/bridge/v1/terminals/${demoIds.terminal}/operations/${intent.id}/verdict`
        : `/bridge/v1/transactions/${intent.sale}/verdict`;
    const booking = bookingOf(intent, since);
    const reason = reasonOf(intent);
    if (booking) found.set(intent.id, booking.receiptNumber);
    const { status, body } = await counter.call('POST', path, { paid: booking !== undefined });
    // A terminal that has never reported a transaction may report none to everybody.
    const isNew = reason.includes('"last":"none"');
    return [
      ...(shop.shared || clockMoved || isNew || shop.byHand.size > 0
        ? []
        : [`a person was asked about the ${intent.kind}: ${reason}`]),
      ...(status === 200 ? [] : [`the decision of a person was answered by ${status} ${JSON.stringify(body)}`]),
    ];
  }

  async function askAboutDay({ id }: DayRow, ends: number): Promise<readonly string[]> {
    tally.persons += 1;
    const took_place = counter.terminal.memory.now.endOfDayDone > ends;
    const { status, body } = await counter.call('POST', `/bridge/v1/day-ends/${id}/verdict`, { took_place });
    return [
      ...(shop.shared || shop.byHand.size > 0 ? [] : [`a person was asked about the end-of-day ${id}`]),
      ...(status === 200 ? [] : [`the decision of a person was answered by ${status} ${JSON.stringify(body)}`]),
    ];
  }

  const reasonOf = ({ id }: IntentRow) =>
    counter.rows<{ data: string }>("SELECT data FROM terminal_journal WHERE intent = ? AND kind = 'verdict'", id).at(-1)
      ?.data ?? '';

  /** The booking of the terminal for it, if there is any. */
  const bookingOf = (intent: IntentRow, since: number) =>
    ours().find(
      one => one.id >= since && counts(one) && one.kind === kindOf(intent) && one.amount === amountOf(intent),
    );

  const amountOf = ({ kind, amount, held }: IntentRow) => (kind === 'release' && amount === 0 ? (held ?? 0) : amount);
  const kindOf = ({ kind }: IntentRow) => (kind === 'booking' ? 'payment' : kind);
  const counts = ({ state }: { readonly state: string }) => state !== 'takenBack' && state !== 'pending';

  /** The bookings of our commands in the words of the journal: a tip and a release change another booking. */
  function ours() {
    const { bookings } = counter.terminal.memory;
    return bookings
      .filter(({ id }) => !shop.byHand.has(id))
      .map(booking => {
        const original = booking.of === undefined ? undefined : bookings[booking.of];
        if (booking.tip !== undefined && original) return { ...booking, kind: 'tip', amount: booking.tip };
        const released = booking.kind === 'reversal' && original?.kind === 'preAuthorisation';
        return { ...booking, kind: released ? ('release' as const) : booking.kind };
      });
  }

  function judged(): readonly string[] {
    const all = intents();
    const known = all.map(intent => ({
      ...intent,
      amount: amountOf(intent),
      receipt: intent.receipt ?? found.get(intent.id) ?? null,
    }));
    const sales = counter
      .rows<SaleFacts>('SELECT id, state FROM smart_transaction')
      .filter(({ id }) => all.some(({ sale }) => sale === id));
    const problems = contradictions(known, sales, ours());
    const sent = MONEY.reduce((sum, name) => sum + (counter.terminal.memory.now.received[name] ?? 0), 0);
    return [
      ...problems,
      ...(sent > all.length + shop.others
        ? [`${sent} commands that move money arrived for ${all.length} intents`]
        : []),
      ...(problems.length > 0 ? lastOf() : []),
    ];
  }

  function lastOf(): readonly string[] {
    const rows = counter.rows<object>(
      'SELECT kind, amount, state, reason, facts FROM intent ORDER BY number DESC LIMIT 2',
    );
    return [
      `journal: ${JSON.stringify(rows)}`,
      `terminal: ${JSON.stringify(counter.terminal.memory.bookings.slice(-3))}`,
    ];
  }

  function oddDay({ document }: DayRow, hands: boolean): readonly string[] {
    const { state, terminal, journal }: DayDocument = JSON.parse(document);
    const tills = journal.by_till.reduce((sum, till) => sum + till.amount, 0);
    const due = hands ? 'differs' : 'agrees';
    const isReported = terminal !== null && (state === 'agrees' || state === 'differs');
    // Sums have no sign at the terminal: what was given back beyond what was taken is not reported.
    const comparable = isReported && journal.amount > 0;
    return [
      ...(tills === journal.amount ? [] : [`the tills add up to ${tills} instead of ${journal.amount}`]),
      ...(comparable && state !== due ? [`the end-of-day ${state}: ${document}`] : []),
    ];
  }

  return {
    tally,
    live,
    /** The last comparison: the sums of terminal and journal. */
    async close(): Promise<readonly string[]> {
      const { body } = await counter.call('GET', `/bridge/v1/terminals/${demoIds.terminal}/day-end`);
      const { journal, terminal }: DayDocument = body;
      const hands = [...shop.byHand].some(id => id >= counter.terminal.memory.now.openFrom);
      const tills = journal.by_till.reduce((sum, till) => sum + till.amount, 0);
      const same = hands || terminal === null || journal.amount <= 0 || terminal.amount === journal.amount;
      return [
        ...(tills === journal.amount ? [] : [`the tills add up to ${tills} instead of ${journal.amount}`]),
        ...(same ? [] : [`the terminal has ${terminal.amount}, the journal ${journal.amount}`]),
      ];
    },
  };
}

/** Refusals are answers; a bridge that is restarted meanwhile need not answer. */
function oddAnswer({ status, body }: Answer, restarted: boolean): readonly string[] {
  if ((status === 0 && restarted) || (status > 0 && status < 500)) return [];
  return [`the API answered ${status} ${JSON.stringify(body)}`];
}
