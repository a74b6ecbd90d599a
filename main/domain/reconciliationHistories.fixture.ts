import type { IntentKind, OpenCase, TerminalSnapshot, TransactionReport, TurnoverSum } from './evidence.ts';
import { EMPTY_REPORT, isFloored, snapshotFromReceipt } from './evidence.ts';
import { type Reconciliation, reconcile, type TerminalEvidence } from './reconciliation.ts';
import { transactionCount } from './transactionCount.ts';

export interface Habits {
  /** A terminal that reports none is asked nothing that names one. */
  readonly tellsReceipt: boolean;
  /** It reports the reference that the till gave to the command. */
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
  /** It repeats whatever it did, so the reversal that takes it back too, with the trace number of what it takes back. */
  readonly showsTakenBack: boolean;
  /** By how much an approval that is taken back moves the count of the day; the money does not move. */
  readonly countsTakenBack: 0 | 1 | 2;
  readonly repeatsPreAuthorisations: boolean;
  /** After a reversal it repeats neither that nor what was reversed, but the transaction before. */
  readonly hidesReversed: boolean;
  readonly tipTellsTotal: boolean;
  /** A tip that is added later keeps the number and the trace number of its payment; with its time, or with a time of its own. */
  readonly tipGrowsReceipt: 'never' | 'sameTime' | 'ownTime';
  /** Names the tip in a payment; the amount contains it in any case. */
  readonly tellsTip: boolean;
  /** Its totals contain tips. */
  readonly countsTip: boolean;
  /** At the end-of-day. */
  readonly restartsNumbers: boolean;
  readonly forgetsLast: boolean;
  /** Repeats its end-of-day as its last transaction. */
  readonly repeatsDayEnd: boolean;
  /** Says that there is no last transaction, whatever it did. */
  readonly repeatsNone: boolean;
  /** How wrong its clock is, ms. */
  readonly clock: number;
  readonly firstNumber: number;
  /** Payments before the first one of the history, and what becomes of their number in a field of one byte. */
  readonly alreadyToday: number;
  /** Sum of refunds before the history, minor units: sums below zero are reported as zero. */
  readonly givenBack: number;
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
  /** Its part of the totals of the day. */
  readonly moved: { readonly count: number; readonly amount: number };
  readonly shown: boolean;
}

export const FIRST_TRACE = 100;

/** As the driver marks it: without a time the same numbers may come again. */
const markOfDayEnd = ({
  date,
  time,
  trace,
  receipt,
}: Pick<TransactionReport, 'date' | 'time' | 'trace' | 'receipt'>): string =>
  time === null ? '' : [date, time, trace, receipt].join(' ').trim();

