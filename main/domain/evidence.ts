/** The evidence of a reconciliation: the reports of a terminal, its snapshot before, and the open case. */
import type { Texts } from './texts.ts';

export type IntentKind = 'payment' | 'reversal' | 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'tip';

/** Receipt numbers have four digits, and 1 follows 9999. */
export const RECEIPT_NUMBERS = 9999;

/** Kinds that change the list of open pre-authorisations. */
export const PRE_AUTHORISATION_KINDS: ReadonlySet<IntentKind> = new Set(['preAuthorisation', 'booking', 'release']);

/** One transaction as the terminal reports it; null where it reports nothing. */
export interface TransactionReport {
  readonly approved: boolean;
  readonly amount: number | null;
  /** Contained in the amount; left out or null where the terminal reports no tip. */
  readonly tip?: number | null;
  /** Currency of the amount, ISO 4217; left out or null where the terminal names none. */
  readonly currency?: string | null;
  readonly receipt: number | null;
  readonly trace: number | null;
  /** Trace number of the transaction that a reversal takes back. */
  readonly originalTrace: number | null;
  readonly date: string | null;
  readonly time: string | null;
  /** Date and time by the terminal's clock, milliseconds since 1970. */
  readonly at: number | null;
  readonly cardName: string | null;
  readonly lastFour: string | null;
  /**
   * The command that the transaction belongs to; `untold`: it may also be a reversal. Left out: the protocol tells a reversal by the trace
   * number of what it takes back.
   */
  readonly command?: 'payment' | 'reversal' | 'refund' | 'untold';
  /** The reference that the driver gave the command, where the terminal keeps it. */
  readonly reference?: string | null;
}

/** The report of a transaction without any member. */
export const EMPTY_REPORT: TransactionReport = {
  approved: true,
  amount: null,
  receipt: null,
  trace: null,
  originalTrace: null,
  date: null,
  time: null,
  at: null,
  cardName: null,
  lastFour: null,
};

/** The bookings of a terminal since its last end-of-day (ZVT: turnover totals). */
export interface TurnoverSum {
  /** Null: more than the terminal can count (`transactionCount.ts`). */
  readonly count: number | null;
  readonly amount: number;
}

/** The field has no sign: a day that gave back more than it took is reported as zero, and how far below does not show. */
export const isFloored = ({ count, amount }: TurnoverSum): boolean => amount === 0 && count !== 0;

/** The known state of a terminal before a command leaves. */
export interface TerminalSnapshot {
  /** The last transaction; null: not known. */
  readonly last: TransactionReport | 'none' | null;
  readonly totals: TurnoverSum | null;
  /** Receipt numbers of open pre-authorisations; null: not known. */
  readonly open: readonly number[] | null;
  /** The highest receipt number in use, as far as the terminal reported it. */
  readonly counter: number | null;
  /** Own commands since then that may have used numbers without a report. */
  readonly attempts: number;
  /** How far the terminal's clock was behind ours at a result, ms; null: not known. */
  readonly behind: number | null;
  /** The time of the snapshot, milliseconds since 1970. */
  readonly at: number;
  /** The terminal id; left out or null where the terminal reports none. */
  readonly terminal?: string | null;
  /** Others may have worked at the terminal when the command left; left out: nobody had said that they do not. */
  readonly shared?: boolean;
  /** The terminal has repeated a last transaction before: some terminals always answer that there is none. */
  readonly repeats?: boolean;
  /** The mark of the end-of-day that the terminal repeated in place of a transaction; left out or null: it repeated none. */
  readonly dayEnd?: string | null;
}

/** The snapshot of a terminal of which only a receipt number was stored: 0 none, null not even that. */
export const snapshotFromReceipt = (receipt: number | null, at: number): TerminalSnapshot => ({
  last: receipt === 0 ? 'none' : receipt === null ? null : { ...EMPTY_REPORT, receipt },
  totals: null,
  open: null,
  counter: receipt === 0 ? null : receipt,
  attempts: 0,
  behind: null,
  at,
});

/** The transaction that a command refers to. */
export interface OriginalReport {
  readonly receipt: number;
  readonly trace: number | null;
  readonly amount: number | null;
  /** Further trace numbers of this receipt: those of a payment and of its later tips. Left out: none. */
  readonly otherTraces?: readonly number[];
}

/** A reversal of a tipped receipt may name the payment or the tip. */
export const hasTrace = (
  { trace, otherTraces = [] }: Pick<OriginalReport, 'trace' | 'otherTraces'>,
  one: number,
): boolean => trace === one || otherTraces.includes(one);

export interface OpenCase {
  readonly kind: IntentKind;
  /** 0: the whole of the original transaction, whose amount is not known. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly original: OriginalReport | null;
  readonly snapshotBefore: TerminalSnapshot;
  /** Earlier reports of this terminal about other commands. */
  readonly otherReports: readonly TransactionReport[];
  /** The report of an approval of this very command, received before the line broke. */
  readonly reported: TransactionReport | null;
  /** Further approvals that the terminal reported while this command ran: each is money of its own. Left out: none. */
  readonly alsoApproved?: readonly TransactionReport[];
  /** The terminal has said two things about this command: no word of it decides. Left out: it has not. */
  readonly contradicted?: boolean;
  /** The amount that the till confirmed while this command ran; left out or null where it confirmed none. */
  readonly confirmed?: number | null;
  /** The reference that the driver gave this command; left out or null where it is not known. */
  readonly reference?: string | null;
  /** The commit of the intent, and the time of the lookup, milliseconds since 1970. */
  readonly startedAt: number;
  readonly askedAt: number;
  /** Others may work at this terminal, too: another register, or a person at its keys. */
  readonly shared: boolean;
}

/** The vote of one source on an unknown outcome; null: it abstains. */
export type Vote = Omit<CountedVote, 'source'> | null;

/** `contradiction`: the evidence is impossible, or has two explanations. */
export interface CountedVote {
  readonly source: 'last' | 'totals' | 'open';
  readonly says: 'happened' | 'didNotHappen' | 'contradiction';
  readonly because: Texts;
  /** The terminal itself has reported the end of the command: it is not at work on it any more. */
  readonly ended?: true;
}
