/** The ends of the days of the terminals, as the steps ask for them. */

import type { Movement } from '../domain/dayEnd.ts';
import type { DayTotals } from '../domain/dayEndComparison.ts';
import type { DayEnd } from '../wire/dayEnds.ts';

/** One end-of-day: what the API answers, and what is known beside it. */
export interface DayEndRecord {
  readonly merchant: string;
  /** SDV_… of the till that asked. */
  readonly till: string | null;
  /** Only a person can say whether it took place. */
  readonly needsPerson: boolean;
  /**
   * Intents of the terminal behind `after`, up to `through`, belong to the day. Read anew it begins behind every earlier
   * one that turned out to have taken place; how far that one reached back when it was asked for stands in `askedAfter`.
   */
  readonly after: number;
  readonly askedAfter: number;
  readonly through: number;
  /** Newest receipt number of the merchant when it was asked for. */
  readonly closes: number;
  /** Totals that the terminal had booked directly before; null where it reported none. */
  readonly totalsBefore: DayTotals | 'unreadable' | null;
  readonly document: DayEnd;
}

/** Intents of a terminal behind `after`, up to and with `through`. */
export interface Span {
  readonly device: string;
  readonly after: number;
  readonly through: number;
}

/** How far the schedule of a terminal has got. */
export interface ScheduleProgress {
  readonly device: string;
  /** HH:MM it is about. */
  readonly at: string;
  /** The last day it was due. */
  readonly day: string;
  readonly state: 'waiting' | 'over';
  readonly nextTry: number;
  /** After this it is given up, milliseconds since 1970. */
  readonly lastTry: number;
  /** Id of the result that names the obstacle. */
  readonly result: string | null;
}

/** Methods that write are for use inside a job. */
export interface DayEnds {
  /** The end-of-day of this Smart Transaction did not take place after all. */
  reopen(transaction: string | null): void;
  /** The terminal closed its day, and with it every receipt number up to this one. */
  record(end: {
    readonly device: string;
    readonly sale: string;
    readonly receiptNumber: number;
    readonly at: number;
  }): void;
  /** The newest receipt number that this terminal's last end-of-day closed; 0 before the first. */
  closedUpTo(device: string): number;

  insert(record: DayEndRecord): void;
  save(record: DayEndRecord): void;
  find(merchant: string, id: string): DayEndRecord | null;
  /** Newest first; `device` null for all. */
  list(merchant: string, device: string | null, count: number, offset: number): readonly DayEnd[];
  count(merchant: string, device: string | null): number;
  /** Results that run or have an unknown outcome, oldest first; also results that only a person can decide. */
  open(device: string): readonly DayEndRecord[];
  allOpen(): readonly DayEndRecord[];
  /**
   * Later ends of the day, with an ending, that took this one's payments for theirs when they were asked for; oldest
   * first.
   */
  shortenedBy(id: string): readonly DayEndRecord[];
  /**
   * The last one that took place: where the journal of the next day begins. `at` null before the first; of one that was
   * found out later when it was asked for.
   */
  last(device: string): { readonly through: number; readonly at: number | null };

  /** Newest intent of this terminal; 0 before the first. */
  newestIntent(device: string): number;
  /** Newest receipt number of this merchant; 0 before the first. */
  newestReceipt(merchant: string): number;
  /** Approved movements, in the order they ended. */
  movements(span: Span): readonly Movement[];
  /** Every receipt number the terminal reported, also of declined commands; not of payments a person called not paid. */
  receipts(span: Span): ReadonlySet<number>;
  /** Sales of these tills that hold a card's money and are not paid yet. */
  betweenTenders(tills: readonly string[]): readonly string[];
  /** Sales that are paid in part, with a part at this terminal. */
  partlyPaidAt(device: string): readonly string[];

  /** Closed sales that were changed, removed or added outside of the program; found ones stay. */
  brokenChain(): Promise<readonly { readonly sale: string; readonly receipt: number | null }[]>;

  /** Terminals of this installation. */
  terminals(): readonly { readonly id: string; readonly merchant: string }[];
  description(device: string): string;
  /** Tills whose cards are paid at this terminal. */
  tills(device: string): readonly string[];

  /** Undefined where nothing was stored, so the configuration counts. */
  scheduledAt(merchant: string, device: string): string | null | undefined;
  schedule(merchant: string, device: string | null, at: string | null): void;
  scheduleProgress(device: string): ScheduleProgress | null;
  setScheduleProgress(row: ScheduleProgress): void;
}
