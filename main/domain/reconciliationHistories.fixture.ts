import type { IntentKind, OpenCase, TerminalSnapshot, TransactionReport, TurnoverSum } from './evidence.ts';
import { EMPTY_REPORT } from './evidence.ts';
import { type Reconciliation, reconcile, type TerminalEvidence } from './reconciliation.ts';
import { transactionCount } from './transactionCount.ts';

export interface Habits {
  /** Where it tells none, nothing is asked of it that names one. */
  readonly tellsReceipt: boolean;
  /** What a command was called by whoever asked for it. */
  readonly tellsReference: boolean;
  readonly tellsTrace: boolean;
  readonly tellsTime: boolean;
  readonly tellsDate: boolean;
  readonly tellsTotals: boolean;
  readonly tellsOpen: boolean;
  /** Repeats a declined transaction, too; it has used up a number. */
  readonly keepsDeclined: boolean;
  /** An approval that is taken back uses up this many numbers. */
  readonly numbersTakenBack: 1 | 2;
  /** It repeats whatever it did, so the reversal that takes it back too: with the trace number of what it takes back, where it has such. */
  readonly showsTakenBack: boolean;
  /** By how much an approval that is taken back moves the count of the day; the money does not move. */
  readonly countsTakenBack: 0 | 1 | 2;
  readonly repeatsPreAuthorisations: boolean;
  readonly tipTellsTotal: boolean;
  /** Names the tip in a payment; the amount contains it in any case. */
  readonly tellsTip: boolean;
  /** What was added to a payment is in the totals, too. */
  readonly countsTip: boolean;
  /** At the end-of-day. */
  readonly restartsNumbers: boolean;
  readonly forgetsLast: boolean;
  /** Says that there is no last transaction, whatever it did. */
  readonly repeatsNone: boolean;
  /** How wrong its clock is, ms. */
  readonly clock: number;
  readonly firstNumber: number;
  /** Payments before the first one of the history, and what becomes of their number in a field of one byte. */
  readonly alreadyToday: number;
  readonly counting: keyof typeof COUNTING;
}

export const COUNTING = {
  whole: (count: number) => count,
  stops: (count: number) => transactionCount([{ count: Math.min(count, 255) }]),
  beginsAnew: (count: number) => transactionCount([{ count: ((count % 256) + 256) % 256 }]),
} as const;

export interface Done {
  readonly report: TransactionReport;
  readonly kind: IntentKind;
  /** What it adds to the day. */
  readonly moved: { readonly count: number; readonly amount: number };
  readonly shown: boolean;
}

export const FIRST_TRACE = 100;

