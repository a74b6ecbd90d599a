/** Returned goods of closed sales, as the steps of a return ask for them. */
import type { LineWorth, UnitRange } from '../domain/returns.ts';

/** Units of one line that have come back, or are about to. */
export interface ReturnedUnits extends UnitRange {
  readonly sale: string;
  readonly line: number;
  /** STX_… of the return. */
  readonly by: string;
  /** `held`: the return is not finished. */
  readonly state: 'held' | 'returned';
  /** ms since 1970 */
  readonly since: number;
}

/** Money that went back to a tender of a closed sale, or is on its way. */
export interface ReturnedTender {
  /** Id in `parts` of the return. */
  readonly part: string;
  readonly by: string;
  readonly sale: string;
  /** Place in the `tenders` of the sale. */
  readonly tender: number;
  /** Sum that the tender gave, minor units. */
  readonly given: number;
  readonly amount: number;
}

/** Methods that write are for use inside `write`. The database refuses a unit that came back and money that was not given. */
export interface Returns {
  /** Null where nothing of the sale has come back yet. */
  worthOf(sale: string): readonly LineWorth[] | null;
  keepWorth(sale: string, worth: readonly LineWorth[]): void;
  /** Returned units of a sale, in the order of its lines. */
  unitsOf(sale: string): readonly ReturnedUnits[];
  /** Units of a return. */
  unitsBy(by: string): readonly ReturnedUnits[];
  hold(units: Omit<ReturnedUnits, 'state'>, sold: number): void;
  /** The goods of a return have come back. */
  finish(by: string): void;
  /** The return was given up, or cancelled. */
  release(by: string): void;
  tendersOf(sale: string): readonly ReturnedTender[];
  keepTender(row: ReturnedTender): void;
  dropTender(part: string): void;
}
