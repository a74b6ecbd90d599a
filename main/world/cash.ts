/** The cash book of the tills, as the steps ask for it. Methods that write are for use inside a job. */
import type { CashSinceCount, MovementKind } from '../domain/cashBook.ts';
import type { CashMovement, CashShift } from '../wire/cash.ts';
import type { ZReport } from '../wire/zReports.ts';
import type { StoredRecord } from './officeLink.ts';

export interface LastCount {
  readonly sum: number;
  readonly held: number;
  readonly record: number;
  readonly movement: number;
  readonly at: number;
  readonly shift: string | null;
}

export interface DrawerOpening {
  readonly merchant: string;
  readonly till: string;
  readonly at: number;
  readonly staff: string | null;
  readonly name: string;
  readonly reason: string;
}

export interface MovementFacts {
  readonly number: number;
  readonly kind: MovementKind;
  readonly amount: number;
}

/** The newest of everything that a report of a till contains. */
export interface BookEnd {
  readonly record: number;
  readonly movement: number;
  readonly opening: number;
}

/** A fact of a till for its report; `facts` and `document` are JSON. */
export interface ZRecord extends Omit<StoredRecord, 'sequence' | 'merchant'> {
  readonly number: number;
  readonly document: string | null;
}

/** An event of a sale with an unknown result; `at` in ms since 1970. */
export type FollowedRecord = Pick<ZRecord, 'business_day' | 'event' | 'object' | 'at' | 'sum'>;

export interface ZRow extends BookEnd {
  readonly id: string;
  readonly number: number;
  readonly made: number;
  readonly counted: number | null;
  readonly lifetime: number;
  readonly hash: string;
}

export interface ScheduledZ {
  readonly at: string;
  readonly day: string;
  readonly state: 'waiting' | 'over';
}

/** Cash that a Payment Transaction gave back while its sale stands; below 0 where its cancellation counts it again. */
export interface CashRefund {
  readonly merchant: string;
  readonly till: string;
  /** Cash that leaves the drawer, minor units. */
  readonly amount: number;
  readonly reason: string;
  readonly person: { readonly id: string | null; readonly name: string };
}

export interface CashBook {
  lastCount(till: string): LastCount | null;
  /** Cash that moved since the last count. */
  since(till: string): CashSinceCount & { readonly moved: boolean };
  shift(merchant: string, id: string): CashShift | null;
  openShift(till: string): CashShift | null;
  /** Newest first; `till` null for all. */
  shifts(merchant: string, till: string | null, count: number): readonly CashShift[];
  movements(merchant: string, till: string | null, count: number): readonly CashMovement[];
  movementsBehind(till: string, number: number): readonly MovementFacts[];
  openingsBehind(till: string, number: number): readonly (DrawerOpening & { readonly number: number })[];

  insertShift(merchant: string, shift: CashShift): void;
  saveShift(shift: CashShift): void;
  nextShift(till: string): number;
  nextSlip(till: string): number;
  addMovement(merchant: string, movement: CashMovement): void;
  addOpening(opening: DrawerOpening): void;
  /** The count of now: everything that is written counts as before it. */
  setCount(till: string, sum: number, at: number, shift: string | null): void;
}

export interface ZReports {
  /** The last report, behind which the next one begins. */
  last(till: string): ZRow | null;
  /** The number of the next report of the till. */
  nextNumber(till: string): number;
  beginning(till: string): BookEnd;
  end(till: string): BookEnd;
  /** Facts of a till behind a record, oldest first, `limit` at most. */
  records(till: string, after: number, limit: number): readonly ZRecord[];
  /** Number of the first record about an object; 0 where there is none. */
  firstRecord(object: string): number;
  /** Events that began or ended unknown results of a till behind a record, up to `through`, oldest first; `open`: sales unknown before. */
  followed(till: string, after: number, through: number, open: readonly string[]): readonly FollowedRecord[];
  /** Receipt numbers of the merchant between two that no sale has; `limit` at most. */
  gaps(merchant: string, first: number, last: number, limit: number): readonly number[];
  /** Liability on the loyalty cards of the merchant, minor units. */
  liability(merchant: string): number;
  /** Sales of the till that stand between two tenders, or whose end nobody knows; each with its state. */
  openSales(till: string): readonly { readonly id: string; readonly state: string }[];
  find(merchant: string, id: string): ZReport | null;
  /** Newest first; `till` null for all. */
  list(merchant: string, till: string | null, count: number): readonly ZReport[];
  insert(merchant: string, report: ZReport, end: BookEnd): void;
  /** Every till of this installation. */
  tills(): readonly { readonly id: string; readonly merchant: string }[];
  scheduled(till: string): ScheduledZ | null;
  setScheduled(till: string, row: ScheduledZ): void;
}