/** A terminal with everything that ever happened there. */
export function terminal(habits: Habits) {
  let done: Done[] = [];
  let day: Done[] = [];
  let number = habits.firstNumber;
  let alreadyToday = habits.alreadyToday;
  let trace = FIRST_TRACE;
  let called = '';
  let time = Date.parse('2026-03-04T10:00:00.000Z');
  const open = new Map<number, number>();

  const step = () => {
    number = (number % 9999) + 1;
    trace += 1;
  };
  function stamp(): Pick<TransactionReport, 'receipt' | 'trace' | 'date' | 'time' | 'at' | 'reference'> {
    const at = Math.floor((time + habits.clock) / 1000) * 1000;
    const text = new Date(at).toISOString();
    const { tellsDate, tellsTime, tellsTrace, tellsReceipt, tellsReference } = habits;
    return {
      receipt: tellsReceipt ? number : null,
      reference: tellsReference ? called : null,
      trace: tellsTrace ? trace : null,
      date: tellsDate ? text.slice(5, 10) : null,
      time: tellsTime ? text.slice(11, 19) : null,
      at: tellsDate && tellsTime ? at : null,
    };
  }
  function keep(
    kind: IntentKind,
    report: Partial<TransactionReport>,
    moved: Done['moved'],
    shown = true,
  ): TransactionReport {
    const whole: TransactionReport = { ...EMPTY_REPORT, ...stamp(), ...report };
    const one: Done = { kind, report: whole, moved, shown };
    done = [...done, one];
    day = [...day, one];
    return whole;
  }

  const tipped = (amount: number, tip: number): Partial<TransactionReport> => ({
    amount: amount + tip,
    tip: habits.tellsTip && tip > 0 ? tip : null,
  });
  const booked = (): Done['moved'] => ({
    count: day.reduce((sum, { moved }) => sum + moved.count, alreadyToday),
    amount: day.reduce((sum, { moved }) => sum + moved.amount, 700 * alreadyToday),
  });

  return {
    pass(seconds: number) {
      time += seconds * 1000;
      return time;
    },
    number: () => number,
    /** The next command is called this. */
    call(name: string) {
      called = name;
    },
    /** Approves and keeps; `tip` comes with a payment. */
    approve(kind: IntentKind, amount: number, original: TransactionReport | null, tip = 0): TransactionReport {
      time += 7000;
      step();
      const reference = habits.tellsTrace ? (original?.trace ?? null) : null;
      switch (kind) {
        case 'payment':
          return keep(kind, tipped(amount, tip), { count: 1, amount: habits.countsTip ? amount + tip : amount });
        case 'refund':
          return keep(kind, { amount }, { count: 1, amount: -amount });
        case 'reversal':
          return keep(kind, { amount, originalTrace: reference }, { count: -1, amount: -amount });
        case 'preAuthorisation':
          open.set(number, amount);
          return keep(kind, { amount }, { count: 0, amount: 0 }, habits.repeatsPreAuthorisations);
        case 'booking':
          open.delete(original?.receipt ?? 0);
          return keep(kind, { amount }, { count: 1, amount });
        case 'release':
          open.delete(original?.receipt ?? 0);
          return keep(kind, { amount: original?.amount ?? 0, originalTrace: reference }, { count: 0, amount: 0 });
        case 'tip': {
          const reported = habits.tipTellsTotal ? amount + (original?.amount ?? 0) : amount;
          return keep(kind, { amount: reported }, { count: habits.tipTellsTotal ? 0 : 1, amount });
        }
      }
    },
    decline(kind: IntentKind, amount: number, tip = 0): TransactionReport | null {
      time += 5000;
      if (!habits.keepsDeclined) return null;
      step();
      return keep(kind, { ...tipped(amount, tip), approved: false }, { count: 0, amount: 0 });
    },
    /** Approved, and reversed by itself because the till did not answer again. */
    takeBack(amount: number, tip = 0) {
      time += 9000;
      step();
      const originalTrace = trace;
      if (habits.numbersTakenBack === 2) step();
      else trace += 1;
      // Under the number of the payment, and without a trace number, it looks like the payment to everybody.
      const differs = habits.tellsTrace || habits.numbersTakenBack === 2 || !habits.tellsReceipt;
      const traced = habits.tellsTrace ? { originalTrace } : { reference: null };
      if (habits.showsTakenBack && differs && habits.repeatsPreAuthorisations)
        keep('reversal', { ...tipped(amount, tip), ...traced }, { count: habits.countsTakenBack, amount: 0 });
    },
    /** Memory and numbers are as on its first day. */
    reset() {
      [done, day] = [[], []];
      [number, trace, alreadyToday] = [habits.firstNumber, FIRST_TRACE, habits.alreadyToday];
      open.clear();
    },
    endOfDay() {
      day = [];
      alreadyToday = 0;
      if (habits.restartsNumbers) number = 0;
      if (habits.forgetsLast) done = [];
    },
    last(): TransactionReport | 'none' {
      return (habits.repeatsNone ? undefined : done.findLast(({ shown }) => shown)?.report) ?? 'none';
    },
    totals: (): TurnoverSum => ({ ...booked(), count: COUNTING[habits.counting](booked().count) }),
    booked,
    open: () => [...open.keys()],
  };
}