/** A terminal with everything that ever happened there. */
export function terminal(habits: Habits) {
  let done: (Done | string)[] = [];
  let day: Done[] = [];
  let number = habits.firstNumber;
  let { alreadyToday, givenBack } = habits;
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
    count: day.reduce((sum, { moved }) => sum + moved.count, alreadyToday + (givenBack > 0 ? 1 : 0)),
    amount: day.reduce((sum, { moved }) => sum + moved.amount, 700 * alreadyToday - givenBack),
  });
  /** The receipt of the original with the tip in it. */
  function grow(original: TransactionReport, amount: number): TransactionReport {
    const isOriginal = (one: Done | string): one is Done =>
      typeof one === 'object' && one.report.approved && one.report.receipt === original.receipt;
    const of = done.findLast(isOriginal)?.report ?? original;
    const { date, time, at } = habits.tipGrowsReceipt === 'sameTime' ? of : stamp();
    return { ...of, date, time, at, amount: (of.amount ?? 0) + amount };
  }

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
          if (habits.hidesReversed) done = done.filter(one => typeof one === 'string' || one.report !== original);
          return keep(
            kind,
            { amount, originalTrace: reference },
            { count: -1, amount: -amount },
            !habits.hidesReversed,
          );
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
          if (original && habits.tipGrowsReceipt !== 'never')
            return keep(kind, grow(original, amount), { count: 0, amount });
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
    /** Approved, and reversed by itself because the till did not answer again. Gives the report of the approval. */
    takeBack(amount: number, tip = 0): TransactionReport {
      time += 9000;
      step();
      const approval = { ...EMPTY_REPORT, ...stamp(), ...tipped(amount, tip) };
      const originalTrace = habits.tellsTrace ? trace : null;
      if (habits.numbersTakenBack === 2) step();
      else trace += 1;
      const reversal = { ...tipped(amount, tip), originalTrace, reference: null };
      // Without a trace number a reversal has a number of its own, else nobody could ever tell it from what it takes back. A
      // terminal that keeps the names of commands repeats commands alone.
      const isReported = habits.tellsTrace || (habits.numbersTakenBack === 2 && !habits.tellsReference);
      if (habits.showsTakenBack && habits.repeatsPreAuthorisations && isReported)
        keep('reversal', reversal, { count: habits.countsTakenBack, amount: 0 });
      return approval;
    },
    /** A tip that is approved and taken back: its receipt is without it again. Gives the report of the approval. */
    takeTipBack: (original: TransactionReport, amount: number): TransactionReport => grow(original, amount),
    /** A power cut: the newest result is lost, and the sums of the day are not. */
    loseLast() {
      done = done.slice(0, -1);
    },
    /** Memory and numbers are as on its first day. */
    reset() {
      [done, day] = [[], []];
      [number, trace] = [habits.firstNumber, FIRST_TRACE];
      ({ alreadyToday, givenBack } = habits);
      open.clear();
    },
    endOfDay() {
      day = [];
      [alreadyToday, givenBack] = [0, 0];
      time += 5000;
      if (habits.restartsNumbers) number = 0;
      if (habits.forgetsLast) done = [];
      if (habits.repeatsDayEnd) done = [...done, markOfDayEnd(stamp())];
    },
    last(): Pick<TerminalEvidence, 'last' | 'dayEnd'> {
      const last = habits.repeatsNone ? undefined : done.findLast(one => typeof one === 'string' || one.shown);
      if (last === undefined) return { last: 'none' };
      return typeof last === 'object' ? { last: last.report } : { last: 'untold', dayEnd: last };
    },
    totals: (): TurnoverSum => ({
      amount: Math.max(0, booked().amount),
      count: COUNTING[habits.counting](booked().count),
    }),
    booked,
    open: () => [...open.keys()],
  };
}

export type Terminal = ReturnType<typeof terminal>;

/** Earlier payments of this bridge, and their endings. */
export interface Earlier {
  readonly amount: number;
  readonly tip: number;
  readonly ends: 'approved' | 'declined' | 'takenBack' | 'notArrived';
  /** The report of what was taken back had arrived. */
  readonly arrived: boolean;
  readonly pause: number;
}

/** An equal tip before, on the same receipt. */
export type EarlierTip = 'none' | 'takenBack' | 'approved' | 'notArrived';

/** An action of another user of the terminal. */
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
  /** Sum beyond the amount that the till has confirmed; the terminal may have gone on without it. */
  readonly confirmed: number;
  readonly earlier: readonly Earlier[];
  readonly earlierTip: EarlierTip;
  /**
   * The snapshot was asked before the command, it is the terminal's report at the last result, or the line was cut at the
   * question and only the number in the own book is known.
   */
  readonly snapshot: 'asked' | 'kept' | 'cut';
  readonly foreignBefore: readonly Foreign[];
  readonly foreignAfter: readonly Foreign[];
  /** The terminal, before it was asked. */
  readonly reset: boolean;
  /** By itself: before the snapshot, between snapshot and command, at once after the command, or in the night. */
  readonly endOfDay: 'never' | 'first' | 'before' | 'atOnce' | 'after';
  /** The terminal loses the result of the command, as by a power cut. */
  readonly losesLast: boolean;
  readonly ends: 'approved' | 'declined' | 'takenBack' | 'notArrived';
  readonly approvalArrived: boolean;
  /** The bridge was killed: what it called the command is forgotten. */
  readonly killed: boolean;
  /** The terminal has reported its last transaction some day. */
  readonly hasRepeated: boolean;
  readonly shared: boolean;
}

