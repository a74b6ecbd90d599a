/** What a terminal reports about its transactions, what the till asked for, and what follows from both. */
import type { Texts } from './texts.ts';

export type IntentKind = 'payment' | 'reversal' | 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'tip';

/** One transaction in the words of the terminal; null where it told nothing. */
export interface TransactionReport {
  readonly approved: boolean;
  readonly amount: number | null;
  /** Contained in the amount; left out or null where it told none. */
  readonly tip?: number | null;
  /** Of the amount, ISO 4217; left out or null where it named none. */
  readonly currency?: string | null;
  readonly receipt: number | null;
  readonly trace: number | null;
  /** Of a reversal: the trace number of what it takes back. */
  readonly originalTrace: number | null;
  readonly date: string | null;
  readonly time: string | null;
  /** The same by the terminal's clock, milliseconds since 1970. */
  readonly at: number | null;
  readonly cardName: string | null;
  readonly lastFour: string | null;
  /** What the driver had called the command, where the terminal keeps that. */
  readonly reference?: string | null;
}

/** What a terminal has booked since its last end-of-day. */
export interface TurnoverSum {
  /** Null: more than it can tell (`counted.ts`). */
  readonly count: number | null;
  readonly amount: number;
}

/** What was known of the terminal before the command left. */
export interface TerminalSnapshot {
  /** Its last transaction; null: not known. */
  readonly last: TransactionReport | 'none' | null;
  readonly totals: TurnoverSum | null;
  /** Receipt numbers of open pre-authorisations; null: not known. */
  readonly open: readonly number[] | null;
  /** The highest receipt number it had used, as far as it told. */
  readonly counter: number | null;
  /** Commands of ours since then that may have used up numbers without our hearing of it. */
  readonly attempts: number;
  /** How far its clock was behind ours when it told a result, ms; null: not known. */
  readonly behind: number | null;
  /** When it told all this, milliseconds since 1970. */
  readonly at: number;
  /** Its terminal id; left out or null where it told none. */
  readonly terminal?: string | null;
  /** Others may have worked at it when the command left; left out: nobody had said that they do not. */
  readonly shared?: boolean;
  /** It has told a last transaction when it was asked: there are some that say to everybody that there is none. */
  readonly repeats?: boolean;
}

export interface OpenCase {
  readonly kind: IntentKind;
  /** 0: the whole of the original transaction, whose amount is not known. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly original: { readonly receipt: number; readonly trace: number | null; readonly amount: number | null } | null;
  readonly snapshotBefore: TerminalSnapshot;
  /** Transactions this terminal told earlier; they belong to other intents. */
  readonly otherReports: readonly TransactionReport[];
  /** An approval of this very command that was heard before the line broke. */
  readonly reported: TransactionReport | null;
  /** What the till has confirmed as the amount when this command asked for it; left out or null where it has not. */
  readonly confirmed?: number | null;
  /** What the driver called this command at the terminal; left out or null where that is not known. */
  readonly reference?: string | null;
  /** When the intent was committed, and when the terminal is asked about it, milliseconds since 1970. */
  readonly startedAt: number;
  readonly askedAt: number;
  /** Somebody else may work at this terminal, too: another register, or a person at its keys. */
  readonly shared: boolean;
}

/** What a witness says; null: nothing. */
export type WitnessReport = Omit<Vote, 'witness'> | null;

/** `contradiction`: what the terminal tells cannot be, or can be two things. */
export interface Vote {
  readonly witness: 'last' | 'totals' | 'open';
  readonly says: 'happened' | 'didNotHappen' | 'contradiction';
  readonly because: Texts;
}