export type Terminal = ReturnType<typeof terminal>;

/** Of this bridge, before: how each ended. */
export interface Earlier {
  readonly amount: number;
  readonly tip: number;
  readonly ends: 'approved' | 'declined' | 'takenBack' | 'notArrived';
  readonly pause: number;
}

/** What somebody else does. */
export interface Foreign {
  readonly does: IntentKind | 'decline' | 'endOfDay';
  readonly amount: number;
  readonly tip: number;
  readonly pause: number;
}

export interface History {
  readonly habits: Habits;
  readonly kind: IntentKind;
  readonly amount: number;
  /** Added to a payment at the terminal, or confirmed at the till. */
  readonly tip: number;
  /** What the till has confirmed beyond the amount; the terminal may have gone on without it. */
  readonly confirmed: number;
  readonly earlier: readonly Earlier[];
  /** The snapshot is the terminal's report at the last result, or it was asked before the command. */
  readonly asked: boolean;
  readonly foreignBefore: readonly Foreign[];
  readonly foreignAfter: readonly Foreign[];
  /** The terminal, before it was asked. */
  readonly reset: boolean;
  /** By itself, in the night. */
  readonly endOfDay: 'never' | 'before' | 'after';
  readonly ends: 'approved' | 'declined' | 'takenBack' | 'notArrived';
  readonly approvalArrived: boolean;
  /** The bridge was killed: what it called the command is forgotten. */
  readonly killed: boolean;
  /** The terminal has reported its last transaction some day. */
  readonly hasRepeated: boolean;
  readonly shared: boolean;
}

/** What names a receipt, and what that is of. */
export const needs = {
  reversal: 'payment',
  tip: 'payment',
  booking: 'preAuthorisation',
  release: 'preAuthorisation',
} as const;

interface Played {
  readonly verdict: Reconciliation;
  readonly happened: boolean;
  /** The terminal kept something before or after, and its numbers tell a payment from its reversal. */
  readonly isClear: boolean;
}