/** Commands that name the receipt of another one, and the kind of that one. */
export const needs = {
  reversal: 'payment',
  tip: 'payment',
  booking: 'preAuthorisation',
  release: 'preAuthorisation',
} as const;

/** The knowledge of the bridge about the terminal before the command. */
function bridge(history: History, device: Terminal) {
  const { habits } = history;
  const reports: TransactionReport[] = [];
  let attempts = 0;
  let behind: number | null = null;
  let counter: number | null = null;
  let last: TransactionReport | 'none' | null = null;
  let mustAsk = false;
  const own = (): TerminalSnapshot => ({
    ...snapshotFromReceipt(counter, device.pass(0)),
    attempts,
    behind,
    repeats: history.hasRepeated && !habits.repeatsNone,
  });

  return {
    reports,
    /** A command leaves. */
    send() {
      attempts += 1;
    },
    receive(one: TransactionReport | null, approved: boolean, original: TransactionReport | null = null) {
      if (!one) return;
      reports.unshift(approved ? one : { ...one, approved: false });
      if (one.receipt !== null && one.receipt !== original?.receipt) {
        counter = one.receipt;
        // It may have used one more number for taking it back.
        attempts = approved ? 0 : 1;
      }
      if (!approved) return;
      last = one;
      behind = one.at === null ? null : device.pass(2) - one.at;
    },
    /** The known snapshot does not describe the last transaction any more. */
    forget() {
      mustAsk = true;
    },
    snapshot(): TerminalSnapshot {
      const known = own();
      if (history.snapshot === 'cut') return known;
      const open = habits.tellsOpen ? device.open() : null;
      const totals = habits.tellsTotals ? device.totals() : null;
      // Kept totals are added up by the bridge itself, which is not possible below zero.
      const isKept = history.snapshot === 'kept' && !mustAsk && !(totals && isFloored(totals));
      if (isKept && last !== null && reports.length > 0) return { ...known, last, totals, open };
      const shown = device.last();
      if (shown.dayEnd !== undefined)
        return { ...known, last: 'none', counter: null, dayEnd: shown.dayEnd, totals, open };
      const report = shown.last as TransactionReport | 'none';
      const isKnown =
        report !== 'none' && reports.some(one => one.receipt === report.receipt && one.trace === report.trace);
      return {
        ...known,
        last: report,
        totals,
        open,
        counter: report === 'none' ? null : isKnown ? counter : report.receipt,
        repeats: known.repeats === true || report !== 'none',
      };
    },
  };
}

type Bridge = ReturnType<typeof bridge>;

function playEarlier({ earlier, reset }: History, device: Terminal, known: Bridge): void {
  for (const [turn, one] of earlier.entries()) {
    device.pass(one.pause);
    device.call(`earlier ${turn}`);
    known.send();
    if (one.ends === 'approved') known.receive(device.approve('payment', one.amount, null, one.tip), true);
    if (one.ends === 'declined') known.receive(device.decline('payment', one.amount, one.tip), false);
    if (one.ends === 'takenBack') {
      const report = device.takeBack(one.amount, one.tip);
      if (one.arrived) known.receive(report, false);
      known.forget();
    }
    if (one.ends === 'notArrived') known.forget();
  }
  if (!reset) return;
  device.reset();
  known.forget();
}

/**
 * Plays the transaction that the command reverses, books, releases or tips: it is a transaction of this bridge, too.
 */
function playOriginal(history: History, device: Terminal, known: Bridge): TransactionReport | null {
  const { kind, amount, earlierTip, habits } = history;
  if (!(kind in needs)) return null;
  device.call('original');
  known.send();
  const whole = kind === 'reversal' || kind === 'booking' ? amount : amount + 500;
  const original = device.approve(needs[kind as keyof typeof needs], whole, null);
  known.receive(original, true);
  // Not every terminal repeats a pre-authorisation, so its result is no word on the last transaction.
  if (kind === 'booking' || kind === 'release') known.forget();
  if (kind !== 'tip' || earlierTip === 'none' || habits.tipGrowsReceipt === 'never') return original;
  known.send();
  known.forget();
  if (earlierTip === 'takenBack') known.receive(device.takeTipBack(original, amount), false, original);
  if (earlierTip !== 'approved') return original;
  const tipped = device.approve('tip', amount, original);
  known.receive(tipped, true, original);
  return tipped;
}