/** Plays the history and gives the verdict with the truth. */
export function play(history: History): Played {
  const { habits, kind, amount, shared } = history;
  const device = terminal(habits);
  const earlier: TransactionReport[] = [];
  let attempts = 0;
  let behind: number | null = null;
  let counter: number | null = null;
  let lastReport: TransactionReport | 'none' | null = null;
  let lastTotals: TurnoverSum | null = null;
  const receive = (one: TransactionReport | null, approved: boolean) => {
    if (!one) return;
    earlier.unshift(one);
    if (one.receipt !== null) {
      counter = one.receipt;
      attempts = 0;
    }
    if (!approved) return;
    lastReport = one;
    behind = one.at === null ? null : device.pass(2) - one.at;
  };
  for (const [turn, one] of history.earlier.entries()) {
    device.pass(one.pause);
    device.call(`earlier ${turn}`);
    attempts += 1;
    if (one.ends === 'approved') receive(device.approve('payment', one.amount, null, one.tip), true);
    if (one.ends === 'declined') receive(device.decline('payment', one.amount, one.tip), false);
    if (one.ends === 'takenBack') device.takeBack(one.amount, one.tip);
  }
  if (history.reset) {
    device.reset();
    lastReport = null;
  }
  // What is reversed, booked, released or tipped is a transaction of this bridge, too.
  let original: TransactionReport | null = null;
  if (kind in needs) {
    const base = needs[kind as keyof typeof needs];
    device.call('original');
    original = device.approve(base, kind === 'reversal' || kind === 'booking' ? amount : amount + 500, null);
    receive(original, true);
  }
  // Added up by the bridge itself since it was reported.
  if (lastReport !== null) lastTotals = device.booked();
  const open = habits.tellsOpen ? device.open() : null;
  const foreign = (events: readonly Foreign[]) => {
    for (const event of events) {
      device.pass(event.pause);
      device.call('somebody else');
      if (event.does === 'endOfDay') device.endOfDay();
      else if (event.does === 'decline') device.decline('payment', event.amount, event.tip);
      else device.approve(event.does, event.amount, event.does === 'reversal' ? original : null, event.tip);
    }
  };
  // Not every terminal repeats a pre-authorisation, so its result is no word on the last transaction.
  const unsure = kind === 'booking' || kind === 'release';
  const ask = history.asked || unsure || lastReport === null || earlier.length === 0;
  if (ask) {
    const last = device.last();
    const known = last !== 'none' && earlier.some(one => one.receipt === last.receipt && one.trace === last.trace);
    counter = last === 'none' ? null : known ? counter : last.receipt;
    lastReport = last;
    lastTotals = device.totals();
  }
  const snapshot: TerminalSnapshot = {
    last: lastReport,
    totals: habits.tellsTotals ? lastTotals : null,
    open,
    counter,
    attempts,
    behind,
    repeats: (history.hasRepeated && !habits.repeatsNone) || (ask && lastReport !== 'none'),
    at: device.pass(0),
  };
  foreign(history.foreignBefore);
  if (history.endOfDay === 'before') device.endOfDay();
  const startedAt = device.pass(1);
  let ours: TransactionReport | null = null;
  device.call('ours');
  const tip = kind === 'payment' ? history.tip : 0;
  if (history.ends === 'approved') ours = device.approve(kind, amount, original, tip);
  if (history.ends === 'declined') device.decline(kind, amount, tip);
  if (history.ends === 'takenBack') device.takeBack(toldAmount(history, original), tip);
  if (history.endOfDay === 'after') {
    device.pass(15 * 60);
    device.endOfDay();
  }
  foreign(history.foreignAfter);

  const intent: OpenCase = {
    currency: 'EUR',
    kind,
    amount,
    confirmed: kind === 'payment' && history.confirmed > 0 ? amount + history.confirmed : null,
    original: original && { receipt: original.receipt ?? 0, trace: original.trace, amount: original.amount },
    snapshotBefore: snapshot,
    otherReports: earlier,
    reported: history.approvalArrived && habits.tellsReceipt ? ours : null,
    reference: history.killed ? null : 'ours',
    startedAt,
    askedAt: device.pass(1),
    shared,
  };
  const isEmpty = snapshot.last === 'none' && device.last() === 'none';
  const isNext = habits.tellsReceipt && attempts === 0 && counter !== null && ours?.receipt !== 2;
  const isReversal = habits.showsTakenBack && [history, ...history.earlier].some(one => one.ends === 'takenBack');
  const isTold = habits.tellsTrace || (!isReversal && (isNext || (habits.tellsReference && !history.killed)));
  return { verdict: decided(device, habits, intent), happened: ours !== null, isClear: !isEmpty && isTold };
}

/** What a terminal tells as the amount of the command. */
export function toldAmount({ kind, amount, habits }: History, original: TransactionReport | null): number {
  if (kind === 'release') return original?.amount ?? 0;
  return kind === 'tip' && habits.tipTellsTotal ? amount + (original?.amount ?? 0) : amount;
}

export function decided(device: Terminal, habits: Habits, intent: OpenCase): Reconciliation {
  let evidence: TerminalEvidence = { idle: false };
  for (;;) {
    const step = reconcile(intent, evidence);
    if (step.kind !== 'ask') return step;
    if (step.question === 'status') evidence = { ...evidence, idle: true };
    if (step.question === 'last') evidence = { ...evidence, last: device.last() };
    if (step.question === 'totals') evidence = { ...evidence, totals: device.totals() };
    if (step.question === 'open') evidence = { ...evidence, open: habits.tellsOpen ? device.open() : 'untold' };
  }
}