/** Plays the history and gives the verdict with the truth. */
export function play(history: History): { readonly verdict: Reconciliation; readonly happened: boolean } {
  const { habits, kind, amount, shared, endOfDay } = history;
  const device = terminal(habits);
  const known = bridge(history, device);
  playEarlier(history, device, known);
  const original = playOriginal(history, device, known);
  if (endOfDay === 'first' && original === null) {
    device.endOfDay();
    known.forget();
  }
  const foreign = (events: readonly Foreign[]) => {
    for (const event of events) {
      device.pass(event.pause);
      device.call('somebody else');
      if (event.does === 'endOfDay') device.endOfDay();
      else if (event.does === 'decline') device.decline('payment', event.amount, event.tip);
      else device.approve(event.does, event.amount, event.does === 'reversal' ? original : null, event.tip);
    }
  };
  const snapshotBefore = known.snapshot();
  foreign(history.foreignBefore);
  if (endOfDay === 'before') device.endOfDay();
  const startedAt = device.pass(1);
  let ours: TransactionReport | null = null;
  let reported: TransactionReport | null = null;
  device.call('ours');
  const tip = kind === 'payment' ? history.tip : 0;
  if (history.ends === 'approved') ours = reported = device.approve(kind, amount, original, tip);
  if (history.ends === 'declined') device.decline(kind, amount, tip);
  if (history.ends === 'takenBack') reported = takenBack(history, device, original, tip);
  if (endOfDay === 'after') device.pass(15 * 60);
  if (endOfDay === 'after' || endOfDay === 'atOnce') device.endOfDay();
  if (history.losesLast && ours !== null) device.loseLast();
  foreign(history.foreignAfter);

  const intent: OpenCase = {
    currency: 'EUR',
    kind,
    amount,
    confirmed: kind === 'payment' && history.confirmed > 0 ? amount + history.confirmed : null,
    original: original && { receipt: original.receipt ?? 0, trace: original.trace, amount: original.amount },
    snapshotBefore,
    otherReports: known.reports,
    reported: history.approvalArrived && habits.tellsReceipt ? reported : null,
    reference: history.killed ? null : 'ours',
    startedAt,
    askedAt: device.pass(1),
    shared,
  };
  return { verdict: decided(device, habits, intent), happened: ours !== null };
}

function takenBack(history: History, device: Terminal, original: TransactionReport | null, tip: number) {
  const { kind, amount, habits } = history;
  const grows = kind === 'tip' && original !== null && habits.tipGrowsReceipt !== 'never';
  return grows ? device.takeTipBack(original, amount) : device.takeBack(reportedAmount(history, original), tip);
}

/** The amount that a terminal reports for the command. */
export function reportedAmount({ kind, amount, habits }: History, original: TransactionReport | null): number {
  if (kind === 'release') return original?.amount ?? 0;
  return kind === 'tip' && habits.tipTellsTotal ? amount + (original?.amount ?? 0) : amount;
}

export function decided(device: Terminal, habits: Habits, intent: OpenCase): Reconciliation {
  let evidence: TerminalEvidence = { idle: false };
  for (;;) {
    const step = reconcile(intent, evidence);
    if (step.kind !== 'ask') return step;
    if (step.question === 'status') evidence = { ...evidence, idle: true };
    if (step.question === 'last') evidence = { ...evidence, ...device.last() };
    if (step.question === 'totals') evidence = { ...evidence, totals: device.totals() };
    if (step.question === 'open') evidence = { ...evidence, open: habits.tellsOpen ? device.open() : 'untold' };
  }
}
